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
  /// What `matching` must be found by.
  private(set) var query: SearchQuery
  /// Every asset, in order.
  private(set) var all: [AssetID] = []

  // nil where there is nothing to leave out, so that the common case keeps one list.
  private var filtered: [AssetID]?
  private var searched: [AssetID]?

  private var assets = AssetStorage()
  // Names decide ties in every order, so their keys and their order are kept: another order is one
  // stable sort by a number each. `byName` shares its storage with `all` where that is the order.
  private var nameKeys: [SortKey] = []
  private var byName: [AssetID] = []
  // What the order compares before names; empty where it is the name.
  private var primaryKeys: [UInt64] = []
  // The folder of each asset, or `noFolder` for a handle that is not in the library. Numbers
  // compare at once where paths of a hundred bytes do not.
  private var folders: [UInt32] = []
  private var folderNames = FolderTable()
  private static let noFolder = UInt32.max
  private var searchIndex = SearchIndex()

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

  /// The number of handles that were ever in use: one above the highest.
  var handleCount: UInt32 { UInt32(clamping: nameKeys.count) }

  /// Whether an asset passes the filter, whatever the search says.
  var passesFilterAtAll: Bool { !(filtered ?? all).isEmpty }

  /// The asset of a handle, or nil for one that is not in the library.
  subscript(id: AssetID) -> Asset? {
    assets[Int(id.rawValue)]
  }

  /// Whether a handle is in the library.
  func contains(_ id: AssetID) -> Bool {
    let index = Int(id.rawValue)
    return index < folders.count && folders[index] != Self.noFolder
  }

  /// The index of an asset among those that match, or nil.
  ///
  /// - Complexity: O(log n).
  func index(of id: AssetID) -> Int? {
    guard contains(id) else { return nil }
    let list = matching
    let index = lowerBound(of: id, in: list, from: 0, order)
    return index < list.count && list[index] == id ? index : nil
  }

  /// The index that an asset would have among those that match.
  func insertionIndex(of id: AssetID) -> Int? {
    contains(id) ? lowerBound(of: id, in: matching, from: 0, order) : nil
  }

  /// The parts of an asset's name that the search matches.
  func matchRanges(for id: AssetID) -> [Range<Int>] {
    guard !query.isEmpty, let asset = self[id] else { return [] }
    return SearchIndex.ranges(in: asset.path.name.bytes, query)
  }

  /// What the search matches where the name does not.
  func searchMatchNote(for id: AssetID) -> String? {
    query.isEmpty ? nil : self[id].flatMap { searchIndex.note(of: $0, query) }
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
      if index >= nameKeys.count {
        let missing = index + 1 - nameKeys.count
        nameKeys.append(contentsOf: repeatElement(SortKey(), count: missing))
        if hasPrimaryKeys { primaryKeys.append(contentsOf: repeatElement(0, count: missing)) }
        folders.append(contentsOf: repeatElement(Self.noFolder, count: missing))
      }
      if contains(asset.id) { known.append(asset.id) }
    }
    // Known ones leave the lists by their old keys before they get new ones.
    if !known.isEmpty { removeFromLists(known) }
    var seen = AssetIDSet(capacity: nameKeys.count)
    var widensSearch = false
    for asset in batch.reversed() where !seen.contains(asset.id) {
      seen.insert(asset.id)
      let index = Int(asset.id.rawValue)
      let folder = folderNames.number(of: asset.path.folder)
      let hasKnownName = assets[index]?.path.name == asset.path.name
      if searchIndex.add(asset, folder: folder, hasKnownName: hasKnownName) { widensSearch = true }
      folders[index] = folder
      assets[index] = asset
      if !hasKnownName { nameKeys[index] = Self.byNameOrder.sortKey(of: asset) }
      if hasPrimaryKeys { primaryKeys[index] = assets.primaryKey(index, order) }
      ids.append(asset.id)
    }
    if order == Self.byNameOrder {
      ids = sorted(ids, in: order)
      all = merged(ids, into: all, in: order)
      byName = all
    } else {
      ids = sorted(ids, in: Self.byNameOrder)
      byName = merged(ids, into: byName, in: Self.byNameOrder)
      ids = sorted(ids, in: order)
      all = merged(ids, into: all, in: order)
    }
    if let filter {
      ids = passing(ids, filter)
      filtered = merged(ids, into: filtered ?? [], in: order)
    }
    if widensSearch {
      search()
    } else if !query.isEmpty {
      searched = merged(searchIndex.matches(query, in: ids), into: searched ?? [], in: order)
    }
  }

  /// Removes assets; handles that are not in the library are ignored.
  mutating func remove(_ ids: [AssetID]) {
    let known = ids.filter { contains($0) }
    guard !known.isEmpty else { return }
    removeFromLists(known)
    for id in known {
      assets[Int(id.rawValue)] = nil
      folders[Int(id.rawValue)] = Self.noFolder
    }
  }

  /// Orders by something else.
  mutating func setOrder(_ order: SortOrder) {
    guard order != self.order else { return }
    let isTurned = order == SortOrder(key: self.order.key, isReversed: !self.order.isReversed)
    self.order = order
    if isTurned {
      // The order is total: the other way round is the list backwards, ties included.
      all.reverse()
      filtered?.reverse()
      searched?.reverse()
      return
    }
    takeOrder()
    if let filtered { self.filtered = inOrder(filtered) }
    if let searched { self.searched = inOrder(searched) }
  }

  /// Filters by something else.
  mutating func setFilter(_ filter: AssetFilter?) {
    self.filter = filter
    filtered = filter.map { filter in
      let passing = assets.passing(filter, below: nameKeys.count, searchIndex)
      return all.filter { passing.contains($0) }
    }
    search()
  }

  /// Searches for something else.
  mutating func setQuery(_ query: SearchQuery) {
    self.query = query
    search()
  }

  // MARK: -

  private static let byNameOrder = SortOrder(key: .name)

  private var hasPrimaryKeys: Bool {
    switch order.key {
    case .name, .path: false
    case .date, .modified, .size: true
    }
  }

  /// Puts all assets in the present order, from their order by name.
  private mutating func takeOrder() {
    primaryKeys = []
    switch order.key {
    case .name: all = byName
    case .path:
      let ranks = folderNames.ranks
      all = RadixSort.sorted(byName) { UInt64(ranks[Int(folders[Int($0.rawValue)])]) }
    case .date, .modified, .size:
      primaryKeys = nameKeys.indices.map { assets.primaryKey($0, order) }
      all = RadixSort.sorted(byName) { primaryKeys[Int($0.rawValue)] }
      repairClamped()
    }
    if order.isReversed { all.reverse() }
  }

  /// Sorts what is at the ends of time, where keys are equal and dates are not.
  private mutating func repairClamped() {
    guard order.key != .size, let newest = all.first, let oldest = all.last else { return }
    let limits = [newest, oldest].map { primaryKeys[Int($0.rawValue)] }
    let isClamped = limits.contains { key in
      let seconds = Int64(~key >> 30) - (1 << 33)
      return seconds <= -(1 << 33) || seconds >= (1 << 33) - 1
    }
    guard isClamped else { return }
    let forwards = SortOrder(key: order.key)
    all = all.sorted { precedes($0, $1, in: forwards) }
  }

  private mutating func search() {
    guard !query.isEmpty else {
      searched = nil
      return
    }
    searched = searchIndex.matches(query, in: filtered ?? all)
  }

  private func inOrder(_ ids: [AssetID]) -> [AssetID] {
    let members = AssetIDSet(ids, capacity: nameKeys.count)
    return all.filter { members.contains($0) }
  }

  private mutating func removeFromLists(_ ids: [AssetID]) {
    let gone = AssetIDSet(ids, capacity: nameKeys.count)
    all.removeAll { gone.contains($0) }
    if order == Self.byNameOrder { byName = all } else { byName.removeAll { gone.contains($0) } }
    filtered?.removeAll { gone.contains($0) }
    searched?.removeAll { gone.contains($0) }
  }

  // These two and the merge don't mutate: a closure in a mutating function would copy the whole
  // catalogue, a dozen references, at every comparison.

  private func sorted(_ ids: [AssetID], in order: SortOrder) -> [AssetID] {
    ids.sorted { precedes($0, $1, in: order) }
  }

  private func passing(_ ids: [AssetID], _ filter: AssetFilter) -> [AssetID] {
    ids.filter { assets.passes(Int($0.rawValue), filter) }
  }

  /// Compares two assets in the present order or in that of names.
  private func precedes(_ left: AssetID, _ right: AssetID, in order: SortOrder) -> Bool {
    let (first, second) = (Int(left.rawValue), Int(right.rawValue))
    // A pattern and not `==`: that one compares the raw values, which are strings.
    switch order.key {
    case .name: break
    case .path:
      if folders[first] != folders[second] {
        let result = folderNames.compare(folders[first], folders[second])
        if result != 0 { return (result < 0) != order.isReversed }
      }
    case .date, .modified, .size:
      let (one, two) = (primaryKeys[first], primaryKeys[second])
      if one != two { return (one < two) != order.isReversed }
      // A clamped time: the names don't come before the whole comparison.
      if order.key != .size, ~one >> 30 == 0 || ~one >> 30 == (1 << 34) - 1 {
        return precedesByName(first, second, in: order)
      }
    }
    let result = nameKeys[first].compare(nameKeys[second])
    if result != 0 { return (result < 0) != order.isReversed }
    return precedesByName(first, second, in: order)
  }

  /// The comparison where keys tell no difference.
  ///
  /// It is apart because it must not cost those that do not need it: an asset has two arrays to
  /// retain.
  @inline(never)
  private func precedesByName(_ first: Int, _ second: Int, in order: SortOrder) -> Bool {
    guard let left = assets[first], let right = assets[second] else { return first < second }
    return order.compare(left, right) < 0
  }

  /// Merges sorted handles into a sorted list.
  ///
  /// Most batches go into few places, so the next place is looked for near the last one first.
  private func merged(
    _ batch: [AssetID], into list: [AssetID], in order: SortOrder
  ) -> [AssetID] {
    guard let first = batch.first else { return list }
    guard let last = list.last else { return batch }
    if precedes(last, first, in: order) { return list + batch }
    var result = [AssetID]()
    result.reserveCapacity(list.count + batch.count)
    var position = 0
    for id in batch {
      let next = lowerBound(of: id, in: list, from: position, order)
      result.append(contentsOf: list[position..<next])
      result.append(id)
      position = next
    }
    result.append(contentsOf: list[position...])
    return result
  }

  /// The first index from `start` on whose item does not come before an asset.
  private func lowerBound(
    of id: AssetID, in list: [AssetID], from start: Int, _ order: SortOrder
  ) -> Int {
    var step = 1
    var low = start
    var high = start
    while high < list.count, precedes(list[high], id, in: order) {
      low = high + 1
      high += step
      step *= 2
    }
    high = min(high, list.count)
    while low < high {
      let middle = low + (high - low) / 2
      if precedes(list[middle], id, in: order) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
