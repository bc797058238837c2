/// A set of asset handles as one bit each.
struct AssetIDSet: Sendable {
  private var words: [UInt64]

  /// Creates an empty set with room for handles below a number; others can be added as well.
  init(capacity: Int = 0) {
    words = Array(repeating: 0, count: (capacity + 63) / 64)
  }

  /// Creates a set of handles.
  init(_ ids: some Sequence<AssetID>, capacity: Int) {
    self.init(capacity: capacity)
    for id in ids { insert(id) }
  }

  /// Tells whether a handle is in the set.
  @inline(__always)
  func contains(_ id: AssetID) -> Bool {
    let word = Int(id.rawValue >> 6)
    return word < words.count && words[word] >> UInt64(id.rawValue & 63) & 1 == 1
  }

  /// Adds a handle.
  mutating func insert(_ id: AssetID) {
    let word = Int(id.rawValue >> 6)
    if word >= words.count {
      words.append(contentsOf: repeatElement(0, count: word + 1 - words.count))
    }
    words[word] |= 1 << UInt64(id.rawValue & 63)
  }

  /// Creates a set of the handles below a number that pass a test.
  @inline(__always)
  init(below count: Int, where test: (Int) -> Bool) {
    words = []
    words.reserveCapacity((count + 63) / 64)
    var index = 0
    while index < count {
      var word: UInt64 = 0
      for bit in index..<min(count, index + 64) where test(bit) {
        word |= 1 << UInt64(bit - index)
      }
      words.append(word)
      index += 64
    }
  }

  /// Keeps the handles that are in another set, too; both have the same capacity.
  mutating func formIntersection(_ other: AssetIDSet) {
    for index in words.indices {
      words[index] &= index < other.words.count ? other.words[index] : 0
    }
  }

  /// Adds the handles of another set of the same capacity.
  mutating func formUnion(_ other: AssetIDSet) {
    for index in words.indices where index < other.words.count {
      words[index] |= other.words[index]
    }
  }

  /// Turns every handle around.
  mutating func invert() {
    for index in words.indices { words[index] = ~words[index] }
  }
}
