import Glibc
import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite("following folders", .timeLimit(.minutes(2)))
struct FolderWatcherTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder("watch")
  }

  @discardableResult
  private func photo(_ name: FileName, extra: Int = 0) throws -> FileName {
    try folder.write(ExifBlock.jpeg + [UInt8](repeating: 0, count: extra), to: name)
  }

  private func library(
    _ change: (inout ScanRequest) -> Void = { _ in },
    limits: (inout FolderWatcher.Limits) -> Void = { _ in }
  ) async -> LiveLibrary {
    var request = ScanRequest(source: .folders([folder.path]))
    change(&request)
    var chosen = FolderWatcher.Limits()
    limits(&chosen)
    let library = LiveLibrary(request, limits: chosen)
    await library.scan()
    return library
  }

  @Test("a new photo, a changed one and a removed one are noticed, and the others keep their ids")
  func follows() async throws {
    try photo("a.jpg")
    try photo("b.jpg")
    let library = await library()
    let before = library.assets
    try photo("c.jpg")
    await library.until { $0.assets.count == 3 }
    try photo("b.jpg", extra: 9)
    let changed = Int64(ExifBlock.jpeg.count + 9)
    await library.until { $0.asset(folder.path(of: "b.jpg"))?.byteCount == changed }
    #expect(library.lastUpdates.map(\.path.name) == ["b.jpg"])
    TestFiles.remove(folder.path(of: "a.jpg"))
    await library.until { $0.assets.count == 2 }
    #expect(library.names(below: folder) == ["b.jpg", "c.jpg"])
    let id = try #require(before.values.first { $0.path.name == "b.jpg" }?.id)
    #expect(library.asset(folder.path(of: "b.jpg"))?.id == id)
  }

  @Test("a file counts when it is closed, not when it appears")
  func waitsForTheEnd() async throws {
    let library = await library { _ in
    } limits: {
      $0.writingQuiet = .max
    }
    let slow = folder.path(of: "slow.jpg")
    let descriptor = try #require(
      unsafe TestFiles.withPath(slow) { unsafe open($0, O_WRONLY | O_CREAT, 0o600) } as Int32?)
    try TestFiles.writeAll(ExifBlock.jpeg[..<10], to: descriptor)
    try photo("quick.jpg")
    await library.until { $0.assets.count == 1 }
    #expect(library.names(below: folder) == ["quick.jpg"])
    try TestFiles.writeAll(ExifBlock.jpeg[10...], to: descriptor)
    close(descriptor)
    await library.until { $0.assets.count == 2 }
    #expect(library.asset(slow)?.byteCount == Int64(ExifBlock.jpeg.count))
  }

  @Test("a file that nobody closes counts when it stays as it is")
  func losesPatience() async throws {
    let library = await library { _ in
    } limits: {
      $0.writingQuiet = 1_000_000
    }
    let slow = folder.path(of: "open.jpg")
    let descriptor = try #require(
      unsafe TestFiles.withPath(slow) { unsafe open($0, O_WRONLY | O_CREAT, 0o600) } as Int32?)
    try TestFiles.writeAll(ExifBlock.jpeg[...], to: descriptor)
    await library.until { $0.asset(slow)?.byteCount == Int64(ExifBlock.jpeg.count) }
    close(descriptor)
  }

  @Test(
    "a renamed photo keeps its id",
    arguments: [
      ("a.jpg", "z.jpg"), ("a.jpg", "sub/a.jpg"), ("sub/b.jpg", "b.jpg"),
      ("sub/b.jpg", "other/c.jpg"),
    ] as [(FileName, FileName)])
  func followsRenames(from: FileName, to: FileName) async throws {
    try photo("a.jpg")
    try photo("sub/b.jpg", extra: 1)
    try folder.makeFolder("other")
    let library = await library()
    let id = try #require(library.asset(folder.path(of: from))?.id)
    #expect(TestFiles.rename(folder.path(of: from), to: folder.path(of: to)))
    await library.until { $0.asset(folder.path(of: to)) != nil }
    #expect(library.asset(folder.path(of: to))?.id == id)
    #expect(library.assets.count == 2)
  }

  @Test("a photo that gets a second name and loses its first keeps its id, at once")
  func followsLinks() async throws {
    try photo("a.jpg")
    try photo("b.jpg", extra: 1)
    let library = await library { _ in
    } limits: {
      // Far longer than the test: it must not wait for a file that is being written.
      $0.writingQuiet = 600_000_000_000
    }
    let id = try #require(library.asset(folder.path(of: "a.jpg"))?.id)
    let (old, new) = (folder.path(of: "a.jpg"), folder.path(of: "z.jpg"))
    #expect(unsafe link(old.displayString, new.displayString) == 0)
    TestFiles.remove(old)
    await library.until { $0.asset(new) != nil }
    #expect(library.asset(new)?.id == id)
    #expect(library.names(below: folder) == ["b.jpg", "z.jpg"])
  }

  @Test("renumbering a folder moves each id with its photo")
  func followsRenumbering() async throws {
    for number in 1...4 { try photo(FileName("IMG_\(number).jpg"), extra: number) }
    let library = await library()
    let ids = library.assets.mapValues(\.byteCount)
    for number in (1...4).reversed() {
      #expect(
        TestFiles.rename(
          folder.path(of: FileName("IMG_\(number).jpg")),
          to: folder.path(of: FileName("IMG_\(number + 1).jpg"))))
    }
    await library.until { $0.asset(folder.path(of: "IMG_5.jpg")) != nil }
    #expect(library.names(below: folder) == (2...5).map { "IMG_\($0).jpg" })
    #expect(library.assets.mapValues(\.byteCount) == ids)
  }

  @Test("a new file at a photo's path takes its id over, and the old file is another photo")
  func followsReplacing() async throws {
    let path = try photo("m.jpg")
    let library = await library()
    let id = try #require(library.asset(path)?.id)
    for keep in ["a.jpg", "z.jpg"] as [FileName] {
      #expect(TestFiles.rename(path, to: folder.path(of: keep)))
      try photo("m.jpg", extra: Int(keep.bytes[0]))
      await library.until {
        $0.asset(path)?.byteCount == Int64(ExifBlock.jpeg.count) + Int64(keep.bytes[0])
      }
      #expect(library.asset(path)?.id == id)
      #expect(library.asset(folder.path(of: keep)).map { $0.id != id } == true)
    }
  }

  @Test("folders that appear with photos in them, at any depth")
  func followsNewFolders() async throws {
    try photo("a.jpg")
    let library = await library()
    for number in 0..<20 { try photo(FileName("new\(number)/deep/er/x.jpg"), extra: number) }
    await library.until { $0.assets.count == 21 }
    // They are followed, too.
    try photo("new7/deep/er/y.jpg")
    await library.until { $0.assets.count == 22 }
    #expect(library.watcher.watchedCount == 61)
  }

  @Test("a folder that is renamed, moved and removed takes its photos along, with their ids")
  func followsFolders() async throws {
    try photo("a.jpg")
    try photo("one/in/b.jpg", extra: 1)
    try photo("one/c.jpg", extra: 2)
    try folder.makeFolder("target")
    let library = await library()
    let ids = Set(library.assets.keys)
    #expect(TestFiles.rename(folder.path(of: "one"), to: folder.path(of: "target/two")))
    await library.until { $0.asset(folder.path(of: "target/two/in/b.jpg")) != nil }
    #expect(library.names(below: folder) == ["a.jpg", "target/two/c.jpg", "target/two/in/b.jpg"])
    #expect(Set(library.assets.keys) == ids)
    try photo("target/two/in/d.jpg")
    await library.until { $0.assets.count == 4 }
    TestFiles.remove(folder.path(of: "target/two"))
    await library.until { $0.assets.count == 1 }
    let outside = try TemporaryFolder("outside")
    try outside.write(ExifBlock.jpeg, to: "set/e.jpg")
    #expect(TestFiles.rename(outside.path(of: "set"), to: folder.path(of: "set")))
    await library.until { $0.assets.count == 2 }
    #expect(TestFiles.rename(folder.path(of: "set"), to: outside.path(of: "set")))
    await library.until { $0.assets.count == 1 }
    #expect(library.watcher.watchedCount == 2)
  }

  @Test("hidden names, depth and links count as in the first scan")
  func followsTheRules() async throws {
    let elsewhere = try TemporaryFolder("elsewhere")
    try elsewhere.write(ExifBlock.jpeg + [1], to: "e.jpg")
    let library = await library { $0.maximumDepth = 2 }
    try photo(".hidden.jpg")
    try photo(".folder/a.jpg")
    try photo("one/two/too-deep.jpg")
    try photo("one/b.jpg", extra: 2)
    try folder.link("linked", to: elsewhere.path)
    // Leads above the root: would make the library all of the disk.
    try folder.link("above", to: "..")
    await library.until { $0.assets.count == 2 }
    try elsewhere.write(ExifBlock.jpeg + [1, 2, 3], to: "f.jpg")
    await library.until { $0.assets.count == 3 }
    #expect(library.names(below: folder) == ["linked/e.jpg", "linked/f.jpg", "one/b.jpg"])
    TestFiles.remove(folder.path(of: "linked"))
    await library.until { $0.assets.count == 1 }
  }

  @Test("a link to what is in the library already adds nothing, and the photos stay followed")
  func knowsLinks() async throws {
    let first = try photo("one/a.jpg")
    let library = await library()
    try folder.link("again", to: "one")
    try folder.link("b.jpg", to: "one/a.jpg")
    #expect(
      unsafe TestFiles.withPath(first) { from in
        unsafe TestFiles.withPath(folder.path(of: "hard.jpg")) { unsafe Glibc.link(from, $0) }
      } == 0)
    try photo("z.jpg", extra: 1)
    await library.until { $0.assets.count == 2 }
    try photo("one/c.jpg", extra: 3)
    await library.until { $0.assets.count == 3 }
    #expect(library.names(below: folder) == ["one/a.jpg", "one/c.jpg", "z.jpg"])
  }

  @Test("roots in each other and the current folder by its name")
  func followsOddRoots() async throws {
    try photo("in/a.jpg")
    try photo("b.jpg", extra: 1)
    let library = await library {
      $0.source = .folders([
        FileName(folder.text + "//"), folder.path(of: "in"), folder.path(of: "./"),
      ])
    }
    #expect(library.assets.count == 2)
    try photo("in/c.jpg", extra: 2)
    try photo("d.jpg", extra: 3)
    await library.until { $0.assets.count == 4 }
    TestFiles.remove(folder.path(of: "in"))
    await library.until { $0.assets.count == 2 }
  }

  @Test("thousands of photos at once are few looks")
  func coalesces() async throws {
    let library = await library()
    for number in 0..<3_000 { try photo(FileName("\(number).jpg")) }
    await library.until { $0.assets.count == 3_000 }
    #expect(library.lookCount < 50)
  }

  @Test("lost events and too many places end in a look at everything")
  func survivesOverflow() async throws {
    let library = await library { _ in
    } limits: {
      $0.changeCount = 2
    }
    library.watcher.inject([FolderEvent(watch: -1, change: .overflow)])
    await library.until { $0.lookCount == 1 }
    for number in 0..<9 { try photo(FileName("f\(number)/x.jpg"), extra: number) }
    await library.until { $0.assets.count == 9 }
    #expect(library.problems.isEmpty)
  }

  @Test("with more folders than watches, the nearest are followed, and that is told once")
  func respectsTheLimit() async throws {
    for number in 0..<5 { try photo(FileName("f\(number)/deep/x.jpg"), extra: number) }
    let library = await library { _ in
    } limits: {
      $0.folderCount = 6
    }
    #expect(library.watcher.watchedCount == 6)
    try photo("f4/y.jpg", extra: 10)
    await library.until { $0.assets.count == 6 }
    #expect(library.news == [.incomplete(.tooManyFolders(watched: 6))])
  }

  @Test("a root that goes away takes its photos along, and comes back with a scan")
  func losesARoot() async throws {
    try photo("root/a.jpg")
    let library = await library { $0.source = .folders([folder.path(of: "root")]) }
    #expect(library.assets.count == 1)
    #expect(TestFiles.rename(folder.path(of: "root"), to: folder.path(of: "away")))
    await library.until { $0.assets.isEmpty && !$0.news.isEmpty }
    #expect(library.news == [.rootGone(folder.path(of: "root"))])
    #expect(library.problems.isEmpty)
    #expect(TestFiles.rename(folder.path(of: "away"), to: folder.path(of: "root")))
    await library.scan()
    #expect(library.assets.count == 1)
    try photo("root/b.jpg")
    await library.until { $0.assets.count == 2 }
  }

  @Test("what can't be listed any more is not gone")
  func keepsTheUnlistable() async throws {
    try photo("sub/a.jpg")
    let library = await library()
    try photo("sub/b.jpg")
    await library.until { $0.assets.count == 2 }
    // Root reads everything: nothing to see for it.
    guard geteuid() != 0 else { return }
    unsafe TestFiles.withPath(folder.path(of: "sub")) { path in _ = unsafe chmod(path, 0) }
    library.watcher.inject([FolderEvent(watch: 2, change: .written, name: "a.jpg")])
    await library.until { !$0.problems.isEmpty }
    #expect(library.assets.count == 2)
    unsafe TestFiles.withPath(folder.path(of: "sub")) { path in _ = unsafe chmod(path, 0o700) }
  }

  @Test("a watcher that was stopped ends its news")
  func stops() async throws {
    let library = await library()
    library.watcher.stop()
    await library.until { _ in false }
    try photo("a.jpg")
    #expect(library.assets.isEmpty)
  }
}
