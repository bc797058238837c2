/// The assets of the library in their order, and those of them that the filter and the search
/// leave.
///
/// It grows by sorted merges: a batch costs its own sorting, few comparisons and a copy of the list
/// of handles (4 bytes an asset). Handles are dense: storage is as long as the largest one.
struct AssetCatalog: Sendable {
  /// What the lists are ordered by.
  private(set) var order: SortOrder
  /// What `matching` must pass.
  private(set) var filter: AssetFilter?
  /// What `matching` must contain.
  private(set) var query: SearchQuery
  /// Every asset, in order.
  private(set) var all: [AssetID] = []

  // nil where there is nothing to leave out, so that the common case keeps one list.
  private var filtered: [AssetID]?
  private var searched: [AssetID]?

  private var assets: [Asset?] = []
  private var keys: [SortKey] = []
  private var names = SearchIndex()

  /// Creates an empty catalogue.
  init(order: SortOrder, filter: AssetFilter?, query: SearchQuery) {
    self.order = order
    self.filter = filter
    self.query = query
    filtered = filter == nil ? nil : []
    searched = query.isEmpty ? nil : []
  }

  // MARK: - Questions

  /// The assets that pass filter and search, in order.
  var matching: [AssetID] { searched ?? filtered ?? all }

  /// Whether an asset passes the filter, whatever the search says.
  var passesFilterAtAll: Bool { !(filtered ?? all).isEmpty }

  /// The asset of a handle, or nil for one that is not in the library.
  subscript(id: AssetID) -> Asset? {
    let index = Int(id.rawValue)
    return index < assets.count ? assets[index] : nil
  }

  /// The index of an asset among those that match, or nil.
  ///
  /// - Complexity: O(log n).
  func index(of id: AssetID) -> Int? {
    guard self[id] != nil else { return nil }
    let list = matching
    let index = lowerBound(of: id, in: list, from: 0)
    return index < list.count && list[index] == id ? index : nil
  }

  /// The index that an asset would have among those that match.
  func insertionIndex(of id: AssetID) -> Int? {
    self[id] == nil ? nil : lowerBound(of: id, in: matching, from: 0)
  }

  // MARK: - Changes

  /// Adds assets, or takes their new state where they are known.
  ///
  /// The last one of a handle counts.
  mutating func insert(_ batch: [Asset]) {
    var known = [AssetID]()
    var ids = [AssetID]()
    ids.reserveCapacity(batch.count)
    for asset in batch {
      let index = Int(asset.id.rawValue)
      if index >= assets.count {
        let missing = index + 1 - assets.count
        assets.append(contentsOf: repeatElement(nil, count: missing))
        keys.append(contentsOf: repeatElement(SortKey(high: 0, low: 0), count: missing))
      }
      if assets[index] != nil { known.append(asset.id) }
    }
    // Known ones leave the lists by their old keys before they get new ones.
    if !known.isEmpty { removeFromLists(known) }
    var seen = AssetIDSet(capacity: assets.count)
    for asset in batch.reversed() where !seen.contains(asset.id) {
      seen.insert(asset.id)
      let index = Int(asset.id.rawValue)
      if assets[index]?.path.name != asset.path.name { names.add(asset.path.name, for: asset.id) }
      assets[index] = asset
      keys[index] = order.sortKey(of: asset)
      ids.append(asset.id)
    }
    ids.sort { precedes($0, $1) }
    all = merged(ids, into: all)
    if let filter {
      ids.removeAll { id in !(self[id].map { filter.matches($0) } ?? false) }
      filtered = merged(ids, into: filtered ?? [])
    }
    if !query.isEmpty {
      ids.removeAll { !names.matches(query, $0) }
      searched = merged(ids, into: searched ?? [])
    }
  }

  /// Removes assets; handles that are not in the library are ignored.
  mutating func remove(_ ids: [AssetID]) {
    let known = ids.filter { self[$0] != nil }
    guard !known.isEmpty else { return }
    removeFromLists(known)
    for id in known { assets[Int(id.rawValue)] = nil }
  }

  /// Orders by something else.
  mutating func setOrder(_ order: SortOrder) {
    guard order != self.order else { return }
    self.order = order
    for id in all {
      guard let asset = self[id] else { continue }
      keys[Int(id.rawValue)] = order.sortKey(of: asset)
    }
    all = all.sorted { precedes($0, $1) }
    if let filtered { self.filtered = inOrder(filtered) }
    if let searched { self.searched = inOrder(searched) }
  }

  /// Filters by something else.
  mutating func setFilter(_ filter: AssetFilter?) {
    self.filter = filter
    filtered = filter.map { filter in
      all.filter { id in self[id].map { filter.matches($0) } ?? false }
    }
    search()
  }

  /// Searches for something else.
  mutating func setQuery(_ query: SearchQuery) {
    self.query = query
    search()
  }

  // MARK: -

  private mutating func search() {
    guard !query.isEmpty else {
      searched = nil
      return
    }
    let found = names.matches(query)
    searched = (filtered ?? all).filter { found.contains($0) }
  }

  private func inOrder(_ ids: [AssetID]) -> [AssetID] {
    let members = AssetIDSet(ids, capacity: assets.count)
    return all.filter { members.contains($0) }
  }

  private mutating func removeFromLists(_ ids: [AssetID]) {
    let gone = AssetIDSet(ids, capacity: assets.count)
    all.removeAll { gone.contains($0) }
    filtered?.removeAll { gone.contains($0) }
    searched?.removeAll { gone.contains($0) }
  }

  private func precedes(_ left: AssetID, _ right: AssetID) -> Bool {
    let (leftKey, rightKey) = (keys[Int(left.rawValue)], keys[Int(right.rawValue)])
    if leftKey != rightKey { return (leftKey < rightKey) != order.isReversed }
    guard let first = assets[Int(left.rawValue)], let second = assets[Int(right.rawValue)] else {
      return left < right
    }
    return order.compare(first, second) < 0
  }

  /// Merges sorted handles into a sorted list.
  ///
  /// Most batches go into few places, so the next place is looked for near the last one first.
  private func merged(_ batch: [AssetID], into list: [AssetID]) -> [AssetID] {
    guard let first = batch.first else { return list }
    guard let last = list.last else { return batch }
    if precedes(last, first) { return list + batch }
    var result = [AssetID]()
    result.reserveCapacity(list.count + batch.count)
    var position = 0
    for id in batch {
      let next = lowerBound(of: id, in: list, from: position)
      result.append(contentsOf: list[position..<next])
      result.append(id)
      position = next
    }
    result.append(contentsOf: list[position...])
    return result
  }

  /// The first index from `start` on whose item does not come before an asset.
  private func lowerBound(of id: AssetID, in list: [AssetID], from start: Int) -> Int {
    var step = 1
    var low = start
    var high = start
    while high < list.count, precedes(list[high], id) {
      low = high + 1
      high += step
      step *= 2
    }
    high = min(high, list.count)
    while low < high {
      let middle = low + (high - low) / 2
      if precedes(list[middle], id) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
