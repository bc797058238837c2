import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite("collecting changes")
struct ChangeCollectorTests {
  private static let root = WatchedFolder(path: "p", depth: 1, isRoot: true)

  private static func collector(
    hidden: Bool = false, depth: Int? = nil, limit: Int = 8
  ) -> ChangeCollector {
    var collector = ChangeCollector(
      includesHidden: hidden, maximumDepth: depth, changeLimit: limit, writingQuiet: 10)
    collector.table.set(root, for: 1)
    collector.table.set(WatchedFolder(path: "p/s", depth: 2, isRoot: false), for: 2)
    return collector
  }

  private static func changes(
    folders: [FileName: Int] = [:], trees: [FileName: Int] = [:]
  ) -> FolderChanges {
    var changes = FolderChanges()
    changes.folders = folders
    changes.trees = trees
    return changes
  }

  @Test(
    "an event says where to look",
    arguments: [
      (FolderEvent(watch: 1, change: .written, name: "a"), changes(folders: ["p": 1])),
      (FolderEvent(watch: 2, change: .movedTo, name: "a"), changes(folders: ["p/s": 2])),
      (FolderEvent(watch: 2, change: .movedFrom, name: "a"), changes(folders: ["p/s": 2])),
      (FolderEvent(watch: 1, change: .deleted, name: "a"), changes(folders: ["p": 1])),
      (FolderEvent(watch: 1, change: .attributes, name: "a"), changes(folders: ["p": 1])),
      (FolderEvent(watch: 1, change: .created, name: "link"), changes(folders: ["p": 1])),
      (FolderEvent(watch: 1, change: .created, name: "tree"), changes(trees: ["p/tree": 2])),
      (FolderEvent(watch: 1, change: .movedTo, name: "tree"), changes(trees: ["p/tree": 2])),
      (FolderEvent(watch: 1, change: .created, name: "gone"), changes()),
      (FolderEvent(watch: 1, change: .created, name: "file"), changes()),
      (
        FolderEvent(watch: 1, change: [.created, .isFolder], name: "n"), changes(trees: ["p/n": 2])
      ),
      (
        FolderEvent(watch: 2, change: [.movedTo, .isFolder], name: "n"),
        changes(trees: ["p/s/n": 3])
      ),
      (FolderEvent(watch: 1, change: [.attributes, .isFolder], name: "s"), changes()),
      (FolderEvent(watch: 1, change: .written, name: ".a"), changes()),
      (FolderEvent(watch: 9, change: .written, name: "a"), changes()),
      (FolderEvent(watch: 1, change: .written), changes()),
      (FolderEvent(watch: 2, change: .ended), changes()),
      (FolderEvent(watch: 1, change: .folderMoved), changes(trees: ["p": 1])),
      (FolderEvent(watch: 1, change: .unmounted), changes(trees: ["p": 1])),
    ])
  func saysWhere(event: FolderEvent, expected: FolderChanges) {
    var collector = Self.collector()
    collector.take(event, now: 0) { path in
      switch path.name {
      case "link": .link
      case "tree": .folderLink
      case "gone": .nothing
      default: .file
      }
    }
    #expect(collector.changes == expected)
  }

  @Test("a folder below the depth and one place too many")
  func limits() {
    var collector = Self.collector(depth: 2, limit: 3)
    func take(_ watch: Int32, _ name: FileName) {
      collector.take(
        FolderEvent(watch: watch, change: [.created, .isFolder], name: name), now: 0
      ) { _ in .file }
    }
    take(2, "deep")
    #expect(collector.changes.isEmpty)
    for name in ["a", "b", "c"] as [FileName] { take(1, name) }
    #expect(collector.changes.trees.count == 3 && !collector.changes.isEverything)
    take(1, "d")
    #expect(collector.changes.isEverything && collector.changes.trees.isEmpty)
  }

  @Test("a folder that moved is not watched any more, nor what is below")
  func unwatches() {
    var collector = Self.collector()
    collector.table.set(WatchedFolder(path: "p/s/t", depth: 3, isRoot: false), for: 3)
    collector.table.set(WatchedFolder(path: "p/st", depth: 2, isRoot: false), for: 4)
    collector.take(
      FolderEvent(watch: 1, change: [.movedFrom, .isFolder], name: "s"), now: 0
    ) { _ in .nothing }
    #expect(collector.takeUnwatched().sorted() == [2, 3])
    #expect(collector.table.count == 2)
    #expect(collector.isMoving)
    #expect(collector.takeGoneRoots() == [])
    collector.take(FolderEvent(watch: 1, change: .folderDeleted), now: 0) { _ in .nothing }
    #expect(collector.takeGoneRoots() == ["p"])
    #expect(collector.table.count == 0)
  }

