/// One row of the filter menu: a predicate that can be asked for or excluded.
public struct FilterRow: Hashable, Sendable {
  /// The group.
  public let group: FilterGroup
  /// The words for people; names of cameras are in it as the file has them.
  public let label: String
  /// The predicate.
  public let filter: AssetFilter
  /// What was chosen.
  public internal(set) var choice: Choice
  /// The assets that asking for it alone in its group would leave, under what is chosen in the
  /// other groups; for an excluded row, those that excluding it hides.
  public internal(set) var count = 0

  /// Where the row's assets are counted.
  let source: Source

  /// What was chosen of a row.
  public enum Choice: Int, Hashable, Sendable, CaseIterable {
    /// It says nothing.
    case off
    /// Only what passes.
    case included
    /// Only what does not pass.
    case excluded

    /// The choice a number of steps further, around and around.
    func stepped(by steps: Int) -> Choice {
      let all = Self.allCases
      let offset = ((steps % all.count) + all.count) % all.count
      return all[(rawValue + offset) % all.count]
    }
  }

  /// Where the assets of a row are counted.
  enum Source: Hashable {
    /// A bit of ``FacetRecord/bits``.
    case bit(Int)
    /// An index of ``FacetTable/cameras``.
    case camera(Int)
    /// A year.
    case year(Int)
    /// An index of ``FacetTable/months``.
    case month(Int)
    /// What was written by hand.
    case written
  }

  /// Whether the row is a part of the one above it: a month of a year.
  public var isNested: Bool { if case .month = source { true } else { false } }

  /// Creates a row that says nothing yet.
  init(
    _ source: Source, _ group: FilterGroup, _ label: String, _ filter: AssetFilter,
    choice: Choice = .off
  ) {
    self.source = source
    self.group = group
    self.label = label
    self.filter = filter
    self.choice = choice
  }
}
