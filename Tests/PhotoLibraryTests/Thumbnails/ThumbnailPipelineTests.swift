import PhotoLibrary
import PickerModel
import Testing

@Suite("The thumbnail pipeline", .timeLimit(.minutes(5)))
struct ThumbnailPipelineTests {
  /// What an update says, short enough to compare.
  private func text(_ update: ThumbnailUpdate?) -> String {
    guard let update else { return "end" }
    let name = update.request.path.name.displayString
    switch update.state {
    case .idle: return "\(name) idle"
    case .loading: return "\(name) loading"
    case .loaded(let thumbnail): return "\(name) \(thumbnail.source)"
    case .error(let failure): return "\(name): \(failure.message)"
    }
  }

  private func next(
    _ count: Int, _ iterator: inout AsyncStream<ThumbnailUpdate>.Iterator
  ) async -> [String] {
    var texts: [String] = []
    for _ in 0..<count { texts.append(text(await iterator.next(isolation: #isolation))) }
    return texts
  }

  private func pipeline(_ decoder: FakeDecoder, bytes: Int = 64_000_000) -> ThumbnailPipeline {
    ThumbnailPipeline(door: PhotoDoor(), cacheByteLimit: bytes, decoder: decoder)
  }

  @Test("photos are loaded in the order of the list")
  func order() async {
    let decoder = FakeDecoder()
    let pipeline = pipeline(decoder)
    var updates = pipeline.updates.makeAsyncIterator()
    await pipeline.setWanted([.made("c"), .made("a"), .made("b")])
    #expect(await next(3, &updates) == ["c loading", "a loading", "b loading"])
    #expect(await next(3, &updates) == ["c primary", "a primary", "b primary"])
  }

  @Test("equal requests are one piece of work")
  func coalescing() async {
    let decoder = FakeDecoder(isOpen: false)
    let pipeline = pipeline(decoder)
    var updates = pipeline.updates.makeAsyncIterator()
    await pipeline.setWanted([.made("a"), .made("a"), .made("b")])
    await decoder.waitForStart(1)
    await pipeline.setWanted([.made("b"), .made("a")])
    await decoder.open()
    #expect(
      await next(4, &updates) == ["a loading", "b loading", "a primary", "b primary"])
    #expect(await decoder.started == ["a", "b"])
  }

  @Test("what is scrolled away is dropped and never started")
  func dropping() async {
    let decoder = FakeDecoder(isOpen: false)
    let pipeline = pipeline(decoder)
    var updates = pipeline.updates.makeAsyncIterator()
    await pipeline.setWanted([.made("a"), .made("b"), .made("c")])
    await decoder.waitForStart(1)
    await pipeline.setWanted([.made("a"), .made("d")])
    await decoder.open()
    #expect(
      await next(8, &updates) == [
        "a loading", "b loading", "c loading", "b idle", "c idle", "d loading", "a primary",
        "d primary",
      ])
    #expect(await decoder.started == ["a", "d"])
  }

  @Test("the one that is being decoded is given up when it is scrolled away")
  func givingUp() async {
    let decoder = FakeDecoder(isOpen: false)
    let pipeline = pipeline(decoder)
    var updates = pipeline.updates.makeAsyncIterator()
    await pipeline.setWanted([.made("a")])
    await decoder.waitForStart(1)
    await pipeline.setWanted([.made("b")])
    await decoder.open()
    #expect(await next(4, &updates) == ["a loading", "a idle", "b loading", "b primary"])
    #expect(await decoder.cancelled == ["a"])
  }

  @Test("one that comes back while it is given up is decoded after all")
  func comingBack() async {
    let decoder = FakeDecoder(isOpen: false)
    let pipeline = pipeline(decoder)
    var updates = pipeline.updates.makeAsyncIterator()
    await pipeline.setWanted([.made("a")])
    await decoder.waitForStart(1)
    await pipeline.setWanted([])
    await pipeline.setWanted([.made("a")])
    await decoder.open()
    #expect(await next(4, &updates) == ["a loading", "a idle", "a loading", "a primary"])
  }

  @Test("a late result fills the cache and no tile")
  func lateResult() async {
    let decoder = FakeDecoder(isOpen: false)
    let pipeline = pipeline(decoder)
    var updates = pipeline.updates.makeAsyncIterator()
    await pipeline.setWanted([.made("stubborn")])
    await decoder.waitForStart(1)
    await pipeline.setWanted([.made("b")])
    await decoder.open()
    #expect(
      await next(4, &updates) == ["stubborn loading", "stubborn idle", "b loading", "b primary"])
    await pipeline.setWanted([.made("stubborn")])
    #expect(await next(1, &updates) == ["stubborn primary"])
    #expect(await decoder.started == ["stubborn", "b"])
  }

  @Test("a hanging decoder does not keep the pipeline from listening")
  func hanging() async {
    let decoder = FakeDecoder(isOpen: false)
    let pipeline = pipeline(decoder)
    var updates = pipeline.updates.makeAsyncIterator()
    await pipeline.setWanted([.made("a")])
    await decoder.waitForStart(1)
    for name in ["b", "c", "d"] { await pipeline.setWanted([.made(name)]) }
    #expect(
      await next(6, &updates) == [
        "a loading", "a idle", "b loading", "b idle", "c loading", "c idle",
      ])
    await decoder.open()
  }

