/// What assets are ordered by, and in which direction.
///
/// Names and paths ascend in ``NaturalOrder``. Dates and times descend, the newest first, and sizes
/// descend, the largest first: as `ls -t` and `ls -S` do. What has no capture date stands where its
/// modification puts it. `isReversed` turns any of them around. The order
/// is total: equal keys are ordered by name, then by path bytes, then by arrival.
public struct SortOrder: Hashable, Sendable {
  /// What to compare.
  public var key: Key
  /// Turns the order around, ties included.
  public var isReversed: Bool

  /// What assets can be ordered by.
  public enum Key: String, Hashable, Sendable, CaseIterable {
    /// The file name, naturally.
    case name
    /// When it was taken, to the part of a second and with the zone, newest first.
    ///
    /// Without a date it counts by its last modification; see ``Asset/dateForOrdering``.
    case date
    /// The time of the last modification, newest first.
    case modified
    /// The size in bytes, largest first.
    case size
    /// The folder, naturally and component by component, then the name.
    case path

    /// The key that comes next when a person steps through them.
    public var next: Key {
      let all = Self.allCases
      let index = all.firstIndex(of: self) ?? 0
      return all[(index + 1) % all.count]
    }
  }

  /// Creates an order.
  public init(key: Key = .name, isReversed: Bool = false) {
    self.key = key
    self.isReversed = isReversed
  }

  /// Tells whether an asset comes before another.
  public func precedes(_ left: Asset, _ right: Asset) -> Bool {
    compare(left, right) < 0
  }

  /// Compares two assets: negative if `left` comes first, 0 only for the same id and path.
  public func compare(_ left: Asset, _ right: Asset) -> Int {
    isReversed ? compareForwards(right, left) : compareForwards(left, right)
  }

  /// The words for the title line: `name`, `modified, reversed`.
  public var description: String {
    isReversed ? key.rawValue + ", reversed" : key.rawValue
  }

  // MARK: -

  /// The start of an asset's key in the order that is not reversed.
  ///
  /// Where the keys of two assets differ, they order them; where they are equal, the assets must be
  /// compared.
  package func sortKey(of asset: Asset) -> SortKey {
    var builder = SortKey.Builder()
    switch key {
    case .name: break
    case .path:
      NaturalOrder.writeKey(ofFolder: asset.path.folder.bytes, into: &builder)
      return builder.key
    case .date: builder = SortKey.Builder(high: Self.timeKey(of: asset.dateForOrdering))
    case .modified: builder = SortKey.Builder(high: Self.timeKey(of: asset.modified))
    case .size: builder = SortKey.Builder(high: Self.sizeKey(of: asset.byteCount))
    }
    NaturalOrder.writeKey(ofName: asset.path.name.bytes, into: &builder)
    return builder.key
  }

  /// A time as one number, the newest lowest: 34 bits of seconds, then the nanoseconds.
  ///
  /// Times before 1698 or after 2242 are all the same there: only the comparison tells them apart.
  static func timeKey(of time: FileTime) -> UInt64 {
    let limit: Int64 = 1 << 33
    let seconds = min(max(time.seconds, -limit), limit - 1) + limit
    var nanoseconds = UInt64(UInt32(bitPattern: time.nanoseconds) & 0x3FFF_FFFF)
    if seconds - limit < time.seconds { nanoseconds = 0x3FFF_FFFF }
    if seconds - limit > time.seconds { nanoseconds = 0 }
    return ~(UInt64(seconds) << 30 | nanoseconds)
  }

  /// A size as one number, the largest lowest.
  static func sizeKey(of byteCount: Int64) -> UInt64 { ~ascending(byteCount) }

  /// Maps signed to unsigned numbers in the same order.
  private static func ascending(_ value: Int64) -> UInt64 {
    UInt64(bitPattern: value) ^ (1 << 63)
  }

  private func compareForwards(_ left: Asset, _ right: Asset) -> Int {
    switch key {
    case .name: break
    case .date:
      let (first, second) = (left.dateForOrdering, right.dateForOrdering)
      if first != second { return first > second ? -1 : 1 }
    case .modified:
      if left.modified != right.modified { return left.modified > right.modified ? -1 : 1 }
    case .size:
      if left.byteCount != right.byteCount { return left.byteCount > right.byteCount ? -1 : 1 }
    case .path:
      let folders = NaturalOrder.compareFolders(left.path.folder, right.path.folder)
      if folders != 0 { return folders }
    }
    let names = NaturalOrder.compare(left.path.name, right.path.name)
    if names != 0 { return names }
    let folders = NaturalOrder.compareBytes(left.path.folder.bytes, right.path.folder.bytes)
    if folders != 0 { return folders }
    return left.id == right.id ? 0 : (left.id < right.id ? -1 : 1)
  }
}

extension SortOrder: CustomStringConvertible {}
