/// What a search looks for: assets that match every term of a text, each anywhere in the name, the
/// folder, the date or the camera.
///
/// Terms are divided by blanks, or by ` | ` where one of several will do (`a | b c` is a or b, and
/// c), and written as in fzf: `term` fuzzily, `'term` exactly, `^term` at
/// the beginning, `term$` at the end, `^term$` as a whole, and `!` in front of any of them for what
/// must not be there (`!term` exactly). Case and accents do not count.
struct SearchQuery: Hashable, Sendable {
  /// The groups of terms, of each of which one must be found; those with the longest terms first: they
  /// leave the fewest names for the others.
  let groups: [[SearchTerm]]

  /// All terms.
  var terms: [SearchTerm] { groups.flatMap(\.self) }

  /// Reads the text of a search; a term without anything to look for is left out.
  init(_ text: String) {
    var groups: [[SearchTerm]] = []
    var joins = false
    for word in text.split(whereSeparator: \.isWhitespace) {
      if word == "|" {
        joins = !groups.isEmpty
        continue
      }
      guard let term = SearchTerm(String(word)) else { continue }
      if joins {
        groups[groups.count - 1].append(term)
      } else {
        groups.append([term])
      }
      joins = false
    }
    self.groups = groups.sorted { Self.shortest($0) > Self.shortest($1) }
  }

  private static func shortest(_ group: [SearchTerm]) -> Int {
    group.map(\.bytes.count).min() ?? 0
  }

  /// Whether every asset matches.
  var isEmpty: Bool { groups.isEmpty }
}

/// One term of a search.
struct SearchTerm: Hashable, Sendable {
  /// How it is looked for.
  let kind: Kind
  /// Whether it must not be found.
  let isNegated: Bool
  /// The folded text.
  let bytes: [UInt8]
  /// What a text must contain; see ``SearchMask``.
  let mask: UInt64
  /// For each byte, whether it must follow directly on the one before: within a character, and
  /// within a number.
  let glue: [Bool]

  /// How a term is looked for.
  enum Kind: Hashable, Sendable {
    /// Together, or scattered as ``FuzzyMatcher`` allows.
    case fuzzy
    /// Together, anywhere.
    case exact
    /// At the beginning.
    case prefix
    /// At the end.
    case suffix
    /// From the beginning to the end.
    case whole
  }

  /// Reads a term; nil if there is nothing to look for.
  init?(_ word: String) {
    var rest = word[...]
    isNegated = rest.first == "!"
    if isNegated { rest = rest.dropFirst() }
    var kind = isNegated ? Kind.exact : .fuzzy
    if rest.first == "'" {
      rest = rest.dropFirst()
      kind = .exact
    } else {
      if rest.first == "^" {
        rest = rest.dropFirst()
        kind = .prefix
      }
      if rest.last == "$", rest.count > 1 {
        rest = rest.dropLast()
        kind = kind == .prefix ? .whole : .suffix
      }
    }
    self.kind = kind
    var bytes = [UInt8]()
    CaseFolding.appendSearchText(Array(rest.utf8), to: &bytes)
    for index in bytes.indices { bytes[index] = CaseFolding.lowercasedASCII(bytes[index]) }
    guard !bytes.isEmpty else { return nil }
    self.bytes = bytes
    mask = SearchMask.mask(of: bytes)
    glue = bytes.indices.map { index in
      bytes[index] & 0xC0 == 0x80
        || (index > 0 && bytes[index] &- 0x30 < 10 && bytes[index - 1] &- 0x30 < 10)
    }
  }

  // MARK: - Looking

  /// Tells whether a part of some text has what the term looks for, negated or not.
  ///
  /// - Parameters:
  ///   - text: Search text.
  ///   - range: The part.
  ///   - isFuzzy: Whether scattered matches count.
  ///   - matcher: Its memory is used.
  /// - Returns: Whether it is there.
  func isFound(
    in text: Span<UInt8>, _ range: Range<Int>, isFuzzy: Bool = true,
    _ matcher: inout FuzzyMatcher
  ) -> Bool {
    if firstStart(in: text, range) != nil { return true }
    return isFuzzy && kind == .fuzzy && matcher.isDecent(self, in: text, range)
  }

  /// The indices of a text that the term matches, ascending, or nil.
  ///
  /// Where it stands together several times, the first one that begins a word is taken.
  func positions(
    in text: [UInt8], isFuzzy: Bool = true, _ matcher: inout FuzzyMatcher
  ) -> [Int]? {
    let all = 0..<text.count
    if let first = firstStart(in: text.span, all) {
      var start: Int? = first
      while kind == .fuzzy || kind == .exact, let next = start,
        !FuzzyMatcher.beginsWord(next, in: text.span, from: 0)
      {
        start = firstStart(in: text.span, (next + 1)..<text.count)
      }
      let best = start ?? first
      return Array(best..<(best + bytes.count))
    }
    guard isFuzzy, kind == .fuzzy else { return nil }
    return matcher.positions(of: self, in: text.span, all)
  }

  /// Where the term first stands together in its place.
  @inline(__always)
  private func firstStart(in text: Span<UInt8>, _ range: Range<Int>) -> Int? {
    let bytes = bytes.span
    let last = range.upperBound - bytes.count
    guard range.lowerBound <= last else { return nil }
    var index = range.lowerBound
    var end = last
    switch kind {
    case .fuzzy, .exact: break
    case .prefix: end = index
    case .suffix: index = last
    case .whole:
      guard index == last else { return nil }
    }
    let first = bytes[0]
    while index <= end {
      if CaseFolding.lowercasedASCII(text[index]) == first {
        var offset = 1
        while offset < bytes.count,
          CaseFolding.lowercasedASCII(text[index + offset]) == bytes[offset]
        {
          offset += 1
        }
        if offset == bytes.count { return index }
      }
      index += 1
    }
    return nil
  }
}

/// Which kinds of bytes a text has, as one bit each: most names that lack a term are passed over by
/// one comparison.
enum SearchMask {
  /// The bits of all bytes.
  static func mask(of bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 | bit(of: $1) }
  }

  /// A bit each for the letters without case and for the digits; other bytes share some.
  private static func bit(of byte: UInt8) -> UInt64 {
    let lower = CaseFolding.lowercasedASCII(byte)
    switch lower {
    case 0x61...0x7A: return 1 << UInt64(lower - 0x61)
    case 0x30...0x39: return 1 << UInt64(26 + lower - 0x30)
    case 0..<0x80: return 1 << UInt64(36 + lower % 14)
    default: return 1 << UInt64(50 + lower % 14)
    }
  }
}
