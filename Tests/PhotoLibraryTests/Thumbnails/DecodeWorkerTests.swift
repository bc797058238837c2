import PhotoLibrary
import PickerModel
import TestSupport
import Testing

@Suite("Decoding files on the worker's queue", .timeLimit(.minutes(5)))
struct DecodeWorkerTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder("decode")
  }

  /// A request for a file as it is now, or as a scan might have seen it.
  private func request(
    _ name: String, format: FileFormat = .jpeg, id: UInt32 = 0
  ) throws -> ThumbnailRequest {
    let path = AssetPath(folder.path(of: FileName(name)))
    let status = try? PhotoDoor().open(path).status
    return ThumbnailRequest(
      asset: Asset(
        id: AssetID(id), path: path,
        identity: status?.identity ?? FileIdentity(device: 1, inode: UInt64(id)),
        byteCount: status?.byteCount ?? 1, modified: status?.modified ?? FileTime(seconds: 1),
        format: format), target: PixelSize(width: 32, height: 24))
  }

  private func outcome(
    _ request: ThumbnailRequest
  ) async -> Result<ThumbnailResult, ThumbnailError> {
    do throws(ThumbnailError) {
      let worker = DecodeWorker(door: PhotoDoor())
      return .success(try await worker.decode(request, background: .black))
    } catch {
      return .failure(error)
    }
  }

  @Test("a photo is decoded upright and says which content it is of")
  func decodes() async throws {
    try folder.write(try Golden.bytes("marks-6.jpg"), to: "a.jpg")
    let request = try request("a.jpg")
    let result = try await outcome(request).get()
    Golden.expectMarks(result.thumbnail.pixels)
    #expect(result.version.identity == request.identity)
    #expect(result.version.modified == request.modified)
  }

  @Test("a photo that was replaced by one of another format is shown as what it is now")
  func replaced() async throws {
    try folder.write(try Golden.bytes("marks-1.jpg"), to: "a.jpg")
    let request = try request("a.jpg")
    TestFiles.remove(folder.path(of: "a.jpg"))
    try folder.write(try Golden.bytes("marks-rgb.png"), to: "a.jpg")
    let result = try await outcome(request).get()
    Golden.expectMarks(result.thumbnail.pixels)
    #expect(result.version.byteCount != request.byteCount)
  }

  @Test("a vanished file, a folder and a pipe are refused without waiting")
  func notFiles() async throws {
    try folder.makeFolder("folder.jpg")
    try folder.makePipe("pipe.jpg")
    for (name, kind) in [
      ("gone.jpg", FileError.Kind.missing), ("folder.jpg", .isFolder),
      ("pipe.jpg", .isSpecialFile),
    ] {
      guard case .failure(.file(let error)) = await outcome(try request(name)) else {
        Issue.record("\(name) was not refused")
        continue
      }
      #expect(error.kind == kind)
    }
  }

  @Test("an empty file and a truncated one say so")
  func damaged() async throws {
    try folder.write([], to: "empty.jpg")
    #expect(await failure("empty.jpg") == LoadFailure(message: "empty file", isRetryable: false))
    try folder.write(Array(try Golden.bytes("marks-1.jpg").prefix(300)), to: "cut.jpg")
    #expect(
      await failure("cut.jpg")
        == LoadFailure(message: "the file ends too early", isRetryable: false))
  }

  private func failure(_ name: String) async -> LoadFailure? {
    guard let request = try? request(name), case .failure(let error) = await outcome(request) else {
      return nil
    }
    return error.failure
  }

  @Test("one broken photo among fifty stops none of the others")
  func oneBroken() async throws {
    let good = try Golden.bytes("marks-1.jpg")
    var requests: [ThumbnailRequest] = []
    for number in 0..<50 {
      let name = "\(number).jpg"
      try folder.write(number == 17 ? Array(good.dropFirst(2)) : good, to: FileName(name))
      requests.append(try request(name, id: UInt32(number)))
    }
    let pipeline = ThumbnailPipeline(door: PhotoDoor())
    var updates = pipeline.updates.makeAsyncIterator()
    await pipeline.setWanted(requests)
    var loaded = 0
    var failed: [AssetID] = []
    while loaded + failed.count < 50, let update = await updates.next(isolation: #isolation) {
      switch update.state {
      case .loaded: loaded += 1
      case .error: failed.append(update.request.id)
      case .idle, .loading: break
      }
    }
    #expect(loaded == 49)
    #expect(failed == [AssetID(17)])
  }
}
