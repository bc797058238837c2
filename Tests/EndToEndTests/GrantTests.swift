import Glibc
import PickerModel
import TestSupport
import Testing

extension EndToEndTests {
  @Suite("grants")
  struct GrantTests {
    private let folder: TemporaryFolder
    private let client: FileName = "org.example.Collage"

    /// A library of four photos and a store of its own.
    init() throws {
      folder = try Photopick.folder("lib/a.jpg", "lib/b.jpg", "lib/deep/c.jpg", "lib/d.jpg")
    }

    private var library: FileName { folder.path(of: "lib") }
    private var document: FileName {
      folder.path(of: "data/photopick/grants/org.example.Collage.json")
    }

    private func start(
      _ arguments: [FileName], _ change: (inout PTYSession.Options) -> Void = { _ in }
    ) throws -> PTYSession {
      try Photopick.start(arguments) { options in
        options.environment["XDG_DATA_HOME"] = folder.path(of: "data").displayString
        options.environment["XDG_PICTURES_DIR"] = library.displayString
        change(&options)
      }
    }

    private func run(_ arguments: FileName...) throws -> PTYSession {
      let session = try start(arguments) { options in
        options.hasTerminal = false
        options.input = .null
      }
      try session.waitForExit(seconds: 30)
      return session
    }

    private func access(_ command: FileName, _ more: FileName...) -> [FileName] {
      ["access", command, "--client", client] + more
    }

    private func request(
      _ change: (inout PTYSession.Options) -> Void = { _ in },
      reason: FileName = "to make a collage"
    ) throws -> PTYSession {
      try start(access("request", "--reason", reason, library), change)
    }

    /// The state by `access status`.
    private func status() throws -> JSON {
      let session = try run("access", "status", "--client", client, "--format", "json")
      #expect(session.process.exitStatus == .code(0))
      let json = try JSON(parsing: session.standardOutput)
      #expect(try JSONSchema.ofAccess().violations(in: json) == [])
      return json
    }

    /// What a client gets to see by `list`, or nil with exit status 3.
    private func visible() throws -> [String]? {
      let session = try run("list", "--client", client)
      if session.process.exitStatus == .code(3) {
        #expect(session.standardOutput.isEmpty && !session.standardError.isEmpty)
        return nil
      }
      let json = try JSON(parsing: session.standardOutput)
      #expect(try JSONSchema.ofResult().violations(in: json) == [])
      #expect(json["access"]?["client"]?.text == client.displayString)
      return json["items"]?.elements?.compactMap { item in
        item["path"]?.text?.split(separator: "/").last.map(String.init)
      }
    }

    @Test("Allow All is asked for once, shows the reason, and lets the client see the folder")
    func allowAll() throws {
      #expect(try visible() == nil)
      let session = try request()
      try session.until(text: "Don't Allow")
      #expect(session.screen.contains("org.example.Collage wants to see photos"))
      #expect(session.screen.contains("to make a collage"))
      #expect(session.screen.contains(library.displayString))
      session.press(.text("1"))
      #expect(try session.waitForExit() == .code(0))
      #expect(try session.leftovers() == [])
      #expect(session.outputText.hasPrefix("org.example.Collage: authorized\n"))
      #expect(try status()["status"]?.text == "authorized")
      #expect(try status()["reason"]?.text == "to make a collage")
      #expect(try visible() == ["a.jpg", "b.jpg", "c.jpg", "d.jpg"])
      let again = try request()
      #expect(try again.waitForExit() == .code(0))
      #expect(again.output.isEmpty)
      #expect(again.errorText.contains("access manage"))
    }

    @Test("Don't Allow denies with status 3, and is not asked again")
    func deny() throws {
      let session = try request()
      try session.until(text: "Don't Allow")
      session.press(.text("3"))
      #expect(try session.waitForExit() == .code(3))
      #expect(try status()["status"]?.text == "denied")
      #expect(try visible() == nil)
      let again = try request()
      #expect(try again.waitForExit() == .code(3))
      #expect(again.output.isEmpty)
      #expect(TestFiles.mode(document) == 0o600)
    }

