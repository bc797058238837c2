import PickerModel
import TestSupport
import Testing

/// Whole picks, from the first batch to the result, through the public API alone.
@MainActor
@Suite("a front end without a screen")
struct WholePickTests {
  private let names =
    (1...30).map { "IMG_\($0).jpg" } + ["clip.mov", "beach 2.jpg", "beach 3.jpg"]

  private func frontEnd(_ rules: SelectionRules, preselect: [Preselection] = [])
    -> HeadlessFrontEnd
  {
    let frontEnd = HeadlessFrontEnd(
      PickerConfiguration(title: "Album", rules: rules), disk: FakeDisk(names))
    frontEnd.model.preselect(preselect)
    return frontEnd
  }

  @Test("picks, is refused, thinks again, reorders and confirms")
  func picksAndConfirms() throws {
    let frontEnd = frontEnd(try SelectionRules(minimum: 2, maximum: 3))
    let model = frontEnd.model
    func picked() -> [String] {
      model.selection.picks.compactMap { model.asset($0)?.path.name.displayString }
    }

    // The library comes in batches; each shows.
    frontEnd.drawIfNeeded()
    #expect(frontEnd.frames.last?.title == "Album · 0 of 0 …")
    frontEnd.scan(inBatchesOf: 10)
    #expect(frontEnd.frames.count == 5)
    frontEnd.drawIfNeeded()
    #expect(frontEnd.frames.last?.title == "Album · 33 of 33")
    #expect(frontEnd.frames.last?.tiles.first == ">beach 2.jpg .")
    #expect(!frontEnd.drawIfNeeded(), "nothing has changed")

    // Pictures come one by one, the ones nearest to the cursor first.
    frontEnd.loadPictures(limit: 1)
    frontEnd.drawIfNeeded()
    #expect(frontEnd.frames.last?.tiles.first == ">beach 2.jpg")
    #expect(frontEnd.frames.last?.tiles.dropFirst().allSatisfy { $0.hasSuffix(" .") } == true)
    frontEnd.loadPictures()
    frontEnd.drawIfNeeded()
    #expect(frontEnd.frames.last?.tiles.contains { $0.hasSuffix(" .") } == false)

    // Too few to confirm: Enter says so, and nothing ends.
    frontEnd.perform(.toggle)
    frontEnd.perform(.confirm)
    #expect(model.outcome == nil && model.notice?.kind == .refused)
    #expect(frontEnd.effects == [.bell])

    // Picks survive a search, a filter and another order.
    frontEnd.perform(.beginSearch)
    frontEnd.perform(.editSearch(.insert("30")))
    frontEnd.perform(.endSearch(keep: true))
    #expect(model.matching.count == 1)
    frontEnd.perform(.toggle)
    frontEnd.perform(.dismiss)
    frontEnd.perform(.setFilter(.videos))
    #expect(model.matching.count == 1)
    frontEnd.perform(.toggle)
    frontEnd.perform(.setFilter(nil))
    frontEnd.perform(.setOrder(SortOrder(key: .size)))
    #expect(picked() == ["beach 2.jpg", "IMG_30.jpg", "clip.mov"])
    #expect(model.matching.count == 33)

    // One more than the maximum is refused, and nothing is lost.
    frontEnd.perform(.move(.home))
    frontEnd.perform(.move(.down))
    frontEnd.perform(.toggle)
    frontEnd.drawIfNeeded()
    #expect(frontEnd.frames.last?.status.contains("3 of 3 picked · Only 3") == true)
    #expect(picked().count == 3)

    // Undo and redo.
    frontEnd.perform(.undo)
    #expect(picked() == ["beach 2.jpg", "IMG_30.jpg"])
    frontEnd.perform(.redo)
    #expect(picked().count == 3)

    // The tray: the last pick becomes the first, the middle one goes.
    frontEnd.perform(.toggleTray)
    #expect(model.mode == .tray)
    frontEnd.perform(.move(.end))
    frontEnd.perform(.movePick(by: -2))
    #expect(picked() == ["clip.mov", "beach 2.jpg", "IMG_30.jpg"])
    frontEnd.perform(.goTo(1))
    frontEnd.perform(.removePick)
    frontEnd.perform(.toggleTray)
    #expect(model.mode == .grid)

    // Done.
    frontEnd.perform(.confirm)
    let result = try #require(model.result)
    #expect(result.items.map(\.position) == [1, 2])
    #expect(result.items.map(\.asset.path.name) == ["clip.mov", "IMG_30.jpg"])
    #expect(result.failures.isEmpty && result.rules.maximum == 3)
    // After the end nothing changes any more.
    frontEnd.perform(.clear)
    #expect(model.result == result)
  }

  @Test("cancels, and hands over nothing, not even what was preselected")
  func cancels() throws {
    let frontEnd = frontEnd(
      .multiple, preselect: [Preselection(path: "album/IMG_2.jpg")])
    frontEnd.scan(inBatchesOf: 100)
    #expect(frontEnd.model.selection.count == 1)
    // The innermost goes first.
    frontEnd.perform(.togglePreview)
    #expect(frontEnd.model.mode == .preview)
    frontEnd.perform(.cancel)
    #expect(frontEnd.model.mode == .grid && frontEnd.model.outcome == nil)
    frontEnd.perform(.cancel)
    #expect(frontEnd.model.outcome == .cancelled)
    let result = try #require(frontEnd.model.result)
    #expect(result.items.isEmpty && result.failures.isEmpty)
  }

  @Test("a preselection above the maximum waits, and a file that vanished is told")
  func preselects() throws {
    let frontEnd = frontEnd(
      try SelectionRules(maximum: 2),
      preselect: ["IMG_3.jpg", "IMG_1.jpg", "IMG_2.jpg", "gone.jpg"].map {
        Preselection(path: FileName("album/\($0)"))
      })
    let model = frontEnd.model
    frontEnd.scan(inBatchesOf: 7)
    #expect(model.selection.picks.map(\.rawValue) == [2, 0, 1])
    frontEnd.perform(.confirm)
    #expect(model.outcome == nil)
    // A rule that changes while the picker is open.
    model.setRules(try SelectionRules(maximum: 3))
    // A file that goes while it is picked.
    frontEnd.disk.remove("IMG_1.jpg")
    frontEnd.perform(.rescan)
    frontEnd.drawIfNeeded()
    #expect(model.isMissing(AssetID(0)))
    #expect(frontEnd.frames.last?.tiles.contains { $0.contains("missing") } == true)
    frontEnd.perform(.confirm)
    let result = try #require(model.result)
    #expect(result.items.map(\.position) == [1, 3])
    #expect(result.failures.map(\.reason) == [.vanished, .notInLibrary])
    #expect(result.failures.map(\.path) == ["album/IMG_1.jpg", "album/gone.jpg"])
  }

  @Test("a picture that failed is tried again, and no other")
  func retries() {
    let frontEnd = frontEnd(.single)
    frontEnd.scan(inBatchesOf: 100)
    let model = frontEnd.model
    let first = model.matching[0]
    frontEnd.disk.damage(first)
    frontEnd.loadPictures()
    frontEnd.drawIfNeeded()
    #expect(frontEnd.frames.last?.tiles.first?.hasSuffix("(unreadable)") == true)
    frontEnd.perform(.retry)
    frontEnd.loadPictures()
    #expect(frontEnd.effects == [.retry(first)])
    #expect(model.thumbnail(of: first).value != nil)
    frontEnd.perform(.retry)
    #expect(frontEnd.effects == [.retry(first)])
  }
}
