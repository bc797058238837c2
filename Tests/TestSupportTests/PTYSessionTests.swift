import Glibc
import PickerModel
import TestSupport
import Testing

@Suite("a program on a pseudo-terminal", .serialized, .timeLimit(.minutes(1)))
struct PTYSessionTests {
  private func shell(
    _ script: String, _ change: (inout PTYSession.Options) -> Void = { _ in }
  ) throws -> PTYSession {
    var options = PTYSession.Options()
    change(&options)
    return try PTYSession("sh", ["-c", FileName(script)], options: options)
  }

  @Test("the terminal is the controlling one, with the size that was asked for")
  func hasAControllingTerminal() throws {
    let session = try shell("stty size </dev/tty >/dev/tty; tty >/dev/tty") {
      $0.input = .terminal
      $0.size = CellSize(columns: 101, rows: 33)
    }
    #expect(try session.waitForExit() == .code(0))
    #expect(session.screen.rows[0] == "33 101")
    #expect(session.screen.rows[1].hasPrefix("/dev/pts/"))
    #expect(session.process.survivors.isEmpty)
  }

  @Test("streams are what was asked for")
  func connectsStreams() throws {
    let folder = try TemporaryFolder()
    let file = folder.path(of: "out")
    let session = try shell("cat; echo err >&2; ls /proc/self/fd >&2") {
      $0.input = .pipe
      $0.output = .file(file)
    }
    session.writeInput(Array("hello".utf8))
    session.closeInput()
    #expect(try session.waitForExit() == .code(0))
    #expect(try TestFiles.read(file) == Array("hello".utf8))
    #expect(String(decoding: session.standardError, as: UTF8.self) == "err\n0\n1\n2\n3\n")
    let closed = try shell("echo x || exit 7") { $0.output = .closed }
    #expect(try closed.waitForExit() == .code(7))
    let none = try shell("exec 3</dev/tty") { options in
      options.hasTerminal = false
      options.input = .null
    }
    #expect(try none.waitForExit() != .code(0))
  }

  @Test("keys arrive, and a signal that ends the program is told")
  func sendsKeysAndSignals() throws {
    let session = try shell("read line; echo \"got $line\" >/dev/tty; read more")
    session.type("abc")
    session.press(.enter)
    try session.until(text: "got abc")
    session.signal(SIGTERM)
    #expect(try session.waitForExit() == .signal(Int(SIGTERM)))
  }

  @Test(
    "queries are answered as the chosen terminal does", arguments: TerminalProfile.sixelTerminals)
  func answersQueries(terminal: TerminalProfile) throws {
    let script = """
      stty raw -echo min 1 time 0 </dev/tty
      printf '\\033[16t\\033[c' >/dev/tty
      dd bs=1 count=14 </dev/tty 2>/dev/null
      """
    let session = try shell(script) { $0.terminal = terminal }
    #expect(try session.waitForExit() == .code(0))
    let answer = String(decoding: session.standardOutput, as: UTF8.self)
    let cell = terminal.cellPixels
    #expect(answer.hasPrefix("\u{1B}[6;\(cell.height);\(cell.width)t\u{1B}[?6"))
    #expect(session.queries == [.cellPixels, .primaryAttributes])
  }

  @Test("a new size reaches the program as a signal")
  func resizes() throws {
    let session = try shell(
      "trap 'stty size </dev/tty >/dev/tty; exit 0' WINCH; echo ready >/dev/tty; while :; do read x; done"
    )
    try session.until(text: "ready")
    session.resize(CellSize(columns: 44, rows: 12))
    try session.until(text: "12 44")
    #expect(try session.waitForExit() == .code(0))
  }

  @Test("line settings that a program leaves behind are seen")
  func comparesSettings() throws {
    let before = try shell("true")
    try before.waitForExit()
    #expect(try before.settings() == before.settingsBefore)
    let after = try shell("stty -echo </dev/tty; read x")
    try after.until("echo off") { try !$0.settings().echoes }
    #expect(try after.settings() != after.settingsBefore)
    #expect(try after.settings().isCanonical)
  }

  @Test("memory, processor time and the closing of the terminal are told")
  func measures() throws {
    let session = try shell(
      "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; echo x >/dev/tty; read y")
    try session.until(text: "x")
    #expect(session.process.currentPeakMemoryKiB > 500)
    #expect(session.process.currentProcessorSeconds >= 0)
    session.hangUp()
    #expect(try session.waitForExit() == .signal(Int(SIGHUP)))
    #expect(session.process.peakMemoryKiB > 500)
  }

  @Test("a program that is not there is an error")
  func refusesMissingPrograms() {
    #expect(throws: SystemCallError.self) { try PTYSession("no-such-program-here") }
  }
}
