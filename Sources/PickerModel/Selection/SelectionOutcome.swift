/// What an attempt to change the picks came to.
public enum SelectionOutcome: Hashable, Sendable {
  /// The picks changed.
  case changed(SelectionChange)
  /// There was nothing to change.
  case unchanged
  /// The rules forbid it; the picks are as before.
  case refused(SelectionRefusal)
}

/// How the picks changed.
public struct SelectionChange: Hashable, Sendable {
  /// The number of assets that were picked.
  public var added: Int
  /// The number of assets that were unpicked on demand.
  public var removed: Int
  /// The number of assets that made room for others.
  public var replaced: Int
  /// The number of assets that the maximum left out.
  public var leftOut: Int
  /// The number of picks that were put elsewhere in the order.
  public var moved: Int

  /// Creates a change.
  public init(
    added: Int = 0, removed: Int = 0, replaced: Int = 0, leftOut: Int = 0, moved: Int = 0
  ) {
    self.added = added
    self.removed = removed
    self.replaced = replaced
    self.leftOut = leftOut
    self.moved = moved
  }
}

/// Why a pick was refused.
public enum SelectionRefusal: Hashable, Sendable {
  /// The maximum is reached.
  case atMaximum(Int)
  /// More than the maximum were preselected: some must go first.
  case aboveMaximum(Int, excess: Int)
  /// Only one can be picked, so there is nothing like a range or all.
  case singleOnly
  /// The file is no longer there.
  case missing
}

/// Whether the picks can be confirmed.
public enum Confirmability: Hashable, Sendable {
  /// They can.
  case ready
  /// Some are missing to the minimum.
  case tooFew(missing: Int)
  /// Some are above the maximum.
  case tooMany(excess: Int)
}
