/// The picks: ordered, without duplicates, under rules.
///
/// The count never grows above the maximum except by preselection and by undo; then no pick can be
/// added until enough are unpicked, and confirming is locked.
public struct Selection: Sendable {
  /// The picks in order; the first one has number 1.
  public private(set) var picks: [AssetID]
  /// How many may and must be picked.
  ///
  /// A new maximum removes no pick.
  public var rules: SelectionRules

  // The number of each asset by handle, 0 for those that are not picked. Handles are dense, so this
  // is 4 bytes an asset at most, and the question that every tile asks is one look.
  private var numbers: [UInt32]

  /// Creates a selection; picks beyond the maximum are kept, repeated ones are not.
  public init(rules: SelectionRules, picks: [AssetID] = []) {
    self.rules = rules
    self.picks = []
    numbers = []
    replaceAll(with: picks)
  }

  // MARK: - Questions

  /// The number of picks.
  public var count: Int { picks.count }

  /// Tells whether an asset is picked.
  ///
  /// - Complexity: O(1).
  public func contains(_ id: AssetID) -> Bool { position(of: id) != nil }

  /// The number of a pick, from 1.
  ///
  /// - Complexity: O(1).
  public func position(of id: AssetID) -> Int? {
    let index = Int(id.rawValue)
    return index < numbers.count && numbers[index] != 0 ? Int(numbers[index]) : nil
  }

  /// Whether the count is within the minimum and the maximum.
  public var confirmability: Confirmability {
    if let maximum = rules.maximum, count > maximum { return .tooMany(excess: count - maximum) }
    return count < rules.minimum ? .tooFew(missing: rules.minimum - count) : .ready
  }

  /// How many more can be picked; nil for no limit.
  public var room: Int? { rules.maximum.map { max(0, $0 - count) } }

  // MARK: - One asset

  /// Picks an asset, as the last one.
  ///
  /// In single mode it takes the place of what was picked. At the maximum it is refused or takes
  /// the oldest one's place; above the maximum it is refused.
  public mutating func pick(_ id: AssetID) -> SelectionOutcome {
    if contains(id) { return .unchanged }
    var change = SelectionChange(added: 1)
    if !rules.isMultiple {
      change.replaced = count
      replaceAll(with: [id])
      return .changed(change)
    }
    if let refusal = refusal(at: rules.atCap) { return .refused(refusal) }
    if room == 0 {
      remove(at: 0)
      change.replaced = 1
    }
    append(id)
    return .changed(change)
  }

  /// Unpicks an asset.
  ///
  /// - Complexity: O(n) in the number of picks after it.
  public mutating func unpick(_ id: AssetID) -> SelectionOutcome {
    guard let position = position(of: id) else { return .unchanged }
    remove(at: position - 1)
    return .changed(SelectionChange(removed: 1))
  }

  /// Picks an asset that is not picked, and unpicks one that is.
  public mutating func toggle(_ id: AssetID) -> SelectionOutcome {
    contains(id) ? unpick(id) : pick(id)
  }

  // MARK: - Many assets

  /// Picks assets in order, up to the maximum; nothing is replaced.
  ///
  /// - Parameter ids: What to pick; what is picked already keeps its place.
  /// - Returns: The change with the number of those left out; refused where there was no room for a
  ///   single one.
  public mutating func pickAll(_ ids: some Sequence<AssetID>) -> SelectionOutcome {
    guard rules.isMultiple else { return .refused(.singleOnly) }
    var change = SelectionChange()
    for id in ids where !contains(id) {
      if room == 0 {
        change.leftOut += 1
      } else {
        append(id)
        change.added += 1
      }
    }
    if change.added > 0 { return .changed(change) }
    if change.leftOut > 0, let refusal = refusal(at: .refuse) { return .refused(refusal) }
    return .unchanged
  }

