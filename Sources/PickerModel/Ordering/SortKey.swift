/// The first 16 bytes of what an asset is ordered by, so that most comparisons touch no name.
package struct SortKey: Hashable, Sendable, Comparable {
  /// The first eight bytes, the first one in the highest place.
  package var high: UInt64
  /// The next eight bytes.
  package var low: UInt64

  /// Orders as the bytes would.
  @inline(__always)
  package static func < (left: SortKey, right: SortKey) -> Bool {
    left.high != right.high ? left.high < right.high : left.low < right.low
  }

  /// Collects up to 16 bytes; what is missing counts as 0.
  struct Builder {
    private(set) var key = SortKey(high: 0, low: 0)
    private var count = 0

    /// Whether 16 bytes are in.
    var isFull: Bool { count == 16 }

    /// Adds a byte; one too many is ignored.
    mutating func append(_ byte: UInt8) {
      guard count < 16 else { return }
      if count < 8 {
        key.high |= UInt64(byte) << UInt64(56 - 8 * count)
      } else {
        key.low |= UInt64(byte) << UInt64(56 - 8 * (count - 8))
      }
      count += 1
    }
  }
}
