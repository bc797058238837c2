import CShims
import Glibc
import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite("the metadata index", .timeLimit(.minutes(5)))
struct MetadataIndexTests {
  private let photos: TemporaryFolder
  private let cache: TemporaryFolder
  private let place: FileName
  private let request: ScanRequest

  init() throws {
    photos = try TemporaryFolder("indexed")
    cache = try TemporaryFolder("cache")
    place = cache.path(of: "photopick")
    request = ScanRequest(source: .folders([photos.path]))
  }

  /// An index that keeps what was changed a moment ago.
  private func index(_ change: (inout MetadataIndex.Limits) -> Void = { _ in }) -> MetadataIndex {
    var limits = MetadataIndex.Limits()
    limits.settledAge = -10
    change(&limits)
    return MetadataIndex(folder: place, limits: limits)
  }

  private func photo(_ name: FileName, extra: Int = 0) throws {
    try photos.write(ExifBlock.jpeg + [UInt8](repeating: 0, count: extra), to: name)
  }

  private var database: FileName { FolderPath.join(place, "index.sqlite") }

  private func scan(_ index: MetadataIndex?) async -> ScanReport {
    let report = await ScanReport(request, index: index)
    await index?.flush()
    return report
  }

  private func count(_ index: MetadataIndex) -> Int64? { IndexReport(of: index).photoCount }

  /// Makes opening photos tell nothing, without a change that `stat(2)` shows in size or time.
  private func isOpened(_ index: MetadataIndex) async -> Bool {
    let rows = index.makeReader()
    for asset in await ScanReport(request).assets {
      let status = try? IndexCoderTests.status(asset.path.fileName)
      if status.flatMap({ rows?.entry(of: $0) }) == nil { return true }
    }
    return false
  }

  @Test("a second scan finds the same and has to open nothing")
  func secondScan() async throws {
    for number in 0..<50 { try photo(FileName("\(number).jpg"), extra: number) }
    try photos.write(TestMovie.movie(seconds: 2), to: "3.mov")
    try photos.write("words", to: "notes.txt")
    let index = index()
    let first = await scan(index)
    #expect(await isOpened(index) == false)
    #expect(count(index) == 52)
    let second = await scan(self.index())
    #expect(Set(second.assets) == Set(first.assets))
    let plain = await ScanReport(request)
    #expect(Set(second.assets) == Set(plain.assets))
    #expect(TestFiles.mode(place) == 0o700)
    #expect(TestFiles.mode(database) == 0o600)
  }

