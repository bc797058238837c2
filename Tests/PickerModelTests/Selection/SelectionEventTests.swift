import PickerModel
import TestSupport
import Testing

@Suite struct SelectionEventTests {
  /// What a consumer of the events does, by numbers alone.
  static func replay(_ events: [SetEvent], on lists: inout [[AssetID]]) {
    for step in events {
      switch step.event {
      case .added(let id, let position): lists[step.set].insert(id, at: position - 1)
      case .removed(let id, let position):
        #expect(lists[step.set].remove(at: position - 1) == id)
      case .moved(let id, let from, let to):
        #expect(lists[step.set].remove(at: from - 1) == id)
        lists[step.set].insert(id, at: to - 1)
      }
      let all = lists.joined()
      #expect(Set(all).count == all.count)
    }
  }

  static func selection(_ ids: [UInt32]) -> Selection {
    Selection(rules: .multiple, picks: ids.map { AssetID($0) })
  }

  @Test("one change of the order is one step, whichever way it goes")
  func oneMove() {
    #expect(
      Self.selection([2, 3, 4, 1]).events(since: Self.selection([1, 2, 3, 4]))
        == [.moved(AssetID(1), from: 1, to: 4)])
    #expect(
      Self.selection([4, 1, 2, 3]).events(since: Self.selection([1, 2, 3, 4]))
        == [.moved(AssetID(4), from: 4, to: 1)])
  }

  @Test("what goes is told from the end, what comes from the front")
  func order() {
    #expect(
      Self.selection([9, 2, 8]).events(since: Self.selection([1, 2, 3])) == [
        .removed(AssetID(3), position: 3), .removed(AssetID(1), position: 1),
        .added(AssetID(9), position: 1), .added(AssetID(8), position: 3),
      ])
    #expect(Self.selection([1]).events(since: Self.selection([1])) == [])
  }

  @Test("replace-oldest is one out and one in")
  func replaceOldest() throws {
    let rules = try SelectionRules(maximum: 2, atCap: .replaceOldest)
    let before = Selection(rules: rules, picks: Sample.ids(1, 2))
    var after = before
    _ = after.pick(AssetID(3))
    #expect(
      after.events(since: before) == [
        .removed(AssetID(1), position: 1), .added(AssetID(3), position: 2),
      ])
  }

  @Test("events between any two lists lead from one to the other", .seeded)
  func random() {
    var random = SplitMix64(stream: 31)
    for _ in 0..<2_000 {
      func list() -> [UInt32] {
        (0..<random.below(9)).map { _ in UInt32(random.below(9)) }
      }
      let (old, new) = (Self.selection(list()), Self.selection(list()))
      var lists = [old.picks]
      Self.replay(new.events(since: old).map { SetEvent(set: 0, event: $0) }, on: &lists)
      #expect(lists == [new.picks])
    }
  }

  @Test("thousands of picks in another order are told by taking out and putting in", .seeded)
  func many() {
    var random = SplitMix64(stream: 32)
    var numbers = (0..<3_000).map { UInt32($0) }
    let old = Self.selection(numbers)
    for index in numbers.indices.reversed() { numbers.swapAt(index, random.below(index + 1)) }
    let new = Self.selection(numbers)
    let events = new.events(since: old)
    #expect(events.count < 6_000)
    #expect(!events.contains { if case .moved = $0 { true } else { false } })
    var lists = [old.picks]
    for event in events {
      switch event {
      case .added(let id, let position): lists[0].insert(id, at: position - 1)
      case .removed(_, let position): lists[0].remove(at: position - 1)
      case .moved: break
      }
    }
    #expect(lists == [new.picks])
  }

  @Test(
    "replaying the events from nothing gives the picks after each step",
    .seeded, arguments: [[], ["keep", "reject"], ["a", "b", "c"]] as [[String]])
  func replaysAWholePick(names: [String]) throws {
    var random = SplitMix64(stream: 33)
    let intents: [Intent] = [
      .toggle, .toggle, .move(.right), .move(.left), .move(.end), .pickAll, .invert, .clear, .undo,
      .undo, .redo, .markRange, .toggleTray, .movePick(by: 1), .movePick(by: -2), .removePick,
      .toggleSet(1), .toggleSet(2), .toggleSet(3), .leaveSets, .reverseOrder, .cancel,
    ]
    for round in 0..<40 {
      let rules = try SelectionRules(
        minimum: 0, maximum: round % 3 == 0 ? nil : 3,
        atCap: round % 2 == 0 ? .refuse : .replaceOldest)
      var state = PickerState(configuration: PickerConfiguration(rules: rules, setNames: names))
      var told = state.sets
      var lists = state.sets.snapshot
      state.preselect([PickerStateTests.preselection(3), PickerStateTests.preselection(1)])
      state.add(Sample.letters(6))
      for _ in 0..<80 {
        if random.oneIn(20) { state.markRemoved([AssetID(UInt32(random.below(6)))]) }
        guard let intent = random.pick(intents) else { break }
        if intent != .cancel || state.isTrayOpen || state.range != nil { _ = state.apply(intent) }
        // A slow consumer is told several steps at once.
        if random.oneIn(3) { continue }
        Self.replay(state.sets.events(since: told), on: &lists)
        told = state.sets
        guard lists == state.sets.snapshot else {
          Issue.record("\(lists) instead of \(state.sets.snapshot) after \(intent)")
          return
        }
      }
    }
  }
}
