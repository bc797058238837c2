import Glibc
import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

extension EndToEndTests {
  @Suite("adding photos to the library")
  struct AddTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try Photopick.folder("a.jpg", "b.jpg", "lib/old.jpg")
    }

    private func options(_ options: inout PTYSession.Options) {
      options.environment["XDG_DATA_HOME"] = folder.path(of: "data").displayString
      options.environment["XDG_PICTURES_DIR"] = folder.path(of: "lib").displayString
      options.folder = folder.path
    }

    private func start(_ arguments: [FileName], hasTerminal: Bool = true) throws -> PTYSession {
      try Photopick.start(arguments) {
        options(&$0)
        $0.hasTerminal = hasTerminal
        if !hasTerminal { $0.input = .null }
      }
    }

    private func run(_ arguments: FileName...) throws -> PTYSession {
      try Photopick.run(arguments) { options(&$0) }
    }

    private func schema() throws -> JSONSchema {
      try JSONSchema(parsing: TestFiles.read(FileName("\(Package.root)/docs/add.schema.json")))
    }

    @Test("what was added is told with where it is now, what was not with why")
    func adds() throws {
      try folder.write("text", to: "notes.txt")
      let session = try run("add", "--album=Rome", "a.jpg", "notes.txt", "b.jpg", "none.jpg")
      #expect(session.process.exitStatus == .code(2))
      let result = try JSON(parsing: session.standardOutput)
      #expect(try schema().violations(in: result) == [])
      #expect(
        result["items"]?.elements?.map { $0["path"]?.text } == [
          folder.text + "/lib/Rome/a.jpg", folder.text + "/lib/Rome/b.jpg",
        ])
      #expect(result["failures"]?.elements?.map { $0["code"]?.text } == ["notPhoto", "missing"])
      #expect(session.errorText.contains("notes.txt: is neither a photo nor a video"))
      #expect(TestFiles.names(in: folder.path(of: "lib/Rome")).sorted() == ["a.jpg", "b.jpg"])
      let again = try run("add", "--album=Rome", "-0", "a.jpg")
      #expect(again.process.exitStatus == .code(0))
      #expect(again.outputText == folder.text + "/lib/Rome/a (1).jpg\0")
      let lines = try run("add", "--format=jsonl", "a.jpg", "none.jpg").standardOutput
        .split(separator: UInt8(ascii: "\n")).map { try JSON(parsing: Array($0)) }
      #expect(try schema().violations(in: lines[0], definition: "item") == [])
      #expect(try schema().violations(in: lines[1], definition: "failure") == [])
      #expect(TestFiles.exists(folder.path(of: "lib/a.jpg")))
    }

    @Test("two that add the same names at once lose nothing")
    func atOnce() throws {
      try folder.makeFolder("in")
      let names = (0..<40).map { FileName("in/IMG_\($0).jpg") }
      let photo = try TestFiles.read(folder.path(of: "a.jpg"))
      for name in names { try folder.write(photo, to: name) }
      let sessions = try (0..<3).map { _ in
        try start(["add", "--album=x"] + names, hasTerminal: false)
      }
      for session in sessions { #expect(try session.waitForExit(seconds: 30) == .code(0)) }
      #expect(TestFiles.names(in: folder.path(of: "lib/x")).count == 120)
    }

    @Test("names with newlines and bytes that are no UTF-8 arrive as they are")
    func oddNames() throws {
      let photo = try TestFiles.read(folder.path(of: "a.jpg"))
      let names: [FileName] = ["new\nline.jpg", FileName(bytes: [0xFF] + Array(".jpg".utf8))]
      for name in names { try folder.write(photo, to: name) }
      let refused = try run("add", "--format=lines", names[0])
      #expect(refused.process.exitStatus == .code(2))
      #expect(refused.errorText.contains("--format nul"))
      let session = try run("add", names[0], names[1])
      #expect(session.process.exitStatus == .code(0))
      #expect(try schema().violations(in: JSON(parsing: session.standardOutput)) == [])
      #expect(Set(TestFiles.names(in: folder.path(of: "lib"))).isSuperset(of: names))
    }

    @Test("a client adds when the person allowed it, once asked, and sees nothing by that")
    func client() throws {
      let unasked = try run("add", "--client=app", "a.jpg")
      #expect(unasked.process.exitStatus == .code(3) && unasked.standardOutput.isEmpty)
      #expect(unasked.errorText.contains("access request --client app --library-access add-only"))
      let question = try start([
        "access", "request", "--client=app", "--library-access=add-only", "--reason=scans",
      ])
      try question.until(text: "app wants to add photos")
      #expect(!question.screen.contains("Select Photos"))
      question.type("1")
      #expect(try question.waitForExit() == .code(0))
      #expect(question.outputText.hasPrefix("app: authorized"))
      #expect(try run("add", "--client=app", "a.jpg").process.exitStatus == .code(0))
      #expect(try run("list", "--client=app").process.exitStatus == .code(3))
      let status = try run("access", "status", "--client=app", "--json")
      let state = try JSON(parsing: status.standardOutput)
      #expect(try JSONSchema.ofAccess().violations(in: state) == [])
      #expect(state["status"]?.text == "notDetermined")
      #expect(state["addOnlyStatus"]?.text == "authorized")
      let other = try run("add", "--client=app", "--library", folder.path, "a.jpg")
      #expect(other.process.exitStatus == .code(3))
      // Asked once: the answer stands.
      let again = try run(
        "access", "request", "--client=app", "--library-access=add-only", "--reason=scans")
      #expect(again.process.exitStatus == .code(0) && again.errorText.contains("answered already"))
      let revoke = try run(
        "access", "revoke", "--client=app", "--library-access=add-only", "--all")
      #expect(revoke.process.exitStatus == .code(0))
      let denied = try run("add", "--client=app", "a.jpg")
      #expect(denied.process.exitStatus == .code(3))
      #expect(denied.errorText.contains("adding is denied"))
      #expect(TestFiles.names(in: folder.path(of: "lib")).sorted() == ["a.jpg", "old.jpg"])
    }

    @Test("who may see all photos may not add for that")
    func readersDontAdd() throws {
      let grant = try run("access", "grant", "--client=app", "--all")
      try #require(grant.process.exitStatus == .code(0), "\(grant.errorText)")
      #expect(try run("add", "--client=app", "a.jpg").process.exitStatus == .code(3))
    }

    @Test("Enter on the question gives nothing away")
    func safeMark() throws {
      let question = try start([
        "access", "request", "--client=app", "--library-access=add-only", "--reason=scans",
      ])
      try question.until(text: "app wants to add photos")
      question.press(.enter)
      #expect(try question.waitForExit() == .code(3))
    }

    @Test("usage that can't be meant is refused and named")
    func usage() throws {
      for (arguments, words) in [
        (["add"], "add needs files"), (["add", "--album=a/b", "a.jpg"], "album"),
        (["add", "--album=.x", "a.jpg"], "album"), (["add", "--library=none", "a.jpg"], "none"),
        (["access", "grant", "--client=a", "--library-access=add-only", "a.jpg"], "--all"),
        (["list", "--album=x"], "belongs to: add"),
        (["access", "status", "--library-access=write"], "add-only"),
      ] as [([FileName], String)] {
        let session = try start(arguments, hasTerminal: false)
        #expect(try session.waitForExit() == .code(2), "\(arguments)")
        #expect(session.errorText.contains(words), "\(session.errorText)")
        #expect(session.standardOutput.isEmpty)
      }
    }

    @Test("a signal in the middle leaves whole photos, and nothing beside them")
    func signal() throws {
      try folder.makeFolder("in")
      let photo = try TestFiles.read(folder.path(of: "a.jpg"))
      let names = (0..<4_000).map { FileName("in/\($0).jpg") }
      for name in names { try folder.write(photo, to: name) }
      let album = folder.path(of: "lib/x")
      let session = try start(["add", "--album=x"] + names, hasTerminal: false)
      try session.until("some photos") { _ in TestFiles.names(in: album).count > 5 }
      session.signal(SIGTERM)
      let end = try session.waitForExit(seconds: 30)
      #expect(end == .code(143) || end == .code(0), "\(end)")
      let result = try JSON(parsing: session.standardOutput)
      let found = TestFiles.names(in: album)
      #expect(result["items"]?.elements?.count == found.count)
      #expect(found.allSatisfy { $0.bytes.first != UInt8(ascii: ".") })
      for name in found {
        #expect(try TestFiles.read(FolderPath.join(album, name)) == photo)
      }
    }
  }
}
