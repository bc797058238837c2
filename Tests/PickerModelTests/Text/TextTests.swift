import PickerModel
import TestSupport
import Testing

@Suite struct NearestWordTests {
  static let options = ["--max", "--multi", "--min", "--preselect", "--preselect-from", "--sort"]

  @Test(
    "the nearest word is suggested, and none for a strange one",
    arguments: [
      ("--mxa", "--max"), ("--mutli", "--multi"), ("--preselct", "--preselect"),
      ("--MAX", "--max"), ("--pre", "--preselect"), ("--xyzzy", nil), ("", nil),
    ] as [(String, String?)])
  func suggestions(word: String, expected: String?) {
    #expect(NearestWord.suggestion(for: word, among: Self.options) == expected)
  }

  @Test("a word of a million letters is near to nothing, at once")
  func longWord() {
    let word = String(repeating: "a", count: 1_000_000)
    #expect(NearestWord.suggestion(for: word, among: Self.options) == nil)
  }
}

@Suite struct TextFieldTests {
  static func edited(_ text: String, _ edits: TextEdit...) -> (String, Int) {
    var field = TextField(text)
    for edit in edits { field.apply(edit) }
    return (field.text, field.cursor)
  }

  @Test("edits do what a line editor does")
  func edits() {
    #expect(Self.edited("", .insert("ab"), .moveLeft, .insert("x")) == ("axb", 2))
    #expect(Self.edited("abc", .deleteBackward, .moveToStart, .deleteForward) == ("b", 0))
    #expect(Self.edited("one two  ", .deleteWordBackward) == ("one ", 4))
    #expect(Self.edited("abc", .moveLeft, .deleteToStart) == ("c", 0))
    #expect(Self.edited("abc", .moveToStart, .moveRight, .deleteToEnd) == ("a", 1))
    #expect(Self.edited("abc", .clear) == ("", 0))
    #expect(Self.edited("", .deleteBackward, .deleteForward, .moveLeft, .moveRight) == ("", 0))
    #expect(Self.edited("", .insert("a\n\u{1B}\tb")) == ("ab", 2))
    #expect(Self.edited("e", .insert("\u{301}x")) == ("e\u{301}x", 2))
  }

  @Test("what is typed replaces a selected text, what moves in it keeps it")
  func selected() {
    func edited(_ edits: TextEdit...) -> String {
      var field = TextField("old", isSelected: true)
      #expect(field.isSelected && field.cursor == 3)
      for edit in edits { field.apply(edit) }
      #expect(!field.isSelected)
      return field.text
    }
    #expect(edited(.insert("n"), .insert("ew")) == "new")
    #expect(edited(.deleteBackward) == "" && edited(.deleteWordBackward) == "")
    #expect(edited(.moveToEnd, .insert("er")) == "older")
    #expect(edited(.moveLeft, .deleteToStart) == "d")
    #expect(!TextField("", isSelected: true).isSelected)
  }

  @Test("the cursor stays in the text and the text within its bound", .seeded)
  func invariants() {
    var random = SplitMix64(stream: 9)
    var field = TextField()
    let texts = ["a", "\u{301}", "👩‍👩", "\u{200D}", "日本", " ", String(repeating: "x", count: 300)]
    for _ in 0..<4000 {
      switch random.below(11) {
      case 0...3: field.apply(.insert(texts[random.below(texts.count)]))
      case 4: field.apply(.deleteBackward)
      case 5: field.apply(.deleteForward)
      case 6: field.apply(.deleteWordBackward)
      case 7: field.apply(.moveLeft)
      case 8: field.apply(.moveRight)
      case 9: field.apply(.moveToStart)
      default: field.apply(random.oneIn(9) ? .clear : .moveToEnd)
      }
      #expect((0...field.text.count).contains(field.cursor))
      #expect(field.text.count <= TextField.maximumCount)
    }
  }
}
