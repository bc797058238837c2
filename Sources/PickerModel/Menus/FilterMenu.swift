/// The filter menu: rows of predicates, what is chosen of them, and how many assets that leaves.
///
/// Nothing outside of it changes before it is confirmed.
public struct FilterMenu: Sendable {
  /// The rows: the predicates that some asset of the library passes, and those that are chosen.
  public private(set) var rows: [FilterRow] = []
  /// The rows on the screen and the cursor among them.
  public internal(set) var list = Viewport()
  /// The assets that what is chosen leaves.
  public private(set) var matchingCount = 0
  /// The assets that there are without it.
  public private(set) var totalCount = 0
  /// The prompt in which the text is edited; nil while it is closed.
  public internal(set) var prompt: TextPrompt?

  /// The most characters of a filter that is edited here.
  static let maximumCharacterCount = 4_096

  /// The assets of the library when the numbers were last counted.
  private(set) var libraryCount: Int
  private var choices = FilterChoices()
  private var universe: [AssetID] = []
  private var facets: FacetTable
  private var written: AssetFilter?
  private var writtenMatches: AssetIDSet?
  // Every predicate that there is a row for, also where no asset passes it.
  private var candidates: [FilterRow] = []

  /// Opens the menu on a filter.
  ///
  /// - Parameters:
  ///   - filter: The present filter.
  ///   - universe: The assets that there are without it.
  ///   - facets: What they are.
  ///   - catalog: The library, for what was written by hand.
  init(filter: AssetFilter?, universe: [AssetID], facets: FacetTable, catalog: AssetCatalog) {
    self.facets = facets
    self.universe = universe
    libraryCount = catalog.all.count
    candidates = Self.candidates(facets)
    take(filter, catalog)
    list.goTo(0)
  }

  /// What is chosen, as a filter; nil for everything.
  public var filter: AssetFilter? {
    choices.filter(of: allRows) { [facets] in Self.year($0, facets) }
  }

  /// What is chosen in the words of `--filter`; empty for everything.
  public var text: String { filter?.description ?? "" }

  // MARK: - Choosing

  /// Changes the choice of the row under the cursor.
  mutating func step(by steps: Int) {
    guard let row = rows.element(at: list.cursor) else { return }
    choices.choose(choices.choice(of: row.source).stepped(by: steps), of: row, in: rows)
    recount()
  }

  /// Takes back everything.
  mutating func clear() {
    choices = FilterChoices()
    recount()
  }

  /// Opens the prompt on the text.
  ///
  /// - Returns: Whether there is room for it.
  mutating func beginEditing() -> Bool {
    let text = text
    guard text.count < Self.maximumCharacterCount else { return false }
    prompt = TextPrompt(text, maximumCount: Self.maximumCharacterCount)
    return true
  }

  /// Takes the text of the prompt, or says what is wrong with it.
  mutating func endEditing(_ catalog: AssetCatalog) {
    guard let text = prompt?.field.text else { return }
    if text.allSatisfy(\.isWhitespace) {
      prompt = nil
      return clear()
    }
    do {
      let filter = try AssetFilter(parsing: text)
      prompt = nil
      take(filter, catalog)
    } catch {
      prompt?.problem = TextPrompt.Problem(message: error.message, offset: error.column - 1)
    }
  }

  /// The library has changed.
  mutating func update(universe: [AssetID], facets: FacetTable, catalog: AssetCatalog) {
    let filter = filter
    self.universe = universe
    self.facets = facets
    libraryCount = catalog.all.count
    candidates = Self.candidates(facets)
    take(filter, catalog, keepsWritten: true)
  }

  // MARK: -

  private mutating func take(
    _ filter: AssetFilter?, _ catalog: AssetCatalog, keepsWritten: Bool = false
  ) {
    let known = candidates + (keepsWritten ? writtenRow : [])
    choices = FilterChoices(filter, rows: known) { [facets] in Self.year($0, facets) }
    if let own = choices.written { written = own }
    writtenMatches = written.map { written in
      var matches = AssetIDSet(capacity: Int(catalog.handleCount))
      for id in universe {
        if let asset = catalog[id], written.matches(asset) { matches.insert(id) }
      }
      return matches
    }
    recount()
  }

  private var writtenRow: [FilterRow] {
    written.map { [FilterRow(.written, .written, $0.description, $0)] } ?? []
  }

