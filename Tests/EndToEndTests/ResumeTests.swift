import Glibc
import PickerModel
import TestSupport
import Testing

extension EndToEndTests {
  @Suite("nothing is lost")
  struct ResumeTests {
    private let state: TemporaryFolder

    init() throws {
      state = try TemporaryFolder("state")
    }

    private var kept: FileName { state.path(of: "photopick/unfinished") }
    private var files: [FileName] { TestFiles.names(in: kept) }

    private func start(
      _ arguments: [FileName], _ change: (inout PTYSession.Options) -> Void = { _ in }
    ) throws -> PTYSession {
      let text = state.text
      return try Photopick.start(arguments) { options in
        options.environment["XDG_STATE_HOME"] = text
        change(&options)
      }
    }

    /// Ends a picker by a signal when the last two of three are picked, the last one first.
    private func leave(_ arguments: [FileName], by number: Int32 = SIGTERM) throws {
      let session = try start(arguments)
      try session.untilReady()
      session.type("l")
      session.type("l ")
      session.type("h ")
      try session.until("two picks") {
        // Not the "of 2 picked" that a maximum of 2 shows from the start.
        $0.screen.contains("2 of 2 picked")
          || ($0.screen.contains("2 picked") && !$0.screen.contains("of 2 picked"))
      }
      session.signal(number)
      #expect(try session.waitForExit() == .code(128 + Int(number)))
      #expect(session.standardOutput.isEmpty)
      #expect(session.errorText.contains("photopick --resume="))
      #expect(try session.leftovers() == [])
    }

    private func names(_ output: [UInt8]) throws -> [String] {
      try #require(JSON(parsing: output)["items"]?.elements).map {
        String(($0["path"]?.text ?? "").split(separator: "/").last ?? "")
      }
    }