  /// Unpicks assets.
  public mutating func unpickAll(_ ids: some Sequence<AssetID>) -> SelectionOutcome {
    let before = count
    let gone = AssetIDSet(ids, capacity: numbers.count)
    let rest = picks.filter { !gone.contains($0) }
    guard rest.count < before else { return .unchanged }
    replaceAll(with: rest)
    return .changed(SelectionChange(removed: before - rest.count))
  }

  /// Unpicks the picked ones of a list and picks the others, up to the maximum.
  ///
  /// Picks outside of the list stay, in front.
  ///
  /// - Parameter ids: The list, without duplicates.
  /// - Returns: The change with the number of those left out.
  public mutating func invert(over ids: [AssetID]) -> SelectionOutcome {
    guard rules.isMultiple else { return .refused(.singleOnly) }
    let others = ids.filter { !contains($0) }
    var change = SelectionChange()
    if case .changed(let removal) = unpickAll(ids) { change.removed = removal.removed }
    switch pickAll(others) {
    case .changed(let addition):
      change.added = addition.added
      change.leftOut = addition.leftOut
    case .refused(let refusal):
      // Picks outside of the list fill the maximum.
      if change.removed == 0 { return .refused(refusal) }
      change.leftOut = others.count
    case .unchanged:
      if change.removed == 0 { return .unchanged }
    }
    return .changed(change)
  }

  /// Unpicks everything.
  public mutating func clear() -> SelectionOutcome {
    guard !picks.isEmpty else { return .unchanged }
    let change = SelectionChange(removed: count)
    replaceAll(with: [])
    return .changed(change)
  }

  // MARK: - Order

  /// Moves a pick to another place; those between make room.
  ///
  /// - Parameters:
  ///   - position: Its number, from 1.
  ///   - newPosition: The number that it is to have.
  /// - Returns: Unchanged where the numbers are equal or one of them is no pick's.
  /// - Complexity: O(n) in the distance, and O(m) moves of 4 bytes for m picks behind it.
  public mutating func move(from position: Int, to newPosition: Int) -> SelectionOutcome {
    let numbers = 1...max(1, count)
    guard count > 0, numbers.contains(position), numbers.contains(newPosition),
      position != newPosition
    else { return .unchanged }
    picks.insert(picks.remove(at: position - 1), at: newPosition - 1)
    renumber((min(position, newPosition) - 1)..<max(position, newPosition))
    return .changed(SelectionChange(moved: 1))
  }

  // MARK: - Beyond the rules

  /// Sets the picks whatever the maximum says: for undo, redo and preselection.
  ///
  /// Repeated ones are dropped.
  public mutating func replaceAll(with ids: [AssetID]) {
    for id in picks { numbers[Int(id.rawValue)] = 0 }
    picks = []
    picks.reserveCapacity(ids.count)
    for id in ids where !contains(id) { append(id) }
  }

  // MARK: -

  private func refusal(at cap: SelectionRules.AtCap) -> SelectionRefusal? {
    guard let maximum = rules.maximum else { return nil }
    if count > maximum { return .aboveMaximum(maximum, excess: count - maximum) }
    return count == maximum && cap == .refuse ? .atMaximum(maximum) : nil
  }

  private mutating func append(_ id: AssetID) {
    picks.append(id)
    number(id, UInt32(picks.count))
  }

  private mutating func number(_ id: AssetID, _ number: UInt32) {
    let index = Int(id.rawValue)
    if index >= numbers.count {
      numbers.append(contentsOf: repeatElement(0, count: index + 1 - numbers.count))
    }
    numbers[index] = number
  }

  private mutating func remove(at index: Int) {
    number(picks.remove(at: index), 0)
    renumber(index..<picks.count)
  }

  private mutating func renumber(_ indices: Range<Int>) {
    for index in indices { number(picks[index], UInt32(index + 1)) }
  }
}

extension Selection: Hashable {
  /// Tells whether picks and rules are equal.
  public static func == (left: Selection, right: Selection) -> Bool {
    left.picks == right.picks && left.rules == right.rules
  }

  /// Feeds picks and rules.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(picks)
    hasher.combine(rules)
  }
}
