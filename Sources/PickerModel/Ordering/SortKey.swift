/// The first 24 bytes of what an asset is ordered by, so that most comparisons touch no name.
package struct SortKey: Hashable, Sendable, Comparable {
  /// The first eight bytes, the first one in the highest place.
  package var high: UInt64 = 0
  /// The next eight bytes.
  package var low: UInt64 = 0
  /// The last eight bytes.
  package var rest: UInt64 = 0

  /// Orders as the bytes would.
  @inline(__always)
  package static func < (left: SortKey, right: SortKey) -> Bool {
    left.compare(right) < 0
  }

  /// Compares the bytes.
  ///
  /// - Returns: A negative number if this key comes first, 0 if they are equal.
  @inline(__always)
  func compare(_ other: SortKey) -> Int {
    if high != other.high { return high < other.high ? -1 : 1 }
    if low != other.low { return low < other.low ? -1 : 1 }
    return rest == other.rest ? 0 : (rest < other.rest ? -1 : 1)
  }

  /// Collects up to 24 bytes; what is missing counts as 0.
  struct Builder {
    private(set) var key = SortKey()
    private var count: Int

    /// Starts with the first word, or leaves that one as it is and starts with the second.
    init(high: UInt64? = nil) {
      count = high == nil ? 0 : 8
      key.high = high ?? 0
    }

    /// Whether no more bytes go in.
    var isFull: Bool { count == 24 }

    /// Adds a byte; one too many is ignored.
    @inline(__always)
    mutating func append(_ byte: UInt8) {
      let shifted = UInt64(byte) << UInt64(56 - 8 * (count & 7))
      switch count >> 3 {
      case 0: key.high |= shifted
      case 1: key.low |= shifted
      case 2: key.rest |= shifted
      default: return
      }
      count += 1
    }
  }
}
