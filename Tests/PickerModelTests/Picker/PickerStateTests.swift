import PickerModel
import TestSupport
import Testing

@Suite struct PickerStateTests {
  static func state(
    _ rules: SelectionRules = .multiple, count: Int = 5, preselected: [Preselection] = []
  ) -> PickerState {
    var state = PickerState(configuration: PickerConfiguration(title: "Photos", rules: rules))
    state.preselect(preselected)
    state.add(Sample.letters(count))
    return state
  }

  static func preselection(_ number: UInt32) -> Preselection {
    Preselection(
      path: FileName("elsewhere/\(number)"),
      identity: FileIdentity(device: 1, inode: UInt64(number) + 100))
  }

  // MARK: - Confirming

  @Test("Enter with nothing picked confirms the tile under the cursor")
  func confirmCursor() {
    var state = Self.state(.single)
    _ = state.apply(.move(.right))
    _ = state.apply(.confirm)
    #expect(state.outcome == .confirmed(Sample.ids(1)))
    #expect(state.result?.items.map(\.position) == [1])
    _ = state.apply(.quit)
    #expect(state.outcome == .confirmed(Sample.ids(1)))
  }

  @Test("Enter with too few says how many are missing")
  func tooFew() throws {
    var state = Self.state(try SelectionRules(minimum: 3, maximum: nil))
    #expect(state.apply(.confirm) == [.bell])
    #expect(state.notice?.text == "Pick 3 more: at least 3 photos are needed")
    _ = state.apply(.toggle)
    _ = state.apply(.confirm)
    #expect(state.notice?.text == "Pick 2 more: at least 3 photos are needed")
    #expect(state.outcome == nil)
  }

  @Test("Enter in an empty library says so")
  func emptyLibrary() {
    var state = Self.state(count: 0)
    _ = state.apply(.confirm)
    #expect(state.notice?.text == "There is nothing to pick")
    #expect(!state.hasNothingToPick)
    state.finishScan()
    #expect(state.hasNothingToPick)
  }

