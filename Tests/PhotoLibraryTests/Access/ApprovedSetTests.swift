import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite("approved sets", .timeLimit(.minutes(5)))
struct ApprovedSetTests {
  private let outside: TemporaryFolder
  private let library: FileName

  /// A library with links of every kind, inside of a folder with a secret beside it.
  init() throws {
    outside = try TemporaryFolder("approved")
    library = outside.path(of: "library")
    try outside.write("secret", to: "secret.jpg")
    try outside.write("a", to: "library/a.jpg")
    try outside.write("b", to: "library/album/b.jpg")
    try outside.write("c", to: "library/album/deep/c.jpg")
    try outside.write("d", to: "libraryish/d.jpg")
    try outside.link("library/inner.jpg", to: "album/b.jpg")
    try outside.link("library/up.jpg", to: "album/../a.jpg")
    try outside.link("library/away.jpg", to: "../secret.jpg")
    try outside.link("library/absolute.jpg", to: outside.path(of: "secret.jpg"))
    try outside.link("library/home.jpg", to: outside.path(of: "library/a.jpg"))
    try outside.link("library/exit", to: "..")
    try outside.link("library/loop.jpg", to: "loop.jpg")
    try outside.link("library/dangling.jpg", to: "nothing.jpg")
    try outside.link("alias", to: "library")
    try outside.makePipe("library/pipe.jpg")
  }

  private func set(_ paths: [FileName], roots: [FileName]? = nil) -> ApprovedSet {
    ApprovedSet(paths, in: LibraryRoots(roots ?? [library]))
  }

  private func inside(_ name: String) -> FileName { outside.path(of: FileName("library/" + name)) }

  @Test(
    "paths inside of the library are approved, whatever way they take in it",
    arguments: [
      ("a.jpg", "a"), ("album/b.jpg", "b"), ("album/deep/c.jpg", "c"), ("./album//./b.jpg", "b"),
      ("album/../a.jpg", "a"), ("album/deep/../../a.jpg", "a"), ("inner.jpg", "b"),
      ("up.jpg", "a"), ("home.jpg", "a"),
    ])
  func accepted(name: String, content: String) throws {
    let set = set([inside(name)])
    #expect(set.refusals == [])
    let path = try #require(set.paths.first)
    let file = try PhotoDoor(approved: set).open(path)
    #expect(try file.bytes(at: 0, count: 9) == Array(content.utf8))
  }

  @Test(
    "everything else is refused with its reason",
    arguments: [
      ("away.jpg", .leavesBySymlink), ("absolute.jpg", .leavesBySymlink),
      ("exit/secret.jpg", .leavesBySymlink), ("exit/library/a.jpg", .leavesBySymlink),
      ("../secret.jpg", .leavesByParent), ("../library/a.jpg", .leavesByParent),
      ("album/../../secret.jpg", .leavesByParent), ("loop.jpg", .symlinkLoop),
      ("dangling.jpg", .missing), ("nothing.jpg", .missing), ("album", .isFolder),
      ("album/", .isFolder), ("", .isFolder), ("pipe.jpg", .isSpecialFile),
      ("a.jpg/b.jpg", .isNotFolder), ("../libraryish/d.jpg", .leavesByParent),
    ] as [(String, FileError.Kind)])
  func refused(name: String, kind: FileError.Kind) {
    let path = inside(name)
    let set = set([path])
    #expect(set.paths == [])
    #expect(set.refusals == [FileError(path: path, kind: kind)])
  }

  @Test("a path that no root begins is outside, by its name alone")
  func outsideByName() {
    let paths = [
      outside.path(of: "secret.jpg"), outside.path(of: "libraryish/d.jpg"), "/etc/passwd",
    ]
    #expect(set(paths).refusals.map(\.kind) == [.outsideLibrary, .outsideLibrary, .outsideLibrary])
    #expect(set([FileName(bytes: [])]).refusals.map(\.kind) == [.invalidName])
  }

  @Test("a library behind a link is the folder that the link leads to")
  func aliasedRoot() throws {
    let alias = outside.path(of: "alias")
    let byAlias = set([outside.path(of: "alias/a.jpg")], roots: [alias])
    #expect(byAlias.paths.map(\.fileName) == [outside.path(of: "alias/a.jpg")])
    let byTarget = set([inside("a.jpg")], roots: [alias])
    #expect(byTarget.paths.map(\.fileName) == [outside.path(of: "alias/a.jpg")])
  }

