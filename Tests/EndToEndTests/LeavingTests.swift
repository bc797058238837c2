import Glibc
import PickerModel
import TestSupport
import Testing

extension EndToEndTests {
  @Suite("leaving")
  struct LeavingTests {
    @Test(
      "every way of cancelling ends with 130, empty output and the terminal as it was",
      arguments: [TerminalKey.text("q"), .escape, .control("c")])
    func cancels(key: TerminalKey) throws {
      let folder = try Photopick.folder(count: 3)
      let session = try Photopick.start(["-m", folder.path])
      try session.untilComplete()
      session.press(.space)
      try session.until(text: "1 picked")
      session.press(key)
      #expect(try session.waitForExit() == .code(130))
      #expect(session.standardOutput.isEmpty)
      #expect(session.errorText.isEmpty)
      #expect(try session.leftovers() == [])
    }

    @Test(
      "a signal ends it with 128 + n, the terminal as it was, at once",
      arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func endsBySignal(number: Int32) throws {
      let folder = try Photopick.folder(count: 3)
      let session = try Photopick.start([folder.path])
      try session.untilComplete()
      session.signal(number)
      let status = try session.waitForExit(seconds: 3)
      let expected: [ProgramEnd] =
        number == SIGINT
        ? [.code(130), .signal(2)] : [.code(128 + Int(number)), .signal(Int(number))]
      #expect(expected.contains(status))
      #expect(session.standardOutput.isEmpty)
      #expect(try session.leftovers() == [])
    }

    @Test("a signal during the very start leaves the terminal as it was", arguments: 0..<6)
    func endsEarly(step: Int) throws {
      let session = try Photopick.start([Photopick.samples])
      if step > 0 {
        try session.until("\(step) pieces of output") { $0.output.count > (step - 1) * 700 }
      }
      session.signal(SIGTERM)
      try session.waitForExit(seconds: 5)
      #expect(try session.leftovers() == [])
    }

    @Test("the terminal's closing ends it")
    func endsByHangUp() throws {
      let folder = try Photopick.folder(count: 3)
      let session = try Photopick.start([folder.path])
      try session.untilReady()
      session.hangUp()
      let status = try session.waitForExit(seconds: 5)
      #expect([.code(129), .signal(1)].contains(status))
      #expect(session.process.survivors.isEmpty)
    }

    @Test(
      "a crash, and a signal that nobody handles, restores the screen before anything else",
      arguments: [SIGSEGV, SIGABRT, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU, SIGIO, SIGPWR])
    func restoresAfterACrash(number: Int32) throws {
      let folder = try Photopick.folder(count: 3)
      let session = try Photopick.start([folder.path])
      try session.untilComplete()
      session.signal(number)
      let status = try session.waitForExit(seconds: 10)
      // A sanitizer reports the crash itself, and leaves with a status of its own.
      let isAsExpected = status == .signal(Int(number)) || Photopick.isSanitized
      #expect(isAsExpected, "\(status)")
      #expect(!session.screen.isAlternate && session.screen.isCursorVisible)
      #expect(try session.settings() == session.settingsBefore)
    }

    @Test("what was on the terminal before is there again")
    func restoresTheMainScreen() throws {
      let folder = try Photopick.folder(count: 2)
      let session = try PTYSession(
        "sh",
        [
          "-c", "echo before >/dev/tty; \"$0\" \"$1\"; echo after $? >/dev/tty",
          FileName(Photopick.path), folder.path,
        ])
      try session.untilReady()
      session.press(.text("q"))
      try session.waitForExit()
      #expect(session.screen.rows.prefix(2) == ["before", "after 130"])
    }

    @Test("Ctrl-Z stops the whole group and gives the terminal back; fg brings the picker back")
    func suspends() throws {
      let folder = try Photopick.folder(count: 3)
      var options = PTYSession.Options()
      options.size = CellSize(columns: 100, rows: 30)
      options.environment = ["PS1": "$ ", "PHOTOPICK": Photopick.path, "FOLDER": folder.text]
      options.input = .terminal
      options.output = .terminal
      options.error = .terminal
      let session = try PTYSession("bash", ["--norc", "--noprofile", "-i"], options: options)
      try session.until(text: "$ ")
      session.type("\"$PHOTOPICK\" -m \"$FOLDER\" > /dev/null\r")
      try session.untilComplete()
      session.press(.space)
      try session.until(text: "1 picked")
      session.press(.control("z"))
      try session.until("the shell's screen") {
        !$0.screen.isAlternate && $0.screen.contains("Stopped")
      }
      #expect(session.screen.isCursorVisible && !session.screen.isSet(1000))
      session.type("echo typed\r")
      try session.until("the shell to answer") { $0.screen.rows.contains("typed") }
      session.forgetNotes()
      session.type("fg\r")
      try session.until(text: "1 picked")
      try session.until("the pictures again") { $0.screen.pictureCellCount > 100 }
      #expect(session.screen.isAlternate && !session.screen.contains("typed"))
      session.press(.text("q"))
      try session.until("the shell's screen") { !$0.screen.isAlternate }
      session.type("echo $?\r")
      try session.until(text: "130")
      session.type("exit\r")
      try session.waitForExit()
    }

    @Test("a closed standard output is told before anybody picks in vain")
    func tellsClosedOutput() throws {
      let folder = try Photopick.folder(count: 1)
      let session = try Photopick.start([folder.path]) { $0.output = .closed }
      #expect(try session.waitForExit() == .code(2))
      #expect(session.errorText.contains("standard output"))
      #expect(session.errorText.split(separator: "\n").count == 1)
      #expect(try session.leftovers() == [])
    }

    @Test("a reader that went away is told, not died of")
    func tellsBrokenPipe() throws {
      let folder = try Photopick.folder(count: 1)
      let session = try Photopick.start([folder.path])
      try session.untilReady()
      session.closeOutput()
      #expect(try session.confirm() == .code(2))
      #expect(session.errorText.contains("standard output"))
      #expect(try session.leftovers() == [])
    }

    @Test("a full disk is told")
    func tellsFullDisk() throws {
      let folder = try Photopick.folder(count: 1)
      let session = try Photopick.start([folder.path]) { $0.output = .file("/dev/full") }
      try session.untilReady()
      #expect(try session.confirm() == .code(2))
      #expect(session.errorText.contains("No space"))
    }
  }
}
