import CShims
import Glibc
import PickerModel
import TestSupport
import Testing

@testable import TermRender

/// The other side of a pseudo-terminal: what a terminal would do with the bytes.
@MainActor
final class FakeTerminal {
  let primary: Int32
  let secondary: Int32
  let path: String
  var screen: VTScreen
  var reply: String?
  private(set) var bytes: [UInt8] = []

  init(_ size: CellSize, cell: PixelSize = PixelSize(width: 8, height: 16), reply: String?) throws {
    var primary: Int32 = -1
    var secondary: Int32 = -1
    var name = [CChar](repeating: 0, count: 128)
    var window = winsize(
      ws_row: UInt16(size.rows), ws_col: UInt16(size.columns),
      ws_xpixel: UInt16(size.columns * cell.width), ws_ypixel: UInt16(size.rows * cell.height))
    guard unsafe openpty(&primary, &secondary, &name, nil, &window) == 0 else {
      throw SystemCallError("openpty")
    }
    self.primary = primary
    self.secondary = secondary
    path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    screen = VTScreen(size: size, cellPixels: cell)
    self.reply = reply
  }

  deinit {
    Glibc.close(primary)
    Glibc.close(secondary)
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe write(primary, bytes, bytes.count)
  }

  func resize(_ size: CellSize) {
    var window = winsize(
      ws_row: UInt16(size.rows), ws_col: UInt16(size.columns),
      ws_xpixel: UInt16(size.columns * 8), ws_ypixel: UInt16(size.rows * 16))
    _ = unsafe ioctl(primary, UInt(TIOCSWINSZ), &window)
    screen = VTScreen(size: size, cellPixels: PixelSize(width: 8, height: 16))
  }

  /// Reads what came and answers the probe.
  func pump() {
    var one = pollfd(fd: primary, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&one, 1, 0) > 0, one.revents & Int16(POLLIN) != 0 {
      var buffer = [UInt8](repeating: 0, count: 65536)
      let count = unsafe read(primary, &buffer, buffer.count)
      guard count > 0 else { return }
      let new = buffer[0..<count]
      bytes += new
      screen.feed(new)
      if let reply,
        String(decoding: bytes, as: UTF8.self).hasSuffix("\u{1B}[c")
          || String(decoding: new, as: UTF8.self).contains("\u{1B}[c")
      {
        type(reply)
      }
    }
  }

  /// Pumps until a condition holds, ten seconds at most.
  func until(
    _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () -> Bool
  ) async {
    let deadline = ContinuousClock.now + .seconds(10)
    while !condition() {
      if ContinuousClock.now > deadline {
        Issue.record("never: \(what)\n\(screen.text)", sourceLocation: sourceLocation)
        return
      }
      try? await Task.sleep(for: .milliseconds(1))
      pump()
    }
  }

  var settings: termios {
    var settings = termios()
    unsafe tcgetattr(secondary, &settings)
    return settings
  }
}

extension ScreenTests {
  @Suite("Terminal screen", .serialized)
  @MainActor
  struct TerminalScreenTests {
    static let size = CellSize(columns: 60, rows: 20)
    static let sixelReply =
      "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\\u{1B}P>|foot(1.13.1)\u{1B}\\\u{1B}[6;16;8t"
      + "\u{1B}[?1;0;256S\u{1B}[?2026;2$y\u{1B}[?62;4;22c"

    static func options(_ terminal: FakeTerminal) -> TerminalScreen.Options {
      var options = TerminalScreen.Options()
      options.devicePath = terminal.path
      options.term = "xterm-256color"
      return options
    }

    static func frame(_ size: CellSize, text: String = "loading") -> ScreenFrame {
      var canvas = TextCanvas(size: size)
      canvas.put("title", at: CellPoint(column: 0, row: 0))
      var placements: [ImagePlacement] = []
      for index in 0..<6 {
        let rect = CellRect(
          column: 1 + index % 3 * 20, row: 2 + index / 3 * 9, columns: 18, rows: 7)
        canvas.put(text, at: CellPoint(column: rect.origin.column + 2, row: rect.origin.row + 2))
        placements.append(
          ImagePlacement(
            key: ImageKey(owner: UInt64(index)), rect: rect,
            pixels: PixelBuffer(
              size: PixelSize(width: 100, height: 50),
              color: RGBColor(red: UInt8(index * 40), green: 100, blue: 200))))
      }
      return ScreenFrame(canvas: canvas, placements: placements)
    }

