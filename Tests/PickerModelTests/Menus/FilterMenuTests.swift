import TestSupport
import Testing

@testable import PickerModel

@Suite struct FilterMenuTests {
  static func state(_ assets: [Asset], baseFilter: String? = nil) throws -> PickerState {
    let filter = try baseFilter.map { try AssetFilter(parsing: $0) }
    var state = PickerState(
      configuration: PickerConfiguration(rules: .multiple, baseFilter: filter))
    state.add(assets)
    return state
  }

  static let mixed = [
    Sample.asset(0, "a.jpg", pixelSize: PixelSize(width: 4, height: 3)),
    Sample.asset(1, "b.heic", format: .heic, pixelSize: PixelSize(width: 3, height: 4)),
    Sample.asset(2, "c.png", format: .png, byteCount: 30_000_000),
    Sample.asset(3, "d.mp4", format: .mp4, pixelSize: PixelSize(width: 16, height: 9)),
  ]

  static func menu(_ state: PickerState) throws -> FilterMenu {
    guard case .filter(let menu) = state.openMenu else { throw Missing() }
    return menu
  }
  struct Missing: Error {}

  /// Puts the cursor on a row and changes it.
  static func choose(_ label: String, steps: Int = 1, in state: inout PickerState) throws {
    let index = try #require(try menu(state).rows.firstIndex { $0.label == label })
    _ = state.apply(.goTo(index))
    for _ in 0..<steps { _ = state.apply(.menu(.step(1))) }
  }

