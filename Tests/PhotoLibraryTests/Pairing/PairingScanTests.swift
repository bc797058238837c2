import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite("pairs in a scan", .timeLimit(.minutes(5)))
struct PairingScanTests {
  private let folder: TemporaryFolder
  private let request: ScanRequest

  init() throws {
    folder = try TemporaryFolder("pairs")
    request = ScanRequest(source: .folders([folder.path]))
  }

  /// Paces that show all at once, and everything as early as can be.
  static let paces = [
    ScanPace(firstWalk: .max, firstBatch: .max, walk: .max, batch: .max),
    ScanPace(firstWalk: 0, firstBatch: 0, walk: 0, batch: 0),
  ]

  private func photo(_ name: FileName, extra: Int = 0) throws {
    try folder.write(ExifBlock.jpeg + [UInt8](repeating: 0, count: extra), to: name)
  }

  private func movie(_ name: FileName, seconds: Double = 2) throws {
    try folder.write(TestMovie.movie(seconds: seconds), to: name)
  }

  @Test(
    "a pair is one asset in every order, and is never two", arguments: SortOrder.Key.allCases,
    paces.indices)
  func orders(key: SortOrder.Key, pace: Int) async throws {
    for index in 0..<300 {
      try photo(FileName("a/IMG_\(index).JPG"), extra: index)
      if index % 3 == 0 { try movie(FileName("a/IMG_\(index).MOV")) }
      if index % 3 == 1 { try folder.write(TestMovie.raw, to: FileName("a/IMG_\(index).RAF")) }
    }
    try movie("a/IMG_999.MOV")
    var request = request
    request.order = SortOrder(key: key, isReversed: pace == 1)
    let report = await ScanReport(request, pace: Self.paces[pace])
    #expect(report.library.count == 301)
    #expect(report.tally.assetCount == 301)
    #expect(report.removed == [])
    let live = report.library.values.filter { $0.subtypes.contains(.livePhoto) }
    #expect(live.count == 100)
    #expect(live.allSatisfy { $0.duration == 2 && $0.kinds.inferred.contains(.livePhoto) })
    #expect(live.allSatisfy { $0.otherResources.map(\.role) == [.pairedVideo] })
    #expect(report.library.values.count { $0.subtypes.contains(.raw) } == 100)
    if pace == 0 { #expect(report.updated == []) }
  }

  @Test("a pair in a folder that is still being listed is completed")
  func late() async throws {
    // More names than one read of the folder gives, so that companions come late.
    for index in 0..<1_500 {
      try photo(FileName("\(index).jpg"))
      try movie(FileName("\(index).mov"))
      try folder.write("<x:xmpmeta/>", to: FileName("\(index).xmp"))
    }
    let report = await ScanReport(request, pace: Self.paces[1])
    #expect(report.library.count == 1_500)
    #expect(report.library.values.allSatisfy { $0.subtypes.contains(.livePhoto) })
  }

  @Test("named files pair among themselves, and others are not looked at")
  func named() async throws {
    for index in 1...3 {
      try photo(FileName("\(index).jpg"))
      try movie(FileName("\(index).mov"))
    }
    let paths = ["1.mov", "1.jpg", "2.jpg", "3.mov"].map { folder.path(of: FileName($0)) }
    let expected = ["1.jpg pairedVideo:1.mov", "2.jpg", "3.mov"]
    #expect(await ScanReport(ScanRequest(source: .paths(paths))).text == expected)
    #expect(await ScanReport(ScanRequest(source: .folders(paths))).text == expected)
    let set = ApprovedSet(paths, in: LibraryRoots([folder.path]))
    let report = await ScanReport(
      ScanRequest(source: .approved(set)), door: PhotoDoor(approved: set))
    #expect(report.text == expected)
  }

  @Test("a file beside a named folder's pair is named once only")
  func overlap() async throws {
    try photo("1.jpg")
    try movie("1.mov")
    let roots = [folder.path(of: "1.mov"), folder.path]
    #expect(
      await ScanReport(ScanRequest(source: .folders(roots))).text == ["1.jpg pairedVideo:1.mov"])
  }