    @Test("text first, pictures over it, and everything restored at the end")
    func life() async throws {
      let terminal = try FakeTerminal(Self.size, reply: Self.sixelReply)
      let before = terminal.settings
      let screen = try TerminalScreen(options: Self.options(terminal))
      #expect(terminal.settings.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0)
      screen.present(Self.frame(screen.size))
      await terminal.until("text before pictures") { terminal.screen.contains("loading") }
      await terminal.until("pictures") {
        Self.frame(Self.size).placements.allSatisfy {
          terminal.screen.isCoveredByPictures($0.rect)
        }
      }
      #expect(screen.pictureMode == .sixel)
      #expect(screen.cellPixels == PixelSize(width: 8, height: 16))
      #expect(terminal.screen.imageRuleBreaks.isEmpty)
      let isAtomic = terminal.screen.images.allSatisfy(\.isSynchronized)
      #expect(isAtomic)
      #expect(!terminal.screen.contains("loading"))
      // The same frame again costs nothing; another picture's place is erased with spaces.
      let count = screen.writtenByteCount
      screen.present(Self.frame(screen.size))
      #expect(screen.writtenByteCount == count)
      var fewer = Self.frame(screen.size)
      fewer.placements.removeFirst(3)
      screen.present(fewer)
      await terminal.until("placeholder again") { terminal.screen.contains("loading") }
      let isUpperRowGone = terminal.screen.pictureRects.allSatisfy { $0.origin.row >= 10 }
      #expect(isUpperRowGone)
      #expect(terminal.screen.erasedPictureCellCount == 0)
      screen.close()
      screen.close()
      await terminal.until("main screen") { !terminal.screen.isAlternate }
      #expect(terminal.screen.isCursorVisible)
      for mode in [1000, 1006, 2004, 2026] { #expect(terminal.screen.privateModes[mode] == false) }
      #expect(terminal.settings.c_lflag == before.c_lflag)
      #expect(terminal.settings.c_iflag == before.c_iflag)
      #expect(terminal.settings.c_oflag == before.c_oflag)
      #expect(terminal.screen.problems.isEmpty)
    }

    @Test("keys arrive, answers do not, and a lone Escape comes after a moment")
    func keys() async throws {
      let terminal = try FakeTerminal(Self.size, reply: Self.sixelReply)
      let screen = try TerminalScreen(options: Self.options(terminal))
      defer { screen.close() }
      var events: [InputEvent] = []
      screen.onInput = { events.append($0) }
      terminal.type("j\u{1B}[B")
      await terminal.until("two keys") { events.count >= 2 }
      terminal.type("\u{1B}")
      await terminal.until("Escape") { events.count >= 3 }
      await terminal.until("the probe is over") { !screen.isProbing }
      terminal.type("x")
      await terminal.until("one more") { events.count >= 4 }
      #expect(
        events == [
          .key(KeyPress("j")), .key(KeyPress(.down)), .key(KeyPress(.escape)), .key(KeyPress("x")),
        ])
    }

    @Test("a mute terminal gets text, after the probe's time")
    func mute() async throws {
      let terminal = try FakeTerminal(Self.size, reply: nil)
      var options = Self.options(terminal)
      options.probeMilliseconds = 30
      let screen = try TerminalScreen(options: options)
      defer { screen.close() }
      screen.present(Self.frame(screen.size))
      await terminal.until("the probe is over") { !screen.isProbing }
      await terminal.until("text") { terminal.screen.contains("loading") }
      #expect(screen.pictureMode == .none)
      #expect(terminal.screen.images.isEmpty)
    }

