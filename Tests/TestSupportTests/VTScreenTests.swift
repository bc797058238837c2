import PickerModel
import TestSupport
import Testing

@Suite("the VT screen")
struct VTScreenTests {
  private var screen = VTScreen(
    size: CellSize(columns: 10, rows: 5), cellPixels: PixelSize(width: 4, height: 6))

  private static let dot = "\u{1B}P0;1;0q\"1;1;4;6#1;2;100;0;0#1!4~\u{1B}\\"

  @Test(
    "text and cursor sequences leave what xterm would show",
    arguments: [
      ("ab\r\ncd", "ab\ncd\n\n\n"),
      ("\u{1B}[3;4Hx\u{1B}[2Dy", "\n\n  yx\n\n"),
      ("0123456789ab", "0123456789\nab\n\n\n"),
      ("0123456789\u{1B}[1;10HX", "012345678X\n\n\n\n"),
      ("abc\u{1B}[1G\u{1B}[K", "\n\n\n\n"),
      ("abcdef\u{1B}[1;3H\u{1B}[2X", "ab  ef\n\n\n\n"),
      ("abcdef\u{1B}[1;3H\u{1B}[2P", "abef\n\n\n\n"),
      ("abcdef\u{1B}[1;3H\u{1B}[2@", "ab  cdef\n\n\n\n"),
      ("x\u{1B}[4b", "xxxxx\n\n\n\n"),
      ("a\r\nb\r\nc\r\nd\r\ne\r\nf", "b\nc\nd\ne\nf"),
      ("a\r\nb\r\nc\r\nd\r\ne\u{1B}[2;4r\u{1B}[4;1H\n", "a\nc\nd\n\ne"),
      ("a\r\nb\r\nc\u{1B}[2;1H\u{1B}[L", "a\n\nb\nc\n"),
      ("a\r\nb\r\nc\u{1B}[1;1H\u{1B}[M", "b\nc\n\n\n"),
      ("a\u{1B}7\u{1B}[5;5Hz\u{1B}8b", "ab\n\n\n\n    z"),
      ("\t|", "        |\n\n\n\n"),
      ("\u{1B}(0qx\u{1B}(Bq", "─│q\n\n\n\n"),
      ("abc\u{1B}[2J", "\n\n\n\n"),
      ("a\u{1B}[3d\u{1B}[5`b", "a\n\n    b\n\n"),
      ("one\u{1B}[?1049htwo", "   two\n\n\n\n"),
      ("one\u{1B}[?1049htwo\u{1B}[?1049l!", "one!\n\n\n\n"),
      ("one\u{1B}[?1049htwo\u{1B}7\u{1B}[?1049l!", "one!\n\n\n\n"),
      ("e\u{301}x", "e\u{301}x\n\n\n\n"),
    ])
  func showsText(input: String, expected: String) {
    var screen = screen
    screen.feed(input)
    #expect(screen.rows.joined(separator: "\n") == expected)
    #expect(screen.problems.isEmpty, "\(screen.problems)")
  }

  @Test("a wide character takes two cells, wraps whole, and breaks up when half is overwritten")
  func placesWideCharacters() {
    var screen = screen
    screen.feed("日本\u{1B}[1;9H語語")
    #expect(screen.rows[0] == "日本    語")
    #expect(screen.rows[1] == "語")
    #expect(screen.find("本") == CellPoint(column: 2, row: 0))
    screen.feed("\u{1B}[1;2Hx")
    #expect(screen.rows[0] == " x本    語")
  }

  @Test("attributes and colours are kept by cell")
  func keepsStyles() {
    var screen = screen
    screen.feed("\u{1B}[1;7;38;5;33ma\u{1B}[0;48:2::1:2:3mb\u{1B}[22;91mc\u{1B}[md")
    let styles = (0..<4).map { screen[CellPoint(column: $0, row: 0)].style }
    #expect(styles[0].isBold && styles[0].isReversed && styles[0].foreground == .palette(33))
    #expect(!styles[1].isBold && styles[1].background == .rgb(RGBColor(red: 1, green: 2, blue: 3)))
    #expect(styles[2].foreground == .palette(9))
    #expect(styles[3] == .plain && !styles[3].hasColor)
  }

  @Test("a picture covers its cells until text is written into them")
  func erasesPicturesByText() {
    var screen = screen
    screen.feed("\u{1B}[2;3H\(Self.dot)")
    let cell = CellRect(column: 2, row: 1, columns: 1, rows: 1)
    #expect(screen.isCoveredByPictures(cell))
    #expect(screen.pictureRects == [cell])
    #expect(screen.pixels(in: cell)[3, 5] == RGBColor(red: 255, green: 0, blue: 0))
    #expect(screen.pixels(in: CellRect(column: 1, row: 1, columns: 3, rows: 1)).emptyCount == 48)
    screen.feed("\u{1B}[2;2Hab")
    #expect(screen.pictureCellCount == 0 && screen.overwrittenPictureCellCount == 1)
    #expect(screen.imageRuleBreaks.isEmpty, "\(screen.imageRuleBreaks)")
  }

  @Test(
    "erasing takes pictures away as in xterm, or leaves them as in VTE", arguments: [true, false])
  func erasesPicturesByErasing(removes: Bool) {
    var screen = screen
    screen.erasingRemovesPixels = removes
    screen.feed("\u{1B}[2;3H\(Self.dot)\u{1B}[2;1H\u{1B}[K")
    #expect(screen.erasedPictureCellCount == 1)
    #expect(screen.pictureCellCount == (removes ? 0 : 1))
  }

