import PhotoLibrary
import PickerModel
import TestSupport
import Testing

@Suite("approved lists")
struct ApprovedListTests {
  @Test(
    "every form gives the same paths",
    arguments: [
      "a.jpg\n/b/ü.jpg\n", "a.jpg\n\n/b/ü.jpg", "\u{FEFF}a.jpg\n/b/ü.jpg\n",
      #"{"approved": ["a.jpg", "/b/ü.jpg"]}"#,
      #"  {"approved": [{"path": "a.jpg"}, {"uri": "file:///b/%C3%BC.jpg"}]}"#,
      #"{"approved": ["a.jpg", "file://localhost/b/%c3%bc.jpg"]}"#,
      #"{"version": 1, "items": [{"path": "a.jpg"}, {"uri": "file:///b/ü.jpg", "path": null}]}"#,
    ])
  func forms(text: String) throws {
    let paths = try ApprovedList.parse(Array(text.utf8), of: "list")
    #expect(paths == ["a.jpg", "/b/ü.jpg"])
  }

  @Test("NUL-separated lists hold every name, braces and line feeds too")
  func nul() throws {
    let paths = try ApprovedList.parse(
      Array("{\n.jpg\0b\0".utf8), of: "list", separatedBy: .nul)
    #expect(paths == ["{\n.jpg", "b"])
  }

  @Test("a URI says names that are not text")
  func bytesInURI() throws {
    let text = #"{"approved": [{"uri": "file:///x/%FF%0A.jpg"}]}"#
    let paths = try ApprovedList.parse(Array(text.utf8), of: "list")
    #expect(paths.map(\.bytes) == [Array("/x/".utf8) + [0xFF, 0x0A] + Array(".jpg".utf8)])
  }

  @Test("nothing approved is nothing, not an error", arguments: ["", "\n\n", #"{"approved": []}"#])
  func empty(text: String) throws {
    #expect(try ApprovedList.parse(Array(text.utf8), of: "list") == [])
  }

  @Test(
    "what is malformed is told with its place",
    arguments: [
      (#"{"approved": ["a.jpg",]}"#, 1), ("{\n\"approved\": [\n\"a\" \"b\"]}", 3), ("{", 1),
      ("a.jpg\nb\0c.jpg\n", 2),
    ])
  func malformed(text: String, line: Int) throws {
    let error = #expect(throws: PathListError.self) {
      _ = try ApprovedList.parse(Array(text.utf8), of: "list.json")
    }
    #expect(error?.line == line)
    #expect(error?.userMessage.hasPrefix("list.json:\(line):") == true)
    #expect(error?.remedy != nil)
  }

  @Test(
    "a document of another shape is refused with its reason",
    arguments: [
      #"{}"#, #"{"approved": "a.jpg"}"#, #"{"approved": [1]}"#, #"{"approved": [""]}"#,
      #"{"approved": [{"name": "a"}]}"#,
      #"{"approved": ["http://x/a.jpg", {"uri": "http://x/a"}]}"#,
      #"{"approved": [{"uri": "file://host/a.jpg"}]}"#, #"{"approved": [{"uri": "file:///%zz"}]}"#,
      #"{"approved": [{"uri": "file:///a%00b"}]}"#, #"{"approved": [{"uri": "file:///a?b"}]}"#,
    ])
  func shapes(text: String) {
    #expect(throws: PathListError.self) {
      _ = try ApprovedList.parse(Array(text.utf8), of: "list")
    }
  }

  @Test("deep nesting is an error, not a crash")
  func deep() {
    let text = #"{"approved": "# + String(repeating: "[", count: 100_000)
    #expect(throws: PathListError.self) {
      _ = try ApprovedList.parse(Array(text.utf8), of: "list")
    }
  }

  @Test("a list that is not there or is a folder names itself")
  func unreadable() throws {
    let folder = try TemporaryFolder()
    let missing = #expect(throws: PathListError.self) {
      _ = try ApprovedList.read(folder.path(of: "none"))
    }
    #expect(missing?.userMessage == "\(folder.text)/none: no such file or folder")
    let notFile = #expect(throws: PathListError.self) { _ = try ApprovedList.read(folder.path) }
    #expect(notFile?.message == "is a folder")
  }
}