  /// A photo that was taken at an hour of 2024-02-29.
  private func photo(_ name: FileName, hour: Int, minute: Int) throws {
    let known = Array("12:34:56".utf8)
    var bytes = ExifBlock.jpeg
    let text = "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute):56"
    let start = try #require(
      bytes.indices.first { bytes[$0...].starts(with: known) })
    bytes.replaceSubrange(start..<(start + known.count), with: Array(text.utf8))
    try photos.write(bytes, to: name)
  }

  @Test(
    "what it knows comes in the order of the dates, from the first batch on",
    arguments: [false, true])
  func dateOrder(isReversed: Bool) async throws {
    var random = SplitMix64(stream: 0xDA7E)
    for number in 0..<300 {
      try photo(FileName("\(number).jpg"), hour: random.below(24), minute: random.below(60))
    }
    _ = await scan(index())
    var dated = request
    dated.order = SortOrder(key: .date, isReversed: isReversed)
    // As long as it takes, so that the test does not depend on the machine.
    let patient = ScanPace(firstWalk: .max, firstBatch: .max, walk: .max, batch: .max)
    let report = await ScanReport(dated, pace: patient, index: index())
    let sorted = report.assets.sorted { dated.order.precedes($0, $1) }
    #expect(Set(sorted.map(\.creationDate)).count > 200)
    #expect(report.batches.first?.map(\.path) == sorted.prefix(128).map(\.path))
    #expect(report.assets.map(\.path) == sorted.map(\.path))
  }

  @Test("what is in the index is told without a look at the file, until the file changes")
  func invalidates() async throws {
    try photo("a.jpg")
    let index = index()
    let file = photos.path(of: "a.jpg")
    let status = try IndexCoderTests.status(file)
    var header = PhotoHeader(format: .heic)
    header.rating = 5
    index.write(
      [
        IndexRow(
          identity: status.identity, bytes: IndexCoder.encode(.photo(header), of: status))
      ], used: [])
    await index.flush()
    let told = try #require(await scan(index).assets.first)
    #expect(told.format == .heic && told.extras?.rating == 5)
    // Same size, same time of modification: only the time of the change tells.
    var times = [timespec(), timespec()]
    times[0].tv_sec = 1
    times[1].tv_sec = Int(status.modified.seconds)
    times[1].tv_nsec = Int(status.modified.nanoseconds)
    try photo("a.jpg")
    let result = unsafe TestFiles.withPath(file) { unsafe utimensat(AT_FDCWD, $0, times, 0) }
    #expect(result == 0)
    #expect(try IndexCoderTests.status(file).modified == status.modified)
    let read = try #require(await scan(index).assets.first)
    #expect(read.format == .jpeg && read.extras?.rating == nil)
    #expect(await scan(self.index()).assets.first == read)
  }

  @Test("a file that was changed a moment ago is not kept: it may be changed again unnoticed")
  func unsettled() async throws {
    try photo("a.jpg")
    let index = index { $0.settledAge = 3_600 }
    _ = await scan(index)
    #expect(count(index) == 0)
  }

  @Test("limited access neither reads nor writes it")
  func limited() async throws {
    try photo("a.jpg")
    let set = ApprovedSet([photos.path(of: "a.jpg")], in: LibraryRoots([photos.path]))
    let index = index()
    let report = await ScanReport(
      ScanRequest(source: .approved(set)), door: PhotoDoor(approved: set), index: index)
    await index.flush()
    #expect(report.assets.count == 1)
    #expect(!TestFiles.exists(place))
  }

  @Test(
    "a file that is no database, or a damaged one, is made anew",
    arguments: [
      "garbage", "truncated", "foreign", "damaged", "empty", "trigger", "renamed", "view",
    ])
  func damaged(kind: String) async throws {
    for number in 0..<200 { try photo(FileName("\(number).jpg")) }
    _ = await scan(index())
    let good = try TestFiles.read(database)
    switch kind {
    case "garbage": try TestFiles.write(Array("not a database at all".utf8), to: database)
    case "truncated": try TestFiles.write(Array(good.prefix(good.count / 2)), to: database)
    case "foreign":
      let other = try SQLiteDatabase(path: database.bytes, patience: 100)
      try other.run("DROP TABLE photo; CREATE TABLE photo (other TEXT)")
      try other.run("PRAGMA application_id=1")
    case "trigger":
      let other = try SQLiteDatabase(path: database.bytes, patience: 100)
      try other.run(
        "CREATE TRIGGER more AFTER INSERT ON photo BEGIN "
          + "INSERT INTO photo SELECT device, inode + 1, used, entry FROM photo; END")
    case "renamed":
      let other = try SQLiteDatabase(path: database.bytes, patience: 100)
      try other.run("ALTER TABLE photo RENAME TO other")
    case "view":
      let other = try SQLiteDatabase(path: database.bytes, patience: 100)
      try other.run("ALTER TABLE photo RENAME TO other")
      try other.run("CREATE VIEW photo AS SELECT * FROM other")
    case "damaged":
      var random = SplitMix64(stream: 0xBAD)
      try TestFiles.write(
        Array(good.prefix(4_096)) + random.bytes(count: good.count - 4_096), to: database)
    default: try TestFiles.write([], to: database)
    }
    #expect(await scan(index()).assets.count == 200)
    #expect(await scan(index()).assets.count == 200)
    let last = index()
    _ = await scan(last)
    #expect(count(last) == 200)
    #expect(await isOpened(last) == false)
  }

  @Test(
    "a link or a folder in its place is refused, and nothing behind it is touched",
    arguments: [
      "photopick", "photopick/index.sqlite", "photopick/index.sqlite-journal",
      "photopick/index.sqlite-wal",
    ] as [FileName])
  func planted(name: FileName) async throws {
    try photo("a.jpg")
    let victim = try cache.write("precious", to: "victim/file")
    if name == "photopick" {
      try cache.link(name, to: cache.path(of: "victim"))
    } else {
      try cache.link(name, to: victim)
    }
    let index = index()
    #expect(await scan(index).assets.count == 1)
    #expect(IndexReport(of: index).problem == "a symbolic link is in its place")
    #expect(try TestFiles.read(victim) == Array("precious".utf8))
    #expect(TestFiles.names(in: cache.path(of: "victim")) == ["file"])
  }

  @Test("others' rights to it are taken away")
  func rights() async throws {
    try photo("a.jpg")
    _ = await scan(index())
    for (path, mode) in [(place, mode_t(0o777)), (database, mode_t(0o666))] {
      #expect(unsafe TestFiles.withPath(path) { unsafe chmod($0, mode) } == 0)
    }
    _ = await scan(index())
    #expect(TestFiles.mode(place) == 0o700)
    #expect(TestFiles.mode(database) == 0o600)
  }

  @Test(
    "no folder for it, no index, and no harm", arguments: ["/dev/null", "relative", "/proc/x/y"])
  func noFolder(path: FileName) async throws {
    try photo("a.jpg")
    let index = MetadataIndex(folder: path)
    #expect(await scan(index).assets.count == 1)
    #expect(IndexReport(of: index).problem != nil)
  }

  @Test("deleted while it is open: the scans go on, and the next one makes it again")
  func deleted() async throws {
    for number in 0..<20 { try photo(FileName("\(number).jpg")) }
    let old = index()
    _ = await scan(old)
    TestFiles.remove(place)
    #expect(await scan(old).assets.count == 20)
    #expect(await scan(old).assets.count == 20)
    let new = index()
    _ = await scan(new)
    #expect(count(new) == 20)
  }

  @Test("while somebody else holds it, it is done without")
  func locked() async throws {
    try photo("a.jpg")
    _ = await scan(index())
    let other = try SQLiteDatabase(path: database.bytes, patience: 100)
    try other.run("BEGIN EXCLUSIVE")
    #expect(await scan(index()).assets.count == 1)
    try other.run("COMMIT")
    #expect(await isOpened(index()) == false)
  }

  @Test("several pickers write at once, and all of it is there")
  func twoWriters() async throws {
    let status = try IndexCoderTests.status(photos.write("x", to: "x"))
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          let index = self.index { $0.patience = 30_000 }
          for batch in 0..<10 {
            let rows = (0..<100).map { number in
              let inode = UInt64(writer * 100_000 + batch * 100 + number)
              return IndexRow(
                identity: FileIdentity(device: 9, inode: inode),
                bytes: IndexCoder.encode(.other, of: status))
            }
            index.write(rows, used: [])
          }
          await index.flush()
        }
      }
    }
    #expect(count(index()) == 4_000)
  }

  @Test("several pickers make it at once, and none takes the other's for a stranger's")
  func twoMakers() async throws {
    let status = try IndexCoderTests.status(photos.write("x", to: "x"))
    for round in 0..<25 {
      TestFiles.remove(place)
      await withTaskGroup(of: Void.self) { group in
        for writer in 0..<4 {
          group.addTask {
            let index = self.index { $0.patience = 30_000 }
            let row = IndexRow(
              identity: FileIdentity(device: 9, inode: UInt64(writer)),
              bytes: IndexCoder.encode(.other, of: status))
            index.write([row], used: [])
            await index.flush()
          }
        }
      }
      #expect(count(index()) == 4, "round \(round)")
    }
  }

  @Test("killed in the middle of writing, it is what it was before")
  func killed() async throws {
    try photo("a.jpg")
    _ = await scan(index())
    let file = database.displayString
    await #expect(processExitsWith: .signal(SIGKILL)) { [file = file as String] in
      let database = try SQLiteDatabase(path: Array(file.utf8), patience: 1_000)
      try database.run("PRAGMA journal_mode=TRUNCATE")
      try database.run("PRAGMA synchronous=OFF")
      // So small that what is not committed goes into the file all the same.
      try database.run("PRAGMA cache_size=4")
      try database.run("BEGIN IMMEDIATE")
      try database.run(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<20000) "
          + "INSERT INTO photo SELECT 7, i, 0, randomblob(100) FROM n")
      kill(getpid(), SIGKILL)
    }
    #expect(TestFiles.exists(FolderPath.join(place, "index.sqlite-journal")))
    let index = index()
    #expect(count(index) == 1)
    #expect(await isOpened(index) == false)
  }

  @Test("it stays within its size, and the rows that were used least lately go first")
  func bounded() async throws {
    let status = try IndexCoderTests.status(photos.write("x", to: "x"))
    let index = index { $0.pageCount = 64 }
    let bytes = IndexCoder.encode(.other, of: status)
    for batch in 0..<40 {
      let rows = (0..<200).map { number in
        IndexRow(
          identity: FileIdentity(device: 9, inode: UInt64(batch * 200 + number)), bytes: bytes)
      }
      index.write(rows, used: [])
      await index.flush()
      if batch == 0 {
        let database = try SQLiteDatabase(path: self.database.bytes, patience: 1_000)
        try database.run("UPDATE photo SET used=1")
      }
    }
    let report = IndexReport(of: index)
    #expect(try #require(report.byteCount) <= 64 * 4_096)
    #expect(try #require(report.photoCount) > 1_000)
    let database = try SQLiteDatabase(path: self.database.bytes, patience: 1_000)
    #expect(try database.number("SELECT count(*) FROM photo WHERE used=1") == 0)
    #expect(try database.number("SELECT count(*) FROM photo WHERE inode=7999") == 1)
  }

  @Test("the folder is where the environment says")
  func folder() {
    func folder(_ environment: [String: FileName]) -> FileName? {
      MetadataIndex.defaultFolder { environment[$0] }
    }
    #expect(folder(["XDG_CACHE_HOME": "/c/", "HOME": "/h"]) == "/c/photopick")
    #expect(folder(["XDG_CACHE_HOME": "c", "HOME": "/h"]) == "/h/.cache/photopick")
    #expect(folder([:]) == nil)
  }
}
