import PickerModel
import TestSupport
import Testing

@Suite struct SelectionRulesTests {
  @Test("rules that contradict themselves are refused with their numbers")
  func contradictions() {
    #expect(throws: SelectionRulesError.minimumAboveMaximum(minimum: 3, maximum: 2)) {
      try SelectionRules(minimum: 3, maximum: 2)
    }
    #expect(throws: SelectionRulesError.negativeMinimum(-1)) {
      try SelectionRules(minimum: -1, maximum: nil)
    }
    #expect(throws: SelectionRulesError.maximumBelowOne(0)) {
      try SelectionRules(minimum: 0, maximum: 0)
    }
    #expect(throws: SelectionRulesError.singleTakesOne) {
      try SelectionRules(maximum: 5, isMultiple: false)
    }
    #expect(
      SelectionRulesError.minimumAboveMaximum(minimum: 3, maximum: 2).message
        == "the minimum (3) is above the maximum (2)")
  }

  @Test("the ready-made rules are what they say")
  func readyMade() throws {
    #expect(try SelectionRules(maximum: 1, isMultiple: false) == .single)
    #expect(try SelectionRules(maximum: nil) == .multiple)
  }
}

@Suite struct SelectionTests {
  static func selection(
    _ maximum: Int?, minimum: Int = 0, atCap: SelectionRules.AtCap = .refuse,
    picks: [AssetID] = []
  ) throws -> Selection {
    Selection(
      rules: try SelectionRules(minimum: minimum, maximum: maximum, atCap: atCap), picks: picks)
  }

  @Test("picks are ordered and numbered from 1, and unpicking closes the gap")
  func numbering() throws {
    var selection = try Self.selection(nil)
    for id in Sample.ids(7, 3, 5) { _ = selection.toggle(id) }
    #expect(selection.position(of: AssetID(5)) == 3)
    #expect(selection.toggle(AssetID(3)) == .changed(SelectionChange(removed: 1)))
    #expect(selection.picks == Sample.ids(7, 5))
    #expect(selection.position(of: AssetID(5)) == 2)
    #expect(selection.position(of: AssetID(3)) == nil)
    #expect(selection.position(of: AssetID(.max)) == nil)
  }

  @Test("at the maximum one more pick is refused and nothing is lost")
  func refusal() throws {
    var selection = try Self.selection(2, picks: Sample.ids(1, 2))
    #expect(selection.pick(AssetID(3)) == .refused(.atMaximum(2)))
    #expect(selection.picks == Sample.ids(1, 2))
    #expect(selection.pickAll(Sample.ids(1, 2)) == .unchanged)
    #expect(selection.pickAll(Sample.ids(3)) == .refused(.atMaximum(2)))
  }

