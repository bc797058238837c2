import PickerModel
import TestSupport
import Testing

/// Every sequence of intents and of library news up to a length, over small libraries and all kinds
/// of rules.
@Suite struct PickerWorldTests {
  /// What can happen in the small world.
  enum Event: CustomStringConvertible {
    case intent(Intent)
    case add([Asset])
    case remove(AssetID)
    case rescan
    case finish
    case maximum(Int?)

    var description: String {
      switch self {
      case .intent(let intent): "\(intent)"
      case .add(let batch): "add \(batch.map(\.path.name.displayString))"
      case .remove(let id): "remove \(id.rawValue)"
      case .rescan: "rescan"
      case .finish: "finish"
      case .maximum(let maximum): "maximum \(maximum ?? 0)"
      }
    }
  }

  struct World: CustomTestStringConvertible, Sendable {
    var rules: SelectionRules
    var count: Int
    var preselected: [UInt32] = []
    var setNames: [String] = []
    var testDescription: String {
      "\(rules) over \(count), preselected \(preselected), sets \(setNames)"
    }
  }

  static let ruleSets: [SelectionRules] = {
    var sets: [SelectionRules] = [.single, .multiple]
    for cap in SelectionRules.AtCap.allCases {
      for (minimum, maximum) in [(0, 1), (2, 2), (1, 3)] {
        if let rules = try? SelectionRules(minimum: minimum, maximum: maximum, atCap: cap) {
          sets.append(rules)
        }
      }
    }
    return sets
  }()

  static let worlds: [World] =
    ruleSets.flatMap { [World(rules: $0, count: 0), World(rules: $0, count: 3)] }
    + ruleSets.map { World(rules: $0, count: 3, preselected: [2, 0, 9]) }

  static let worldsWithSets: [World] = ruleSets.filter(\.isMultiple).flatMap {
    [
      World(rules: $0, count: 3, setNames: ["keep", "reject"]),
      World(rules: $0, count: 2, preselected: [1, 0], setNames: ["a", "b", "c"]),
    ]
  }

  static let picking: [Event] = [
    .intent(.move(.right)), .intent(.toggle), .intent(.markRange), .intent(.pickAll),
    .intent(.invert), .intent(.clear), .intent(.undo), .intent(.redo), .intent(.confirm),
    .remove(AssetID(1)),
  ]

  static let sorting: [Event] = [
    .intent(.move(.right)), .intent(.toggle), .intent(.markRange), .intent(.pickAll),
    .intent(.invert), .intent(.toggleSet(1)), .intent(.toggleSet(2)), .intent(.toggleSet(3)),
    .intent(.leaveSets), .intent(.undo), .intent(.redo), .intent(.confirm), .remove(AssetID(1)),
    .maximum(1),
  ]

  static let everything: [Event] =
    picking + [
      .intent(.move(.end)), .intent(.move(.left)), .intent(.cancel), .intent(.quit),
      .intent(.togglePreview), .intent(.toggleHelp), .intent(.beginSearch),
      .intent(.toggleTray), .intent(.movePick(by: 1)), .intent(.reveal),
      .intent(.openMenu(.filter)), .intent(.menu(.step(1))),
      .intent(.toggleInfo), .intent(.toggleActualSize), .intent(.zoom(by: 1)),
      .intent(.pan(.right)),
      .intent(.editSearch(.insert("b"))), .intent(.editSearch(.deleteBackward)),
      .intent(.endSearch(keep: false)), .intent(.setFilter(.not(.name(GlobPattern("a*"))))),
      .intent(.reverseOrder), .intent(.changeThumbnailSize(by: 1)), .intent(.scroll(rows: 1)),
      .intent(.click(at: CellPoint(column: 25, row: 3), .extendRange)),
      .add([Sample.asset(4, "aa.jpg"), Sample.asset(1, "b.jpg", byteCount: 7)]),
      .remove(AssetID(0)), .rescan, .finish, .maximum(1), .maximum(nil),
    ]

  @Test("every sequence of four that is about picking keeps the promises", arguments: worlds)
  func pickingWorld(world: World) {
    explore(world, Self.picking, length: 4)
  }

  static let reviewing: [Event] = [
    .intent(.toggleTray), .intent(.move(.right)), .intent(.removePick),
    .intent(.movePick(by: -1)), .intent(.movePick(by: .max)), .intent(.togglePreview),
    .intent(.reveal), .intent(.undo), .intent(.cancel), .remove(AssetID(1)),
  ]

  @Test("every sequence of four that is about the tray keeps the promises", arguments: worlds)
  func trayWorld(world: World) {
    explore(world, Self.reviewing, length: 4, after: [.toggle, .pickAll])
    explore(world, Self.reviewing, length: 3, after: [.toggle, .pickAll, .toggleTray])
  }

  @Test("every sequence of three over named sets keeps the promises", arguments: worldsWithSets)
  func worldWithSets(world: World) {
    explore(world, Self.sorting, length: 3)
  }