    @Test("half blocks where there are colours but no sixels")
    func blocks() async throws {
      let terminal = try FakeTerminal(Self.size, reply: "\u{1B}[?62;22c")
      let screen = try TerminalScreen(options: Self.options(terminal))
      defer { screen.close() }
      screen.present(Self.frame(screen.size))
      await terminal.until("blocks") { terminal.screen.row(8).contains("▀▀▀▀") }
      #expect(screen.pictureMode == .blocks)
      screen.present(ScreenFrame(canvas: TextCanvas(size: screen.size)))
      await terminal.until("blocks gone") { !terminal.screen.text.contains("▀") }
      #expect(terminal.screen.problems.isEmpty)
    }

    @Test(
      "every size works, and the last row stays free",
      arguments: [(1, 1), (2, 2), (3, 40), (200, 3), (500, 200)])
    func sizes(_ columns: Int, _ rows: Int) async throws {
      let size = CellSize(columns: columns, rows: rows)
      let terminal = try FakeTerminal(size, reply: Self.sixelReply)
      let screen = try TerminalScreen(options: Self.options(terminal))
      defer { screen.close() }
      #expect(screen.size == size)
      var frame = Self.frame(size)
      frame.canvas.fill(CellRect(column: 0, row: rows - 1, columns: columns, rows: 1), with: "#")
      screen.present(frame)
      await terminal.until("probe and text") {
        !screen.isProbing && terminal.screen.row(rows - 1).hasPrefix("#")
      }
      let expected = frame.placements.compactMap {
        $0.rect.clipped(to: CellSize(columns: columns, rows: rows - 1))
      }
      await terminal.until("all pictures that fit") {
        expected.allSatisfy { terminal.screen.isCoveredByPictures($0) }
      }
      #expect(terminal.screen.imageRuleBreaks.isEmpty)
    }

