import PhotoLibrary
import PickerModel
import TestSupport
import Testing

@Suite("the photo door", .timeLimit(.minutes(5)))
struct PhotoDoorTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder("door")
  }

  @Test("an open file is read at any place, and ends where it ends")
  func reading() throws {
    let path = try folder.write([1, 2, 3, 4, 5], to: "a.jpg")
    let file = try PhotoDoor().open(AssetPath(path))
    #expect(file.byteCount == 5)
    #expect(file.status.kind == .regular)
    #expect(try file.bytes(at: 1, count: 3) == [2, 3, 4])
    #expect(try file.bytes(at: 3, count: 1_000_000_000) == [4, 5])
    #expect(try file.bytes(at: 5, count: 1) == [])
    #expect(try file.bytes(at: -1, count: 1) == [])
    #expect(try file.bytes(at: .max, count: .max) == [])
  }

  @Test("names are bytes")
  func names() throws {
    for name in ["n\u{1B}[31m\u{7}.jpg", "a\nb.jpg", "é.jpg", "e\u{301}.jpg"] {
      let path = try folder.write([1], to: FileName(name))
      #expect(try PhotoDoor().open(AssetPath(path)).byteCount == 1)
    }
    let invalid = try folder.write([1], to: FileName(bytes: [0xFF, 0xFE, 0x2E, 0x6A]))
    #expect(try PhotoDoor().open(AssetPath(invalid)).byteCount == 1)
  }

  @Test("what is not a regular file is refused at once, a pipe without a writer too")
  func special() throws {
    try folder.makePipe("pipe.jpg")
    try folder.makeFolder("folder.jpg")
    try folder.link("null.jpg", to: "/dev/null")
    try folder.link("loop.jpg", to: "loop.jpg")
    let expected: [(FileName, FileError.Kind)] = [
      ("pipe.jpg", .isSpecialFile), ("folder.jpg", .isFolder), ("null.jpg", .isSpecialFile),
      ("loop.jpg", .symlinkLoop), ("none.jpg", .missing), ("none/none.jpg", .missing),
    ]
    for (name, kind) in expected {
      let path = folder.path(of: name)
      #expect(throws: FileError(path: path, kind: kind)) {
        _ = try PhotoDoor().open(AssetPath(path))
      }
    }
  }

  @Test("a NUL in a path does not cut it")
  func nul() throws {
    let path = try folder.write([1], to: "a.jpg")
    let longer = FileName(bytes: path.bytes + [0, 0x78])
    #expect(throws: FileError(path: longer, kind: .invalidName)) {
      _ = try PhotoDoor().open(AssetPath(longer))
    }
  }

  @Test("an open file is the one that was opened, whatever its name means now")
  func replaced() throws {
    let path = try folder.write([1, 1], to: "a.jpg")
    let file = try PhotoDoor().open(AssetPath(path))
    TestFiles.remove(path)
    try folder.write([2, 2], to: "a.jpg")
    #expect(try file.bytes(at: 0, count: 2) == [1, 1])
  }
}
