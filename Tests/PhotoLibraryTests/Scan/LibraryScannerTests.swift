import Glibc
import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite("scanning", .timeLimit(.minutes(5)))
struct LibraryScannerTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder("scan")
  }

  /// All that a scan reported.
  private struct Report {
    var batches: [[Asset]] = []
    var updated: [Asset] = []
    var removed: [AssetID] = []
    var problems: [FileError] = []
    var rootProblems: [FileError] = []
    var tally = ScanTally()

    var assets: [Asset] { batches.flatMap { $0 } }
    func names(below folder: TemporaryFolder) -> [String] {
      assets.map { String($0.path.fileName.displayString.dropFirst(folder.text.count + 1)) }
    }
  }

  private func scan(
    _ request: ScanRequest, door: PhotoDoor = PhotoDoor(), pace: ScanPace = ScanPace()
  ) async -> Report {
    var report = Report()
    for await event in LibraryScanner(door: door, pace: pace).scan(request) {
      switch event {
      case .batch(let assets): report.batches.append(assets)
      case .updated(let assets): report.updated += assets
      case .removed(let ids): report.removed += ids
      case .problem(let error): report.problems.append(error)
      case .rootProblem(let error): report.rootProblems.append(error)
      case .progress: break
      case .finished(let tally): report.tally = tally
      }
    }
    return report
  }

  private func scanAll(_ change: (inout ScanRequest) -> Void = { _ in }) async -> Report {
    var request = ScanRequest(source: .folders([folder.path]))
    change(&request)
    return await scan(request)
  }

  @discardableResult
  private func photo(_ name: FileName, extra: Int = 0) throws -> FileName {
    try folder.write(ExifBlock.jpeg + [UInt8](repeating: 0, count: extra), to: name)
  }

  @Test("a tree gives its photos in natural order, with what their headers tell")
  func tree() async throws {
    for name: FileName in ["IMG_10.jpg", "b/IMG_2.jpg", "a/c/img_1.JPG", "IMG_3.jpg"] {
      try photo(name)
    }
    try folder.write("text", to: "a/notes.txt")
    let report = await scanAll()
    #expect(
      report.names(below: folder) == ["a/c/img_1.JPG", "b/IMG_2.jpg", "IMG_3.jpg", "IMG_10.jpg"])
    let first = try #require(report.assets.first)
    #expect(first.format == .jpeg)
    #expect(first.pixelSize == PixelSize(width: 20, height: 40))
    #expect(first.creationDate?.offsetMinutes == 330)
    #expect(first.byteCount == Int64(ExifBlock.jpeg.count))
    #expect(report.assets.map(\.id.rawValue) == [0, 1, 2, 3])
    #expect(report.tally.assetCount == 4)
    #expect(report.tally.folderCount == 4)
    #expect(report.problems == [])
  }

  @Test(
    // Dates are in the files: without the index nobody knows them before.
    "the first batch is the head of the order, and the rest follows in order",
    arguments: SortOrder.Key.allCases.filter { $0 != .date }, [true, false])
  func firstBatch(key: SortOrder.Key, isReversed: Bool) async throws {
    try manyPhotos()
    let order = SortOrder(key: key, isReversed: isReversed)
    var request = ScanRequest(source: .folders([folder.path]))
    request.order = order
    // As long as it takes, so that the test does not depend on the machine.
    let patient = ScanPace(firstWalk: .max, firstBatch: .max, walk: .max, batch: .max)
    let report = await scan(request, pace: patient)
    let sorted = report.assets.sorted { order.precedes($0, $1) }
    let isHead = report.batches.first.map { $0.map(\.path) == sorted.prefix(128).map(\.path) }
    #expect(isHead == true)
    let isInOrder = report.assets.map(\.path) == sorted.map(\.path)
    #expect(isInOrder)
    #expect(report.assets.count == 400)
  }

  @Test("however short the time, every photo comes once", arguments: SortOrder.Key.allCases)
  func hasty(key: SortOrder.Key) async throws {
    try manyPhotos()
    var request = ScanRequest(source: .folders([folder.path]))
    request.order = SortOrder(key: key)
    let report = await scan(request, pace: ScanPace(firstWalk: 0, firstBatch: 0, walk: 0, batch: 0))
    #expect(Set(report.assets.map(\.path)).count == 400)
    #expect(Set(report.assets.map(\.id)).count == 400)
    #expect(report.assets.count == 400)
  }

  private func manyPhotos() throws {
    var random = SplitMix64(stream: 0xF1)
    for index in 0..<400 {
      let name = "f\(random.below(4))/\(index)-\(random.below(9)).jpg"
      try photo(FileName(name), extra: random.below(90))
    }
  }

  @Test("links, loops and special files are harmless, and a file is one asset")
  func links() async throws {
    try photo("album/z.jpg")
    try folder.link("a-link.jpg", to: "album/z.jpg")
    try folder.link("album/self", to: ".")
    try folder.link("album/up", to: "..")
    try folder.link("again", to: "album")
    try folder.link("loop1", to: "loop2")
    try folder.link("loop2", to: "loop1")
    try folder.link("dangling.jpg", to: "nowhere.jpg")
    try folder.link("null.jpg", to: "/dev/null")
    try folder.link("disk", to: "/")
    try folder.makePipe("pipe.jpg")
    let linked = unsafe TestFiles.withPath(folder.path(of: "album/z.jpg")) { old in
      unsafe TestFiles.withPath(folder.path(of: "album/z2.jpg")) { unsafe link(old, $0) }
    }
    #expect(linked == 0)
    let report = await scanAll()
    #expect(report.names(below: folder) == ["album/z.jpg"])
    #expect(report.problems == [])
    #expect(report.tally.folderCount == 2)
  }

  @Test("albums and photos outside are followed through links, once")
  func followed() async throws {
    let other = try TemporaryFolder("other")
    try other.write(ExifBlock.jpeg, to: "trip/1.jpg")
    try other.write(ExifBlock.jpeg, to: "2.jpg")
    try folder.link("trip", to: other.path(of: "trip"))
    try folder.link("trip too", to: other.path(of: "trip"))
    try folder.link("single.jpg", to: other.path(of: "2.jpg"))
    let report = await scanAll()
    #expect(report.assets.count == 2)
    #expect(report.names(below: folder).contains("single.jpg"))
  }

  @Test("overlapping and repeated roots give each photo once")
  func overlap() async throws {
    try photo("a/1.jpg")
    try photo("2.jpg")
    let roots = [folder.path, folder.path(of: "a/"), folder.path, folder.path(of: "2.jpg")]
    let report = await scan(ScanRequest(source: .folders(roots)))
    #expect(report.assets.count == 2)
    #expect(report.rootProblems == [])
  }

  @Test("depth and hidden names are as asked for")
  func depth() async throws {
    try photo("1.jpg")
    try photo("a/2.jpg")
    try photo("a/b/3.jpg")
    try photo(".4.jpg")
    try photo(".c/5.jpg")
    #expect(await scanAll { $0.maximumDepth = 1 }.names(below: folder) == ["1.jpg"])
    #expect(await scanAll { $0.maximumDepth = 2 }.names(below: folder) == ["1.jpg", "a/2.jpg"])
    #expect(await scanAll().assets.count == 3)
    #expect(await scanAll { $0.includesHidden = true }.assets.count == 5)
    let hidden = await scan(ScanRequest(source: .folders([folder.path(of: ".c")])))
    #expect(hidden.assets.count == 1)
  }

  @Test("a broken photo is an asset, other files are not")
  func broken() async throws {
    try folder.write([], to: "empty.jpg")
    try folder.write([0, 1, 2, 3], to: "garbage.heic")
    try folder.write("<html>", to: "page.jpg")
    try folder.write([0, 1, 2, 3], to: "data.bin")
    let report = await scanAll()
    #expect(report.names(below: folder) == ["empty.jpg", "garbage.heic"])
    #expect(report.assets.map(\.format) == [.jpeg, .heic])
    #expect(report.assets.allSatisfy { $0.pixelSize == nil })
  }

  @Test("roots that cannot be used are told, before and during the scan")
  func badRoots() async throws {
    try folder.makePipe("pipe")
    let roots = [folder.path(of: "none"), folder.path(of: "pipe"), folder.path]
    let expected = [
      FileError(path: roots[0], kind: .missing), FileError(path: roots[1], kind: .isSpecialFile),
    ]
    #expect(LibraryScanner.rootProblems(roots) == expected)
    let report = await scan(ScanRequest(source: .folders(roots)))
    #expect(report.rootProblems == expected)
  }

  @Test("names are bytes: invalid UTF-8, control characters, two forms of one letter")
  func oddNames() async throws {
    let names: [FileName] = [
      FileName(bytes: [0xFF, 0xFE] + Array(".jpg".utf8)), "a\nb.jpg", "\u{1B}[31m.jpg", "é.jpg",
      "e\u{301}.jpg", "-rf.jpg", " .jpg",
    ]
    for name in names { try photo(name) }
    let report = await scanAll()
    #expect(Set(report.assets.map(\.path.name)) == Set(names))
  }

  @Test("named files keep to the list, and what they are not is told")
  func named() async throws {
    let good = try photo("sub/1.jpg")
    let text = try folder.write("text", to: "2.txt")
    let paths = [good, text, folder.path, folder.path(of: "none.jpg"), good]
    let report = await scan(ScanRequest(source: .paths(paths)))
    #expect(report.assets.map(\.path.fileName) == [good])
    #expect(
      Set(report.problems) == [
        FileError(path: text, kind: .notPhoto), FileError(path: folder.path, kind: .isFolder),
        FileError(path: folder.path(of: "none.jpg"), kind: .missing),
      ])
  }

  @Test("an approved set is all there is, and its door lists no folder")
  func approved() async throws {
    let one = try photo("1.jpg")
    try photo("2.jpg")
    let text = try folder.write("text", to: "notes.jpg")
    let set = ApprovedSet([one, text], in: LibraryRoots([folder.path]))
    let door = PhotoDoor(approved: set)
    let report = await scan(ScanRequest(source: .approved(set)), door: door)
    #expect(report.assets.map(\.path.fileName) == [one])
    #expect(report.problems == [FileError(path: text, kind: .notPhoto)])
    let folders = await scan(ScanRequest(source: .folders([folder.path])), door: door)
    #expect(folders.assets == [])
    #expect(folders.rootProblems == [FileError(path: folder.path, kind: .notApproved)])
    let paths = await scan(
      ScanRequest(source: .paths([folder.path(of: "2.jpg")])), door: door)
    #expect(paths.assets == [])
    #expect(paths.problems.map(\.kind) == [.notApproved])
  }

  @Test("a photo that was renamed keeps its id, also in another folder")
  func renamed() async throws {
    try photo("a.jpg")
    try photo("b.jpg", extra: 1)
    let request = ScanRequest(source: .folders([folder.path]))
    let first = await scan(request)
    let old = try #require(first.assets.first)
    let target = try photo("sub/placeholder.jpg", extra: 2)
    TestFiles.remove(target)
    let moved = folder.path(of: "sub/c.jpg")
    #expect(TestFiles.rename(old.path.fileName, to: moved))
    let second = await scan(request.rescan(known: first.assets, firstID: 2))
    #expect(second.updated.map(\.id) == [old.id])
    #expect(second.updated.map(\.path.fileName) == [moved])
    #expect(second.assets.isEmpty && second.removed.isEmpty)
  }

  @Test("an asset is looked at once more before it is handed over")
  func refreshed() async throws {
    let path = try photo("a.jpg")
    let door = PhotoDoor()
    let asset = try #require(await scanAll().assets.first)
    #expect(try door.refreshed(asset) == asset)
    try photo("a.jpg", extra: 5)
    #expect(try door.refreshed(asset).byteCount == asset.byteCount + 5)
    TestFiles.remove(path)
    #expect(throws: FileError(path: path, kind: .missing)) { try door.refreshed(asset) }
    try folder.write("no photo, but words", to: "a.jpg")
    #expect(throws: FileError(path: path, kind: .notPhoto)) { try door.refreshed(asset) }
    TestFiles.remove(path)
    try folder.write("x", to: "a.jpg/inside")
    #expect(throws: FileError(path: path, kind: .isFolder)) { try door.refreshed(asset) }
  }

  @Test("a rescan reports differences alone, and ids stay with paths")
  func rescan() async throws {
    try photo("1.jpg")
    try photo("2.jpg")
    try photo("3.jpg")
    let request = ScanRequest(source: .folders([folder.path]))
    let first = await scan(request)
    #expect(first.removed == [])
    TestFiles.remove(folder.path(of: "1.jpg"))
    try photo("2.jpg", extra: 10)
    try photo("4.jpg")
    let second = await scan(request.rescan(known: first.assets, firstID: 3))
    #expect(second.removed == [AssetID(0)])
    #expect(second.updated.map(\.id) == [AssetID(1)])
    #expect(second.updated.map(\.byteCount) == [Int64(ExifBlock.jpeg.count + 10)])
    #expect(second.assets.map(\.id) == [AssetID(3)])
    #expect(second.tally.assetCount == 3)
    let third = await scan(
      request.rescan(known: [first.assets[2]] + second.updated + second.assets, firstID: 4))
    #expect(third.batches.isEmpty && third.updated.isEmpty && third.removed.isEmpty)
  }

  @Test("a folder that vanishes is a problem, not an end")
  func vanished() async throws {
    try photo("1.jpg")
    let report = await scan(
      ScanRequest(source: .folders([folder.path, folder.path(of: "gone")])))
    #expect(report.assets.count == 1)
    #expect(report.rootProblems.map(\.kind) == [.missing])
  }

  @Test("an abandoned scan ends")
  func cancelled() async throws {
    for index in 0..<300 { try photo(FileName("\(index).jpg")) }
    let scanner = LibraryScanner()
    for await event in scanner.scan(ScanRequest(source: .folders([folder.path]))) {
      if case .batch = event { break }
    }
    // Scans of one scanner follow each other: this one starts when the abandoned one has ended.
    var count = 0
    for await event in scanner.scan(ScanRequest(source: .folders([folder.path]))) {
      if case .batch(let assets) = event { count += assets.count }
    }
    #expect(count == 300)
  }

  @Test("nothing is nothing")
  func empty() async throws {
    let report = await scanAll()
    #expect(report.batches.isEmpty)
    #expect(report.tally.assetCount == 0)
  }
}