  @Test("rows become the text that --filter takes, and Enter shows what passes")
  func buildsText() throws {
    var state = try Self.state(Self.mixed)
    _ = state.apply(.openMenu(.filter))
    #expect(state.mode == .filterMenu)
    #expect(try Self.menu(state).text == "")
    try Self.choose("images", in: &state)
    try Self.choose("PNG", steps: 2, in: &state)
    try Self.choose("portrait", in: &state)
    try Self.choose("landscape", in: &state)
    #expect(
      try Self.menu(state).text
        == "images and (aspect:portrait or aspect:landscape) and not format:png")
    #expect(try Self.menu(state).matchingCount == 2)
    #expect(state.matching.count == 4)
    _ = state.apply(.confirm)
    #expect(state.mode == .grid)
    #expect(state.matching == Sample.ids(0, 1))
    #expect(try state.filter == AssetFilter(parsing: Self.parsed(state)))
  }

  private static func parsed(_ state: PickerState) -> String { state.filter?.description ?? "" }

  @Test("a row goes from off to asked for to excluded and back, in both directions")
  func cycles() throws {
    var state = try Self.state(Self.mixed)
    _ = state.apply(.openMenu(.filter))
    var seen = [String]()
    for _ in 0..<3 {
      _ = state.apply(.toggle)
      seen.append(try Self.menu(state).text)
    }
    #expect(seen == ["images", "not images", ""])
    _ = state.apply(.move(.left))
    #expect(try Self.menu(state).text == "not images")
    _ = state.apply(.menu(.clear))
    #expect(try Self.menu(state).text == "")
  }

  @Test("Esc leaves the filter, the cursor and the picks as they were")
  func leaves() throws {
    var state = try Self.state(Self.mixed)
    _ = state.apply(.setFilter(.images))
    _ = state.apply(.move(.right))
    _ = state.apply(.toggle)
    let before = state
    _ = state.apply(.openMenu(.filter))
    #expect(try Self.menu(state).text == "images")
    _ = state.apply(.menu(.clear))
    try Self.choose("HEIC", in: &state)
    _ = state.apply(.dismiss)
    #expect(state.filter == before.filter)
    #expect(state.matching == before.matching)
    #expect(state.viewport == before.viewport)
    #expect(state.selection.picks == before.selection.picks)
    #expect(state.outcome == nil && state.mode == .grid)
  }

  @Test("the caller's filter is narrowed and never widened")
  func keepsTheBase() throws {
    var state = try Self.state(Self.mixed, baseFilter: "images")
    #expect(state.matching.count == 3)
    _ = state.apply(.openMenu(.filter))
    #expect(try Self.menu(state).totalCount == 3)
    try Self.choose("videos", in: &state)
    _ = state.apply(.confirm)
    #expect(state.matching.isEmpty)
    state.finishScan()
    #expect(!state.hasNothingToPick)
    _ = state.apply(.setFilter(nil))
    #expect(state.matching.count == 3)
    _ = state.apply(.setFilter(.any(of: [.videos, .images])))
    #expect(state.matching.count == 3)
  }

  @Test("the text is edited by hand, and an error points at the character")
  func editsText() throws {
    var state = try Self.state(Self.mixed)
    _ = state.apply(.openMenu(.filter))
    _ = state.apply(.menu(.beginEditing))
    #expect(state.mode == .filterText)
    _ = state.apply(.menu(.edit(.insert("images adn videos"))))
    _ = state.apply(.confirm)
    let problem = try #require(try Self.menu(state).prompt?.problem)
    #expect(problem.offset == 7)
    #expect(problem.message.contains("and"))
    _ = state.apply(.menu(.edit(.clear)))
    #expect(try Self.menu(state).prompt?.problem == nil)
    _ = state.apply(.menu(.edit(.insert("format:heic and name:'b*'"))))
    _ = state.apply(.confirm)
    #expect(state.mode == .filterMenu)
    let menu = try Self.menu(state)
    #expect(menu.text == "format:heic and name:'b*'")
    #expect(menu.rows.first { $0.label == "HEIC" }?.choice == .included)
    #expect(menu.rows.last?.label == "name:'b*'")
    #expect(menu.matchingCount == 1)
    _ = state.apply(.confirm)
    #expect(state.matching == Sample.ids(1))
  }

  @Test(
    "any filter comes back from the menu with the same meaning",
    arguments: [
      "images", "not images", "images and videos", "images or videos", "format:jpeg or format:png",
      "not (format:jpeg or format:png)", "size<1MB and size>=20MB", "all()", "any()",
      "images and not images", "name:'a*' and not format:png and images",
      "(images or format:mp4) and aspect:landscape", "not not images", "images and images",
    ])
  func takesApart(text: String) throws {
    let filter = try AssetFilter(parsing: text)
    var state = try Self.state(Self.mixed)
    _ = state.apply(.setFilter(filter))
    let shown = state.matching
    _ = state.apply(.openMenu(.filter))
    #expect(try Self.menu(state).matchingCount == shown.count)
    _ = state.apply(.confirm)
    #expect(state.matching == shown, "\(state.filter?.description ?? "everything")")
  }

  @Test("the number of each row is what choosing it comes to", .seeded)
  func counts() throws {
    var random = SplitMix64(stream: 31)
    for _ in 0..<30 {
      let assets = (0..<UInt32(40)).map { Sample.asset($0, &random) }
      var state = try Self.state(assets)
      _ = state.apply(.openMenu(.filter))
      for _ in 0..<random.below(6) {
        let rows = try Self.menu(state).rows
        _ = state.apply(.goTo(random.below(rows.count)))
        _ = state.apply(.menu(.step(1 + random.below(2))))
      }
      let menu = try Self.menu(state)
      let filter = menu.filter
      let passing = assets.count { filter?.matches($0) ?? true }
      #expect(menu.matchingCount == passing, "\(menu.text)")
      for index in menu.rows.indices where menu.rows[index].choice == .off {
        let group = menu.rows[index].group
        guard !menu.rows.contains(where: { $0.group == group && $0.choice == .included }) else {
          continue
        }
        var other = state
        _ = other.apply(.goTo(index))
        _ = other.apply(.menu(.step(1)))
        let chosen = try Self.menu(other)
        #expect(
          chosen.matchingCount == menu.rows[index].count,
          "\(menu.rows[index].label) beside \(menu.text)")
      }
    }
  }

  @Test("what a scan brings while the menu is open is counted")
  func growsWithTheLibrary() throws {
    var state = try Self.state([])
    _ = state.apply(.openMenu(.filter))
    try Self.choose("images", in: &state)
    state.add(Self.mixed)
    #expect(try Self.menu(state).totalCount == 4)
    #expect(try Self.menu(state).text == "images")
    state.markRemoved(Sample.ids(0))
    state.finishScan()
    #expect(try Self.menu(state).totalCount == 3)
    #expect(try Self.menu(state).matchingCount == 2)
  }

  @Test("a click on a row changes it, beside the box it does nothing")
  func takesClicks() throws {
    var state = try Self.state(Self.mixed)
    state.resize(to: CellSize(columns: 100, rows: 30))
    _ = state.apply(.openMenu(.filter))
    let list = try #require(state.menuLayout?.list)
    let second = CellPoint(column: list.origin.column + 12, row: list.origin.row + 1)
    _ = state.apply(.click(at: second, .moveCursor))
    #expect(try Self.menu(state).text == "videos")
    _ = state.apply(.click(at: CellPoint(column: 0, row: 3), .moveCursor))
    #expect(try Self.menu(state).text == "videos")
    #expect(state.viewport.cursor == 0)
  }
}
