import PickerModel
import Testing

@Suite("The info panel") struct InfoLayoutTests {
  @Test("in every area the panel and the rest share it without a cell in common")
  func everyArea() {
    for columns in [-3, 0] + Array(1...130) {
      for rows in [-3, 0] + Array(1...60) {
        let area = CellRect(column: 2, row: 1, columns: columns, rows: rows)
        let whole = CellRect(
          origin: area.origin, size: CellSize(columns: max(1, columns), rows: max(1, rows)))
        let layout = InfoLayout(area: area)
        #expect(GridLayoutTests.isInside(layout.main, whole))
        #expect(layout.main.size.columns >= 1 && layout.main.size.rows >= 1)
        guard let panel = layout.panel else {
          #expect(layout.main == whole)
          continue
        }
        #expect(GridLayoutTests.isInside(panel, whole))
        #expect(panel.size.columns >= 1 && panel.size.rows >= 1)
        #expect(!panel.intersects(layout.main))
        #expect(layout.isBeside == (columns >= 72))
      }
    }
  }

  @Test("the grid makes room for it, the cursor stays in view, and Esc closes it before anything")
  func toggles() {
    var state = PickerStateTests.state(count: 26)
    state.resize(to: CellSize(columns: 100, rows: 30))
    _ = state.apply(.goTo(20))
    let columns = state.viewport.columns
    _ = state.apply(.toggleInfo)
    #expect(state.isInfoOpen)
    #expect(state.mode == .grid)
    #expect(state.viewport.columns < columns)
    #expect(state.viewport.visibleRange.contains(20))
    #expect(!state.gridLayout.area.intersects(state.infoLayout?.panel ?? state.screen.content))
    _ = state.apply(.togglePreview)
    #expect(state.previewLayout.picture.size.columns == state.mainArea.size.columns)
    _ = state.apply(.toggleTray)
    #expect(state.mode == .tray)
    _ = state.apply(.dismiss)
    #expect(!state.isInfoOpen)
    #expect(state.mode == .tray)
    _ = state.apply(.dismiss)
    #expect(state.mode == .grid)
    #expect(state.viewport.columns == columns)
    #expect(state.cursorID == AssetID(20))
  }

  @Test("a search that was kept outlives the panel")
  func search() {
    var state = PickerStateTests.state(count: 9)
    _ = state.apply(.beginSearch)
    _ = state.apply(.editSearch(.insert("b")))
    _ = state.apply(.endSearch(keep: true))
    _ = state.apply(.toggleInfo)
    _ = state.apply(.dismiss)
    #expect(!state.isInfoOpen)
    #expect(state.searchText == "b")
  }
}
