import PickerModel
import TestSupport
import Testing

@testable import photopick

@Suite("Where the result goes")
struct ResultDestinationTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder("output")
  }

  private func write(_ text: String, to name: FileName) throws {
    try ResultDestination(file: folder.path(of: name)).write(Array(text.utf8))
  }

  private func text(of name: FileName) throws -> String {
    String(decoding: try TestFiles.read(folder.path(of: name)), as: UTF8.self)
  }

  @Test("a file appears whole, for its owner alone, and nothing else is left")
  func newFile() throws {
    try write("one", to: "picks.json")
    #expect(try text(of: "picks.json") == "one")
    #expect(TestFiles.mode(folder.path(of: "picks.json")) == 0o600)
    try write("two", to: "picks.json")
    #expect(try text(of: "picks.json") == "two")
    #expect(TestFiles.names(in: folder.path) == ["picks.json"])
  }

  @Test("through a link the file behind it is replaced, and the link stays")
  func link() throws {
    try folder.write("old", to: "elsewhere/target.json")
    try folder.link("picks.json", to: "elsewhere/target.json")
    try write("new", to: "picks.json")
    #expect(try text(of: "elsewhere/target.json") == "new")
    #expect(TestFiles.names(in: folder.path) == ["elsewhere", "picks.json"])
  }

  @Test("a link that leads nowhere and a folder are refused before anybody picks")
  func refused() throws {
    try folder.link("dangling", to: "nowhere")
    try folder.makeFolder("folder")
    for name: FileName in ["dangling", "folder", "missing/picks.json"] {
      let destination = ResultDestination(file: folder.path(of: name))
      #expect(throws: ResultError.self) { try destination.check() }
      #expect(throws: ResultError.self) { try destination.write([1]) }
    }
    #expect(TestFiles.names(in: folder.path) == ["dangling", "folder"])
  }

  @Test("a device is written to and stays a device")
  func device() throws {
    let null = ResultDestination(file: "/dev/null")
    try null.check()
    try null.write([1, 2, 3])
    let full = ResultDestination(file: "/dev/full")
    let error = #expect(throws: ResultError.self) { try full.write([1]) }
    #expect(error?.message.contains("/dev/full") == true)
    // Still a device: it has no end.
    #expect(throws: ResultError.self) { try full.write([1]) }
  }
}