  @Test("a file named as the library approves itself alone")
  func fileRoot() throws {
    let root = inside("a.jpg")
    let set = set([root, inside("album/b.jpg")], roots: [root])
    #expect(set.paths.map(\.fileName) == [root])
    #expect(set.refusals.map(\.kind) == [.outsideLibrary])
    #expect(try PhotoDoor(approved: set).open(AssetPath(root)).byteCount == 1)
  }

  @Test("one photo approved twice counts once")
  func twice() {
    let set = set([inside("a.jpg"), inside("up.jpg"), inside("a.jpg"), inside("album/../a.jpg")])
    #expect(set.count == 1)
    #expect(set.refusals == [])
  }

  @Test("the door opens nothing else, not even what is beside it")
  func doorIsLimited() throws {
    let door = PhotoDoor(approved: set([inside("album/b.jpg")]))
    for name in ["a.jpg", "album/deep/c.jpg", "inner.jpg", "nothing.jpg"] {
      #expect(throws: FileError(path: inside(name), kind: .notApproved)) {
        _ = try door.open(AssetPath(inside(name)))
      }
    }
  }

  @Test("a photo or folder that becomes a link later is not opened")
  func replacedByLink() throws {
    let set = set([inside("a.jpg"), inside("album/deep/c.jpg")])
    let door = PhotoDoor(approved: set)
    TestFiles.remove(inside("a.jpg"))
    try outside.link("library/a.jpg", to: "album/b.jpg")
    TestFiles.remove(inside("album/deep"))
    try outside.write("stolen", to: "elsewhere/c.jpg")
    try outside.link("library/album/deep", to: outside.path(of: "elsewhere"))
    for path in set.paths {
      #expect(throws: FileError(path: path.fileName, kind: .replacedBySymlink)) {
        _ = try door.open(path)
      }
    }
  }

  @Test("an approved link stands for the photo that it led to, by that photo's own path")
  func turnedLink() throws {
    let set = set([inside("inner.jpg"), inside("album/deep/../../a.jpg")])
    #expect(set.paths.map(\.fileName) == [inside("album/b.jpg"), inside("a.jpg")])
    TestFiles.remove(inside("inner.jpg"))
    try outside.link("library/inner.jpg", to: "a.jpg")
    let file = try PhotoDoor(approved: set).open(#require(set.paths.first))
    #expect(try file.bytes(at: 0, count: 1) == Array("b".utf8))
  }

  @Test("without openat2 the same places open and the same links do not")
  func byComponents() throws {
    let roots = LibraryRoots([library])
    let root = try roots.resolve(inside("a.jpg")).root
    for name in ["a.jpg", "album/b.jpg", "album/deep/c.jpg"] {
      let descriptor = try ApprovedSet.openByComponents(
        Array(name.utf8), beneath: root.folder.rawValue)
      #expect(try FileCalls.status(of: descriptor.rawValue).kind == .regular)
    }
    for name in ["inner.jpg", "away.jpg", "exit/secret.jpg", "../secret.jpg", "album/../a.jpg", ""]
    {
      #expect(throws: SystemError.self) {
        _ = try ApprovedSet.openByComponents(Array(name.utf8), beneath: root.folder.rawValue)
      }
    }
  }

  @Test("a root that is not there is told")
  func missingRoot() {
    let roots = LibraryRoots([inside("nothing"), library])
    #expect(roots.problems == [FileError(path: inside("nothing"), kind: .missing)])
    #expect(ApprovedSet([inside("a.jpg")], in: roots).count == 1)
  }
}

extension ApprovedSetTests {
  @Test("a list of thousands of files is a library too, and neighbours share a descriptor")
  func manyFileRoots() throws {
    let folder = try TemporaryFolder("list")
    let files = try (0..<3_000).map { try folder.write([1], to: FileName("\($0).jpg")) }
    let roots = LibraryRoots(files)
    #expect(roots.problems.isEmpty)
    let set = ApprovedSet([files[7], files[2_999], folder.path(of: "x.jpg")], in: roots)
    #expect(set.paths.map(\.fileName) == [files[7], files[2_999]])
    #expect(set.refusals.map(\.kind) == [.outsideLibrary])
  }
}
