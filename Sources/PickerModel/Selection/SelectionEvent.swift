/// One step from a list of picks to another: whoever applies the steps in order has the new list.
public enum SelectionEvent: Hashable, Sendable {
  /// An asset is put in, so that it has this number, from 1.
  case added(AssetID, position: Int)
  /// The pick with this number is taken out.
  case removed(AssetID, position: Int)
  /// The pick with the number `from` is taken out and put in again, so that it has the number `to`.
  case moved(AssetID, from: Int, to: Int)
}

/// A step in one of the sets.
public struct SetEvent: Hashable, Sendable {
  /// The index of the set, from 0.
  public let set: Int
  /// The step.
  public let event: SelectionEvent

  /// Creates a step in a set.
  public init(set: Int, event: SelectionEvent) {
    self.set = set
    self.event = event
  }
}

extension Selection {
  /// The most picks that are moved one by one; more of them are taken out and put in again.
  static let maximumMoveCount = 256

  /// The steps that lead from an earlier state to this one.
  ///
  /// First what is taken out, from the end; then what is moved, as few as possible; then what is put
  /// in, from the front. One change of the order by one pick is one step.
  ///
  /// - Complexity: O(n log n) for lists of n picks.
  public func events(since old: Selection) -> [SelectionEvent] {
    guard old.picks != picks else { return [] }
    let movers = Self.movers(old.picks.filter { contains($0) }, in: self)
    let isReplaced = movers.count > Self.maximumMoveCount
    let replaced = isReplaced ? Set(movers) : []
    var events = [SelectionEvent]()
    for (index, id) in old.picks.enumerated().reversed()
    where !contains(id) || replaced.contains(id) {
      events.append(.removed(id, position: index + 1))
    }
    if !isReplaced, !movers.isEmpty {
      events += Self.moves(of: Set(movers), from: old.picks.filter { contains($0) }, in: self)
    }
    for (index, id) in picks.enumerated() where !old.contains(id) || replaced.contains(id) {
      events.append(.added(id, position: index + 1))
    }
    return events
  }

  /// The fewest picks that have to move, so that a list is in the order of a selection: all but a
  /// longest increasing subsequence of their numbers.
  private static func movers(_ list: [AssetID], in selection: Selection) -> [AssetID] {
    let numbers = list.map { selection.position(of: $0) ?? 0 }
    // Patience sorting: tails[k] is the index of the smallest number that ends a run of k + 1.
    var tails = [Int]()
    var previous = [Int](repeating: -1, count: numbers.count)
    for (index, number) in numbers.enumerated() {
      var (low, high) = (0, tails.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[tails[middle]] < number { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = tails[low - 1] }
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    guard tails.count < list.count else { return [] }
    var stays = [Bool](repeating: false, count: list.count)
    var next = tails.last ?? -1
    while next >= 0 {
      stays[next] = true
      next = previous[next]
    }
    return zip(list, stays).filter { !$0.1 }.map(\.0)
  }

  /// The moves that bring a list into the order of a selection: each mover, in that order, goes
  /// behind its neighbour.
  private static func moves(
    of movers: Set<AssetID>, from list: [AssetID], in selection: Selection
  ) -> [SelectionEvent] {
    let kept = Set(list)
    let target = selection.picks.filter { kept.contains($0) }
    var list = list
    var events = [SelectionEvent]()
    for (index, id) in target.enumerated() where movers.contains(id) {
      guard let from = list.firstIndex(of: id) else { continue }
      list.remove(at: from)
      let to = index == 0 ? 0 : (list.firstIndex(of: target[index - 1]) ?? -1) + 1
      list.insert(id, at: to)
      if from != to { events.append(.moved(id, from: from + 1, to: to + 1)) }
    }
    return events
  }
}

extension SelectionSets {
  /// The steps that lead from an earlier state to this one.
  ///
  /// What leaves a set goes before what enters one: at no time is a photo in two sets.
  public func events(since old: SelectionSets) -> [SetEvent] {
    var (removals, others) = ([SetEvent](), [SetEvent]())
    for (set, selection) in all.enumerated() {
      let before = set < old.all.count ? old.all[set] : Selection(rules: rules)
      for event in selection.events(since: before) {
        if case .removed = event {
          removals.append(SetEvent(set: set, event: event))
        } else {
          others.append(SetEvent(set: set, event: event))
        }
      }
    }
    return removals + others
  }
}