    @Test("who leaves the question has decided nothing", arguments: ["\u{1B}", "q", "\u{3}"])
    func dismissed(key: String) throws {
      let session = try request()
      try session.until(text: "Don't Allow")
      session.send(Array(key.utf8))
      #expect(try session.waitForExit() == .code(130))
      #expect(session.standardOutput.isEmpty)
      #expect(try session.leftovers() == [])
      #expect(!TestFiles.exists(document))
      #expect(try status()["status"]?.text == "notDetermined")
    }

    @Test("a signal ends the question as it ends the picker")
    func terminated() throws {
      let session = try request()
      try session.until(text: "Don't Allow")
      session.signal(SIGTERM)
      #expect(try session.waitForExit() == .code(128 + Int(SIGTERM)))
      #expect(try session.leftovers() == [])
      #expect(!TestFiles.exists(document))
    }

    /// Chooses `a.jpg` and `c.jpg`.
    private func chooseTwo() throws {
      let session = try request()
      try session.until(text: "Select Photos")
      session.press(.enter)
      try session.untilReady()
      try session.until(text: "Photos for org.example.Collage")
      session.press(.text(" "), .right, .right, .text(" "))
      try session.until(text: "2 picked")
      session.press(.enter)
      #expect(try session.waitForExit() == .code(0))
      #expect(try session.leftovers() == [])
      #expect(session.outputText.hasPrefix("org.example.Collage: limited, 2 photos\n"))
    }

    @Test("chosen photos are what the client sees, under every name that they have later")
    func limited() throws {
      try chooseTwo()
      #expect(try visible() == ["a.jpg", "c.jpg"])
      try #require(
        TestFiles.rename(folder.path(of: "lib/a.jpg"), to: folder.path(of: "lib/deep/z.jpg")))
      #expect(try visible() == ["c.jpg", "z.jpg"])
      let items = try status()["items"]?.elements?.compactMap { $0["path"]?.text }
      #expect(items == ["z.jpg", "c.jpg"].map { "\(library.displayString)/deep/\($0)" })
      let session = try start(["--client", client])
      try session.untilReady()
      try session.until(text: "Limited access: 2 approved photos")
      #expect(!session.screen.contains("b.jpg") && !session.screen.contains("d.jpg"))
      let result = try session.confirm()
      #expect(result == .code(0))
      let json = try JSON(parsing: session.standardOutput)
      #expect(json["access"]?["status"]?.text == "limited")
      #expect(json["access"]?["client"]?.text == "org.example.Collage")
    }

