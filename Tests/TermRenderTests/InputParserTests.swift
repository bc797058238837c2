import PickerModel
import TestSupport
import Testing

@testable import TermRender

@Suite("Input parser")
struct InputParserTests {
  /// A byte string and what it means.
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let events: [InputEvent]
    var testDescription: String { text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined() }

    init(_ text: String, _ events: InputEvent...) {
      self.text = text
      self.events = events
    }
  }

  static let keys: [Case] = [
    Case("a", .key(KeyPress("a"))), Case("G", .key(KeyPress("G"))),
    Case("é", .key(KeyPress("é"))), Case("日", .key(KeyPress("日"))),
    Case("😀", .key(KeyPress("😀"))),
    Case("\r", .key(KeyPress(.enter))), Case("\t", .key(KeyPress(.tab))),
    Case("\n", .key(KeyPress("j", .control))), Case("\u{7F}", .key(KeyPress(.backspace))),
    Case("\u{08}", .key(KeyPress(.backspace))), Case("\u{03}", .key(KeyPress("c", .control))),
    Case("\u{1A}", .key(KeyPress("z", .control))), Case("\0", .key(KeyPress(" ", .control))),
    Case("\u{1F}", .key(KeyPress("_", .control))),
    Case("\u{1B}[A", .key(KeyPress(.up))), Case("\u{1B}OB", .key(KeyPress(.down))),
    Case("\u{1B}[1;5C", .key(KeyPress(.right, .control))),
    Case("\u{1B}[1;2D", .key(KeyPress(.left, .shift))),
    Case("\u{1B}[1;3A", .key(KeyPress(.up, .alt))),
    Case("\u{1B}O5A", .key(KeyPress(.up, .control))),
    Case("\u{1B}\u{1B}[A", .key(KeyPress(.up, .alt))),
    Case("\u{1B}[H", .key(KeyPress(.home))), Case("\u{1B}[1~", .key(KeyPress(.home))),
    Case("\u{1B}[7~", .key(KeyPress(.home))), Case("\u{1B}OF", .key(KeyPress(.end))),
    Case("\u{1B}[4~", .key(KeyPress(.end))), Case("\u{1B}[5~", .key(KeyPress(.pageUp))),
    Case("\u{1B}[6;5~", .key(KeyPress(.pageDown, .control))),
    Case("\u{1B}[3~", .key(KeyPress(.delete))), Case("\u{1B}[2~", .key(KeyPress(.insert))),
    Case("\u{1B}[Z", .key(KeyPress(.tab, .shift))), Case("\u{1B}OP", .key(KeyPress(.function(1)))),
    Case("\u{1B}[[E", .key(KeyPress(.function(5)))),
    Case("\u{1B}[15~", .key(KeyPress(.function(5)))),
    Case("\u{1B}[24~", .key(KeyPress(.function(12)))),
    Case("\u{1B}OM", .key(KeyPress(.enter))), Case("\u{1B}x", .key(KeyPress("x", .alt))),
    Case("\u{1B}é", .key(KeyPress("é", .alt))), Case("\u{1B}\r", .key(KeyPress(.enter, .alt))),
    Case("\u{1B}[97;5u", .key(KeyPress("a", .control))),
    Case("\u{1B}[27;5;9~", .key(KeyPress(.tab, .control))), Case("\u{1B}[57441u"),
    Case("\u{1B}[I"), Case("\u{1B}[999~"), Case("\u{1B}[Mabc"), Case("\u{1B}[2\u{18}"),
    Case("\u{1B}[1;\u{1B}[B", .key(KeyPress(.down))),
  ]

  static let mouse: [Case] = [
    Case("\u{1B}[<0;10;5M", .mouse(MouseEvent(.press(.left), at: CellPoint(column: 9, row: 4)))),
    Case("\u{1B}[<0;1;1m", .mouse(MouseEvent(.release, at: CellPoint(column: 0, row: 0)))),
    Case(
      "\u{1B}[<16;300;150M",
      .mouse(MouseEvent(.press(.left), at: CellPoint(column: 299, row: 149), .control))),
    Case(
      "\u{1B}[<12;2;2M",
      .mouse(MouseEvent(.press(.left), at: CellPoint(column: 1, row: 1), [.shift, .alt]))),
    Case("\u{1B}[<64;2;2M", .mouse(MouseEvent(.wheelUp, at: CellPoint(column: 1, row: 1)))),
    Case("\u{1B}[<65;2;2M", .mouse(MouseEvent(.wheelDown, at: CellPoint(column: 1, row: 1)))),
    Case("\u{1B}[<35;2;2M"), Case("\u{1B}[<0;0;0M", .reply(.other)),
  ]

  static let replies: [Case] = [
    Case("\u{1B}[?63;1;2;4;6c", .reply(.deviceAttributes([63, 1, 2, 4, 6]))),
    Case("\u{1B}P>|XTerm(379)\u{1B}\\", .reply(.version("XTerm(379)"))),
    Case("\u{1B}[4;680;960t", .reply(.areaPixels(PixelSize(width: 960, height: 680)))),
    Case("\u{1B}[6;17;8t", .reply(.cellPixels(PixelSize(width: 8, height: 17)))),
    Case("\u{1B}[?1;0;1024S", .reply(.colorRegisters(1024))), Case("\u{1B}[?1;3S", .reply(.other)),
    Case("\u{1B}[?2;0;1000;900S", .reply(.graphicLimit(PixelSize(width: 1000, height: 900)))),
    Case("\u{1B}[?1;3;0S", .reply(.other)),
    Case("\u{1B}[?2026;2$y", .reply(.mode(2026, status: 2))),
    Case(
      "\u{1B}]11;rgb:1010/80ff/ffff\u{1B}\\",
      .reply(.background(RGBColor(red: 16, green: 128, blue: 255)))),
    Case("\u{1B}]11;rgb:f/0/8\u{07}", .reply(.background(RGBColor(red: 255, green: 0, blue: 136)))),
    Case("\u{1B}]11;#102030\u{07}", .reply(.background(RGBColor(red: 16, green: 32, blue: 48)))),
    Case("\u{1B}]11;rgb:zz/0/0\u{07}", .reply(.other)), Case("\u{1B}[12;40R", .reply(.other)),
    Case("\u{1B}[>41;379;0c", .reply(.other)),
  ]

  @Test("a paste whose end is lost gives the keyboard back: by Ctrl-C, and after a silence")
  func openPaste() {
    var parser = InputParser()
    #expect(parser.feed(Array("\u{1B}[200~abc".utf8)).isEmpty)
    #expect(parser.isPasteOpen)
    #expect(parser.feed([0x03, 0x71]).isEmpty, "pasted, not pressed")
    #expect(parser.interruptPaste() == [.key(KeyPress("c", .control))])
    #expect(parser.feed([0x71]) == [.key(KeyPress("q"))])
    #expect(parser.feed(Array("\u{1B}[200~abc\u{1B}[2".utf8)).isEmpty)
    #expect(parser.endPaste() == [.paste("abc\u{1B}[2")])
    #expect(!parser.isPasteOpen && parser.endPaste().isEmpty)
    #expect(parser.feed([0x71]) == [.key(KeyPress("q"))])
  }

  @Test("keys, clicks and answers are told apart", arguments: keys + mouse + replies)
  func events(_ item: Case) {
    var parser = InputParser()
    #expect(parser.feed(item.text.utf8) == item.events)
    #expect(!parser.isEscapePending)
    #expect(parser.feed("q".utf8) == [.key(KeyPress("q"))], "the next key is not swallowed")
  }

  @Test("however the bytes are cut, the events are the same", .seeded)
  func pieces() {
    var random = SplitMix64()
    let all = (Self.keys + Self.mouse + Self.replies).shuffled(using: &random)
    let bytes = all.flatMap { Array($0.text.utf8) }
    let expected = all.flatMap(\.events)
    for _ in 0..<20 {
      var parser = InputParser()
      var events: [InputEvent] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = min(rest.count, 1 + random.below(7))
        events += parser.feed(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      #expect(events == expected)
    }
  }

  @Test("a lone Escape is a key when nothing follows, Alt with a bracket too")
  func loneEscape() {
    var parser = InputParser()
    #expect(parser.feed([0x1B]).isEmpty)
    #expect(parser.isEscapePending)
    #expect(parser.flush() == [.key(KeyPress(.escape))])
    #expect(!parser.isEscapePending)
    for character: Character in ["[", "O", "]", "P"] {
      #expect(parser.feed("\u{1B}\(character)".utf8).isEmpty)
      #expect(parser.isEscapePending)
      #expect(parser.flush() == [.key(KeyPress(character, .alt))])
    }
    #expect(parser.feed([0x1B, 0x1B]).isEmpty)
    #expect(parser.flush() == [.key(KeyPress(.escape, .alt))])
    #expect(parser.flush().isEmpty)
  }

  @Test("an answer that is cut off is not flushed as keys, and Ctrl-C ends it")
  func cutReply() {
    var parser = InputParser()
    #expect(parser.feed("\u{1B}]11;rgb:10".utf8).isEmpty)
    #expect(!parser.isEscapePending)
    #expect(parser.flush().isEmpty)
    #expect(parser.feed([0x03]) == [.key(KeyPress("c", .control))])
    #expect(parser.feed("a".utf8) == [.key(KeyPress("a"))])
  }

  @Test("a paste is one event, whatever is in it")
  func paste() {
    var parser = InputParser()
    let text = "a\u{1B}[A\u{1B}\u{1B}[20é\n"
    #expect(parser.feed("\u{1B}[200~\(text)\u{1B}[201~".utf8) == [.paste(text)])
    #expect(parser.feed("b".utf8) == [.key(KeyPress("b"))])
  }

  @Test("an endless string or paste keeps memory bounded")
  func bounds() {
    var parser = InputParser()
    _ = parser.feed("\u{1B}]52;c;".utf8)
    for _ in 0..<100 { _ = parser.feed([UInt8](repeating: 0x41, count: 10_000)) }
    #expect(parser.feed([0x07]) == [.reply(.other)])
    _ = parser.feed("\u{1B}[200~".utf8)
    for _ in 0..<200 { _ = parser.feed([UInt8](repeating: 0x41, count: 10_000)) }
    guard case .paste(let text)? = parser.feed("\u{1B}[201~".utf8).first else {
      Issue.record("no paste")
      return
    }
    #expect(text.utf8.count <= InputParser.pasteLimit)
    _ = parser.feed("\u{1B}[".utf8)
    _ = parser.feed([UInt8](repeating: 0x31, count: 100_000))
    #expect(parser.feed("A".utf8) == [.key(KeyPress(.up))])
  }

  @Test("random bytes never trap, and the keyboard works again after Ctrl-C", .seeded)
  func noise() {
    var random = SplitMix64(stream: 1)
    for _ in 0..<2_000 {
      var parser = InputParser()
      var bytes = random.bytes(count: random.below(60))
      for index in bytes.indices where random.oneIn(3) {
        bytes[index] = random.pick(Array("\u{1B}[]OP;?<>0123456789~MmutR\u{07}\\".utf8)) ?? 0
      }
      _ = parser.feed(bytes)
      _ = parser.flush()
      _ = parser.feed("\u{1B}[201~".utf8)  // in case that a paste began
      _ = parser.feed([0x18, 0x18, 0x03, 0x18])
      _ = parser.flush()
      #expect(parser.feed("\u{1B}[A".utf8) == [.key(KeyPress(.up))], "after \(bytes)")
    }
  }
}
