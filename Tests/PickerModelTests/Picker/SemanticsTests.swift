import PickerModel
import TestSupport
import Testing

/// The picker's promises about picking, sentence by sentence.
@Suite struct SemanticsTests {
  private func state(
    minimum: Int = 1, maximum: Int?, atCap: SelectionRules.AtCap = .refuse,
    isMultiple: Bool = true, count: Int = 6, preselected: [UInt32] = []
  ) throws -> PickerState {
    PickerStateTests.state(
      try SelectionRules(
        minimum: minimum, maximum: maximum, atCap: atCap, isMultiple: isMultiple),
      count: count, preselected: preselected.map(PickerStateTests.preselection))
  }

  @Test("a maximum of none lets everything be picked")
  func noMaximum() throws {
    var state = try state(maximum: nil)
    _ = state.apply(.pickAll)
    #expect(state.selection.count == 6)
    _ = state.apply(.confirm)
    #expect(state.result?.items.map(\.position) == [1, 2, 3, 4, 5, 6])
  }

  @Test("a minimum of none still hands over the photo under the cursor by Enter")
  func noMinimum() throws {
    var state = try state(minimum: 0, maximum: nil)
    _ = state.apply(.confirm)
    #expect(state.outcome == .confirmed(Sample.ids(0)))
  }

  @Test("where the cursor is no pick, Enter confirms nothing, or says that something is missing")
  func nothingAtCursor() throws {
    for (minimum, outcome) in [(0, PickOutcome.confirmed([])), (1, nil)] {
      var configuration = PickerConfiguration(
        rules: try SelectionRules(minimum: minimum, maximum: nil))
      configuration.confirmsAtCursor = false
      var state = PickerState(configuration: configuration)
      state.add(Sample.letters(3))
      _ = state.apply(.confirm)
      #expect(state.outcome == outcome)
      #expect(state.sets.count == 0)
      _ = state.apply(.toggle)
      _ = state.apply(.confirm)
      #expect(state.outcome == (outcome ?? .confirmed(Sample.ids(0))))
    }
  }

  @Test("the numbers are those of the order of picking, and close up")
  func order() throws {
    var state = try state(maximum: nil)
    for move: Move in [.end, .left, .home] {
      _ = state.apply(.move(move))
      _ = state.apply(.toggle)
    }
    #expect(state.selection.picks == Sample.ids(5, 4, 0))
    _ = state.apply(.goTo(4))
    _ = state.apply(.toggle)
    #expect(state.selection.position(of: AssetID(0)) == 2)
  }

  @Test(
    "preselected beyond the maximum: Enter, one more pick, a range and all are refused until within",
    arguments: SelectionRules.AtCap.allCases)
  func preselectedBeyond(atCap: SelectionRules.AtCap) throws {
    var state = try state(maximum: 2, atCap: atCap, preselected: [3, 1, 2])
    #expect(state.selection.picks == Sample.ids(3, 1, 2))
    #expect(state.apply(.confirm) == [.bell])
    #expect(state.notice?.text == "Unpick 1: at most 2 photos can be picked")
    #expect(state.apply(.toggle) == [.bell])
    #expect(state.apply(.pickAll) == [.bell])
    _ = state.apply(.goTo(4))
    _ = state.apply(.markRange)
    _ = state.apply(.move(.right))
    #expect(state.apply(.toggle) == [.bell])
    #expect(state.selection.picks == Sample.ids(3, 1, 2))
    _ = state.apply(.goTo(3))
    _ = state.apply(.toggle)
    _ = state.apply(.confirm)
    #expect(state.outcome == .confirmed(Sample.ids(1, 2)))
  }

  @Test("in single mode a preselected photo gives way to a pick, and two lock Enter")
  func singlePreselection() throws {
    var one = try state(maximum: 1, isMultiple: false, preselected: [2])
    _ = one.apply(.toggle)
    #expect(one.selection.picks == Sample.ids(0))
    var two = try state(maximum: 1, isMultiple: false, preselected: [2, 3])
    #expect(two.apply(.confirm) == [.bell])
    _ = two.apply(.toggle)
    #expect(two.selection.picks == Sample.ids(0))
    _ = two.apply(.undo)
    #expect(two.selection.picks == Sample.ids(2, 3))
  }

  @Test(
    "cancelling hands over nothing, whatever was preselected and picked",
    arguments: [
      Intent.cancel, .dismiss, .quit,
    ])
  func cancelling(intent: Intent) throws {
    var state = try state(maximum: nil, preselected: [2])
    _ = state.apply(.toggle)
    _ = state.apply(intent)
    // Two picks: it asks once more.
    _ = state.apply(intent)
    #expect(state.outcome == .cancelled)
    #expect(state.result?.items.isEmpty == true && state.result?.failures.isEmpty == true)
  }

