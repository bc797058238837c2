import PickerModel
import TestSupport
import Testing

@testable import TermRender

/// Tests that start ncurses: one at a time, since it keeps its state in globals.
@Suite("Screen", .serialized, .timeLimit(.minutes(2)))
enum ScreenTests {}

extension ScreenTests {
  @Suite("Curses", .serialized)
  @MainActor
  struct CursesTests {
    /// A random canvas, often much like the one before.
    static func canvas(_ size: CellSize, _ random: inout SplitMix64) -> TextCanvas {
      var canvas = TextCanvas(size: size)
      let words = ["loading", "IMG_1.HEIC", "日本", "·", "e\u{301}", "│", " "]
      let styles = [
        TextStyle.plain, TextStyle(.bold, foreground: .accent), TextStyle(.reverse),
        TextStyle(foreground: .muted, background: .black),
      ]
      let rowGap = 1 + random.below(4)
      for row in stride(from: random.below(3), to: size.rows, by: rowGap) {
        let word = random.pick(words) ?? ""
        for column in stride(from: random.below(4), to: size.columns, by: 9) {
          canvas.put(
            word, at: CellPoint(column: column, row: row), style: random.pick(styles) ?? .plain)
        }
      }
      return canvas
    }

    static func trimmed(_ text: String) -> String {
      String(text.reversed().drop { $0 == " " }.reversed())
    }

    @Test("a full block is a space with exchanged colours, whatever the font")
    func blocks() throws {
      let size = CellSize(columns: 20, rows: 3)
      let curses = try Curses(term: "xterm-256color", size: size, usesColor: true)
      defer { curses.close() }
      var canvas = TextCanvas(size: size)
      canvas.put(
        "█▀█", at: CellPoint(column: 2, row: 1), style: TextStyle(.bold, foreground: .accent))
      let bytes = curses.update(canvas, covered: [], cursor: nil)
      var screen = VTScreen(size: size)
      screen.feed(bytes)
      #expect(Self.trimmed(screen.row(1)) == "   ▀")
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(!text.contains("█"))
      #expect(screen[CellPoint(column: 2, row: 1)].style.isReversed)
    }

    @Test(
      "after any frames the screen shows the last one; nothing is erased or scrolled", .seeded,
      arguments: [
        CellSize(columns: 1, rows: 1), CellSize(columns: 2, rows: 3),
        CellSize(columns: 37, rows: 11),
        CellSize(columns: 80, rows: 24),
      ])
    func frames(_ size: CellSize) throws {
      var random = SplitMix64(stream: UInt64(size.columns))
      let curses = try Curses(term: "xterm-256color", size: size, usesColor: true)
      defer { curses.close() }
      var screen = VTScreen(size: size)
      for frame in 0..<60 {
        let canvas = Self.canvas(size, &random)
        var covered: [CellRect] = []
        for _ in 0..<random.below(4) {
          covered.append(
            CellRect(
              column: random.below(size.columns), row: random.below(size.rows),
              columns: 1 + random.below(20), rows: 1 + random.below(7)))
        }
        let bytes = curses.update(canvas, covered: covered, cursor: nil)
        screen.feed(bytes)
        for row in 0..<size.rows {
          var expected = canvas
          for rect in covered { expected.fill(rect) }
          // A wide character that is half covered disappears.
          let wanted = Self.trimmed(expected.text(row: row))
          #expect(screen.row(row) == wanted, "frame \(frame), row \(row), \(Seed.note)")
        }
        #expect(screen.problems.isEmpty)
        #expect(
          curses.update(canvas, covered: covered, cursor: nil).isEmpty, "same frame, no bytes")
      }
      let erases = screen.operations.filter {
        switch $0 {
        case .erase, .scroll: true
        default: false
        }
      }
      // The first frame clears the screen, which counts once for each row.
      #expect(erases.count == size.rows, "\(erases)")
    }

    @Test("a frame that moves from row to row writes only its own cells")
    func movedFrame() throws {
      let size = CellSize(columns: 60, rows: 20)
      let curses = try Curses(term: "xterm-256color", size: size, usesColor: true)
      defer { curses.close() }
      var screen = VTScreen(size: size)
      for row in [1, 10, 1, 10, 5] {
        var canvas = TextCanvas(size: size)
        for column in [0, 20, 40] {
          for tile in [1, 10] {
            canvas.put("IMG.JPG", at: CellPoint(column: column + 1, row: tile + 8))
          }
        }
        canvas.frame(CellRect(column: 20, row: row, columns: 18, rows: 8), .heavy)
        let covered = [0, 20, 40].flatMap { column in
          [1, 10].map { CellRect(column: column + 1, row: $0 + 1, columns: 16, rows: 6) }
        }
        let bytes = curses.update(canvas, covered: covered, cursor: nil)
        if screen.byteCount > 0 { #expect(bytes.count < 700) }
        screen.feed(bytes)
      }
      #expect(!screen.operations.contains { if case .scroll = $0 { true } else { false } })
      #expect(screen.row(5).hasPrefix(String(repeating: " ", count: 20) + "┏"))
    }

    @Test("sizes change and everything is drawn anew")
    func resizes() throws {
      let curses = try Curses(
        term: "xterm-256color", size: CellSize(columns: 80, rows: 24), usesColor: true)
      defer { curses.close() }
      let sizes = [(1, 1), (500, 200), (3, 2), (80, 1), (1, 80), (120, 40)]
      for (columns, rows) in sizes {
        let size = CellSize(columns: columns, rows: rows)
        curses.resize(to: size)
        var screen = VTScreen(size: size)
        var canvas = TextCanvas(size: size)
        canvas.fill(canvas.bounds, with: "#")
        screen.feed(curses.update(canvas, covered: [], cursor: CellPoint(column: 0, row: 0)))
        #expect(screen.row(rows - 1) == String(repeating: "#", count: columns))
        #expect(screen.isCursorVisible)
        #expect(screen.problems.isEmpty)
      }
    }

    @Test("colours are left out when they are not wanted")
    func noColor() throws {
      let size = CellSize(columns: 20, rows: 2)
      let curses = try Curses(term: "xterm-256color", size: size, usesColor: false)
      defer { curses.close() }
      var screen = VTScreen(size: size)
      var canvas = TextCanvas(size: size)
      canvas.put(
        "hello", at: CellPoint(column: 0, row: 0),
        style: TextStyle(.bold, foreground: .accent, background: .failure))
      screen.feed(curses.update(canvas, covered: [], cursor: nil))
      let cell = screen[CellPoint(column: 0, row: 0)]
      #expect(cell.style.isBold)
      #expect(!cell.style.hasColor)
    }

    @Test("a terminal that can't move its cursor is refused")
    func dumb() {
      #expect(throws: TerminalError.unsuitable(term: "dumb")) {
        _ = try Curses(term: "dumb", size: CellSize(columns: 80, rows: 24), usesColor: true)
      }
    }

    @Test("an unknown terminal is taken for an xterm")
    func unknown() throws {
      let curses = try Curses(
        term: "no-such-terminal", size: CellSize(columns: 80, rows: 24), usesColor: true)
      #expect(curses.colorCount == 256)
      curses.close()
    }
  }
}