  static let menus: [Event] = [
    .intent(.openMenu(.filter)), .intent(.openMenu(.sort)), .intent(.menu(.step(1))),
    .intent(.openMenu(.collections)), .intent(.openMenu(.dates)), .intent(.menu(.chooseAlone)),
    .intent(.stepCollection(by: 1)), .intent(.menu(.edit(.insert("2024")))),
    .intent(.menu(.step(-1))), .intent(.menu(.clear)), .intent(.menu(.beginEditing)),
    .intent(.menu(.edit(.insert("not name:a* ")))), .intent(.move(.down)), .intent(.move(.right)),
    .intent(.move(.end)), .intent(.goTo(1)), .intent(.scroll(rows: 3)), .intent(.toggle),
    .intent(.click(at: CellPoint(column: 30, row: 2), .moveCursor)), .intent(.confirm),
    .intent(.cancel), .intent(.dismiss), .intent(.toggleHelp), .intent(.toggleTray),
    .remove(AssetID(1)), .add([Sample.asset(4, "aa.png", folder: "photos/x", format: .png)]),
    .finish,
  ]

  @Test("every sequence of three in the menus keeps the promises", arguments: worlds)
  func menuWorld(world: World) {
    explore(world, Self.menus, length: 3)
  }

  @Test("long random sequences in the menus keep the promises", .seeded, arguments: worlds)
  func longMenuSequences(world: World) {
    var random = SplitMix64(stream: 14)
    for _ in 0..<30 {
      var state = start(world)
      var trail = [Event]()
      for _ in 0..<40 {
        guard let event = random.pick(Self.menus), case .none = state.outcome else { break }
        if state.openMenu == nil, case .intent(let intent) = event,
          [.confirm, .cancel, .dismiss].contains(intent)
        {
          continue
        }
        trail.append(event)
        guard step(&state, event, trail) else { return }
      }
    }
  }

  @Test("every sequence of three of all there is keeps the promises", arguments: worlds)
  func wholeWorld(world: World) {
    explore(world, Self.everything, length: 3)
  }

  @Test("long random sequences keep the promises", .seeded, arguments: worlds + worldsWithSets)
  func longSequences(world: World) {
    var random = SplitMix64(stream: 13)
    let events = Self.everything + Self.sorting
    for _ in 0..<12 {
      var state = start(world)
      var trail = [Event]()
      for _ in 0..<60 {
        guard let event = random.pick(events), case .none = state.outcome else { break }
        if case .intent(.quit) = event { continue }
        if case .intent(.confirm) = event, !random.oneIn(5) { continue }
        if case .intent(.cancel) = event, !random.oneIn(5) { continue }
        trail.append(event)
        guard step(&state, event, trail) else { return }
      }
    }
  }

  // MARK: -

  private func start(_ world: World) -> PickerState {
    var state = PickerState(
      configuration: PickerConfiguration(rules: world.rules, setNames: world.setNames))
    // A screen that holds two tiles, so that three items scroll.
    state.resize(
      to: CellSize(columns: 42, rows: 12), cellPixels: PixelSize(width: 8, height: 16))
    state.preselect(
      world.preselected.map {
        Preselection(
          path: FileName("photos/\($0)"), identity: FileIdentity(device: 1, inode: UInt64($0) + 100)
        )
      })
    state.add(Sample.letters(world.count))
    return state
  }

  private func explore(
    _ world: World, _ events: [Event], length: Int, after beginning: [Intent] = []
  ) {
    func visit(_ state: PickerState, _ trail: [Event]) -> Bool {
      if trail.count == length || state.outcome != nil { return true }
      for event in events {
        var next = state
        let longer = trail + [event]
        guard step(&next, event, longer), visit(next, longer) else { return false }
      }
      return true
    }
    var state = start(world)
    for intent in beginning where !step(&state, .intent(intent), [.intent(intent)]) { return }
    _ = visit(state, [])
  }

  /// Applies one event and checks all promises.
  ///
  /// - Returns: Whether they were kept.
  private func step(_ state: inout PickerState, _ event: Event, _ trail: [Event]) -> Bool {
    let before = state
    var effects = [PickerEffect]()
    switch event {
    case .intent(let intent): effects = state.apply(intent)
    case .add(let batch): state.add(batch)
    case .remove(let id): state.markRemoved([id])
    case .rescan: state.beginScan()
    case .finish: state.finishScan()
    case .maximum(let maximum):
      let old = state.rules
      guard old.isMultiple,
        let rules = try? SelectionRules(
          minimum: min(old.minimum, maximum ?? .max), maximum: maximum, atCap: old.atCap)
      else { return true }
      state.setRules(rules)
    }
    if let broken = Self.broken(before, event, state, effects) {
      Issue.record("\(broken) after \(trail)")
      return false
    }
    return true
  }

