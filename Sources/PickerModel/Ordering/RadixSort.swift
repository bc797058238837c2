/// Sorts handles by a number each, stably: those with equal numbers keep their order.
///
/// Eight bits a pass from the lowest up; a pass in which all handles have the same eight bits is left
/// out, so that sizes and times cost four to six.
enum RadixSort {
  /// The handles by their numbers, the lowest first.
  ///
  /// - Parameters:
  ///   - ids: The handles.
  ///   - key: The number of a handle; asked once each.
  /// - Returns: All of them.
  /// - Complexity: O(n); 24 bytes a handle while it runs.
  static func sorted(_ ids: [AssetID], by key: (AssetID) -> UInt64) -> [AssetID] {
    guard ids.count > 1 else { return ids }
    var items = ids.map { Item(key: key($0), id: $0) }
    var other = items
    // How often each value of each byte occurs.
    var counts = [Int](repeating: 0, count: 256 * 8)
    for item in items {
      for byte in 0..<8 { counts[byte << 8 | Int(item.key >> UInt64(byte * 8) & 0xFF)] += 1 }
    }
    for byte in 0..<8 {
      let shift = UInt64(byte * 8)
      let first = Int(items[0].key >> shift & 0xFF)
      if counts[byte << 8 | first] == items.count { continue }
      var place = 0
      for value in (byte << 8)..<(byte + 1) << 8 {
        let count = counts[value]
        counts[value] = place
        place += count
      }
      for item in items {
        let value = byte << 8 | Int(item.key >> shift & 0xFF)
        other[counts[value]] = item
        counts[value] += 1
      }
      swap(&items, &other)
    }
    return items.map(\.id)
  }

  private struct Item {
    var key: UInt64
    var id: AssetID
  }
}
