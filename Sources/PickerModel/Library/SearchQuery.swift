/// What a search looks for: names that contain every word of the text, without regard to case and
/// accents.
struct SearchQuery: Hashable, Sendable {
  /// The folded words, the longest first: it leaves the fewest names for the others.
  let words: [[UInt8]]

  /// Reads the text of a search; words are divided by blanks.
  init(_ text: String) {
    words = text.split(whereSeparator: \.isWhitespace).map { word in
      var folded = [UInt8]()
      CaseFolding.appendSearchText(Array(word.utf8), to: &folded)
      return folded
    }
    .filter { !$0.isEmpty }
    .sorted { $0.count > $1.count }
  }

  /// Whether every name matches.
  var isEmpty: Bool { words.isEmpty }
}
