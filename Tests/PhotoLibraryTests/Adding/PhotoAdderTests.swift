import Glibc
import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite("adding photos")
struct PhotoAdderTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder("adding")
    try folder.makeFolder("lib")
  }

  private func photo(_ name: FileName, extra: Int = 0) throws -> FileName {
    let jpeg = try TestFiles.read(FileName("\(Package.fixtures)/Good/baseline.jpg"))
    return try folder.write(jpeg + [UInt8](repeating: 7, count: extra), to: name)
  }

  @Test("a name that is taken gets a number, and one that gets too long loses its end")
  func names() {
    let name = AddedName(of: "/x/IMG_1.HEIC")
    #expect(name.text(0) == "IMG_1.HEIC" && name.text(2) == "IMG_1 (2).HEIC")
    #expect(AddedName(of: ".hidden").text(1) == ".hidden (1)")
    #expect(AddedName(of: "a.tar.gz").text(1) == "a.tar (1).gz")
    let long = FileName(String(repeating: "ü", count: 125) + ".jpg")
    let cut = AddedName(of: long).text(1)
    #expect(cut.bytes.count <= 255 && cut.utf8String?.hasSuffix("ü (1).jpg") == true)
    #expect(AddedName(of: "/x/IMG_1.MOV").group == name.group)
    #expect(AddedName(of: "/y/IMG_1.MOV").group != name.group)
  }

  @Test(
    "an album's name is one folder that people see",
    arguments: [
      ("Rome", true), ("Été 2024 · 日本", true), ("a b", true), ("", false), (".", false),
      ("..", false), (".hidden", false), ("a/b", false), ("a\nb", false), ("a\u{202E}b", false),
      (" a", false), ("a ", false), ("\0", false), (String(repeating: "x", count: 256), false),
    ])
  func albums(name: String, isName: Bool) {
    #expect(AlbumFolder.isName(name) == isName)
  }

  @Test("copies are whole, with the times of their sources, and never in another's place")
  func adds() throws {
    let source = try photo("a.jpg", extra: 3 << 20)
    let other = try photo("b/a.jpg")
    let album = try AlbumFolder(library: folder.path(of: "lib"), album: "Rome")
    let adder = PhotoAdder(to: album)
    let sources = [source, other, source]
    let numbers = adder.numbers(for: sources)
    #expect(numbers == [0, 1, 2])
    let added = try zip(sources, numbers).map { try adder.add($0, number: $1) }
    album.close()
    #expect(added.map { AssetPath($0.path).name } == ["a.jpg", "a (1).jpg", "a (2).jpg"])
    for (source, copy) in zip(sources, added) {
      #expect(try TestFiles.read(source) == TestFiles.read(copy.path))
      let (old, new) = try (status(source), status(copy.path))
      #expect(old.modified == new.modified && old.byteCount == copy.byteCount)
    }
    #expect(TestFiles.names(in: folder.path(of: "lib/Rome")).count == 3)
    // The names were found taken though nobody said so.
    let again = try AlbumFolder(library: folder.path(of: "lib"), album: "Rome")
    let late = try PhotoAdder(to: again).add(other, number: 0)
    again.close()
    #expect(AssetPath(late.path).name == "a (3).jpg")
  }

  private func status(_ path: FileName) throws -> FileStatus {
    try FileCalls.status(at: FileCalls.currentFolder, path.bytes, followingLast: false)
  }

  @Test("files that belong together get the same number")
  func pairs() throws {
    try folder.write("x", to: "lib/IMG_1.MOV")
    try folder.makeFolder("in")
    let heic = folder.path(of: "in/IMG_1.HEIC")
    let movie = folder.path(of: "in/IMG_1.MOV")
    let album = try AlbumFolder(library: folder.path(of: "lib"), album: nil)
    defer { album.close() }
    #expect(
      PhotoAdder(to: album).numbers(for: [heic, folder.path(of: "x.jpg"), movie]) == [1, 0, 1])
  }

  @Test("what is no photo, no file or not there is told, and nothing of it is in the album")
  func failures() throws {
    try folder.write("hello", to: "text.jpg")
    try folder.makePipe("pipe.jpg")
    try folder.makeFolder("folder.jpg")
    let album = try AlbumFolder(library: folder.path(of: "lib"), album: "x")
    let adder = PhotoAdder(to: album)
    for (name, code) in [
      ("text.jpg", "notPhoto"), ("pipe.jpg", "isSpecialFile"), ("folder.jpg", "isFolder"),
      ("none.jpg", "missing"),
    ] {
      let failure = #expect(throws: PhotoAdder.Failure.self) {
        try adder.add(folder.path(of: FileName(name)), number: 0)
      }
      #expect(failure?.code == code)
    }
    album.close()
    #expect(TestFiles.names(in: folder.path(of: "lib/x")) == [])
  }

  @Test("an album that is a link or a file is refused, and nothing is made elsewhere")
  func badAlbums() throws {
    try folder.makeFolder("outside")
    try folder.link("lib/door", to: "../outside")
    try folder.write("x", to: "lib/file")
    for name in ["door", "file"] {
      #expect(throws: FileError.self) {
        _ = try AlbumFolder(library: folder.path(of: "lib"), album: name)
      }
    }
    #expect(throws: FileError.self) {
      _ = try AlbumFolder(library: folder.path(of: "none"), album: "x")
    }
    #expect(TestFiles.names(in: folder.path(of: "outside")) == [])
  }

  @Test("a disk that takes no more leaves nothing half done")
  func fullDisk() async throws {
    let source = try photo("big.jpg", extra: 1 << 20)
    await #expect(processExitsWith: .success) {
      [
        library = folder.path(of: "lib").displayString as String,
        source = source.displayString as String
      ] in
      HeldSignals.hold()
      var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
      _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let album = try AlbumFolder(library: FileName(library), album: "x")
      let failure = #expect(throws: PhotoAdder.Failure.self) {
        try PhotoAdder(to: album).add(FileName(source), number: 0)
      }
      #expect(failure?.code == "library")
      album.close()
    }
    #expect(TestFiles.names(in: folder.path(of: "lib/x")) == [])
  }

  @Test(
    "from inside: the sources are read, photos are added, and nothing of the library is read or changed",
    .enabled(if: LandlockCoverage.ofKernel().version >= 3, "needs Landlock 3"))
  func confined() async throws {
    let source = try photo("a.jpg")
    _ = try photo("secret.jpg")
    _ = try photo("lib/x/old.jpg")
    _ = try photo("lib/y/old.jpg")
    await #expect(processExitsWith: .success) {
      [root = folder.text as String, source = source.displayString as String] in
      let album = try AlbumFolder(library: FileName(root + "/lib"), album: "x")
      let adder = PhotoAdder(to: album)
      // Tests have threads: only this one is confined.
      try adder.confineThread(to: [FileName(source)])
      let added = try adder.add(FileName(source), number: 0)
      #expect(added.path == FileName(root + "/lib/x/a.jpg"))
      func fails(_ name: String, _ flags: Int32) {
        #expect(unsafe open(root + "/" + name, flags, 0o600) < 0 && errno == EACCES, "\(name)")
      }
      for name in ["lib/x/old.jpg", "lib/y/old.jpg", "lib/x/a.jpg", "secret.jpg"] {
        fails(name, O_RDONLY)
        fails(name, O_WRONLY)
        fails(name, O_WRONLY | O_TRUNC)
        #expect(unsafe unlink(root + "/" + name) < 0, "\(name)")
      }
      for name in ["lib", "lib/x", "lib/y"] { fails(name, O_RDONLY | O_DIRECTORY) }
      fails("lib/y/new.jpg", O_WRONLY | O_CREAT)
      #expect(unsafe rename(root + "/lib/y/old.jpg", root + "/lib/x/b.jpg") < 0)
      #expect(unsafe link(root + "/lib/y/old.jpg", root + "/lib/x/b.jpg") < 0)
      album.close()
    }
    #expect(TestFiles.names(in: folder.path(of: "lib/x")).sorted() == ["a.jpg", "old.jpg"])
  }
}