  private var allRows: [FilterRow] { candidates + writtenRow }

  private static func year(_ month: Int, _ facets: FacetTable) -> Int {
    (facets.months.element(at: month) ?? 0) / 12
  }

  /// Counts, and lists the rows that have something or are chosen.
  private mutating func recount() {
    let anchor = rows.element(at: list.cursor)?.source
    let place = list.cursor
    let all = FacetCount(universe, in: facets, FilterChoices(), written: writtenMatches)
    let own =
      choices.isEmpty ? all : FacetCount(universe, in: facets, choices, written: writtenMatches)
    totalCount = universe.count
    matchingCount = own.passing
    let openYears = yearsWithMonths()
    rows = allRows.compactMap { row in
      var row = row
      row.choice = choices.choice(of: row.source)
      row.count = own.count(of: row, in: facets)
      if case .month(let index) = row.source {
        guard openYears.contains(Self.year(index, facets)) else { return nil }
      }
      let occurs =
        all.count(of: row, in: facets) > 0 || row.group == .media || row.group == .written
      guard occurs || row.choice != .off else { return nil }
      return row
    }
    let index = anchor.flatMap { anchor in rows.firstIndex { $0.source == anchor } } ?? place
    list.replaceItems(count: rows.count, cursor: index)
  }

  /// The years whose months are listed: those that are asked for, or a month of which is chosen.
  private func yearsWithMonths() -> Set<Int> {
    var years = Set<Int>()
    for (source, choice) in choices.choices {
      switch source {
      case .month(let index): years.insert(Self.year(index, facets))
      case .year(let year): if choice == .included { years.insert(year) }
      default: continue
      }
    }
    return years
  }

  // MARK: - Rows

  /// A row for everything that can be chosen in a library: the fixed ones, years and months from the
  /// newest on, cameras by the alphabet.
  private static func candidates(_ facets: FacetTable) -> [FilterRow] {
    var rows = [FilterRow]()
    for group in FilterGroup.allCases {
      switch group {
      case .date: rows += dates(facets)
      case .camera: rows += cameras(facets)
      default:
        for (index, facet) in FixedFacet.all.enumerated() where facet.group == group {
          rows.append(FilterRow(.bit(index), group, facet.label, facet.filter))
        }
      }
    }
    return rows
  }

  private static func dates(_ facets: FacetTable) -> [FilterRow] {
    var rows = [FilterRow]()
    var year: Int?
    let months = facets.months.enumerated().dropFirst().sorted { $0.element > $1.element }
    for (index, month) in months {
      let digits = String(month / 12)
      let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      if year != month / 12 {
        year = month / 12
        guard let filter = try? AssetFilter(parsing: "date:" + padded) else { return [] }
        rows.append(FilterRow(.year(month / 12), .date, padded, filter))
      }
      let number = month % 12 + 1
      let text = padded + (number < 10 ? "-0" : "-") + String(number)
      guard let filter = try? AssetFilter(parsing: "date:" + text) else { return [] }
      rows.append(FilterRow(.month(index), .date, DateEntry.monthNames[number - 1], filter))
    }
    return rows
  }

  private static func cameras(_ facets: FacetTable) -> [FilterRow] {
    facets.cameras.enumerated().dropFirst()
      .sorted { NaturalOrder.precedes(FileName($0.element), FileName($1.element)) }
      .compactMap { index, name in
        let text = "camera:'\(GlobPattern.escaped(name))'"
        guard let filter = try? AssetFilter(parsing: text) else { return nil }
        return FilterRow(.camera(index), .camera, name, filter)
      }
  }
}

extension FacetCount {
  /// The number of a row.
  func count(of row: FilterRow, in table: FacetTable) -> Int {
    switch row.source {
    case .bit(let index): return bits.element(at: index) ?? 0
    case .month(let index): return months.element(at: index) ?? 0
    case .year(let year): return years[year] ?? 0
    case .written: return bits[Self.writtenBit]
    case .camera(let index):
      let numbers = row.choice == .excluded ? excludedCameras : cameras
      return (table.camerasFound.element(at: index) ?? []).reduce(0) {
        $0 + (numbers.element(at: $1) ?? 0)
      }
    }
  }
}

extension GlobPattern {
  /// The pattern that matches a text and nothing else but its case, to stand between quotes.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      if "*?[]\\'\"".contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
    return escaped
  }
}
