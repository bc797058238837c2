/// Writes numbers and texts compactly.
internal struct ByteWriter {
  /// What was written.
  internal private(set) var bytes: [UInt8] = []

  /// Creates a writer of nothing.
  internal init() {
    bytes.reserveCapacity(128)
  }

  /// Writes one byte.
  internal mutating func write(_ byte: UInt8) { bytes.append(byte) }

  /// Writes a number that is mostly small: seven bits a byte, the lowest first (LEB128).
  internal mutating func write(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Writes a number with a sign, small ones of either sign in few bytes (zigzag).
  internal mutating func write(_ number: Int64) {
    write(UInt64(bitPattern: number << 1) ^ UInt64(bitPattern: number >> 63))
  }

  /// Writes text with its length before it.
  internal mutating func write(_ text: String) {
    write(UInt64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes a number with a fraction, all bits.
  internal mutating func write(_ number: Double) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number.bitPattern >> shift))
    }
  }
}

/// Reads what ``ByteWriter`` wrote; anything else ends in an error, never in a trap.
internal struct ByteReader {
  /// The bytes are not what was written.
  internal struct Damage: Error {}

  private let bytes: [UInt8]
  private var position: Int

  /// Creates a reader that begins at a position.
  internal init(_ bytes: [UInt8], from position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  /// Whether all was read.
  internal var isAtEnd: Bool { position == bytes.count }

  /// Reads one byte.
  internal mutating func byte() throws(Damage) -> UInt8 {
    guard position < bytes.count else { throw Damage() }
    defer { position += 1 }
    return bytes[position]
  }

  /// Reads a number without a sign.
  internal mutating func unsigned() throws(Damage) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), through: 63, by: 7) {
      let byte = try byte()
      if shift == 63, byte > 1 { throw Damage() }
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
    }
    throw Damage()
  }

  /// Reads a number with a sign.
  internal mutating func signed() throws(Damage) -> Int64 {
    let number = try unsigned()
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  /// Reads a number of a narrower type.
  internal mutating func number<Number: FixedWidthInteger>(
    as type: Number.Type
  ) throws(Damage) -> Number {
    guard let number = Number(exactly: try signed()) else { throw Damage() }
    return number
  }

  /// Reads text.
  internal mutating func text() throws(Damage) -> String {
    let count = try unsigned()
    guard count <= UInt64(bytes.count - position) else { throw Damage() }
    let end = position + Int(count)
    guard let text = String(validating: bytes[position..<end], as: UTF8.self) else {
      throw Damage()
    }
    position = end
    return text
  }

  /// Reads a number with a fraction.
  internal mutating func double() throws(Damage) -> Double {
    var pattern: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 8) { pattern |= UInt64(try byte()) << shift }
    return Double(bitPattern: pattern)
  }
}
