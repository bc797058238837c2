/// The preselected assets that have not arrived, and the places of those that have.
struct PendingPreselection: Sendable {
  private var items: [Int: Preselection] = [:]
  private var ranksByPath: [FileName: Int] = [:]
  private var ranksByIdentity: [FileIdentity: Int] = [:]
  private var ranks: [AssetID: Int] = [:]

  /// Creates an empty list.
  init() {}

  /// Creates a list in the order that the caller gave; repeated ones count once.
  init(_ preselection: [Preselection]) {
    for (rank, item) in preselection.enumerated() {
      if ranksByPath[item.path] != nil { continue }
      if let identity = item.identity {
        if ranksByIdentity[identity] != nil { continue }
        ranksByIdentity[identity] = rank
      }
      ranksByPath[item.path] = rank
      items[rank] = item
    }
  }

  /// Whether nothing is missing.
  var isEmpty: Bool { items.isEmpty }

  /// The number of those that have a file and so may still arrive.
  var arrivableCount: Int { items.values.count { $0.identity != nil } }

  /// The paths that have not arrived, in order.
  var paths: [FileName] { items.sorted { $0.key < $1.key }.map(\.value.path) }

  /// Takes an asset off the list if it is on it.
  ///
  /// - Returns: Whether it was.
  mutating func take(_ asset: Asset) -> Bool {
    guard !items.isEmpty else { return false }
    let rank = ranksByIdentity[asset.identity] ?? ranksByPath[asset.path.fileName]
    guard let rank, items.removeValue(forKey: rank) != nil else { return false }
    ranks[asset.id] = rank
    return true
  }

  /// Where a preselected asset belongs among picks: in the caller's order, before the person's own.
  func index(for id: AssetID, among picks: [AssetID]) -> Int {
    guard let rank = ranks[id] else { return picks.count }
    return picks.firstIndex { (ranks[$0] ?? .max) > rank } ?? picks.count
  }
}