  @Test("a failure is shown, remembered, and tried again only when asked")
  func failing() async {
    let decoder = FakeDecoder()
    let pipeline = pipeline(decoder)
    var updates = pipeline.updates.makeAsyncIterator()
    await pipeline.setWanted([.made("fail"), .made("a")])
    #expect(
      await next(4, &updates) == [
        "fail loading", "a loading", "fail: damaged: on purpose", "a primary",
      ])
    await pipeline.setWanted([])
    await pipeline.setWanted([.made("fail")])
    #expect(await next(1, &updates) == ["fail: damaged: on purpose"])
    #expect(await decoder.started == ["fail", "a"])
    await pipeline.retry(.made("fail"))
    #expect(await next(2, &updates) == ["fail loading", "fail: damaged: on purpose"])
    #expect(await decoder.started == ["fail", "a", "fail"])
  }

  @Test("a vanished file says so and can be retried")
  func vanished() async throws {
    let pipeline = pipeline(FakeDecoder())
    var updates = pipeline.updates.makeAsyncIterator()
    await pipeline.setWanted([.made("vanish")])
    _ = await updates.next(isolation: #isolation)
    guard case .error(let failure)? = await updates.next(isolation: #isolation)?.state else {
      Issue.record("no error")
      return
    }
    #expect(failure == LoadFailure(message: "file vanished", isRetryable: true))
  }

  @Test("a photo that was modified is another request")
  func modified() async {
    let decoder = FakeDecoder()
    let pipeline = pipeline(decoder)
    var updates = pipeline.updates.makeAsyncIterator()
    await pipeline.setWanted([.made("a")])
    #expect(await next(2, &updates) == ["a loading", "a primary"])
    await pipeline.setWanted([.made("a", modified: 2)])
    #expect(await next(2, &updates) == ["a loading", "a primary"])
    await pipeline.setWanted([.made("a", side: 50, modified: 2)])
    #expect(await next(2, &updates) == ["a loading", "a primary"])
    #expect(await decoder.started.count == 3)
  }

  @Test("a file's own preview is checked last, and a true one stays without a word")
  func checking() async {
    let decoder = FakeDecoder()
    let pipeline = pipeline(decoder)
    var updates = pipeline.updates.makeAsyncIterator()
    await pipeline.setWanted([.made("embedded"), .made("edited"), .made("a")])
    #expect(
      await next(6, &updates) == [
        "embedded loading", "edited loading", "a loading", "embedded embedded",
        "edited embedded", "a primary",
      ])
    #expect(await next(1, &updates) == ["edited primary"])
    #expect(
      await decoder.started == ["embedded", "edited", "a", "embedded+full", "edited+full"])
    await pipeline.setWanted([])
    await pipeline.setWanted([.made("embedded")])
    #expect(await next(1, &updates) == ["embedded primary"])
  }

  @Test("a good preview of a damaged picture gives way to the reason")
  func checkingDamaged() async {
    let pipeline = pipeline(FakeDecoder())
    var updates = pipeline.updates.makeAsyncIterator()
    await pipeline.setWanted([.made("broken")])
    #expect(
      await next(3, &updates) == [
        "broken loading", "broken embedded", "broken: the file ends too early",
      ])
    await pipeline.retry(.made("broken"))
    #expect(
      await next(3, &updates) == [
        "broken loading", "broken embedded", "broken: the file ends too early",
      ])
  }

  @Test("a check gives way to a photo that has nothing to show")
  func checkGivesWay() async {
    let decoder = FakeDecoder(isOpen: false)
    let pipeline = pipeline(decoder)
    var updates = pipeline.updates.makeAsyncIterator()
    await pipeline.setWanted([.made("edited")])
    await decoder.waitForStart(1)
    await decoder.step()
    await decoder.waitForStart(2)
    await pipeline.setWanted([.made("edited"), .made("a")])
    await decoder.open()
    #expect(
      await next(5, &updates) == [
        "edited loading", "edited embedded", "a loading", "a primary", "edited primary",
      ])
    #expect(await decoder.started == ["edited", "edited+full", "a", "edited+full"])
  }

  @Test("the preview screen's full quality is not content with a file's own preview")
  func fullQuality() async {
    let decoder = FakeDecoder()
    let pipeline = pipeline(decoder)
    var updates = pipeline.updates.makeAsyncIterator()
    await pipeline.setWanted([.made("embedded", quality: .full)])
    #expect(await next(2, &updates) == ["embedded loading", "embedded primary"])
    #expect(await decoder.started == ["embedded+full"])
  }

  @Test("another background remakes what shows it, and nothing else")
  func background() async {
    let decoder = FakeDecoder()
    let pipeline = pipeline(decoder)
    var updates = pipeline.updates.makeAsyncIterator()
    await pipeline.setWanted([.made("glass"), .made("a")])
    #expect(
      await next(4, &updates) == ["glass loading", "a loading", "glass primary", "a primary"])
    await pipeline.setBackground(RGBColor(red: 9, green: 8, blue: 7))
    let update = await updates.next(isolation: #isolation)
    #expect(update?.state.value?.pixels[0, 0] == RGBColor(red: 9, green: 8, blue: 7))
    #expect(await decoder.started == ["glass", "a", "glass"])
  }

  @Test("a picture too large for the cache is still delivered")
  func tooLargeForTheCache() async {
    let decoder = FakeDecoder()
    let pipeline = pipeline(decoder, bytes: 1_000_000)
    var updates = pipeline.updates.makeAsyncIterator()
    await pipeline.setWanted([.made("big")])
    #expect(await next(2, &updates) == ["big loading", "big primary"])
    await pipeline.setWanted([])
    await pipeline.setWanted([.made("big")])
    #expect(await next(2, &updates) == ["big loading", "big primary"])
  }

  @Test("finishing ends the updates")
  func finishing() async {
    let pipeline = pipeline(FakeDecoder())
    var updates = pipeline.updates.makeAsyncIterator()
    await pipeline.finish()
    #expect(await next(1, &updates) == ["end"])
  }
}