  @Test("replace-oldest: one pick replaces, a range and all do not")
  func replaceOldest() throws {
    var state = try state(maximum: 2, atCap: .replaceOldest)
    for _ in 0..<3 {
      _ = state.apply(.toggle)
      _ = state.apply(.move(.right))
    }
    #expect(state.selection.picks == Sample.ids(1, 2))
    #expect(state.apply(.pickAll) == [.bell])
    _ = state.apply(.markRange)
    _ = state.apply(.move(.right))
    #expect(state.apply(.toggle) == [.bell])
    #expect(state.selection.picks == Sample.ids(1, 2))
    var single = try self.state(maximum: 1, atCap: .replaceOldest, isMultiple: false)
    _ = single.apply(.toggle)
    _ = single.apply(.move(.right))
    _ = single.apply(.toggle)
    #expect(single.selection.picks == Sample.ids(1))
  }

  // MARK: - What the caller changes

  @Test("a new maximum locks or frees Enter, says so, and removes nothing")
  func newMaximum() throws {
    var state = try state(maximum: 4)
    _ = state.apply(.pickAll)
    try state.changeRules(minimum: nil, maximum: 2)
    #expect(state.notice?.text == "The maximum is now 2: unpick 2")
    #expect(state.selection.count == 4)
    #expect(state.apply(.confirm) == [.bell])
    try state.changeRules(minimum: 3, maximum: 0)
    #expect(state.notice?.text == "There is no maximum now, the minimum is now 3")
    #expect(throws: SelectionRulesError.self) {
      try state.changeRules(minimum: 5, maximum: 4)
    }
    #expect(state.rules.minimum == 3 && state.rules.maximum == nil)
    state.confirmFromOutside()
    #expect(state.outcome == .confirmed(Sample.ids(0, 1, 2, 3)))
  }

  @Test("undo brings back what was, even beyond a lowered maximum, and Enter stays locked")
  func undoAcross() throws {
    var state = try state(maximum: nil)
    _ = state.apply(.pickAll)
    _ = state.apply(.clear)
    try state.changeRules(minimum: nil, maximum: 2)
    _ = state.apply(.undo)
    #expect(state.selection.count == 6)
    #expect(state.apply(.confirm) == [.bell])
    state.confirmFromOutside()
    #expect(state.outcome == nil)
    _ = state.apply(.redo)
    #expect(state.selection.count == 0)
  }

  @Test("a single pick becomes a multiple one by another maximum than 1")
  func becomesMultiple() throws {
    var state = try state(maximum: 1, isMultiple: false)
    try state.changeRules(minimum: nil, maximum: 1)
    #expect(!state.rules.isMultiple)
    try state.changeRules(minimum: nil, maximum: 3)
    #expect(state.rules.isMultiple)
    _ = state.apply(.pickAll)
    #expect(state.selection.count == 3)
    try state.changeRules(minimum: nil, maximum: 1)
    #expect(state.rules.isMultiple && state.selection.count == 3)
  }

  @Test(
    "the caller's picks come behind its earlier ones, wait for the scan, and can be asked again")
  func preselectMore() throws {
    var state = try state(maximum: 1, preselected: [2])
    state.preselectMore([3, 9].map(PickerStateTests.preselection))
    #expect(state.selection.picks == Sample.ids(2, 3))
    state.confirmFromOutside()
    #expect(state.outcome == nil)
    state.add([Sample.asset(9, "z.jpg")])
    #expect(state.selection.picks == Sample.ids(2, 3, 9))
    _ = state.apply(.goTo(2))
    _ = state.apply(.toggle)
    #expect(state.selection.picks == Sample.ids(3, 9))
    state.preselectMore([PickerStateTests.preselection(2)])
    #expect(state.selection.picks == Sample.ids(2, 3, 9))
  }

  @Test("the caller confirms what is picked, and never the photo under the cursor")
  func confirmFromOutside() throws {
    for minimum in [0, 1] {
      var state = try state(minimum: minimum, maximum: nil)
      _ = state.apply(.toggleHelp)
      state.confirmFromOutside()
      #expect(state.outcome == nil && state.notice?.kind == .refused)
    }
    var state = try state(maximum: nil)
    _ = state.apply(.toggle)
    _ = state.apply(.toggleHelp)
    state.confirmFromOutside()
    #expect(state.outcome == .confirmed(Sample.ids(0)))
    state.cancelFromOutside()
    #expect(state.outcome == .confirmed(Sample.ids(0)))
  }
}