  @Test("a rescan without changes reports nothing", arguments: [true, false])
  func unchanged(isSorted: Bool) async throws {
    try everything()
    let first = await ScanReport(request)
    #expect(first.text == Self.everythingText)
    let second = await ScanReport(
      request.rescan(known: Array(first.library.values), firstID: 100),
      pace: Self.paces[isSorted ? 0 : 1])
    #expect(second.batches.isEmpty && second.updated.isEmpty && second.removed.isEmpty)
    #expect(second.library == first.library)
    #expect(second.tally.assetCount == first.library.count)
  }

  private func everything() throws {
    try photo("a.jpg")
    try movie("a.mov")
    try photo("b.jpg")
    try folder.write(TestMovie.raw, to: "b.raf")
    try photo("c.jpg")
    try movie("d.mov")
    try folder.write("edits", to: "a.aae")
  }

  private static let everythingText = [
    "a.jpg pairedVideo:a.mov", "b.jpg alternatePhoto:b.raf", "c.jpg", "d.mov",
  ]

  @Test("a rescan notices companions that come, change and go, and ids stay")
  func changes() async throws {
    try everything()
    let first = await ScanReport(request)
    let ids = Dictionary(uniqueKeysWithValues: first.library.values.map { ($0.path.name, $0.id) })
    TestFiles.remove(folder.path(of: "a.mov"))
    try movie("c.mov")
    try photo("d.jpg")
    TestFiles.remove(folder.path(of: "b.jpg"))
    let second = await ScanReport(
      request.rescan(known: Array(first.library.values), firstID: 100))
    #expect(
      second.text == ["a.jpg", "b.raf", "c.jpg pairedVideo:c.mov", "d.jpg pairedVideo:d.mov"])
    #expect(Set(second.updated.map(\.id)) == [ids["a.jpg"], ids["c.jpg"]])
    #expect(Set(second.assets.map(\.path.name)) == ["b.raf", "d.jpg"])
    #expect(Set(second.removed) == [ids["b.jpg"], ids["d.mov"]])
    let alone = try #require(second.library.values.first { $0.path.name == "a.jpg" })
    #expect(alone.subtypes == [] && alone.duration == nil)

    try movie("c.mov", seconds: 60)
    let third = await ScanReport(
      request.rescan(known: Array(second.library.values), firstID: 200))
    #expect(third.text == ["a.jpg", "b.raf", "c.jpg", "c.mov", "d.jpg pairedVideo:d.mov"])
    #expect(third.updated.map(\.id) == [ids["c.jpg"]])
  }

  @Test("a pair that was moved stays one asset under its id")
  func moved() async throws {
    try photo("a.jpg")
    try movie("a.mov")
    let first = await ScanReport(request)
    _ = try folder.makeFolder("sub")
    for name in ["jpg", "mov"] {
      #expect(
        TestFiles.rename(
          folder.path(of: FileName("a." + name)), to: folder.path(of: FileName("sub/b." + name))))
    }
    let second = await ScanReport(
      request.rescan(known: Array(first.library.values), firstID: 100))
    #expect(second.text == ["b.jpg pairedVideo:b.mov"])
    #expect(second.library.keys.sorted() == first.library.keys.sorted())
    #expect(second.assets.isEmpty && second.removed.isEmpty)
  }

  @Test("what is handed over has the movie that is there, and no other")
  func refreshed() async throws {
    try photo("a.jpg")
    try movie("a.mov")
    try folder.write(TestMovie.raw, to: "a.raf")
    let door = PhotoDoor()
    let asset = try #require(await ScanReport(request).assets.first)
    #expect(ScanReport.text(asset) == "a.jpg pairedVideo:a.mov alternatePhoto:a.raf")
    #expect(try door.refreshed(asset) == asset)
    try movie("a.mov", seconds: 3)
    #expect(try door.refreshed(asset).duration == 3)
    try movie("a.mov", seconds: 90)
    let without = try door.refreshed(asset)
    #expect(ScanReport.text(without) == "a.jpg alternatePhoto:a.raf")
    #expect(without.subtypes == .raw && without.duration == nil && without.id == asset.id)
    TestFiles.remove(folder.path(of: "a.raf"))
    try folder.makePipe("a.raf")
    #expect(try ScanReport.text(door.refreshed(asset)) == "a.jpg")
    TestFiles.remove(folder.path(of: "a.jpg"))
    #expect(throws: FileError(path: folder.path(of: "a.jpg"), kind: .missing)) {
      try door.refreshed(asset)
    }
  }
}
