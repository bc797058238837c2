/// What the picks were before and after, for undo and redo.
///
/// It holds whole lists of picks, so undo is exact; their number and their length together are
/// bounded, and the oldest ones go first. The last step can always be undone.
public struct SelectionHistory: Hashable, Sendable {
  /// The most steps back.
  public static let maximumStepCount = 200
  /// The most picks in all steps together (4 bytes each).
  public static let maximumPickCount = 1_000_000

  private var past: [PickSnapshot] = []
  private var future: [PickSnapshot] = []
  private var pastPickCount = 0

  /// Creates a history without steps.
  public init() {}

  /// Whether there is a step to undo.
  public var canUndo: Bool { !past.isEmpty }
  /// Whether there is a step to do again.
  public var canRedo: Bool { !future.isEmpty }

  /// Records what the picks were before a change; what was undone can't be done again after that.
  public mutating func record(_ picks: PickSnapshot) {
    future = []
    push(picks)
  }

  /// Goes a step back.
  ///
  /// - Parameter current: The picks now.
  /// - Returns: The picks before the last change, or nil where there is none.
  public mutating func undo(from current: PickSnapshot) -> PickSnapshot? {
    guard let picks = past.popLast() else { return nil }
    pastPickCount -= Self.size(of: picks)
    future.append(current)
    return picks
  }

  /// Does again what was undone last.
  ///
  /// - Parameter current: The picks now.
  /// - Returns: The picks after that change, or nil where there is none.
  public mutating func redo(from current: PickSnapshot) -> PickSnapshot? {
    guard let picks = future.popLast() else { return nil }
    push(current)
    return picks
  }

  /// Changes every remembered list: a preselected asset that arrives late was picked all along.
  mutating func rewrite(_ change: (inout PickSnapshot) -> Void) {
    for index in past.indices { change(&past[index]) }
    for index in future.indices { change(&future[index]) }
    pastPickCount = past.reduce(0) { $0 + Self.size(of: $1) }
  }

  private static func size(of picks: PickSnapshot) -> Int { picks.reduce(0) { $0 + $1.count } }

  private mutating func push(_ picks: PickSnapshot) {
    past.append(picks)
    pastPickCount += Self.size(of: picks)
    while past.count > 1,
      past.count > Self.maximumStepCount || pastPickCount > Self.maximumPickCount
    {
      pastPickCount -= Self.size(of: past.removeFirst())
    }
  }
}