    @Test("xterm, which keeps 16 graphics: a page ends complete in few of them")
    func fewGraphics() async throws {
      let reply = "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[?1;0;1024S\u{1B}[?2;0;1000;1000S\u{1B}[?63;4c"
      let terminal = try FakeTerminal(Self.size, reply: reply)
      let screen = try TerminalScreen(options: Self.options(terminal))
      defer { screen.close() }
      var frame = ScreenFrame(canvas: TextCanvas(size: Self.size))
      for index in 0..<24 {
        let rect = CellRect(column: 1 + index % 6 * 10, row: 1 + index / 6 * 4, columns: 8, rows: 3)
        frame.canvas.put("\(index)", at: CellPoint(column: rect.origin.column, row: rect.maxRow))
        frame.placements.append(
          ImagePlacement(
            key: ImageKey(owner: UInt64(index)), rect: rect,
            pixels: PixelBuffer(
              size: PixelSize(width: 64, height: 48),
              color: RGBColor(red: UInt8(index * 10), green: 255, blue: 0))))
      }
      screen.present(frame)
      await terminal.until("single tiles, then blocks of tiles") {
        terminal.screen.images.count > 24
          && terminal.screen.images.dropFirst(24).contains { $0.rect.size.columns > 8 }
      }
      await terminal.until("idle") { screen.isReadyForFrame }
      await terminal.until("complete") {
        frame.placements.allSatisfy { terminal.screen.isCoveredByPictures($0.rect) }
      }
      #expect(terminal.screen.images.count - 24 <= 10)
      for index in 0..<24 { #expect(terminal.screen.row(4 + index / 6 * 4).contains("\(index)")) }
      #expect(terminal.screen.imageRuleBreaks.isEmpty)
    }

    @Test(
      "colours suit the background that the terminal tells",
      arguments: [("0000/0000/0000", "245", "240"), ("ffff/ffff/ffff", "240", "245")])
    func background(_ color: String, _ used: String, _ unused: String) async throws {
      let reply = "\u{1B}]11;rgb:\(color)\u{1B}\\\u{1B}[?62;22c"
      let terminal = try FakeTerminal(Self.size, reply: reply)
      var options = Self.options(terminal)
      options.usesColor = true
      let screen = try TerminalScreen(options: options)
      defer { screen.close() }
      await terminal.until("the probe is over") { !screen.isProbing }
      var canvas = TextCanvas(size: Self.size)
      canvas.put("muted", at: CellPoint(column: 0, row: 0), style: TextStyle(foreground: .muted))
      screen.present(ScreenFrame(canvas: canvas))
      await terminal.until("text") { terminal.screen.contains("muted") }
      let text = String(decoding: terminal.bytes, as: UTF8.self)
      #expect(text.contains("38;5;\(used)") && !text.contains("38;5;\(unused)"))
    }

    @Test("a terminal that reads nothing holds nobody up")
    func stuck() async throws {
      let terminal = try FakeTerminal(Self.size, reply: nil)
      let screen = try TerminalScreen(options: Self.options(terminal))
      let start = ContinuousClock.now
      for index in 0..<200 {
        var canvas = TextCanvas(size: Self.size)
        canvas.fill(canvas.bounds, with: index % 2 == 0 ? "a" : "b")
        screen.present(ScreenFrame(canvas: canvas))
        await Task.yield()
      }
      #expect(screen.writtenByteCount < 100_000, "frames are skipped, not queued")
      screen.close()
      #expect(ContinuousClock.now - start < .seconds(5))
    }

    @Test("a terminal that reads nothing is left in time, its settings restored")
    func stuckAtTheEnd() async throws {
      let terminal = try FakeTerminal(Self.size, reply: nil)
      let before = terminal.settings
      let screen = try TerminalScreen(options: Self.options(terminal))
      // More than any buffer of the kernel takes.
      screen.writer.write([UInt8](repeating: 0x61, count: 4 << 20))
      let start = ContinuousClock.now
      screen.close()
      #expect(ContinuousClock.now - start < .seconds(2), "about half a second on an idle machine")
      #expect(terminal.settings.c_lflag == before.c_lflag)
      await terminal.until("the way back") {
        String(decoding: terminal.bytes.suffix(40), as: UTF8.self).hasSuffix("\u{1B}[?25h")
      }
    }

    @Test("SIGCONT draws again and keeps the settings that were there at the start")
    func continuedSettings() async throws {
      let terminal = try FakeTerminal(Self.size, reply: Self.sixelReply)
      let before = terminal.settings
      let screen = try TerminalScreen(options: Self.options(terminal))
      screen.present(Self.frame(screen.size))
      await terminal.until("text") { terminal.screen.contains("title") }
      let count = screen.writtenByteCount
      screen.handleSignal(SIGCONT)
      #expect(terminal.settings.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0)
      await terminal.until("drawn again") { screen.writtenByteCount > count }
      screen.close()
      #expect(terminal.settings.c_lflag == before.c_lflag)
      #expect(terminal.settings.c_oflag == before.c_oflag)
    }

    @Test("a second signal can't interrupt what the first one makes the program save")
    func endingsIgnored() throws {
      let terminal = try FakeTerminal(Self.size, reply: nil)
      let screen = try TerminalScreen(options: Self.options(terminal))
      defer { for signal in EventSources.endings { pp_signal_reset(signal) } }
      var ended: [Int32] = []
      screen.onTermination = { signal in
        // The default action of any of them would end the tests.
        for other in EventSources.endings { kill(getpid(), other) }
        ended.append(signal)
      }
      screen.handleSignal(SIGTERM)
      #expect(ended == [SIGTERM])
    }

    @Test("an answer that comes byte by byte is no Escape key")
    func slowAnswer() async throws {
      let terminal = try FakeTerminal(Self.size, reply: nil)
      let screen = try TerminalScreen(options: Self.options(terminal))
      defer { screen.close() }
      var events: [InputEvent] = []
      screen.onInput = { events.append($0) }
      for byte in "\u{1B}P>|foot(1.13.1)\u{1B}\\" {
        terminal.type(String(byte))
        // The pace is what is tested: longer than an Escape key on its own waits.
        try await Task.sleep(for: .milliseconds(50))
      }
      await terminal.until("the name") { screen.capabilities.name != nil }
      #expect(events.isEmpty)
    }

    @Test("no terminal, and one that can't move its cursor, are refused")
    func refused() throws {
      var options = TerminalScreen.Options()
      options.devicePath = "/dev/null"
      options.term = "xterm"
      #expect(throws: TerminalError.notATerminal(path: "/dev/null")) {
        _ = try TerminalScreen(options: options)
      }
      options.term = "dumb"
      #expect(throws: TerminalError.unsuitable(term: "dumb")) {
        _ = try TerminalScreen(options: options)
      }
    }
  }
}