    @Test("another file under an approved name is refused with the remedy")
    func replaced() throws {
      try chooseTwo()
      try folder.copy(folder.path(of: "lib/b.jpg"), to: "lib/new")
      try #require(
        TestFiles.rename(folder.path(of: "lib/new"), to: folder.path(of: "lib/a.jpg")))
      let session = try run("list", "--client", client)
      #expect(session.process.exitStatus == .code(0))
      #expect(session.errorText.contains("was replaced by another file since it was approved"))
      #expect(session.errorText.contains("photopick access manage"))
      #expect(try visible() == ["c.jpg"])
    }

    @Test("the client's own folders narrow what it sees, and never widen it")
    func narrowed() throws {
      try chooseTwo()
      let deep = try run(
        "list", "--format", "lines", "--client", client, folder.path(of: "lib/deep"))
      #expect(deep.outputText.split(separator: "\n").count == 1)
      let outside = try run("list", "--client", client, "/etc")
      #expect(outside.process.exitStatus == .code(1))
      let all = try run("access", "grant", "--client", client, "--all", "--library", library)
      #expect(all.process.exitStatus == .code(0))
      try folder.write("x", to: "secret.jpg")
      try folder.link("lib/way_out", to: "..")
      try folder.link("lib/out.jpg", to: "../secret.jpg")
      #expect(try visible() == ["a.jpg", "b.jpg", "c.jpg", "d.jpg"])
      #expect(try run("list", "--client", client, "/etc").process.exitStatus == .code(3))
      #expect(try run("list", "--client", client, folder.path).process.exitStatus == .code(3))
      #expect(
        try run("list", "--client", client, folder.path(of: "lib/way_out")).process.exitStatus
          == .code(3))
    }

    @Test("manage shows what is approved as picked and prints only what is new")
    func manage() throws {
      try chooseTwo()
      let session = try start(access("manage"))
      try session.untilReady()
      try session.until(text: "2 picked")
      // The first leaves, the second comes.
      session.press(.home, .text(" "), .right, .text(" "))
      try session.until(text: "2 picked")
      session.press(.enter)
      #expect(try session.waitForExit() == .code(0))
      let json = try JSON(parsing: session.standardOutput)
      #expect(try JSONSchema.ofResult().violations(in: json) == [])
      #expect(json["items"]?.elements?.count == 1)
      #expect(json["items"]?.elements?.first?["path"]?.text?.hasSuffix("/b.jpg") == true)
      #expect(json["access"]?["approved"]?.integer == 2)
      #expect(try visible() == ["b.jpg", "c.jpg"])
      let cancelled = try start(access("manage"))
      try cancelled.until(text: "2 picked")
      cancelled.press(.text("c"))
      try cancelled.until("no picks") { !$0.screen.contains("2 picked") }
      cancelled.press(.text("q"))
      #expect(try cancelled.waitForExit() == .code(130))
      #expect(cancelled.standardOutput.isEmpty)
      #expect(try visible() == ["b.jpg", "c.jpg"])
    }

    @Test("all can be taken away in the picker: nothing is approved then")
    func manageToNothing() throws {
      try chooseTwo()
      let session = try start(access("manage", "--format", "lines"))
      try session.until(text: "2 picked")
      session.press(.text("c"))
      try session.until("no picks") { !$0.screen.contains("2 picked") }
      session.press(.enter)
      #expect(try session.waitForExit() == .code(0))
      #expect(session.standardOutput.isEmpty)
      #expect(try status()["status"]?.text == "limited")
      #expect(try visible() == [])
    }

    @Test("what is approved on a drive that is not connected stays approved")
    func missingLibrary() throws {
      try folder.copy(folder.path(of: "lib/a.jpg"), to: "drive/z.jpg")
      for (library, photo) in [("lib", "lib/a.jpg"), ("drive", "drive/z.jpg")] {
        let session = try run(
          "access", "grant", "--client", client, "--library", folder.path(of: FileName(library)),
          folder.path(of: FileName(photo)))
        try #require(session.process.exitStatus == .code(0))
      }
      #expect(try visible() == ["a.jpg", "z.jpg"])
      let (drive, away) = (folder.path(of: "drive"), folder.path(of: "away"))
      try #require(TestFiles.rename(drive, to: away))
      #expect(try visible() == ["a.jpg"])
      let session = try start(access("manage"))
      try session.until(text: "1 picked")
      session.press(.text("c"))
      try session.until("no picks") { !$0.screen.contains("1 picked") }
      session.press(.enter)
      #expect(try session.waitForExit() == .code(0))
      try #require(TestFiles.rename(away, to: drive))
      #expect(try visible() == ["z.jpg"])
      // Named anew, the old folder is given up.
      try #require(TestFiles.rename(drive, to: away))
      let named = try start(access("manage", away))
      try named.untilReady()
      named.press(.text(" "))
      try named.until(text: "1 picked")
      named.press(.enter)
      #expect(try named.waitForExit() == .code(0))
      #expect(try visible()?.count == 1)
      #expect(try status()["libraries"]?.elements?.count == 2)
    }

    @Test("manage changes a decision, too")
    func manageDecision() throws {
      #expect(try run("access", "manage", "--client", client).process.exitStatus == .code(3))
      _ = try run("access", "revoke", "--client", client, "--all")
      let session = try start(access("manage", library))
      try session.until(text: "now: denied")
      session.press(.text("1"))
      #expect(try session.waitForExit() == .code(0))
      let json = try JSON(parsing: session.standardOutput)
      #expect(try JSONSchema.ofResult().violations(in: json) == [])
      #expect(json["items"]?.elements?.count == 0)
      #expect(try visible()?.count == 4)
      let back = try start(access("manage"))
      try back.until(text: "now: authorized")
      back.press(.end, .enter)
      #expect(try back.waitForExit() == .code(0))
      #expect(try visible() == nil)
    }

    @Test("scripts give and take single photos; what can't be given changes nothing")
    func scripts() throws {
      func grant(_ more: FileName...) throws -> ProgramEnd? {
        let session = try start(access("grant", "--library", library) + more) {
          $0.hasTerminal = false
          $0.input = .null
        }
        return try session.waitForExit()
      }
      try folder.copy(folder.path(of: "lib/a.jpg"), to: "outside.jpg")
      #expect(try grant(folder.path(of: "lib/a.jpg"), folder.path(of: "outside.jpg")) == .code(2))
      #expect(!TestFiles.exists(document))
      #expect(try grant(folder.path(of: "lib/a.jpg"), folder.path(of: "lib/b.jpg")) == .code(0))
      #expect(try visible() == ["a.jpg", "b.jpg"])
      let none = try run("access", "revoke", "--client", client, folder.path(of: "lib/d.jpg"))
      #expect(none.process.exitStatus == .code(2))
      #expect(none.errorText.contains("is not approved"))
      _ = try run("access", "revoke", "--client", client, folder.path(of: "lib/a.jpg"))
      #expect(try visible() == ["b.jpg"])
      #expect(try grant() == .code(2) && grant("--all", "x") == .code(2))
    }

    @Test("a grant that can't be relied upon denies, says so, and is replaced only by the person")
    func corrupt() throws {
      try chooseTwo()
      try TestFiles.write(Array("{\"version\": 1".utf8), to: document)
      let session = try run("list", "--client", client)
      #expect(session.process.exitStatus == .code(3))
      #expect(session.errorText.contains(document.displayString))
      #expect(session.errorText.contains("access manage"))
      let again = try request()
      #expect(try again.waitForExit() == .code(3))
      #expect(again.output.isEmpty)
      #expect(try TestFiles.read(document) == Array("{\"version\": 1".utf8))
      #expect(try status()["status"]?.text == "denied")
      let manage = try start(access("manage", library))
      try manage.until(text: "now: denied")
      manage.press(.text("1"))
      #expect(try manage.waitForExit() == .code(0))
      #expect(manage.errorText.contains("it is replaced"))
      #expect(try visible()?.count == 4)
    }

    @Test("the question works at 20x5, without pictures, and shows hostile words escaped")
    func small() throws {
      let reason: FileName = "\u{1B}]0;x\u{7}\u{1B}[31m\u{202E}gpj \u{9B}2J\nline\ttwo"
      let session = try request({ $0.size = CellSize(columns: 20, rows: 5) }, reason: reason)
      try session.until(text: "Don't Allow")
      #expect(session.screen.contains("Allow All") && session.screen.contains("Select Photos"))
      #expect(session.screen.problems.isEmpty, "\(session.screen.problems)")
      session.resize(CellSize(columns: 100, rows: 30))
      try session.until(text: "^[]0;x^G")
      #expect(session.screen.contains("<202E>") && session.screen.contains("^[[31m"))
      #expect(session.screen.contains("<9B>2J"))
      session.resize(CellSize(columns: 20, rows: 5))
      session.press(.down, .enter)
      #expect(try session.waitForExit() == .code(3))
      #expect(try session.leftovers() == [])
      let text = try run("access", "status", "--client", client)
      #expect(!text.standardOutput.contains(0x1B) && !text.standardOutput.contains(0x07))
    }

    @Test("what was typed before the question was there answers nothing")
    func typedAhead() throws {
      let session = try request()
      session.type("1111")
      try session.until(text: "Don't Allow")
      try session.untilQuiet(milliseconds: 200)
      // Either it was thrown away, or it came after the question: then it was an answer.
      if session.process.hasEnded { return }
      #expect(!TestFiles.exists(document))
      session.press(.escape)
      #expect(try session.waitForExit() == .code(130))
    }

    @Test("the command line says what is missing")
    func usage() throws {
      for (arguments, words) in [
        (["access", "statsu"], "did you mean 'status'"),
        (["access", "request", "--client", "a"], "--reason"),
        (["access", "request", "--reason", "x"], "--client"),
        (["access", "grant", "--client", "../x", "--all"], "no name of a program"),
        (["access", "grant", "--client", "a"], "--all or files"),
        (["list", "--client", "a", "--approved", "x"], "--approved"),
        (["access", "status", "--reason", "x"], "belongs to: access request"),
      ] as [([FileName], String)] {
        let session = try Photopick.run(arguments)
        #expect(session.process.exitStatus == .code(2))
        #expect(session.errorText.contains(words), "\(session.errorText)")
        #expect(session.standardOutput.isEmpty)
      }
      let help = try Photopick.run(["access"])
      #expect(help.process.exitStatus == .code(0) && help.outputText.contains("access manage"))
    }
  }
}
