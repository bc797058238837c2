import PickerModel
import Testing

@Suite struct PickerFeatureTests {
  /// What a person may want, at least one of each part.
  static let intents: [Intent] = [
    .beginSearch, .editSearch(.insert("b")), .endSearch(keep: true), .setFilter(nil),
    .setOrder(SortOrder(key: .size)), .cycleOrder, .reverseOrder, .togglePreview,
    .click(at: CellPoint(column: 2, row: 2), .openPreview), .markRange,
    .click(at: CellPoint(column: 2, row: 2), .extendRange), .pickAll, .invert, .undo, .redo,
    .changeThumbnailSize(by: 1), .rescan, .suspend, .toggleHelp,
  ]

  @Test("what belongs to a part that is off does nothing but say so", arguments: intents)
  func turnedOff(intent: Intent) throws {
    let feature = try #require(intent.feature)
    var state = PickerState(
      configuration: PickerConfiguration(rules: .multiple, disabled: [feature]))
    state.add(Sample.letters(3))
    _ = state.apply(.toggle)
    let before = state
    #expect(state.apply(intent) == [.bell])
    #expect(state.notice?.kind == .refused)
    #expect(state.notice?.text.hasSuffix("turned off here") == true)
    #expect(state.selection == before.selection)
    #expect(state.mode == before.mode && state.order == before.order)
    #expect(state.thumbnailSize == before.thumbnailSize && state.range == nil)
  }

  @Test("what is always there belongs to no part")
  func always() {
    for intent: Intent in [.toggle, .clear, .confirm, .cancel, .quit, .move(.left), .redraw] {
      #expect(intent.feature == nil)
    }
  }
}
