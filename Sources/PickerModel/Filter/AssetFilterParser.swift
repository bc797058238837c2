/// Reads the text form of a filter.
///
///     or      = and { ("or" | "|" | "||") and }
///     and     = not { ("and" | "&" | "&&") not }
///     not     = { "not" | "!" } primary
///     primary = "(" or ")" | "any(" [or {"," or}] ")" | "all(" … ")" | "not(" or ")" | predicate
///     predicate = "images" | "videos" | KIND | "format:" NAME | "aspect:" SHAPE
///             | ("name:" | "camera:" | "label:") PATTERN | "folder:" (PATTERN | PATH)
///             | "date" COMPARISON DATE | "date:" [DATE] ".." [DATE]
///             | "size" COMPARISON SIZE | "duration" COMPARISON LENGTH
///             | ("width" | "height" | "megapixels" | "rating") COMPARISON NUMBER
///     KIND    = "livePhotos" | "screenshots" | … (``AssetSubtypes/filterNamed``)
///
/// Words are case-insensitive. A comparison is one of `<`, `<=`, `=`, `==`, `:`, `>=`, `>`, `!=`;
/// words with one kind of colon take those that mean equal or not. Values may stand in `'…'` or
/// `"…"`.
public struct AssetFilterParser {
  /// The deepest nesting that is read: parentheses, calls and `not` count.
  public static let maximumDepth = 64
  /// The longest text that is read, in bytes.
  public static let maximumByteCount = 65_536

  private let text: String
  private var lexer: FilterLexer
  private var token: FilterLexer.Token

  private init(_ text: String) throws(FilterSyntaxError) {
    self.text = text
    guard text.utf8.count <= Self.maximumByteCount else {
      throw FilterSyntaxError(
        message: "a filter has at most \(Self.maximumByteCount) bytes", text: text,
        utf8Offset: Self.maximumByteCount)
    }
    lexer = FilterLexer(text)
    token = try lexer.next()
  }

  /// Reads a whole text.
  ///
  /// - Throws: What is wrong and where; a text without any words is wrong, too.
  static func parse(_ text: String) throws(FilterSyntaxError) -> AssetFilter {
    var parser = try AssetFilterParser(text)
    if parser.token.kind == .end { throw parser.error("a filter can't be empty") }
    let filter = try parser.parseOr(depth: 0)
    switch parser.token.kind {
    case .end: return filter
    case .close: throw parser.error("this parenthesis was never opened")
    case .word(let word):
      if let near = NearestWord.suggestion(for: word, among: ["and", "or"]) {
        throw parser.error("expected \"and\" or \"or\"; did you mean \"\(near)\"?")
      }
      if ["b", "kb", "mb", "gb", "kib", "mib", "gib", "s", "min", "h"].contains(word.lowercased()) {
        throw parser.error(
          "a unit follows its number without a blank, as in size>1MB and duration<30s")
      }
      throw parser.error("expected \"and\" or \"or\"")
    default: throw parser.error("expected \"and\" or \"or\"")
    }
  }

  // MARK: - Operators

  private mutating func parseOr(depth: Int) throws(FilterSyntaxError) -> AssetFilter {
    var filters = [try parseAnd(depth: depth)]
    while token.kind == .or {
      try advance()
      filters.append(try parseAnd(depth: depth))
    }
    return filters.count == 1 ? filters[0] : .any(of: filters)
  }

  private mutating func parseAnd(depth: Int) throws(FilterSyntaxError) -> AssetFilter {
    var filters = [try parseNot(depth: depth)]
    while token.kind == .and {
      try advance()
      filters.append(try parseNot(depth: depth))
    }
    return filters.count == 1 ? filters[0] : .all(of: filters)
  }

  private mutating func parseNot(depth: Int) throws(FilterSyntaxError) -> AssetFilter {
    guard token.kind == .not else { return try parsePrimary(depth: depth) }
    try descend(depth)
    try advance()
    return .not(try parseNot(depth: depth + 1))
  }

