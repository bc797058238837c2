import PickerModel
import TestSupport
import Testing

@Suite("Preselection from an earlier run")
struct PreselectionTests {
  private func state(_ preselected: [Preselection], sets: [String] = []) -> PickerState {
    var state = PickerState(
      configuration: PickerConfiguration(title: "Photos", rules: .multiple, setNames: sets))
    state.preselect(preselected)
    state.add(Sample.letters(5))
    return state
  }

  private func preselection(
    _ number: UInt32, byteCount: Int64? = nil, set: Int = 0
  ) -> Preselection {
    Preselection(
      path: FileName("elsewhere/\(number)"),
      identity: FileIdentity(device: 1, inode: UInt64(number) + 100), byteCount: byteCount,
      set: set)
  }

  @Test("a file of the same identity is taken for the photo only if it is as long")
  func lengths() {
    let length = Sample.letters(5)[2].byteCount
    #expect(state([preselection(2, byteCount: length)]).sets.picks == Sample.ids(2))
    let other = state([preselection(2, byteCount: length + 1)])
    #expect(other.sets.picks == [])
    #expect(other.unconfirmed.failures.map(\.reason) == [.notInLibrary])
  }

  @Test("photos go into their sets, in order; a set that is not there does not take them along")
  func sets() {
    let state = state(
      [
        preselection(4, set: 1), preselection(3), preselection(1, set: 1),
        preselection(0, set: 7),
      ], sets: ["keep", "reject"])
    #expect(state.sets.all[1].picks == Sample.ids(4, 1))
    #expect(state.sets.all[0].picks == Sample.ids(3, 0))
  }

  @Test("undo takes none of them back")
  func undo() {
    var state = state([preselection(4, set: 1)], sets: ["keep", "reject"])
    _ = state.apply(.toggle)
    #expect(state.sets.count == 2)
    _ = state.apply(.undo)
    #expect(state.sets.picks == Sample.ids(4))
  }

  @Test("what would be handed over is told before anything is confirmed")
  func unconfirmed() {
    let state = state([preselection(4), preselection(9), preselection(0)])
    #expect(state.result == nil)
    #expect(state.unconfirmed.items.map(\.asset.id) == Sample.ids(4, 0))
    #expect(state.unconfirmed.failures.count == 1)
  }
}
