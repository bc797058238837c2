/// The folded names of all assets in one piece of memory, so that a search is one pass over it.
///
/// Memory: the bytes of the names and 16 bytes an asset.
struct SearchIndex: Sendable {
  // Entry n is the name of `owners[n]` at `starts[n]..<starts[n + 1]`.
  private var text: [UInt8] = []
  private var starts: [Int] = [0]
  private var owners: [AssetID] = []
  private var entries: [UInt32] = []
  private static let noEntry = UInt32.max

  /// Creates an empty index.
  init() {}

  /// Adds the name of an asset; another name for the same asset takes the place of the first.
  mutating func add(_ name: FileName, for id: AssetID) {
    let index = Int(id.rawValue)
    if index >= entries.count {
      entries.append(contentsOf: repeatElement(Self.noEntry, count: index + 1 - entries.count))
    }
    entries[index] = UInt32(owners.count)
    owners.append(id)
    CaseFolding.appendSearchText(name.bytes, to: &text)
    starts.append(text.count)
  }

  /// All assets that a query finds; removed ones may be among them.
  ///
  /// - Complexity: O(n) in the bytes of all names.
  func matches(_ query: SearchQuery) -> AssetIDSet {
    var found = AssetIDSet(capacity: entries.count)
    guard let longest = query.words.first else {
      return AssetIDSet(owners, capacity: entries.count)
    }
    let rest = query.words.dropFirst()
    let bytes = text.span
    for entry in owners.indices {
      let range = starts[entry]..<starts[entry + 1]
      guard Self.contains(longest, in: bytes, range) else { continue }
      let id = owners[entry]
      if entries[Int(id.rawValue)] == UInt32(entry),
        rest.allSatisfy({ Self.contains($0, in: text.span, range) })
      {
        found.insert(id)
      }
    }
    return found
  }

  /// Tells whether a query finds an asset.
  func matches(_ query: SearchQuery, _ id: AssetID) -> Bool {
    let index = Int(id.rawValue)
    guard index < entries.count, entries[index] != Self.noEntry else { return false }
    let entry = Int(entries[index])
    let range = starts[entry]..<starts[entry + 1]
    return query.words.allSatisfy { Self.contains($0, in: text.span, range) }
  }

  @inline(__always)
  private static func contains(_ word: [UInt8], in text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let last = range.upperBound - word.count
    let first = word[0]
    var index = range.lowerBound
    while index <= last {
      if text[index] == first {
        var offset = 1
        while offset < word.count, text[index + offset] == word[offset] { offset += 1 }
        if offset == word.count { return true }
      }
      index += 1
    }
    return false
  }
}
