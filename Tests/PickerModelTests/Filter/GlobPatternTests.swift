import PickerModel
import TestSupport
import Testing

@Suite struct GlobPatternTests {
  @Test(
    "patterns match whole names without regard to case",
    arguments: [
      ("IMG_*", "img_2031.HEIC", true), ("IMG_*", "MY_IMG_1", false), ("*.jpg", "a.JPG", true),
      ("?.jpg", "ab.jpg", false), ("?.jpg", "é.jpg", true), ("[a-c]*", "Beach", true),
      ("[!a-c]*", "Beach", false), ("[^a-c]*", "day", true), ("[]]x", "]x", true),
      ("[a", "[a", true), ("a\\*b", "a*b", true), ("a\\*b", "axb", false),
      ("ÄPFEL*", "äpfel.png", true),
      ("", "", true), ("", "a", false), ("*", "", true), ("**a**", "bab", true),
      ("[z-a]", "b", false), ("[!z-a]", "b", true), ("[a-]", "-", true), ("a[\\]]b", "a]b", true),
      ("\\", "\\", true),
    ] as [(String, String, Bool)])
  func matching(pattern: String, name: String, expected: Bool) {
    #expect(GlobPattern(pattern).matches(FileName(name)) == expected)
  }

  @Test("a byte that is not UTF-8 is one character that no set names")
  func invalidBytes() {
    let name = FileName(bytes: [0x61, 0xFF, 0x62])
    #expect(GlobPattern("a?b").matches(name))
    #expect(GlobPattern("a*").matches(name))
    #expect(!GlobPattern("a\u{FFFD}b").matches(name))
    #expect(!GlobPattern("a[!x]b").matches(name))
    #expect(
      GlobPattern("???").matches(FileName(bytes: [0xE2, 0x82, 0xFF])) == false
        || GlobPattern("??").matches(FileName(bytes: [0xE2, 0x82, 0xFF])) == false)
  }

  @Test("a pattern of a hundred stars takes no time")
  func hostilePattern() {
    let pattern = GlobPattern(String(repeating: "*a", count: 100) + "b")
    let name = FileName(String(repeating: "a", count: 4000))
    let duration = ContinuousClock().measure { #expect(!pattern.matches(name)) }
    #expect(duration < .seconds(5))
  }

  @Test("matching agrees with trying every way", .seeded)
  func reference() {
    var random = SplitMix64(stream: 4)
    let letters = Array("ab*?".unicodeScalars)
    for _ in 0..<3000 {
      let pattern = (0..<random.below(7)).map { _ in letters[random.below(4)] }
      let name = (0..<random.below(7)).map { _ in letters[random.below(2)] }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: pattern)
      var nameText = String.UnicodeScalarView()
      nameText.append(contentsOf: name)
      #expect(
        GlobPattern(String(text)).matches(FileName(String(nameText)))
          == Self.matches(pattern[...], name[...]))
    }
  }

  private static func matches(
    _ pattern: ArraySlice<Unicode.Scalar>, _ name: ArraySlice<Unicode.Scalar>
  ) -> Bool {
    guard let first = pattern.first else { return name.isEmpty }
    let rest = pattern.dropFirst()
    if first == "*" {
      return matches(rest, name) || (!name.isEmpty && matches(pattern, name.dropFirst()))
    }
    guard let letter = name.first else { return false }
    return (first == "?" || first == letter) && matches(rest, name.dropFirst())
  }

  @Test("printing a pattern and reading it again gives an equal one", .seeded)
  func roundTrip() {
    var random = SplitMix64(stream: 5)
    let letters = Array("a-z*?[]!^\\'\"é ".unicodeScalars)
    for _ in 0..<5000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<random.below(9) { text.append(letters[random.below(letters.count)]) }
      let pattern = GlobPattern(String(text))
      #expect(GlobPattern(pattern.description) == pattern, "\(String(text)) → \(pattern)")
    }
  }

  @Test("patterns that mean the same are equal")
  func canonical() {
    #expect(GlobPattern("[b-da]**") == GlobPattern("[A-D]*"))
    #expect(GlobPattern("\\a") == GlobPattern("A"))
  }
}
