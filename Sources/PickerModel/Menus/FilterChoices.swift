/// What is chosen in the filter menu, and the filter that it comes to.
///
/// Rows of one group that are asked for widen each other (`or`), groups narrow (`and`), and what is
/// excluded is excluded in any case (`not`). A year some of whose months are asked for says nothing
/// itself.
struct FilterChoices: Hashable, Sendable {
  /// What was chosen of each row; rows that say nothing are not in it.
  private(set) var choices: [FilterRow.Source: FilterRow.Choice] = [:]
  /// What was written by hand and is none of the rows.
  private(set) var written: AssetFilter?

  /// Whether nothing is chosen.
  var isEmpty: Bool { choices.isEmpty }

  /// What is chosen of a row.
  func choice(of source: FilterRow.Source) -> FilterRow.Choice { choices[source] ?? .off }

  /// Chooses something of a row; in an exclusive group no other one stays asked for.
  mutating func choose(_ choice: FilterRow.Choice, of row: FilterRow, in rows: [FilterRow]) {
    if choice == .included, row.group.isExclusive {
      for other in rows where other.group == row.group && self.choice(of: other.source) == .included
      {
        choices[other.source] = nil
      }
    }
    choices[row.source] = choice == .off ? nil : choice
  }

  // MARK: - The filter

  /// The filter that the choices come to.
  ///
  /// - Parameters:
  ///   - rows: The rows in their order; those that are not among them say nothing.
  ///   - year: The year of a month's index.
  /// - Returns: The filter; nil for everything.
  func filter(of rows: [FilterRow], year: (Int) -> Int) -> AssetFilter? {
    let opened = openedYears(year)
    var terms = [AssetFilter]()
    for group in FilterGroup.allCases {
      var included = [AssetFilter]()
      var excluded = [AssetFilter]()
      for row in rows where row.group == group {
        switch choice(of: row.source) {
        case .off: continue
        case .excluded: excluded.append(.not(row.filter))
        case .included:
          if case .year(let number) = row.source, opened.contains(number) { continue }
          included.append(row.filter)
        }
      }
      if included.count == 1 {
        // What was written may be several terms.
        if case .all(let parts) = included[0], parts.count >= 2 {
          terms += parts
        } else {
          terms.append(included[0])
        }
      } else if !included.isEmpty {
        terms.append(.any(of: included))
      }
      terms += excluded
    }
    return terms.count >= 2 ? .all(of: terms) : terms.first
  }

  /// The years of which months are asked for.
  func openedYears(_ year: (Int) -> Int) -> Set<Int> {
    var years = Set<Int>()
    for case (.month(let index), .included) in choices { years.insert(year(index)) }
    return years
  }

  // MARK: - Reading a filter

  /// Takes a filter apart into choices, so that `filter(of:)` gives one of the same meaning.
  ///
  /// - Parameters:
  ///   - filter: Any filter.
  ///   - rows: The rows that there may be.
  ///   - year: The year of a month's index.
  init(_ filter: AssetFilter?, rows: [FilterRow], year: (Int) -> Int) {
    guard let filter else { return }
    var known = [AssetFilter: FilterRow]()
    for row in rows where known[row.filter] == nil { known[row.filter] = row }
    var terms = [filter]
    if case .all(let parts) = filter, parts.count >= 2 { terms = parts }
    var askedGroups = Set<FilterGroup>()
    var rest = [AssetFilter]()
    for term in terms {
      if case .not(let inner) = term, let row = known[inner], choices[row.source] == nil {
        choices[row.source] = .excluded
      } else if let parts = Self.alternatives(of: term, known), let group = parts.first?.group,
        !askedGroups.contains(group), parts.allSatisfy({ choices[$0.source] == nil }),
        !Self.overlap(parts, year)
      {
        askedGroups.insert(group)
        for row in parts { choices[row.source] = .included }
      } else {
        rest.append(term)
      }
    }
    written = rest.count >= 2 ? .all(of: rest) : rest.first
    if written != nil { choices[.written] = .included }
  }

  /// Creates choices of nothing.
  init() {}

  /// The rows of one group that a term asks for, one of them or another.
  private static func alternatives(
    of term: AssetFilter, _ known: [AssetFilter: FilterRow]
  ) -> [FilterRow]? {
    if let row = known[term] { return [row] }
    guard case .any(let parts) = term, parts.count >= 2 else { return nil }
    let rows = parts.compactMap { known[$0] }
    guard rows.count == parts.count, let group = rows.first?.group, !group.isExclusive,
      rows.allSatisfy({ $0.group == group }), Set(rows.map(\.source)).count == rows.count
    else { return nil }
    return rows
  }

  /// Whether a year and a month of it are both asked for, which the menu takes for the month alone.
  private static func overlap(_ rows: [FilterRow], _ year: (Int) -> Int) -> Bool {
    var years = Set<Int>()
    for case .year(let number) in rows.map(\.source) { years.insert(number) }
    return rows.contains { row in
      if case .month(let index) = row.source { years.contains(year(index)) } else { false }
    }
  }
}
