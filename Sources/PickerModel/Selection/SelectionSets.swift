/// The picks: one selection, or several with names of which a photo is in one at most.
///
/// Without names there is exactly one selection and nothing else changes. With names the first is
/// what Space and all other keys for picking work on. The rules hold in each set, but the minimum
/// counts all of them together.
public struct SelectionSets: Hashable, Sendable {
  /// The names in order; none for a picker without sets.
  public let names: [String]
  /// The selections, one for each name; exactly one without names.
  public private(set) var all: [Selection]

  /// The most sets: as many as there are digits.
  public static let maximumCount = 9

  /// Creates empty selections.
  ///
  /// - Parameters:
  ///   - rules: The rules of each.
  ///   - names: The names; those beyond ``maximumCount`` are left out.
  public init(rules: SelectionRules, names: [String] = []) {
    self.names = Array(names.prefix(Self.maximumCount))
    all = Array(repeating: Selection(rules: rules), count: max(1, self.names.count))
  }

  // MARK: - Questions

  /// Whether there are several lists with names.
  public var hasNames: Bool { !names.isEmpty }

  /// The number of picks in all sets.
  public var count: Int { all.reduce(0) { $0 + $1.count } }

  /// The picks of all sets, one set after the other.
  public var picks: [AssetID] { all.flatMap(\.picks) }

  /// The picks of each set.
  public var snapshot: PickSnapshot { all.map(\.picks) }

  /// The index of the set that an asset is in; 0 without names.
  ///
  /// - Complexity: O(k) for k sets.
  public func index(of id: AssetID) -> Int? { all.firstIndex { $0.contains(id) } }

  /// Tells whether an asset is in any set.
  public func contains(_ id: AssetID) -> Bool { index(of: id) != nil }

  /// The number of a pick in its set, from 1.
  public func position(of id: AssetID) -> Int? {
    index(of: id).flatMap { all[$0].position(of: id) }
  }

  /// Whether the sets can be confirmed: none above the maximum, and the minimum in all together.
  public var confirmability: Confirmability {
    let excess = all.reduce(0) { sum, selection in
      if case .tooMany(let excess) = selection.confirmability { sum + excess } else { sum }
    }
    if excess > 0 { return .tooMany(excess: excess) }
    let missing = rules.minimum - count
    return missing > 0 ? .tooFew(missing: missing) : .ready
  }

  /// The rules of each set.
  public var rules: SelectionRules { all[0].rules }

  // MARK: - Changes

  /// The selection that the keys for picking work on.
  var first: Selection {
    get { all[0] }
    _modify { yield &all[0] }
  }

  /// Changes the rules of every set.
  mutating func setRules(_ rules: SelectionRules) {
    for index in all.indices { all[index].rules = rules }
  }

  /// Changes one set; what it gains leaves the others.
  ///
  /// - Returns: What came of it; unchanged for an index that no set has.
  /// - Complexity: That of the change, and O(n) with names.
  mutating func change(
    _ index: Int, _ change: (inout Selection) -> SelectionOutcome
  ) -> SelectionOutcome {
    guard all.indices.contains(index) else { return .unchanged }
    let outcome = change(&all[index])
    if hasNames, case .changed(let summary) = outcome, summary.added > 0 {
      let owner = all[index]
      for other in all.indices where other != index {
        let moved = all[other].picks.filter { owner.contains($0) }
        if !moved.isEmpty { _ = all[other].unpickAll(moved) }
      }
    }
    return outcome
  }

  /// Takes assets out of every set.
  mutating func unpickAll(_ ids: [AssetID]) -> SelectionOutcome {
    let before = count
    for index in all.indices { _ = all[index].unpickAll(ids) }
    let removed = before - count
    return removed == 0 ? .unchanged : .changed(SelectionChange(removed: removed))
  }

  /// Sets the picks of all sets whatever the rules say: for undo and redo.
  ///
  /// - Parameter snapshot: A list for each set; missing ones are empty. An asset that is in two
  ///   lists stays in the first.
  mutating func replaceAll(with snapshot: PickSnapshot) {
    for index in all.indices {
      let list = index < snapshot.count ? snapshot[index] : []
      let earlier = all[..<index]
      all[index].replaceAll(
        with: index == 0 ? list : list.filter { id in !earlier.contains { $0.contains(id) } })
    }
  }
}

/// The picks of every set at one time.
public typealias PickSnapshot = [[AssetID]]
