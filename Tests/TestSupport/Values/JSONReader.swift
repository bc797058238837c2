/// Reads JSON strictly: no trailing commas, no comments, no duplicate names, nothing after the end.
struct JSONReader {
  /// The text.
  let bytes: [UInt8]
  /// The next byte to read.
  private(set) var position = 0
  private var depth = 0

  /// Creates a reader.
  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Reads the one value of a text.
  mutating func readDocument() throws(NotJSON) -> JSON {
    let value = try readValue()
    skipSpace()
    if position != bytes.count { throw fail("text after the value") }
    return value
  }

  // MARK: - Values

  private mutating func readValue() throws(NotJSON) -> JSON {
    skipSpace()
    guard let byte = peek else { throw fail("the text ends early") }
    depth += 1
    defer { depth -= 1 }
    if depth > 200 { throw fail("nested too deeply") }
    switch byte {
    case UInt8(ascii: "{"): return try readObject()
    case UInt8(ascii: "["): return try readArray()
    case UInt8(ascii: "\""): return .string(try readString())
    case UInt8(ascii: "t"): return try readWord("true", .bool(true))
    case UInt8(ascii: "f"): return try readWord("false", .bool(false))
    case UInt8(ascii: "n"): return try readWord("null", .null)
    default: return try readNumber()
    }
  }

  private mutating func readObject() throws(NotJSON) -> JSON {
    position += 1
    var members = [JSONPair]()
    var names = Set<[UInt8]>()
    skipSpace()
    if take("}") { return .object([]) }
    while true {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw fail("a name is missing") }
      let name = try readString()
      if !names.insert(name).inserted { throw fail("a name stands twice") }
      skipSpace()
      if !take(":") { throw fail("':' is missing") }
      members.append(JSONPair(name: name, value: try readValue()))
      skipSpace()
      if take("}") { return .object(members) }
      if !take(",") { throw fail("',' or '}' is missing") }
    }
  }

  private mutating func readArray() throws(NotJSON) -> JSON {
    position += 1
    var elements = [JSON]()
    skipSpace()
    if take("]") { return .array([]) }
    while true {
      elements.append(try readValue())
      skipSpace()
      if take("]") { return .array(elements) }
      if !take(",") { throw fail("',' or ']' is missing") }
    }
  }

  private mutating func readWord(
    _ word: String, _ value: JSON
  ) throws(NotJSON) -> JSON {
    if !bytes[position...].starts(with: word.utf8) { throw fail("unknown word") }
    position += word.utf8.count
    return value
  }

  private mutating func readNumber() throws(NotJSON) -> JSON {
    let start = position
    _ = take("-")
    let whole = takeDigits()
    if whole == 0 { throw fail("no value here") }
    if whole > 1, bytes[position - whole] == UInt8(ascii: "0") { throw fail("leading zero") }
    if take(".") {
      if takeDigits() == 0 { throw fail("no digit after '.'") }
    }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      if takeDigits() == 0 { throw fail("no digit in the exponent") }
    }
    return .number(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  // MARK: - Strings

  private mutating func readString() throws(NotJSON) -> [UInt8] {
    position += 1
    var result = [UInt8]()
    while let byte = peek {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        return result
      case UInt8(ascii: "\\"):
        try readEscape(into: &result)
      case 0..<0x20:
        throw fail("a control character in a string")
      default:
        result.append(byte)
      }
    }
    throw fail("a string without an end")
  }

  private mutating func readEscape(into result: inout [UInt8]) throws(NotJSON) {
    guard let byte = peek else { throw fail("an escape without an end") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(byte)
    case UInt8(ascii: "b"): result.append(0x08)
    case UInt8(ascii: "f"): result.append(0x0C)
    case UInt8(ascii: "n"): result.append(0x0A)
    case UInt8(ascii: "r"): result.append(0x0D)
    case UInt8(ascii: "t"): result.append(0x09)
    case UInt8(ascii: "u"): try readUnicodeEscape(into: &result)
    default: throw fail("unknown escape")
    }
  }

  private mutating func readUnicodeEscape(into result: inout [UInt8]) throws(NotJSON) {
    var code = try readHex()
    if (0xD800..<0xDC00).contains(code) {
      guard take("\\"), take("u") else { throw fail("half a surrogate pair") }
      let low = try readHex()
      guard (0xDC00..<0xE000).contains(low) else { throw fail("half a surrogate pair") }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    } else if (0xDC80...0xDCFF).contains(code) {
      result.append(UInt8(code - 0xDC00))
      return
    }
    guard let scalar = Unicode.Scalar(UInt32(code)) else { throw fail("no character") }
    result.append(contentsOf: String(Character(scalar)).utf8)
  }

  private mutating func readHex() throws(NotJSON) -> Int {
    guard position + 4 <= bytes.count,
      let code = Int(
        String(decoding: bytes[position..<(position + 4)], as: UTF8.self), radix: 16)
    else { throw fail("four hexadecimal digits are missing") }
    position += 4
    return code
  }

  // MARK: - Bytes

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func takeDigits() -> Int {
    let start = position
    while let byte = peek, (0x30...0x39).contains(byte) { position += 1 }
    return position - start
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  private func fail(_ message: String) -> NotJSON {
    NotJSON(message: message, offset: position)
  }
}
