/// Cuts a filter's text into words, operators and quoted texts.
struct FilterLexer {
  /// One piece of a filter with its place.
  struct Token: Equatable {
    var kind: Kind
    /// Where it starts, in UTF-8 bytes.
    var offset: Int
  }

  /// What a piece is.
  enum Kind: Equatable {
    case word(String)
    case quoted(String)
    case comparison(String)
    case and, or, not
    case open, close, comma
    case end
  }

  private let text: String
  private let bytes: [UInt8]
  private(set) var offset = 0

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  /// Reads the next piece; words end at blanks and operators.
  mutating func next() throws(FilterSyntaxError) -> Token {
    skipBlanks()
    let start = offset
    guard start < bytes.count else { return Token(kind: .end, offset: start) }
    let byte = bytes[start]
    let following = start + 1 < bytes.count ? bytes[start + 1] : 0
    offset += 1
    switch byte {
    case UInt8(ascii: "("): return Token(kind: .open, offset: start)
    case UInt8(ascii: ")"): return Token(kind: .close, offset: start)
    case UInt8(ascii: ","): return Token(kind: .comma, offset: start)
    case UInt8(ascii: "&"):
      if following == byte { offset += 1 }
      return Token(kind: .and, offset: start)
    case UInt8(ascii: "|"):
      if following == byte { offset += 1 }
      return Token(kind: .or, offset: start)
    case UInt8(ascii: "!") where following != UInt8(ascii: "="):
      return Token(kind: .not, offset: start)
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "="), UInt8(ascii: "!"):
      if following == UInt8(ascii: "=") { offset += 1 }
      return Token(kind: .comparison(slice(from: start)), offset: start)
    case UInt8(ascii: ":"): return Token(kind: .comparison(":"), offset: start)
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      return Token(kind: .quoted(try quoted(by: byte, from: start)), offset: start)
    default:
      while offset < bytes.count, !Self.endsWord(bytes[offset]) { offset += 1 }
      return Token(kind: Self.keyword(slice(from: start)), offset: start)
    }
  }

  /// Reads the value after a comparison: a quoted text, or all up to a blank, `,`, `(`, `)`, `&` or
  /// `|`.
  ///
  /// - Returns: The value and its place, or nil where there is none.
  mutating func nextValue() throws(FilterSyntaxError) -> (text: String, offset: Int)? {
    skipBlanks()
    let start = offset
    guard start < bytes.count else { return nil }
    if bytes[start] == UInt8(ascii: "'") || bytes[start] == UInt8(ascii: "\"") {
      offset += 1
      return (try quoted(by: bytes[start], from: start), start)
    }
    while offset < bytes.count, !Self.endsValue(bytes[offset]) { offset += 1 }
    return offset > start ? (slice(from: start), start) : nil
  }

  // MARK: -

  private mutating func skipBlanks() {
    while offset < bytes.count, Self.isBlank(bytes[offset]) { offset += 1 }
  }

  /// Reads up to the closing quote.
  ///
  /// A backslash keeps the next character, and stays: patterns want it.
  private mutating func quoted(by quote: UInt8, from start: Int) throws(FilterSyntaxError) -> String
  {
    while offset < bytes.count {
      if bytes[offset] == quote {
        offset += 1
        return String(decoding: bytes[(start + 1)..<(offset - 1)], as: UTF8.self)
      }
      offset += bytes[offset] == UInt8(ascii: "\\") && offset + 1 < bytes.count ? 2 : 1
    }
    throw FilterSyntaxError(
      message: "this quote is never closed", text: text, utf8Offset: start)
  }

  private func slice(from start: Int) -> String {
    String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private static func keyword(_ word: String) -> Kind {
    switch word.lowercased() {
    case "and": .and
    case "or": .or
    case "not": .not
    default: .word(word)
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  private static func endsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "&"),
      UInt8(ascii: "|"):
      true
    default: isBlank(byte)
    }
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "="),
      UInt8(ascii: ":"), UInt8(ascii: "'"), UInt8(ascii: "\""):
      true
    default: endsValue(byte)
    }
  }
}
