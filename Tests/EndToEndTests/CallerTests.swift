import Glibc
import PickerModel
import TestSupport
import Testing

extension EndToEndTests {
  @Suite("the caller")
  struct CallerTests {
    /// Replays lines of events on one list; keys are file names.
    private func replay(_ lines: [JSON]) -> [String] {
      var list = [String]()
      for line in lines {
        switch line["event"]?.text {
        case "added":
          let item = line["item"]
          let name = item?["path"]?.text?.split(separator: "/").last.map(String.init) ?? "?"
          list.insert(name, at: (item?["position"]?.integer ?? 1) - 1)
        case "removed": list.remove(at: (line["position"]?.integer ?? 1) - 1)
        case "moved":
          let name = list.remove(at: (line["from"]?.integer ?? 1) - 1)
          list.insert(name, at: (line["to"]?.integer ?? 1) - 1)
        default: break
        }
      }
      return list
    }

    private func events(_ bytes: [UInt8]) throws -> [JSON] {
      let schema = try JSONSchema.ofResult()
      return try bytes.split(separator: 10).map { line in
        let value = try JSON(parsing: Array(line))
        #expect(schema.violations(in: value, definition: "event") == [])
        return value
      }
    }

    // MARK: - --control

    @Test("the caller changes the rules, the title and the picks, and confirms")
    func control() throws {
      let folder = try Photopick.folder("a.jpg", "b.jpg", "c.jpg")
      let other = try TemporaryFolder("control")
      let channel = try Channel(in: other)
      let session = try Photopick.start(channel, ["--max", "3", folder.path])
      try session.untilReady()
      session.press(.text("a"))
      try session.until(text: "3 of 3 picked")
      channel.send(#"{"maximum":2,"title":"Two, please"}"# + "\n")
      try session.until(text: "The maximum is now 2: unpick 1")
      try session.until(text: "Two, please")
      session.press(.enter)
      try session.until(text: "Unpick 1: at most 2")
      channel.send("{\"maximum\":0,\"minimum\":3}\n{\"maximun\":1}\n")
      try session.until(text: "a command that is wrong")
      session.press(.text("c"))
      try session.until(text: "0 picked (min 3)")
      channel.send(#"{"minimum":1,"preselect":["\#(folder.text)/c.jpg"],"confirm":true}"# + "\n")
      #expect(try session.waitForExit() == .code(0))
      let result = try JSON(parsing: session.standardOutput)
      #expect(result["items"]?.elements?.map { $0["path"]?.text?.suffix(5) } == ["c.jpg"])
      #expect(result["selection"]?["maximum"]?.integer == 0)
      #expect(session.errorText.contains("did you mean 'maximum'?"))
      #expect(try session.leftovers() == [])
    }

    @Test("a minimum above the maximum is refused as a whole, and cancel leaves without picks")
    func refusedAndCancelled() throws {
      let folder = try Photopick.folder("a.jpg", "b.jpg")
      let other = try TemporaryFolder("control")
      let channel = try Channel(in: other)
      let session = try Photopick.start(channel, ["--max", "2", folder.path])
      try session.untilReady()
      channel.send("{\"minimum\":5,\"title\":\"Kept\"}\n")
      try session.until(text: "Kept")
      #expect(session.screen.contains("of 2 picked") && !session.screen.contains("min 5"))
      channel.send("\u{0}\u{1B}[2J garbage\n{\"cancel\":true}")
      channel.send("\n")
      #expect(try session.waitForExit() == .code(130))
      #expect(session.standardOutput.isEmpty)
      #expect(session.errorText.contains("the minimum (5) is above the maximum (2)"))
      #expect(!session.errorText.contains("\u{1B}"))
    }

    @Test("the end of the commands ends nothing")
    func endOfCommands() throws {
      let folder = try Photopick.folder("a.jpg")
      let other = try TemporaryFolder("control")
      let commands = try other.write(Array(#"{"title":"From a file"}"#.utf8), to: "commands")
      var options = PTYSession.Options()
      options.size = CellSize(columns: 100, rows: 30)
      let session = try PTYSession(
        "/bin/sh",
        [
          "-c", "f=$1; shift; exec \"$@\" 7<\"$f\"", "sh", commands, FileName(Photopick.path),
          "--control", "7", folder.path,
        ], options: options)
      try session.until(text: "From a file")
      try session.untilReady()
      #expect(try session.confirm() == .code(0))
    }

    @Test(
      "a descriptor that commands can't come from is refused before anything is shown",
      arguments: [(["--control", "9"], "not open"), (["--control", "0"], "the terminal")]
        as [([FileName], String)])
    func refusedDescriptors(arguments: [FileName], reason: String) throws {
      let folder = try Photopick.folder("a.jpg")
      let session = try Photopick.start(arguments + [folder.path])
      #expect(try session.waitForExit() == .code(2))
      #expect(session.errorText.contains(reason))
      #expect(session.standardOutput.isEmpty && !session.screen.isAlternate)
    }

    // MARK: - --continuous

    @Test("every change is a line, and the lines lead to the result")
    func continuous() throws {
      let folder = try Photopick.folder("a.jpg", "b.jpg", "c.jpg")
      let session = try Photopick.start([
        "--max", "2", "--at-cap", "replace-oldest", "--continuous", folder.path,
      ])
      try session.untilReady()
      func lines(_ count: Int) throws -> [JSON] {
        try session.until("\(count) lines") { $0.standardOutput.count { $0 == 10 } >= count }
        return try events(session.standardOutput)
      }
      session.press(.space)
      #expect(replay(try lines(1)) == ["a.jpg"])
      session.press(.right, .space)
      #expect(replay(try lines(2)) == ["a.jpg", "b.jpg"])
      session.press(.right, .space)
      let four = try lines(4)
      #expect(four.suffix(2).map { $0["event"]?.text } == ["removed", "added"])
      #expect(replay(four) == ["b.jpg", "c.jpg"])
      session.press(.text("p"))
      try session.until(text: "in the order they are handed over")
      session.press(.text("K"))
      let five = try lines(5)
      #expect(five.last?["event"]?.text == "moved")
      #expect(replay(five) == ["c.jpg", "b.jpg"])
      #expect(try session.confirm() == .code(0))
      let all = try events(session.standardOutput)
      #expect(all.count == 6 && all.last?["event"]?.text == "committed")
      let result = try #require(all.last?["result"])
      #expect(try JSONSchema.ofResult().violations(in: result) == [])
      #expect(
        result["items"]?.elements?.map { $0["path"]?.text?.suffix(5) } == ["c.jpg", "b.jpg"])
    }

    @Test("with --output the result is in the file, and the events are on standard output")
    func continuousAndFile() throws {
      let folder = try Photopick.folder("a.jpg", "b.jpg")
      let target = folder.path(of: "picks")
      let session = try Photopick.start([
        "-m", "--continuous", "--format", "lines", "--output", target, folder.path,
      ])
      try session.untilReady()
      session.press(.text("a"))
      try session.until(text: "2 picked")
      #expect(try session.confirm() == .code(0))
      #expect(try events(session.standardOutput).count == 3)
      let text = String(decoding: try TestFiles.read(target), as: UTF8.self)
      #expect(text == "\(folder.text)/a.jpg\n\(folder.text)/b.jpg\n")
    }

    @Test("a flood of commands leaves the keys alone")
    func flood() throws {
      let folder = try Photopick.folder("a.jpg", "b.jpg")
      let other = try TemporaryFolder("control")
      let script: FileName =
        "yes '{\"maximum\":2,\"maximun\":1}' | \"$@\" --control 7 7<&0 </dev/null"
      var options = PTYSession.Options()
      options.size = CellSize(columns: 100, rows: 30)
      options.folder = other.path
      let session = try PTYSession(
        "/bin/sh", ["-c", script, "sh", FileName(Photopick.path), "-m", folder.path],
        options: options)
      try session.until(text: "a command that is wrong")
      session.press(.text("q"))
      #expect(try session.waitForExit() == .code(130))
      #expect(session.errorText.contains("did you mean 'maximum'?"))
    }

    @Test("a cancelled picker says so in its last line")
    func cancelled() throws {
      let folder = try Photopick.folder("a.jpg", "b.jpg")
      let session = try Photopick.start(["-m", "--continuous", folder.path])
      try session.untilReady()
      session.press(.text("aqq"))
      #expect(try session.waitForExit() == .code(130))
      let all = try events(session.standardOutput)
      #expect(all.last?["event"]?.text == "cancelled")
    }

    @Test("a reader that does not read holds up nothing, and is told the difference later")
    func slowReader() throws {
      let folder = try Photopick.folder(count: 200)
      let other = try TemporaryFolder("events")
      let channel = try Channel(in: other)
      let session = try Photopick.start(["-m", "--continuous", folder.path]) {
        $0.output = .file(channel.path)
      }
      try session.untilReady()
      // 200 items are more than a pipe holds; then much happens that is never told.
      session.press(.text("a"))
      try session.until(text: "200 picked")
      session.press(.text("c"))
      try session.until(text: "0 picked")
      for _ in 0..<5 { session.press(.text("aI")) }
      session.press(.end, .space)
      try session.until(text: "1 picked")
      session.press(.enter)
      var bytes = [UInt8]()
      try session.until("the end of the picker") { session in
        bytes += channel.read()
        return session.process.hasEnded
      }
      bytes += channel.read()
      #expect(session.process.exitStatus == .code(0))
      let all = try events(bytes)
      #expect(all.last?["event"]?.text == "committed")
      #expect(replay(all) == ["IMG_200.jpg"])
      #expect(all.count < 500)
    }

    @Test("a cancelled picker does not wait for a reader that does not read")
    func cancelledWithoutReader() throws {
      let folder = try Photopick.folder(count: 200)
      let other = try TemporaryFolder("events")
      let channel = try Channel(in: other)
      let session = try Photopick.start(["-m", "--continuous", folder.path]) {
        $0.output = .file(channel.path)
      }
      try session.untilReady()
      session.press(.text("a"))
      try session.until(text: "200 picked")
      session.press(.text("qq"))
      #expect(try session.waitForExit() == .code(130))
      #expect(!channel.read().isEmpty)
    }

    @Test("a reader that went away ends the picker, and the picks are kept")
    func readerGone() throws {
      let folder = try Photopick.folder("a.jpg", "b.jpg")
      let state = try TemporaryFolder("state")
      let session = try Photopick.start(["-m", "--continuous", folder.path]) {
        $0.environment["XDG_STATE_HOME"] = state.text
      }
      try session.untilReady()
      session.closeOutput()
      session.press(.text("a"))
      #expect(try session.waitForExit() == .code(2))
      #expect(session.errorText.contains("nobody reads the events"))
      let sessions = state.path(of: "photopick/unfinished")
      let file = try #require(TestFiles.names(in: sessions).first)
      let kept = try JSON(
        parsing: TestFiles.read(FileName("\(sessions.displayString)/\(file.displayString)")))
      #expect(kept["items"]?.elements?.count == 2)
      #expect(try session.leftovers() == [])
    }

    @Test("events into the terminal that the picker is on are refused")
    func terminalOutput() throws {
      let folder = try Photopick.folder("a.jpg")
      let session = try Photopick.start(["--continuous", folder.path]) { $0.output = .terminal }
      #expect(try session.waitForExit() == .code(2))
      #expect(session.errorText.contains("standard output is the terminal"))
    }

    // MARK: - --sets and --disable

    @Test("digits sort photos into sets, and the result has a list for each")
    func sets() throws {
      let folder = try Photopick.folder("a.jpg", "b.jpg", "c.jpg", "d.jpg")
      let session = try Photopick.start(["--sets", "keep,reject", folder.path])
      try session.untilReady()
      try session.until(text: "keep 0 · reject 0")
      session.press(.text("2"), .right, .text("1"), .right, .text("v"), .right)
      try session.until(text: "1 to 2 sort")
      session.press(.text("2"))
      try session.until(text: "keep 1 · reject 3")
      #expect(session.screen.contains(" reject 3 ") && session.screen.contains(" keep 1 "))
      session.press(.text("0"))
      try session.until(text: "keep 1 · reject 2")
      session.press(.text("u"))
      try session.until(text: "keep 1 · reject 3")
      session.press(.text("?"))
      try session.until(text: "keep: Space, too")
      session.press(.text("?"))
      #expect(try session.confirm() == .code(0))
      let result = try JSON(parsing: session.standardOutput)
      #expect(try JSONSchema.ofResult().violations(in: result) == [])
      let sets = result["sets"]?.elements ?? []
      #expect(sets.map { $0["name"]?.text } == ["keep", "reject"])
      #expect(
        sets.map { $0["items"]?.elements?.map { $0["path"]?.text?.suffix(5) } } == [
          ["b.jpg"], ["a.jpg", "c.jpg", "d.jpg"],
        ])
      #expect(
        result["items"]?.elements?.map { $0["set"]?.text } == [
          "keep", "reject", "reject", "reject",
        ])
      #expect(result["items"]?.elements?.map { $0["position"]?.integer } == [1, 2, 3, 4])
    }

    @Test("without colours the set of a photo is told by its text")
    func setsWithoutColour() throws {
      let folder = try Photopick.folder("a.jpg", "b.jpg")
      let session = try Photopick.start([
        "--sets", "keep,reject", "--graphics", "none", folder.path,
      ]) { $0.environment["NO_COLOR"] = "1" }
      try session.untilReady()
      session.press(.text("2"), .right, .text("1"))
      try session.until(text: "keep 1 · reject 1")
      #expect(session.screen.contains(" reject 1 ") && session.screen.contains(" keep 1 "))
      session.press(.text("qq"))
      #expect(try session.waitForExit() == .code(130))
    }

    @Test("what is turned off says so, by key and by mouse, and is not in the help")
    func disabled() throws {
      let folder = try Photopick.folder("a.jpg", "b.jpg")
      let session = try Photopick.start([
        "-m", "--disable", "search,preview", "--disable", "undo", folder.path,
      ])
      try session.untilReady()
      session.press(.text("/"))
      try session.until(text: "Search is turned off here")
      session.press(.tab)
      try session.until(text: "The preview is turned off here")
      session.press(.text("u"))
      try session.until(text: "Undo is turned off here")
      let layout = GridLayout(
        area: ScreenLayout(screen: session.screen.size).content, thumbnailSize: .medium)
      let second = layout.tile(at: 1).picture.origin
      session.click(second)
      session.click(second)
      try session.until(text: "The preview is turned off here")
      session.press(.text("?"))
      try session.until(text: "pick or unpick")
      #expect(!session.screen.contains("search names") && !session.screen.contains("undo the last"))
      session.press(.text("?q"))
      #expect(try session.waitForExit() == .code(130))
    }
  }
}