  private mutating func parsePrimary(depth: Int) throws(FilterSyntaxError) -> AssetFilter {
    switch token.kind {
    case .open:
      let opening = token.offset
      try descend(depth)
      try advance()
      let filter = try parseOr(depth: depth + 1)
      try close(opening)
      return filter
    case .word(let word):
      let place = token.offset
      try advance()
      switch word.lowercased() {
      case "any" where token.kind == .open: return .any(of: try parseList(depth: depth))
      case "all" where token.kind == .open: return .all(of: try parseList(depth: depth))
      default: return try parsePredicate(word, at: place)
      }
    case .end: throw error("the filter ends where a kind or an attribute is expected")
    case .quoted: throw error("expected a kind or an attribute; for names write name:'…'")
    case .close: throw error("expected a kind or an attribute before this parenthesis")
    default: throw error("expected a kind or an attribute")
    }
  }

  private mutating func parseList(depth: Int) throws(FilterSyntaxError) -> [AssetFilter] {
    let opening = token.offset
    try descend(depth)
    try advance()
    var filters = [AssetFilter]()
    if token.kind != .close {
      filters.append(try parseOr(depth: depth + 1))
      while token.kind == .comma {
        try advance()
        filters.append(try parseOr(depth: depth + 1))
      }
    }
    try close(opening)
    return filters
  }

  // MARK: - Tokens

  /// Goes on to the next piece.
  mutating func advance() throws(FilterSyntaxError) {
    token = try lexer.next()
  }

  private func descend(_ depth: Int) throws(FilterSyntaxError) {
    if depth >= Self.maximumDepth {
      throw error("a filter is nested at most \(Self.maximumDepth) deep")
    }
  }

  private mutating func close(_ opening: Int) throws(FilterSyntaxError) {
    switch token.kind {
    case .close: try advance()
    case .end: throw error("this parenthesis is never closed", at: opening)
    default: throw error("expected \"and\", \"or\" or a closing parenthesis")
    }
  }

  /// Whether a quote is at a place.
  func isQuote(at offset: Int) -> Bool {
    let index = text.utf8.index(text.startIndex, offsetBy: offset)
    return index < text.endIndex && "'\"".utf8.contains(text.utf8[index])
  }

  /// An error at a place; at the current piece if none is given.
  func error(_ message: String, at offset: Int? = nil) -> FilterSyntaxError {
    FilterSyntaxError(message: message, text: text, utf8Offset: offset ?? token.offset)
  }

  /// Takes the comparison that the current piece must be.
  ///
  /// - Parameters:
  ///   - word: The attribute.
  ///   - place: Where the attribute is.
  ///   - example: What is right, for the error.
  /// - Returns: The comparison and its place.
  /// - Throws: An error that points at the attribute, where there is no comparison.
  mutating func takeComparison(
    after word: String, at place: Int, example: String
  ) throws(FilterSyntaxError) -> (sign: String, offset: Int) {
    guard case .comparison(let sign) = token.kind else {
      throw error("\"\(word)\" needs a value, as in \(example)", at: place)
    }
    return (sign, token.offset)
  }

  /// Takes the value after a comparison, and goes on.
  ///
  /// - Parameter example: What is right, for the error.
  /// - Returns: The value and its place.
  /// - Throws: An error that points at where the value should be.
  mutating func takeValue(example: String) throws(FilterSyntaxError) -> (text: String, offset: Int)
  {
    // The lexer stands right behind the comparison, which is the current piece.
    guard let value = try lexer.nextValue() else {
      throw error("expected a value, as in \(example)", at: lexer.offset)
    }
    try advance()
    return value
  }
}

extension AssetFilter {
  /// The words that a predicate of a filter's text begins with: kinds, then attributes.
  public static var words: [String] { AssetFilterParser.predicates }

  /// Reads a filter from its text form; see ``AssetFilterParser`` for the grammar.
  ///
  /// - Throws: What is wrong, and the character where it is.
  public init(parsing text: String) throws(FilterSyntaxError) {
    self = try AssetFilterParser.parse(text)
  }
}
