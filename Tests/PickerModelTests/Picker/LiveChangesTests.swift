import PickerModel
import TestSupport
import Testing

@Suite("changes that nobody asked for")
struct LiveChangesTests {
  private static func state(_ count: Int, rules: SelectionRules = .single) -> PickerState {
    var state = PickerState(configuration: PickerConfiguration(rules: rules))
    state.add(Sample.letters(count))
    state.finishScan()
    return state
  }

  @Test("the cursor stays on its photo although nobody moved it")
  func keepsTheCursor() {
    var state = Self.state(3)
    state.beginChanges()
    state.add([Sample.asset(9, "0.jpg")])
    #expect(state.cursorID == AssetID(0))
    #expect(state.viewport.cursor == 1)
    _ = state.apply(.confirm)
    #expect(state.outcome == .confirmed([AssetID(0)]))
  }

  @Test("the assets one after the other are the list of all of them")
  func goesThrough() {
    var state = Self.state(26)
    state.markRemoved(Sample.ids(3, 25))
    #expect(Array(state.libraryAssets) == state.allAssets && state.allAssets.count == 24)
    #expect(Array(Self.state(0).libraryAssets).isEmpty)
  }

  @Test("in an empty library the first photo that comes takes the cursor")
  func startsEmpty() {
    var state = Self.state(0)
    state.beginChanges()
    state.add([Sample.asset(4, "m.jpg")])
    #expect(state.cursorID == AssetID(4))
    state.beginChanges()
    state.add([Sample.asset(5, "a.jpg")])
    #expect(state.cursorID == AssetID(4))
  }

  @Test("a renamed pick keeps its number and moves to its place")
  func followsRenames() throws {
    let rules = try SelectionRules(minimum: 0, maximum: nil, isMultiple: true)
    var state = Self.state(4, rules: rules)
    for id in [2, 0] as [Int] { _ = state.apply(.goTo(id)) + state.apply(.toggle) }
    state.beginChanges()
    state.add([Sample.asset(2, "zz.jpg")])
    #expect(state.matching == Sample.ids(0, 1, 3, 2))
    #expect(state.selection.picks == Sample.ids(2, 0))
    #expect(state.cursorID == AssetID(0))
  }

  @Test("a pick that vanishes stays as missing; unpicked it goes with the next change")
  func keepsMissing() throws {
    let rules = try SelectionRules(minimum: 0, maximum: nil, isMultiple: true)
    var state = Self.state(3, rules: rules)
    _ = state.apply(.toggle)
    state.beginChanges()
    state.markRemoved(Sample.ids(0, 2))
    #expect(state.missing == Set(Sample.ids(0)) && state.matching == Sample.ids(0, 1))
    state.beginChanges()
    state.add(Array(Sample.letters(1)))
    #expect(state.missing.isEmpty && state.selection.picks == Sample.ids(0))
    state.markRemoved(Sample.ids(0))
    _ = state.apply(.toggle)
    state.beginChanges()
    #expect(state.matching == Sample.ids(1) && state.missing.isEmpty)
  }

  @Test("changes at random keep the cursor on its photo as long as it is there")
  func keepsTheCursorAtRandom() {
    var random = SplitMix64(stream: 72)
    for _ in 0..<50 {
      var state = Self.state(1 + random.below(20))
      _ = state.apply(.goTo(random.below(20)))
      for _ in 0..<30 {
        let cursor = state.cursorID
        let asset = Sample.asset(UInt32(random.below(40)), &random)
        let gone = AssetID(UInt32(random.below(40)))
        state.beginChanges()
        state.add([asset])
        if random.oneIn(2) { state.markRemoved([gone]) }
        if let cursor, state.isShown(cursor) { #expect(state.cursorID == cursor) }
        #expect(ViewportTests.violation(state.viewport) == nil)
      }
    }
  }
}