  @Test("pictures move with the rows that scroll")
  func scrollsPictures() {
    var screen = screen
    screen.feed("\u{1B}[2;3H\(Self.dot)\u{1B}[5;1H\n")
    #expect(screen.pictureRects == [CellRect(column: 2, row: 0, columns: 1, rows: 1)])
  }

  @Test("transparent pixels let the picture below through")
  func keepsWhatIsBelow() {
    var screen = screen
    screen.feed("\u{1B}[1;1H\(Self.dot)")
    screen.feed("\u{1B}[1;1H\u{1B}P0;1;0q\"1;1;4;6#1;2;0;0;100#1@\u{1B}\\")
    let patch = screen.pixels(in: CellRect(column: 0, row: 0, columns: 1, rows: 1))
    #expect(patch[0, 0] == RGBColor(red: 0, green: 0, blue: 255))
    #expect(patch[1, 0] == RGBColor(red: 255, green: 0, blue: 0))
    #expect(patch.emptyCount == 0)
  }

  @Test(
    "what a picture must not do is told",
    arguments: [
      ("\u{1B}[5;1H\(dot)", "picture 0 touches the last row"),
      ("\u{1B}[4;1H\u{1B}Pq\"1;1;4;13#1;2;0;0;0#1~-~-@\u{1B}\\", "pictures scrolled the screen"),
      ("\u{1B}[1;1H\(dot)text", "text after a picture without a position"),
      ("\u{1B}[1;1H\(dot)\(dot)", "picture 1: cursor not put in place"),
      ("\u{1B}[?80h", "mode 80"),
      ("\u{1B}[1;10H\u{1B}Pq\"1;1;9;6#1;2;0;0;0#1!9~\u{1B}\\", "picture 0 is cut at the right"),
    ])
  func tellsRuleBreaks(input: String, expected: String) {
    var screen = screen
    screen.feed(input)
    #expect(
      screen.imageRuleBreaks.contains { $0.hasPrefix(expected) }, "\(screen.imageRuleBreaks)")
  }

  @Test("queries are told in order and handed out once")
  func tellsQueries() {
    var screen = screen
    screen.feed(
      "\u{1B}]11;?\u{1B}\\\u{1B}[>q\u{1B}[14t\u{1B}[16t\u{1B}[?1;1;0S\u{1B}[?2026$p\u{1B}[6n\u{1B}[c"
    )
    let queries = screen.takeQueries()
    #expect(
      queries == [
        .dynamicColor(11), .version, .textAreaPixels, .cellPixels, .graphics(item: 1, action: 1),
        .privateMode(2026), .cursorPosition(CellPoint(column: 0, row: 0)), .primaryAttributes,
      ])
    #expect(screen.takeQueries().isEmpty)
  }

  @Test("synchronized updates and the order of operations are noted")
  func notesOperations() {
    var screen = screen
    screen.feed("\u{1B}[?2026hab\u{1B}[2;1H\(Self.dot)\u{1B}[?2026l")
    #expect(screen.updateCount == 1 && !screen.isUpdating)
    #expect(screen.images.first?.isSynchronized == true)
    #expect(
      screen.operations == [
        .mode(2026, true), .text(CellPoint(column: 0, row: 0), "ab"), .image(0),
        .mode(2026, false),
      ])
  }

  @Test(
    "what does not belong in the stream is told",
    arguments: ["\u{9B}31m", "\u{1}", "\u{1B}[5;5y", "\u{1B}Pq~\u{1B}[m", "\u{1B}]2;x\u{1B}[m"])
  func tellsProblems(input: String) {
    var screen = screen
    screen.feed(input)
    #expect(!screen.problems.isEmpty)
  }

  @Test("invalid UTF-8 is told and the rest is still shown")
  func tellsInvalidText() {
    var screen = screen
    screen.feed([0x61, 0xFF, 0xC3, 0x62, 0xE6, 0x97, 0xA5] as [UInt8])
    #expect(screen.rows[0] == "ab日")
    #expect(screen.problems.count == 2)
  }

  @Test("a new size keeps the text at the top left")
  func resizes() {
    var screen = screen
    screen.feed("abc\u{1B}[5;10Hx\u{1B}[1;1H\(Self.dot)")
    screen.resize(CellSize(columns: 2, rows: 2))
    #expect(screen.rows == ["ab", ""])
    #expect(screen.cursor == CellPoint(column: 0, row: 0) && screen.pictureCellCount == 0)
    screen.resize(CellSize(columns: 0, rows: 0))
    #expect(screen.size == CellSize(columns: 1, rows: 1))
    screen.feed("日x\u{1B}[9;9H\n\n")
  }

  @Test("any bytes in any pieces leave the same screen, without a trap", .seeded)
  func survivesNoise() {
    var random = SplitMix64(stream: 2)
    let parts: [[UInt8]] = [
      "\u{1B}[", "\u{1B}]", "\u{1B}P", "\u{1B}\\", "\u{7}", ";", "?", "1", "99", "2026", "h", "l",
      "H", "J", "K", "r", "m", "L", "M", "P", "@", "X", "b", "S", "T", "A", "D", "\r", "\n", "日",
      "x", "q", "\u{1B}[?1049", "\u{1B}7", "\u{1B}8", "\u{1B}M", Self.dot, "e\u{301}",
    ].map { Array($0.utf8) }
    for _ in 0..<300 {
      let bytes = (0..<random.below(40)).flatMap { _ in
        random.oneIn(12) ? random.bytes(count: 2) : random.pick(parts) ?? []
      }
      var whole = screen
      whole.feed(bytes)
      var pieces = screen
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = 1 + random.below(5)
        pieces.feed(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      #expect(whole.rows == pieces.rows && whole.cursor == pieces.cursor)
      #expect(whole.isOnScreen(whole.cursor))
    }
  }
}