  @Test("a file that is being written waits until it is closed or stays as it is")
  func waitsForWriters() {
    var collector = Self.collector()
    func take(_ change: FolderEvent.Change, _ now: Int64) {
      collector.take(FolderEvent(watch: 1, change: change, name: "f"), now: now) { _ in .file }
    }
    func status(_ count: Int64) -> FileVersion {
      FileVersion(
        identity: FileIdentity(device: 1, inode: 1), byteCount: count,
        modified: FileTime(seconds: 0))
    }
    take(.created, 0)
    take(.attributes, 1)
    #expect(collector.changes.isEmpty && collector.nextDeadline == 10)
    collector.settle(now: 9) { _ in status(1) }
    collector.settle(now: 10) { _ in status(1) }
    collector.settle(now: 20) { _ in status(2) }
    #expect(collector.changes.isEmpty && collector.nextDeadline == 30)
    #expect(collector.take().unfinished == [AssetPath(folder: "p", name: "f")])
    collector.settle(now: 30) { _ in status(2) }
    #expect(collector.changes.folders == ["p": 1] && collector.nextDeadline == nil)
    _ = collector.take()
    take(.created, 40)
    take(.written, 41)
    #expect(collector.nextDeadline == nil)
    #expect(collector.take() == Self.changes(folders: ["p": 1]))
  }

  @Test("events come out of the kernel's bytes, and a record that is cut off does not")
  func parses() {
    func record(_ watch: Int32, _ mask: UInt32, _ length: UInt32, _ name: [UInt8]) -> [UInt8] {
      [UInt32(bitPattern: watch), mask, 7, length].flatMap { word in
        (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
      } + name
    }
    let bytes =
      record(1, 0x100, 4, [97, 98, 0, 0]) + record(-1, 0x4000, 0, [])
      + record(2, 0x4000_0200, 8, [0xFF, 97, 97, 97, 97, 97, 97, 97])
    let events = [
      FolderEvent(watch: 1, change: .created, name: "ab"),
      FolderEvent(watch: -1, change: .overflow),
      FolderEvent(
        watch: 2, change: [.deleted, .isFolder],
        name: FileName(bytes: [0xFF] + [UInt8](repeating: 97, count: 7))),
    ]
    #expect(FolderEvent.events(in: bytes[...]) == events)
    for count in 0..<bytes.count {
      let cut = FolderEvent.events(in: bytes[..<count])
      #expect(events.starts(with: cut) && cut.count < 3)
    }
    #expect(FolderEvent.events(in: record(1, 2, .max, [1, 2])[...]) == [])
  }

  @Test("no bytes make the parser or the collector trap")
  func hostile() {
    var random = SplitMix64(stream: 71)
    for _ in 0..<300 {
      var collector = Self.collector(hidden: random.oneIn(2), limit: random.below(4))
      let bytes = (0..<random.below(400)).map { _ in
        random.oneIn(3) ? UInt8(random.below(256)) : UInt8(random.below(3))
      }
      for event in FolderEvent.events(in: bytes[...]) {
        collector.take(event, now: .max) { _ in .file }
      }
      collector.settle(now: .max) { _ in nil }
      #expect(collector.table.count <= 2)
    }
  }

  @Test(
    "a tree is a folder and all below it, by whole names",
    arguments: [
      ("p", "p", true), ("p/s", "p", true), ("p/s/t", "p", true), ("ps", "p", false),
      ("p", "p/s", false), ("/a/b", "/", true), ("/", "/", true), ("a/b", "", true),
      ("", "", true), ("/a", "", false), ("./a", ".", true),
    ] as [(FileName, FileName, Bool)])
  func trees(folder: FileName, tree: FileName, expected: Bool) {
    #expect(FolderPath.isInside(folder, tree) == expected)
    #expect(Self.changes(trees: [tree: 1]).concern(folder) == expected)
    #expect(Self.changes(folders: [tree: 1]).concern(folder) == (folder == tree))
  }
}
