/// Bytes from a file with checked access: nothing that a file says can make a read trap.
///
/// A view of a part shares the memory of the whole.
internal struct ByteView: Sendable {
  private let storage: [UInt8]
  private let start: Int
  /// How many there are.
  internal let count: Int

  /// Creates a view of bytes.
  internal init(_ bytes: [UInt8]) {
    storage = bytes
    start = 0
    count = bytes.count
  }

  /// Creates a view of a part of some bytes; as much of it as there is.
  internal init(_ bytes: [UInt8], from start: Int, count: Int) {
    storage = bytes
    self.start = min(max(0, start), bytes.count)
    self.count = min(max(0, count), bytes.count - self.start)
  }

  /// A copy of the bytes; none is made of a view of the whole.
  internal var bytes: [UInt8] {
    start == 0 && count == storage.count ? storage : Array(storage[start..<start + count])
  }

  /// One byte, or nil outside.
  internal func byte(_ offset: Int) -> UInt8? {
    offset >= 0 && offset < count ? storage[start + offset] : nil
  }

  /// A part of the bytes, as much of it as there is.
  internal func part(_ offset: Int, count: Int) -> ByteView {
    let from = min(max(0, offset), self.count)
    return ByteView(storage, from: start + from, count: min(max(0, count), self.count - from))
  }

  /// An unsigned number of `width` bytes (at most 8), or nil where it does not lie wholly inside.
  internal func number(_ offset: Int, width: Int, bigEndian: Bool = true) -> UInt64? {
    guard offset >= 0, width >= 0, width <= 8, offset <= count - width else { return nil }
    var value: UInt64 = 0
    for index in 0..<width {
      let position = bigEndian ? offset + index : offset + width - 1 - index
      value = value << 8 | UInt64(storage[start + position])
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
    guard offset >= 0, offset <= count - pattern.count else { return false }
    for index in pattern.indices where storage[start + offset + index] != pattern[index] {
      return false
    }
    return true
  }

  /// Whether the bytes at an offset are this ASCII text.
  internal func has(_ text: StaticString, at offset: Int = 0) -> Bool {
    let length = text.utf8CodeUnitCount
    guard offset >= 0, offset <= count - length else { return false }
    return text.withUTF8Buffer { expected in
      for index in 0..<length where unsafe storage[start + offset + index] != expected[index] {
        return false
      }
      return true
    }
  }

  /// The text from an offset up to a NUL or the end, and where what follows begins; nil where it
  /// is no UTF-8.
  internal func text(_ offset: Int, limit: Int) -> (text: String, end: Int)? {
    guard offset >= 0, offset <= count else { return nil }
    let stop = min(count, offset + limit)
    var end = offset
    while end < stop, storage[start + end] != 0 { end += 1 }
    guard let text = String(validating: storage[start + offset..<start + end], as: UTF8.self)
    else { return nil }
    return (text, end + 1)
  }
}