  private static func broken(
    _ before: PickerState, _ event: Event, _ state: PickerState, _ effects: [PickerEffect]
  ) -> String? {
    let picks = state.sets.picks
    let matching = state.matching
    if let text = ViewportTests.violation(state.viewport) { return text }
    if state.viewport.itemCount != matching.count { return "viewport counts wrong" }
    if picks.contains(where: { state.asset($0) == nil }) { return "a pick is not in the library" }
    if Set(picks).count != picks.count { return "a pick twice, or in two sets" }
    if !state.missing.allSatisfy({ state.asset($0) != nil }) { return "missing and gone" }
    if zip(matching, matching.dropFirst()).contains(where: { left, right in
      guard let a = state.asset(left), let b = state.asset(right) else { return true }
      return !state.order.precedes(a, b)
    }) {
      return "not in order"
    }
    if let range = state.range, range.upperBound >= matching.count { return "range outside" }
    if state.isPreviewing, state.focusedID == nil { return "a preview of nothing" }
    if let text = brokenTray(state) { return text }
    if !state.isPreviewing, state.zoom.percent != nil { return "a zoom outside of the preview" }
    if (state.notice?.kind == .refused) != effects.contains(.bell), case .intent = event {
      return "a refusal without a bell"
    }
    return brokenPicks(before, event, state) ?? brokenMenu(before, event, state)
      ?? brokenEnd(state)
  }

  /// What a menu must not do: change anything before it is confirmed.
  private static func brokenMenu(
    _ before: PickerState, _ event: Event, _ state: PickerState
  ) -> String? {
    switch state.openMenu {
    case .filter(let menu):
      if let text = ViewportTests.violation(menu.list) { return "in the menu: " + text }
      if menu.list.itemCount != menu.rows.count { return "the menu counts its rows wrong" }
    case .sort(let menu):
      if let text = ViewportTests.violation(menu.list) { return "in the menu: " + text }
    case .collections(let menu):
      if let text = ViewportTests.violation(menu.list) { return "in the menu: " + text }
    case .dates, nil: break
    }
    guard case .intent(let intent) = event, before.openMenu != nil, !before.isHelpVisible else {
      return nil
    }
    let isTaken = [.confirm, .menu(.chooseAlone)].contains(intent) && state.openMenu == nil
    if case .click(_, .openPreview) = intent { return nil }
    if !isTaken,
      before.matching != state.matching || before.filter != state.filter
        || before.collection != state.collection
    {
      return "an open menu changed what is shown"
    }
    if !isTaken, before.viewport != state.viewport { return "an open menu moved the cursor" }
    return before.selection.picks == state.selection.picks ? nil : "a menu changed picks"
  }

  private static func brokenTray(_ state: PickerState) -> String? {
    if let text = ViewportTests.violation(state.trayViewport) { return "tray: " + text }
    guard state.isTrayOpen else {
      return state.trayViewport.itemCount == 0 ? nil : "a closed tray with picks"
    }
    if state.isSearching { return "a search in the tray" }
    if state.trayViewport.itemCount != state.traySelection.count { return "the tray counts wrong" }
    return (state.focusedID == nil) == state.traySelection.picks.isEmpty
      ? nil : "no pick in the tray"
  }

  private static func brokenPicks(
    _ before: PickerState, _ event: Event, _ state: PickerState
  ) -> String? {
    let (old, new) = (before.sets.snapshot, state.sets.snapshot)
    guard old != new else { return nil }
    guard case .intent(let intent) = event else {
      // News of the library add preselected ones and take nothing away, nor does a new maximum.
      let isKept = zip(old, new).allSatisfy { old, new in old.allSatisfy { new.contains($0) } }
      return isKept ? nil : "the library took a pick away"
    }
    if state.notice?.kind == .refused { return "refused, and still changed" }
    switch intent {
    case .undo, .redo: return nil
    case .toggle, .toggleSet, .leaveSets, .markRange, .pickAll, .invert, .clear, .confirm, .click,
      .removePick:
      break
    case .movePick:
      if old.map(Set.init) != new.map(Set.init) { return "a move changed more than the order" }
    default: return "\(intent) changed picks"
    }
    for (old, new) in zip(old, new) {
      if let maximum = state.rules.maximum, new.count > max(maximum, old.count) {
        return "above the maximum"
      }
      if case .movePick = intent {
      } else if state.rules.isMultiple,
        old.filter({ new.contains($0) }) != new.filter({ old.contains($0) })
      {
        return "the order of picks changed"
      }
    }
    guard state.outcome == nil else { return nil }
    var undone = state
    _ = undone.apply(.undo)
    if undone.sets.snapshot != old { return "undo does not invert" }
    _ = undone.apply(.redo)
    return undone.sets.snapshot == new ? nil : "redo does not invert undo"
  }

  private static func brokenEnd(_ state: PickerState) -> String? {
    guard let outcome = state.outcome, let result = state.result else {
      return state.outcome == nil && state.result == nil ? nil : "an end without a result"
    }
    guard case .confirmed(let picks) = outcome else {
      return result.items.isEmpty && result.failures.isEmpty ? nil : "cancelled with items"
    }
    if picks.isEmpty || picks.count < state.rules.minimum { return "confirmed too few" }
    if let maximum = state.rules.maximum, state.sets.all.contains(where: { $0.count > maximum }) {
      return "confirmed too many"
    }
    if result.items.map(\.position) != result.items.map(\.position).sorted() {
      return "positions out of order"
    }
    let vanished = result.failures.count { $0.reason == .vanished }
    return result.items.count + vanished == picks.count ? nil : "picks dropped in silence"
  }
}
