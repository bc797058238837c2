/// Bytes from a file with checked access: nothing that a file says can make a read trap.
internal struct ByteView: Sendable {
  /// The bytes.
  internal let bytes: [UInt8]

  /// Creates a view of bytes.
  internal init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// How many there are.
  internal var count: Int { bytes.count }

  /// One byte, or nil outside.
  internal func byte(_ offset: Int) -> UInt8? {
    bytes.indices.contains(offset) ? bytes[offset] : nil
  }

  /// An unsigned number of `width` bytes (at most 8), or nil where it does not lie wholly inside.
  internal func number(_ offset: Int, width: Int, bigEndian: Bool = true) -> UInt64? {
    guard offset >= 0, width >= 0, width <= 8, offset <= bytes.count - width else { return nil }
    var value: UInt64 = 0
    for index in 0..<width {
      let position = bigEndian ? offset + index : offset + width - 1 - index
      value = value << 8 | UInt64(bytes[position])
    }
    return value
  }

  /// A 16-bit number.
  internal func u16(_ offset: Int, bigEndian: Bool = true) -> Int? {
    number(offset, width: 2, bigEndian: bigEndian).map { Int($0) }
  }

  /// A 32-bit number.
  internal func u32(_ offset: Int, bigEndian: Bool = true) -> Int? {
    number(offset, width: 4, bigEndian: bigEndian).map { Int($0) }
  }

  /// Whether the bytes at an offset are these.
  internal func has(_ pattern: [UInt8], at offset: Int = 0) -> Bool {
    guard offset >= 0, offset <= bytes.count - pattern.count else { return false }
    for index in pattern.indices where bytes[offset + index] != pattern[index] { return false }
    return true
  }

  /// Whether the bytes at an offset are this ASCII text.
  internal func has(_ text: StaticString, at offset: Int = 0) -> Bool {
    let count = text.utf8CodeUnitCount
    guard offset >= 0, offset <= bytes.count - count else { return false }
    return text.withUTF8Buffer { expected in
      for index in 0..<count where unsafe bytes[offset + index] != expected[index] { return false }
      return true
    }
  }
}
