import PickerModel
import Testing

@Suite struct SelectionSetsTests {
  static func state(
    maximum: Int? = nil, atCap: SelectionRules.AtCap = .refuse,
    names: [String] = ["keep", "reject"]
  ) throws -> PickerState {
    var state = PickerState(
      configuration: PickerConfiguration(
        rules: try SelectionRules(maximum: maximum, atCap: atCap), setNames: names))
    state.add(Sample.letters(5))
    return state
  }

  @Test("a photo is in one set at most, and the same number takes it out")
  func exclusive() throws {
    var state = try Self.state()
    _ = state.apply(.toggleSet(2))
    #expect(state.sets.snapshot == [[], Sample.ids(0)])
    _ = state.apply(.toggleSet(1))
    #expect(state.sets.snapshot == [Sample.ids(0), []])
    _ = state.apply(.toggleSet(1))
    #expect(state.sets.snapshot == [[], []])
    _ = state.apply(.toggleSet(2))
    _ = state.apply(.leaveSets)
    #expect(state.sets.snapshot == [[], []])
    _ = state.apply(.undo)
    #expect(state.sets.snapshot == [[], Sample.ids(0)])
    _ = state.apply(.undo)
    _ = state.apply(.undo)
    #expect(state.sets.snapshot == [Sample.ids(0), []])
  }

  @Test("Space is the first set, also for what is in another")
  func space() throws {
    var state = try Self.state()
    _ = state.apply(.toggleSet(2))
    _ = state.apply(.toggle)
    #expect(state.sets.snapshot == [Sample.ids(0), []])
  }

  @Test("a range goes into the set of the number, and out of whichever with 0")
  func ranges() throws {
    var state = try Self.state()
    _ = state.apply(.toggle)
    _ = state.apply(.markRange)
    _ = state.apply(.move(.right, count: 2))
    _ = state.apply(.toggleSet(2))
    #expect(state.sets.snapshot == [[], Sample.ids(0, 1, 2)])
    #expect(state.range == nil)
    _ = state.apply(.markRange)
    _ = state.apply(.move(.left))
    _ = state.apply(.leaveSets)
    #expect(state.sets.snapshot == [[], Sample.ids(0)])
  }

  @Test("all and invert leave what is in other sets where it is")
  func allAndInvert() throws {
    var state = try Self.state()
    _ = state.apply(.toggleSet(2))
    _ = state.apply(.pickAll)
    #expect(state.sets.snapshot == [Sample.ids(1, 2, 3, 4), Sample.ids(0)])
    _ = state.apply(.invert)
    #expect(state.sets.snapshot == [[], Sample.ids(0)])
  }

  @Test("the maximum holds in each set, the minimum in all together")
  func rules() throws {
    var state = try Self.state(maximum: 1)
    _ = state.apply(.toggleSet(1))
    _ = state.apply(.move(.right))
    #expect(state.apply(.toggleSet(1)) == [.bell])
    _ = state.apply(.toggleSet(2))
    #expect(state.sets.snapshot == [Sample.ids(0), Sample.ids(1)])
    // A photo that its new set has no room for stays in the old one.
    #expect(state.apply(.toggleSet(1)) == [.bell])
    #expect(state.sets.snapshot == [Sample.ids(0), Sample.ids(1)])

    var two = PickerState(
      configuration: PickerConfiguration(
        rules: try SelectionRules(minimum: 2, maximum: nil), setNames: ["a", "b"]))
    two.add(Sample.letters(3))
    _ = two.apply(.toggleSet(1))
    #expect(two.apply(.confirm) == [.bell])
    _ = two.apply(.move(.right))
    _ = two.apply(.toggleSet(2))
    _ = two.apply(.confirm)
    #expect(two.outcome == .confirmed(Sample.ids(0, 1)))
  }

  @Test("with replace-oldest the oldest of the same set makes room")
  func replaceOldest() throws {
    var state = try Self.state(maximum: 1, atCap: .replaceOldest)
    _ = state.apply(.toggleSet(2))
    _ = state.apply(.move(.right))
    _ = state.apply(.toggleSet(1))
    _ = state.apply(.move(.right))
    _ = state.apply(.toggleSet(2))
    #expect(state.sets.snapshot == [Sample.ids(1), Sample.ids(2)])
  }

  @Test("the result counts through all sets and within each, and a vanished pick leaves a gap")
  func result() throws {
    var state = try Self.state()
    for number in [2, 1, 2, 1] {
      _ = state.apply(.toggleSet(number))
      _ = state.apply(.move(.right))
    }
    state.markRemoved([AssetID(1)])
    _ = state.apply(.confirm)
    let result = try #require(state.result)
    #expect(result.setNames == ["keep", "reject"])
    #expect(result.items.map(\.asset.id) == Sample.ids(3, 0, 2))
    #expect(result.items.map(\.position) == [2, 3, 4])
    #expect(
      result.items.map(\.place) == [
        PlaceInSet(set: 0, position: 2), PlaceInSet(set: 1, position: 1),
        PlaceInSet(set: 1, position: 2),
      ])
    #expect(result.failures.first?.place == PlaceInSet(set: 0, position: 1))
  }

  @Test("a photo in any set that vanishes stays as missing", arguments: [1, 2])
  func missing(set: Int) throws {
    var state = try Self.state()
    _ = state.apply(.toggleSet(set))
    state.markRemoved(Sample.ids(0, 1))
    #expect(state.missing == [AssetID(0)])
    #expect(state.isPicked(AssetID(0)) && state.asset(AssetID(1)) == nil)
    state.beginScan()
    #expect(state.asset(AssetID(0)) != nil)
  }

  @Test("a number that no set has, and numbers without sets, are refused")
  func refused() throws {
    var state = try Self.state()
    #expect(state.apply(.toggleSet(3)) == [.bell])
    #expect(state.notice?.text == "There are only 2 sets")
    for number in [0, -1, .min, .max] { #expect(state.apply(.toggleSet(number)) == [.bell]) }
    var plain = try Self.state(names: [])
    #expect(plain.apply(.toggleSet(1)) == [.bell])
    #expect(plain.apply(.leaveSets) == [.bell])
    #expect(plain.sets.count == 0)
  }

  @Test("the tray goes from set to set, and a number there moves the pick under its cursor")
  func tray() throws {
    var state = try Self.state()
    _ = state.apply(.toggleSet(1))
    _ = state.apply(.move(.right))
    _ = state.apply(.toggleSet(1))
    _ = state.apply(.move(.right))
    _ = state.apply(.toggleTray)
    #expect(state.traySelection.picks == Sample.ids(0, 1))
    _ = state.apply(.move(.right))
    _ = state.apply(.toggleSet(2))
    #expect(state.sets.snapshot == [Sample.ids(0), Sample.ids(1)])
    #expect(state.trayCursorID == AssetID(0))
    _ = state.apply(.toggleTray)
    #expect(state.traySet == 1 && state.trayCursorID == AssetID(1))
    _ = state.apply(.leaveSets)
    #expect(state.sets.snapshot == [Sample.ids(0), []])
    _ = state.apply(.toggleTray)
    #expect(!state.isTrayOpen)
  }

  @Test("at most nine sets are made")
  func nine() {
    let sets = SelectionSets(rules: .multiple, names: (0..<20).map(String.init))
    #expect(sets.all.count == 9 && sets.names.count == 9)
    #expect(SelectionSets(rules: .single).all.count == 1)
  }
}