  @Test("with replace-oldest the oldest pick makes room")
  func replacement() throws {
    var selection = try Self.selection(2, atCap: .replaceOldest, picks: Sample.ids(1, 2))
    #expect(
      selection.pick(AssetID(3)) == .changed(SelectionChange(added: 1, replaced: 1)))
    #expect(selection.picks == Sample.ids(2, 3))
  }

  @Test(
    "preselection beyond the maximum locks confirming until it is within it",
    arguments: SelectionRules.AtCap.allCases)
  func preselection(atCap: SelectionRules.AtCap) throws {
    var selection = try Self.selection(2, atCap: atCap, picks: Sample.ids(1, 2, 3, 1))
    #expect(selection.picks == Sample.ids(1, 2, 3))
    #expect(selection.confirmability == .tooMany(excess: 1))
    #expect(selection.pick(AssetID(4)) == .refused(.aboveMaximum(2, excess: 1)))
    _ = selection.unpick(AssetID(1))
    #expect(selection.confirmability == .ready)
  }

  @Test("too few picks say how many are missing")
  func minimum() throws {
    var selection = try Self.selection(5, minimum: 3, picks: Sample.ids(1))
    #expect(selection.confirmability == .tooFew(missing: 2))
    _ = selection.pickAll(Sample.ids(2, 3))
    #expect(selection.confirmability == .ready)
  }

  @Test("all are picked in order up to the maximum, and the rest is counted")
  func all() throws {
    var selection = try Self.selection(4, picks: Sample.ids(9, 2))
    #expect(
      selection.pickAll(Sample.ids(1, 2, 3, 4, 5))
        == .changed(SelectionChange(added: 2, leftOut: 2)))
    #expect(selection.picks == Sample.ids(9, 2, 1, 3))
  }

  @Test("inverting keeps picks outside of the list, and goes up to the maximum")
  func inversion() throws {
    var selection = try Self.selection(3, picks: Sample.ids(9, 2))
    #expect(
      selection.invert(over: Sample.ids(1, 2, 3, 4))
        == .changed(SelectionChange(added: 2, removed: 1, leftOut: 1)))
    #expect(selection.picks == Sample.ids(9, 1, 3))
    var full = try Self.selection(1, picks: Sample.ids(9))
    #expect(full.invert(over: Sample.ids(1, 2)) == .refused(.atMaximum(1)))
    #expect(full.invert(over: []) == .unchanged)
    #expect(full.invert(over: Sample.ids(9)) == .changed(SelectionChange(removed: 1)))
  }

  @Test("in single mode a pick moves, and there is neither all nor invert")
  func single() {
    var selection = Selection(rules: .single)
    _ = selection.toggle(AssetID(1))
    #expect(selection.toggle(AssetID(2)) == .changed(SelectionChange(added: 1, replaced: 1)))
    #expect(selection.picks == Sample.ids(2))
    _ = selection.toggle(AssetID(2))
    #expect(selection.picks.isEmpty)
    #expect(selection.pickAll(Sample.ids(1)) == .refused(.singleOnly))
    #expect(selection.invert(over: Sample.ids(1)) == .refused(.singleOnly))
  }

  @Test("a new maximum removes nothing and locks confirming")
  func newMaximum() throws {
    var selection = try Self.selection(5, picks: Sample.ids(1, 2, 3))
    selection.rules = try SelectionRules(maximum: 2)
    #expect(selection.picks == Sample.ids(1, 2, 3))
    #expect(selection.confirmability == .tooMany(excess: 1))
    #expect(selection.room == 0)
  }

  @Test(
    "a pick moves to the number that it is to have, and the others close up",
    arguments: [
      (1, 4, [2, 3, 4, 1]), (4, 1, [4, 1, 2, 3]), (2, 3, [1, 3, 2, 4]),
    ] as [(Int, Int, [UInt32])])
  func moving(from: Int, to: Int, expected: [UInt32]) throws {
    var selection = try Self.selection(nil, picks: Sample.ids(1, 2, 3, 4))
    #expect(selection.move(from: from, to: to) == .changed(SelectionChange(moved: 1)))
    #expect(selection.picks == expected.map { AssetID($0) })
    for (index, id) in selection.picks.enumerated() {
      #expect(selection.position(of: id) == index + 1)
    }
  }

  @Test(
    "a move from or to a number that no pick has changes nothing",
    arguments: [(0, 1), (1, 0), (3, 1), (1, 3), (2, 2), (.min, .max)])
  func movingNothing(from: Int, to: Int) throws {
    var selection = try Self.selection(nil, picks: Sample.ids(1, 2))
    #expect(selection.move(from: from, to: to) == .unchanged)
    #expect(selection.picks == Sample.ids(1, 2))
    var empty = try Self.selection(nil)
    #expect(empty.move(from: 1, to: 1) == .unchanged)
  }

  @Test("random changes keep numbers right, picks unique and the count bounded", .seeded)
  func randomChanges() throws {
    var random = SplitMix64(stream: 11)
    for _ in 0..<60 {
      let maximum = random.oneIn(4) ? nil : random.below(5) + 1
      var selection = try Self.selection(
        maximum, atCap: random.oneIn(2) ? .refuse : .replaceOldest)
      for _ in 0..<120 {
        let before = selection
        let id = AssetID(UInt32(random.below(9)))
        let some = (0..<9).filter { _ in random.oneIn(2) }.map { AssetID(UInt32($0)) }
        let outcome =
          switch random.below(9) {
          case 0: selection.pick(id)
          case 1: selection.unpick(id)
          case 2: selection.pickAll(some)
          case 3: selection.unpickAll(some)
          case 4: selection.invert(over: some)
          case 5: random.oneIn(5) ? selection.clear() : .unchanged
          case 6: selection.move(from: random.below(7), to: random.below(7))
          default: selection.toggle(id)
          }
        switch outcome {
        case .changed(let change):
          #expect(
            selection.count == before.count + change.added - change.removed - change.replaced)
          #expect(selection.picks != before.picks)
        case .unchanged, .refused: #expect(selection == before)
        }
        #expect(Set(selection.picks).count == selection.count)
        #expect(selection.count <= maximum ?? .max)
        for number in 0..<9 {
          let id = AssetID(UInt32(number))
          #expect(selection.position(of: id) == selection.picks.firstIndex(of: id).map { $0 + 1 })
        }
        // Those that stay keep their order, unless one was moved on purpose.
        if case .changed(let change) = outcome, change.moved > 0 {
          #expect(Set(before.picks) == Set(selection.picks))
          continue
        }
        #expect(
          before.picks.filter { selection.contains($0) }
            == selection.picks.filter { before.contains($0) } || before.picks.isEmpty)
      }
    }
  }
}

@Suite struct SelectionHistoryTests {
  @Test("undo and redo are inverse")
  func inverse() {
    var history = SelectionHistory()
    history.record([[]])
    history.record([Sample.ids(1)])
    #expect(history.undo(from: [Sample.ids(1, 2)]) == [Sample.ids(1)])
    #expect(history.undo(from: [Sample.ids(1)]) == [[]])
    #expect(history.undo(from: [[]]) == nil)
    #expect(history.redo(from: [[]]) == [Sample.ids(1)])
    #expect(history.redo(from: [Sample.ids(1)]) == [Sample.ids(1, 2)])
    #expect(history.redo(from: [Sample.ids(1, 2)]) == nil)
  }

  @Test("a new change forgets what was undone")
  func newChange() {
    var history = SelectionHistory()
    history.record([[]])
    _ = history.undo(from: [Sample.ids(1)])
    #expect(history.canRedo)
    history.record([[]])
    #expect(!history.canRedo)
  }

  @Test("its memory is bounded, but the last step can be undone whatever its size")
  func bounds() {
    var history = SelectionHistory()
    for _ in 0..<(SelectionHistory.maximumStepCount + 50) { history.record([[]]) }
    var steps = 0
    while history.undo(from: [[]]) != nil { steps += 1 }
    #expect(steps == SelectionHistory.maximumStepCount)
    let large = [(0..<600_000).map { AssetID($0) }]
    history = SelectionHistory()
    history.record(large)
    history.record(large)
    #expect(history.undo(from: [[]]) == large)
    #expect(history.undo(from: [[]]) == nil)
  }
}