    @Test(
      "ended by a signal, it is gone on with in the same order, under the same rules",
      arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGINT])
    func resumes(number: Int32) throws {
      let folder = try Photopick.folder("a.jpg", "b.jpg", "c.jpg")
      try leave(["--max=2", "--title=Two of them", folder.path], by: number)
      #expect(files.count == 1)
      #expect(TestFiles.mode(kept) == 0o700)
      #expect(
        TestFiles.mode(FileName("\(kept.displayString)/\(files.first?.displayString ?? "")"))
          == 0o600)
      let session = try start(["--resume"])
      try session.until(text: "2 of 2 picked")
      #expect(session.screen.contains("Two of them"))
      #expect(try session.confirm() == .code(0))
      #expect(try names(session.standardOutput) == ["c.jpg", "b.jpg"])
      #expect(files.isEmpty)
    }

    @Test("the terminal's closing keeps the picks")
    func keepsOnHangUp() throws {
      let folder = try Photopick.folder("a.jpg", "b.jpg")
      let session = try start(["-m", folder.path])
      try session.untilReady()
      session.type("a")
      try session.until(text: "2 picked")
      session.hangUp()
      #expect(try session.waitForExit(seconds: 5) == .code(129))
      #expect(files.count == 1)
    }

    @Test("renamed photos are found again, vanished ones are told, strangers are not picked")
    func renamed() throws {
      let folder = try Photopick.folder("a.jpg", "b.jpg", "c.jpg")
      try leave(["-m", folder.path])
      #expect(TestFiles.rename(folder.path(of: "b.jpg"), to: folder.path(of: "z.jpg")))
      TestFiles.remove(folder.path(of: "c.jpg"))
      let session = try start(["--resume"])
      try session.until(text: "1 picked")
      try session.until(text: "not in the library")
      #expect(try session.confirm() == .code(0))
      #expect(try names(session.standardOutput) == ["z.jpg"])
      let result = try JSON(parsing: session.standardOutput)
      #expect(result["failures"]?.elements?.count == 1)
    }

    @Test("named sets are as they were")
    func sets() throws {
      let folder = try Photopick.folder("a.jpg", "b.jpg", "c.jpg")
      let session = try start(["--sets=keep,reject", folder.path])
      try session.untilReady()
      session.type("2l1l2")
      try session.until("three picks") {
        $0.screen.contains("keep 1") && $0.screen.contains("reject 2")
      }
      session.signal(SIGTERM)
      #expect(try session.waitForExit() == .code(143))
      let second = try start(["--resume"])
      try second.until("three picks") {
        $0.screen.contains("keep 1") && $0.screen.contains("reject 2")
      }
      #expect(try second.confirm() == .code(0))
      let result = try JSON(parsing: second.standardOutput)
      #expect(result["sets"]?[0]?["items"]?.elements?.count == 1)
      #expect(result["sets"]?[1]?["items"]?.elements?.count == 2)
    }

    @Test("cancelled by the person, it is not offered again; ended again, it is still there")
    func cancelled() throws {
      let folder = try Photopick.folder("a.jpg", "b.jpg", "c.jpg")
      try leave(["-m", folder.path])
      let again = try start(["--resume"])
      try again.until(text: "2 picked")
      again.signal(SIGTERM)
      #expect(try again.waitForExit() == .code(143))
      #expect(files.count == 1)
      let session = try start(["--resume"])
      try session.until(text: "2 picked")
      session.press(.text("q"))
      // Two picks are not thrown away by one key.
      try session.until(text: "once more leaves without them")
      session.press(.text("q"))
      #expect(try session.waitForExit() == .code(130))
      #expect(files.isEmpty)
      let none = try start(["--resume"])
      #expect(try none.waitForExit() == .code(2))
      #expect(none.errorText.contains("no unfinished session"))
    }

    @Test("two don't go on with the same session")
    func claimed() throws {
      let folder = try Photopick.folder("a.jpg", "b.jpg", "c.jpg")
      try leave(["-m", folder.path])
      let id = try #require(files.first?.displayString.dropLast(5))
      let first = try start(["--resume"])
      try first.until(text: "2 picked")
      let second = try start([FileName("--resume=\(id)")])
      #expect(try second.waitForExit() == .code(2))
      #expect(second.errorText.contains("another photopick is going on with it"))
      let third = try start(["--resume"])
      #expect(try third.waitForExit() == .code(2))
      #expect(third.errorText.contains("no other unfinished session"))
      #expect(try first.confirm() == .code(0))
      #expect(files.isEmpty)
    }

    @Test("several are kept side by side, listed, and chosen by name")
    func several() throws {
      let first = try Photopick.folder("a.jpg", "b.jpg", "c.jpg")
      let second = try Photopick.folder("d.jpg", "e.jpg", "f.jpg")
      try leave(["-m", first.path])
      try leave(["-m", second.path])
      let list = try start(["--resume=list", "--format=json"])
      #expect(try list.waitForExit() == .code(0))
      let sessions = try #require(JSON(parsing: list.standardOutput)["sessions"]?.elements)
      #expect(sessions.count == 2 && sessions.allSatisfy { $0["count"]?.integer == 2 })
      let older = try #require(
        sessions.first { $0["paths"]?[0]?.text?.hasSuffix(first.text) == true }?["id"]?.text)
      let session = try start([FileName("--resume=" + older)])
      try session.until(text: "2 picked")
      #expect(try session.confirm() == .code(0))
      #expect(try names(session.standardOutput) == ["c.jpg", "b.jpg"])
      #expect(files.count == 1)
    }

    @Test("a blocked standard output that is ended by a signal loses nothing")
    func blockedOutput() throws {
      let folder = try Photopick.folder(count: 200)
      let pipes = try TemporaryFolder("pipes")
      let pipe = try pipes.makePipe("out")
      // Somebody who reads nothing.
      let reader = unsafe TestFiles.withPath(pipe) { unsafe open($0, O_RDWR | O_CLOEXEC) }
      try #require(reader >= 0)
      defer { close(reader) }
      let session = try start(["-m", folder.path]) { $0.output = .file(pipe) }
      try session.untilReady()
      session.type("a")
      try session.until(text: "200 picked")
      session.press(.enter)
      try session.until("the end of the screen") { !$0.screen.isAlternate }
      session.signal(SIGTERM)
      #expect(try session.waitForExit() == .code(143))
      #expect(try session.leftovers() == [])
      #expect(files.count == 1)
      let second = try start(["--resume"])
      try second.until(text: "200 picked")
      #expect(try second.confirm() == .code(0))
      #expect(try names(second.standardOutput).count == 200)
    }

    @Test("a full disk keeps the picks, and going on hands them over")
    func fullDisk() throws {
      let folder = try Photopick.folder("a.jpg")
      let session = try start([folder.path]) { $0.output = .file("/dev/full") }
      try session.untilReady()
      #expect(try session.confirm() == .code(2))
      #expect(files.count == 1)
      let second = try start(["--resume"])
      try second.until(text: "1 picked")
      #expect(try second.confirm() == .code(0))
      #expect(try names(second.standardOutput) == ["a.jpg"])
    }

    @Test("where not even the state folder takes them, the picks are told")
    func tellsPicks() throws {
      let folder = try Photopick.folder("a.jpg")
      let session = try Photopick.start([folder.path]) {
        $0.output = .file("/dev/full")
        $0.environment["XDG_STATE_HOME"] = "/dev/null/nowhere"
      }
      try session.untilReady()
      #expect(try session.confirm() == .code(2))
      #expect(session.errorText.contains("file://"))
      #expect(session.errorText.contains("a.jpg"))
    }

    @Test("going on never shows more: limited access must be given again, others are told")
    func limited() throws {
      let folder = try Photopick.folder("a.jpg", "b.jpg", "c.jpg", "d.jpg")
      let lists = try TemporaryFolder("lists")
      let three = try lists.write(
        FileName("\(folder.text)/a.jpg\n\(folder.text)/b.jpg\n\(folder.text)/c.jpg\n").bytes,
        to: "three")
      let two = try lists.write(
        FileName("\(folder.text)/a.jpg\n\(folder.text)/b.jpg\n").bytes, to: "two")
      try leave(["-m", "--approved", three, folder.path])
      let open = try start(["--resume"])
      #expect(try open.waitForExit() == .code(2))
      #expect(open.errorText.contains("--approved"))
      let session = try start(["--resume", "--approved", two])
      try session.until(text: "1 picked")
      try session.until(text: "not in the library")
      #expect(session.screen.contains("Limited access"))
      #expect(try session.confirm() == .code(0))
      let result = try JSON(parsing: session.standardOutput)
      #expect(try names(session.standardOutput) == ["b.jpg"])
      #expect(result["failures"]?[0]?["code"]?.text == "notInLibrary")
      #expect(files.isEmpty)
    }

    @Test(
      "hostile files are named and left alone",
      arguments: [
        "", "{", "[]", "{\"session\": 1}", "{\"session\": {\"version\": 2}}",
        "{\"session\":{\"version\":1,\"saved\":\"\",\"paths\":[],\"options\":[{\"name\":\"output\",\"value\":\"/tmp/x\"}]}}",
        "{\"session\":{\"version\":1,\"saved\":\"\",\"paths\":[\"http://a\"],\"options\":[]}}",
        "{\"session\":{\"version\":1,\"saved\":\"\",\"paths\":[],\"options\":[]},\"items\":[{\"uri\":7}]}",
      ])
    func hostile(text: String) throws {
      let folder = try Photopick.folder("a.jpg", "b.jpg", "c.jpg")
      try leave(["-m", folder.path])
      let bad = try state.write(Array(text.utf8), to: "photopick/unfinished/99991231-1.json")
      #expect(unsafe TestFiles.withPath(bad) { unsafe chmod($0, 0o600) } == 0)
      let session = try start(["--resume"])
      try session.until(text: "2 picked")
      #expect(try session.confirm() == .code(0))
      #expect(session.errorText.contains("99991231-1.json"))
      #expect(TestFiles.exists(bad))
      let named = try start(["--resume=99991231-1"])
      #expect(try named.waitForExit() == .code(2))
      #expect(named.errorText.contains("99991231-1.json"))
    }

    @Test(
      "what a session brings with it can't be given again",
      arguments: ["--max=3", "--filter=images", "--preselect=a", "folder"])
    func usage(argument: String) throws {
      let session = try start(["--resume", FileName(argument)])
      #expect(try session.waitForExit() == .code(2))
      #expect(session.errorText.contains("--resume"))
    }
  }
}
