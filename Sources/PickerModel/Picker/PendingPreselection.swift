/// The preselected assets that have not arrived, and the places of those that have.
struct PendingPreselection: Sendable {
  private var items: [Int: Preselection] = [:]
  private var ranksByPath: [FileName: Int] = [:]
  private var ranksByIdentity: [FileIdentity: Int] = [:]
  private var ranks: [AssetID: Int] = [:]
  private var sets: [AssetID: Int] = [:]
  private var nextRank = 0

  /// Creates an empty list.
  init() {}

  /// Creates a list in the order that the caller gave; repeated ones count once.
  init(_ preselection: [Preselection]) {
    append(preselection)
  }

  /// Puts more at the end; repeated ones count once.
  mutating func append(_ preselection: [Preselection]) {
    let start = nextRank
    nextRank += preselection.count
    for (offset, item) in preselection.enumerated() {
      let rank = start + offset
      // One that was named before keeps its place, and is waited for again.
      if let known = ranksByPath[item.path] ?? item.identity.flatMap({ ranksByIdentity[$0] }) {
        if items[known] == nil { items[known] = item }
        continue
      }
      if let identity = item.identity { ranksByIdentity[identity] = rank }
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
    let rank = rankByIdentity(of: asset) ?? ranksByPath[asset.path.fileName]
    guard let rank, let item = items.removeValue(forKey: rank) else { return false }
    ranks[asset.id] = rank
    if item.set > 0 { sets[asset.id] = item.set }
    return true
  }

  private func rankByIdentity(of asset: Asset) -> Int? {
    guard let rank = ranksByIdentity[asset.identity] else { return nil }
    if let item = items[rank], let count = item.byteCount, count != asset.byteCount { return nil }
    return rank
  }

  /// The index of the set that an asset that has arrived goes into.
  func set(of id: AssetID) -> Int { sets[id] ?? 0 }

  /// Puts preselected assets in the caller's order.
  func sorted(_ ids: [AssetID]) -> [AssetID] {
    ids.sorted { rank(of: $0) < rank(of: $1) }
  }

  /// Puts preselected assets among picks: in the caller's order, before the person's own.
  ///
  /// - Parameters:
  ///   - arrived: The preselected assets, in the caller's order.
  ///   - picks: The picks; those that are among them already stay where they are.
  /// - Returns: All of them, each once.
  /// - Complexity: O(n + m).
  func merge(_ arrived: [AssetID], into picks: [AssetID]) -> [AssetID] {
    let present = Set(picks)
    var waiting = arrived.filter { !present.contains($0) }[...]
    var merged = [AssetID]()
    merged.reserveCapacity(picks.count + waiting.count)
    for pick in picks {
      while let next = waiting.first, rank(of: next) < rank(of: pick) {
        merged.append(waiting.removeFirst())
      }
      merged.append(pick)
    }
    return merged + waiting
  }

  /// The place in the caller's list; after all others for what was not preselected.
  private func rank(of id: AssetID) -> Int { ranks[id] ?? .max }
}