  @Test("Enter waits for preselected photos that the scan has not reached")
  func pendingPreselection() {
    var state = Self.state(count: 2, preselected: [Self.preselection(4)])
    _ = state.apply(.toggle)
    #expect(state.apply(.confirm) == [.bell])
    #expect(state.outcome == nil)
    state.finishScan()
    #expect(state.notice?.text == "1 photo preselected, but not in the library")
    _ = state.apply(.confirm)
    #expect(
      state.result?.failures == [PickFailure(path: "elsewhere/4", reason: .notInLibrary)])
  }

  // MARK: - Picking

  @Test("at the maximum the refusal is said and rung")
  func refusal() throws {
    var state = Self.state(try SelectionRules(maximum: 1))
    _ = state.apply(.toggle)
    _ = state.apply(.move(.right))
    #expect(state.apply(.toggle) == [.bell])
    #expect(state.notice?.text == "Only 1 photo can be picked: unpick it first")
    #expect(state.selection.picks == Sample.ids(0))
    _ = state.apply(.move(.left))
    #expect(state.notice == nil)
  }

  @Test("all says how many were left out, also under a filter")
  func pickAll() throws {
    var state = Self.state(try SelectionRules(maximum: 2))
    _ = state.apply(.setFilter(.not(.name(GlobPattern("a*")))))
    _ = state.apply(.pickAll)
    #expect(state.selection.picks == Sample.ids(1, 2))
    #expect(state.notice?.text == "Picked 2; 2 left out: the maximum is 2")
    _ = state.apply(.pickAll)
    #expect(state.notice?.text == "Only 2 photos can be picked: unpick one first")
  }

  @Test("picks survive filter, search, order and rescan")
  func survival() {
    var state = Self.state()
    _ = state.apply(.move(.end))
    _ = state.apply(.toggle)
    _ = state.apply(.setFilter(.name(GlobPattern("a*"))))
    _ = state.apply(.beginSearch)
    _ = state.apply(.editSearch(.insert("zzz")))
    _ = state.apply(.reverseOrder)
    state.beginScan()
    state.add([Sample.asset(4, "e.jpg", byteCount: 5)])
    state.finishScan()
    #expect(state.matching.isEmpty)
    #expect(state.selection.picks == Sample.ids(4))
  }

  @Test("a range goes from its mark to the cursor, in that direction, up to the maximum")
  func range() throws {
    var state = Self.state(try SelectionRules(maximum: 3))
    _ = state.apply(.move(.end))
    _ = state.apply(.markRange)
    _ = state.apply(.move(.home))
    #expect(state.range == 0...4)
    #expect(state.selection.picks.isEmpty)
    _ = state.apply(.toggle)
    #expect(state.selection.picks == Sample.ids(4, 3, 2))
    #expect(state.notice?.text == "Picked 3; 2 left out: the maximum is 3")
    #expect(state.range == nil)
  }

  @Test("a range of picked ones is unpicked, and Esc gives a range up")
  func rangeEnds() {
    var state = Self.state()
    _ = state.apply(.pickAll)
    _ = state.apply(.markRange)
    _ = state.apply(.move(.right))
    _ = state.apply(.cancel)
    #expect(state.outcome == nil)
    #expect(state.rangeAnchor == nil)
    _ = state.apply(.markRange)
    _ = state.apply(.move(.right))
    _ = state.apply(.confirm)
    #expect(state.outcome == nil)
    #expect(state.selection.picks == Sample.ids(0, 3, 4))
    var single = Self.state(.single)
    #expect(single.apply(.markRange) == [.bell])
  }

  @Test("the mouse moves, toggles, ranges and previews")
  func mouse() {
    var state = Self.state()
    state.resize(to: CellSize(columns: 80, rows: 24))
    let tile = state.gridLayout.tile(at: 2).picture.origin
    _ = state.apply(.click(at: tile, .moveCursor))
    #expect(state.viewport.cursor == 2)
    _ = state.apply(.click(at: CellPoint(column: 0, row: 0), .toggle))
    #expect(state.selection.count == 0)
    _ = state.apply(.click(at: tile, .toggle))
    #expect(state.selection.picks == Sample.ids(2))
    _ = state.apply(.click(at: state.gridLayout.tile(at: 0).outer.origin, .extendRange))
    #expect(state.selection.picks == Sample.ids(2, 1, 0))
    _ = state.apply(.click(at: tile, .openPreview))
    #expect(state.mode == .preview)
  }

  // MARK: - Preselection and missing files

  @Test("preselected photos are picked in the caller's order, before others, beyond the maximum")
  func preselectionOrder() throws {
    var state = PickerState(
      configuration: PickerConfiguration(rules: try SelectionRules(maximum: 2)))
    state.preselect([
      Self.preselection(3), Preselection(path: "photos/a.jpg"), Self.preselection(1),
    ])
    state.add([Sample.letters(5)[4]])
    _ = state.apply(.toggle)
    state.add(Array(Sample.letters(4)))
    #expect(state.selection.picks == Sample.ids(3, 0, 1, 4))
    #expect(state.selection.confirmability == .tooMany(excess: 2))
    _ = state.apply(.confirm)
    #expect(state.notice?.text == "Unpick 2: at most 2 photos can be picked")
    _ = state.apply(.undo)
    #expect(state.selection.picks == Sample.ids(3, 0, 1))
    #expect(state.unresolvedPreselection.isEmpty)
  }

  @Test("a single pick of the person's own is not undone by a preselection that comes late")
  func lateSinglePreselection() {
    var state = PickerState(configuration: PickerConfiguration())
    state.preselect([Self.preselection(0)])
    state.add([Sample.letters(2)[1]])
    _ = state.apply(.toggle)
    state.add([Sample.letters(1)[0]])
    #expect(state.selection.picks == Sample.ids(1))
  }

  @Test("a picked file that vanishes keeps its tile and number, and is a failure in the result")
  func missing() {
    var state = Self.state()
    _ = state.apply(.pickAll)
    _ = state.apply(.toggle)
    state.markRemoved(Sample.ids(0, 2))
    #expect(state.matching == Sample.ids(1, 2, 3, 4))
    #expect(state.missing == [AssetID(2)])
    #expect(state.selection.position(of: AssetID(2)) == 2)
    _ = state.apply(.confirm)
    #expect(state.result?.items.map(\.position) == [1, 3, 4])
    #expect(
      state.result?.failures == [
        PickFailure(
          position: 2, path: "photos/c.jpg", reason: .vanished, asset: state.asset(AssetID(2)))
      ])
  }

  @Test("a missing file can't be picked again, and is as before when it returns")
  func missingAgain() {
    var state = Self.state()
    _ = state.apply(.toggle)
    state.markRemoved(Sample.ids(0))
    _ = state.apply(.toggle)
    #expect(state.apply(.toggle) == [.bell])
    #expect(state.notice?.text == "This photo is no longer there")
    state.add([Sample.asset(0, "a.jpg")])
    #expect(state.apply(.toggle).isEmpty)
    #expect(state.selection.picks == Sample.ids(0))
    _ = state.apply(.toggle)
    state.markRemoved(Sample.ids(0))
    _ = state.apply(.undo)
    #expect(state.selection.picks.isEmpty)
    #expect(state.notice?.text == "1 photo is no longer there")
  }

  @Test("a missing file that a later scan does not report is there again")
  func missingReturns() {
    var state = Self.state()
    state.finishScan()
    _ = state.apply(.pickAll)
    state.beginScan()
    state.markRemoved(Sample.ids(0, 1))
    state.finishScan()
    #expect(state.missing == [AssetID(0), AssetID(1)])
    state.beginScan()
    #expect(state.missing == [AssetID(0), AssetID(1)])
    state.markRemoved(Sample.ids(1))
    state.finishScan()
    #expect(state.missing == [AssetID(1)])
  }

  @Test("ten thousand preselected photos in any order take no time", .seeded)
  func manyPreselected() {
    var random = SplitMix64(stream: 14)
    let assets = (0..<10_000).map { Sample.asset($0, "IMG_\($0).jpg") }
    let order = assets.shuffled(using: &random)
    var state = PickerState(configuration: PickerConfiguration(rules: .multiple))
    state.preselect(order.map { Preselection(path: $0.path.fileName, identity: $0.identity) })
    for start in stride(from: 0, to: assets.count, by: 2000) {
      state.add(Array(assets[start..<(start + 2000)]))
    }
    #expect(state.selection.picks == order.map(\.id))
  }

  @Test("in the preview the wheel goes from photo to photo")
  func previewWheel() {
    var state = Self.state()
    _ = state.apply(.togglePreview)
    _ = state.apply(.scroll(rows: 1))
    _ = state.apply(.scroll(rows: 3))
    _ = state.apply(.scroll(rows: -1))
    #expect(state.cursorID == AssetID(1))
  }

  // MARK: - The cursor

  @Test("a cursor that nobody moved stays on the first item; a moved one stays on its asset")
  func cursor() {
    var state = PickerState(configuration: PickerConfiguration())
    let all = Sample.letters(6)
    state.add([all[3]])
    state.add([all[1]])
    #expect(state.cursorID == AssetID(1))
    _ = state.apply(.move(.right))
    state.add([all[0], all[2], all[5]])
    #expect(state.cursorID == AssetID(3))
    _ = state.apply(.reverseOrder)
    #expect(state.cursorID == AssetID(3))
    state.markRemoved(Sample.ids(3, 2))
    #expect(state.cursorID == AssetID(1))
  }

  @Test("a search goes to the nearest match, and giving it up goes back")
  func searchCursor() {
    var state = Self.state()
    _ = state.apply(.goTo(2))
    _ = state.apply(.beginSearch)
    _ = state.apply(.editSearch(.insert("e")))
    #expect(state.cursorID == AssetID(4))
    _ = state.apply(.editSearch(.clear))
    #expect(state.cursorID == AssetID(2))
    _ = state.apply(.editSearch(.insert("zzz")))
    #expect(state.matching.isEmpty)
    _ = state.apply(.cancel)
    #expect(state.mode == .grid)
    #expect(state.cursorID == AssetID(2))
    #expect(state.searchText == "")
  }

  // MARK: - Leaving

  @Test(
    "several picks are not thrown away by one key: the second one leaves",
    arguments: [Intent.cancel, .dismiss])
  func leavingPicks(intent: Intent) {
    var state = Self.state()
    _ = state.apply(.pickAll)
    #expect(state.sets.count >= 2)
    _ = state.apply(intent)
    #expect(state.outcome == nil)
    let words = "\(state.sets.count) photos are picked: once more leaves without them"
    #expect(state.notice?.text == words)
    // Whatever comes between is a change of mind.
    _ = state.apply(.move(.right))
    #expect(state.notice == nil)
    _ = state.apply(intent)
    #expect(state.outcome == nil)
    _ = state.apply(intent)
    #expect(state.outcome == .cancelled)
    #expect(state.result?.items.isEmpty == true)
    // One pick is one key; Ctrl-C is meant.
    var one = Self.state()
    _ = one.apply(.toggle)
    _ = one.apply(intent)
    #expect(one.outcome == .cancelled)
    var quit = Self.state()
    _ = quit.apply(.pickAll)
    _ = quit.apply(.quit)
    #expect(quit.outcome == .cancelled)
  }

  @Test("Esc leaves the innermost first, Ctrl-C everything")
  func leaving() {
    var state = Self.state()
    _ = state.apply(.togglePreview)
    _ = state.apply(.toggleHelp)
    #expect(state.mode == .help)
    _ = state.apply(.cancel)
    #expect(state.mode == .preview)
    _ = state.apply(.cancel)
    #expect(state.mode == .grid)
    _ = state.apply(.cancel)
    #expect(state.outcome == .cancelled)
    var other = Self.state()
    _ = other.apply(.togglePreview)
    _ = other.apply(.toggleHelp)
    _ = other.apply(.quit)
    #expect(other.outcome == .cancelled)
    #expect(other.result?.items.isEmpty == true)
  }

  @Test("a new maximum while picking locks confirming and takes nothing away")
  func newRules() throws {
    var state = Self.state()
    _ = state.apply(.pickAll)
    state.setRules(try SelectionRules(maximum: 2))
    #expect(state.selection.count == 5)
    #expect(state.apply(.confirm) == [.bell])
  }

  @Test("on every screen from 1×1 to 500×200 there is a cursor on an item")
  func screens() {
    var state = Self.state(count: 20)
    for columns in [1, 2, 3, 19, 20, 21, 80, 500, .max] {
      for rows in [1, 2, 3, 9, 11, 24, 200, .max] {
        for presentation in Presentation.allCases {
          state.setPresentation(presentation)
          state.resize(to: CellSize(columns: columns, rows: rows))
          _ = state.apply(.move(.end))
          #expect(ViewportTests.violation(state.viewport) == nil)
          #expect(state.cursorID == AssetID(19))
        }
      }
    }
  }
}
