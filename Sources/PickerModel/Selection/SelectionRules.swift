/// How many assets may and must be picked, and what happens at the maximum.
public struct SelectionRules: Hashable, Sendable {
  /// The fewest that can be confirmed; at least 0.
  public let minimum: Int
  /// The most that can be confirmed; nil for no limit, otherwise at least 1.
  public let maximum: Int?
  /// What one pick more than the maximum does.
  public let atCap: AtCap
  /// Whether several can be picked.
  ///
  /// In single mode the maximum is 1 and a pick moves.
  public let isMultiple: Bool

  /// What one pick more than the maximum does.
  public enum AtCap: String, Hashable, Sendable, CaseIterable {
    /// It is refused, and the picks stay.
    case refuse
    /// The oldest pick makes room.
    case replaceOldest = "replace-oldest"
  }

  /// Exactly one.
  public static let single = SelectionRules(
    checkedMinimum: 1, maximum: 1, atCap: .refuse, isMultiple: false)

  /// One or more, without a limit.
  public static let multiple = SelectionRules(
    checkedMinimum: 1, maximum: nil, atCap: .refuse, isMultiple: true)

  /// Creates rules.
  ///
  /// - Parameters:
  ///   - minimum: The fewest that can be confirmed.
  ///   - maximum: The most that can be confirmed; nil for no limit. In single mode it must be 1.
  ///   - atCap: What one pick more does; without effect in single mode and without a limit.
  ///   - isMultiple: Whether several can be picked.
  /// - Throws: What contradicts itself.
  public init(
    minimum: Int = 1, maximum: Int?, atCap: AtCap = .refuse, isMultiple: Bool = true
  ) throws(SelectionRulesError) {
    if minimum < 0 { throw .negativeMinimum(minimum) }
    if let maximum, maximum < 1 { throw .maximumBelowOne(maximum) }
    if !isMultiple, maximum != 1 { throw .singleTakesOne }
    if let maximum, minimum > maximum {
      throw .minimumAboveMaximum(minimum: minimum, maximum: maximum)
    }
    self.init(checkedMinimum: minimum, maximum: maximum, atCap: atCap, isMultiple: isMultiple)
  }

  private init(checkedMinimum: Int, maximum: Int?, atCap: AtCap, isMultiple: Bool) {
    minimum = checkedMinimum
    self.maximum = maximum
    self.atCap = atCap
    self.isMultiple = isMultiple
  }
}

/// Why rules for a selection contradict themselves.
public enum SelectionRulesError: Error, Hashable, Sendable {
  /// The minimum is below 0.
  case negativeMinimum(Int)
  /// The maximum is below 1.
  case maximumBelowOne(Int)
  /// The minimum is above the maximum, so that nothing could ever be confirmed.
  case minimumAboveMaximum(minimum: Int, maximum: Int)
  /// A single pick has another maximum than 1.
  case singleTakesOne

  /// What is wrong, in words for people.
  public var message: String {
    switch self {
    case .negativeMinimum(let minimum): "the minimum can't be negative: \(minimum)"
    case .maximumBelowOne(let maximum): "the maximum must be at least 1: \(maximum)"
    case .minimumAboveMaximum(let minimum, let maximum):
      "the minimum (\(minimum)) is above the maximum (\(maximum))"
    case .singleTakesOne: "a single pick has a maximum of 1"
    }
  }
}
