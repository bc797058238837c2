import PickerModel
import TestSupport
import Testing

@Suite("The tray") struct TrayTests {
  /// Five photos, of which `b`, `d` and `a` are picked in this order.
  private static func state(_ screen: CellSize = CellSize(columns: 80, rows: 24)) -> PickerState {
    var state = PickerStateTests.state()
    state.resize(to: screen)
    for index in [1, 3, 0] {
      _ = state.apply(.goTo(index))
      _ = state.apply(.toggle)
    }
    return state
  }

  private static func picks(_ state: PickerState) -> [UInt32] {
    state.selection.picks.map(\.rawValue)
  }

  @Test("it opens on the pick under the cursor and closes to where the grid was")
  func opens() {
    var state = Self.state()
    _ = state.apply(.goTo(3))
    _ = state.apply(.toggleTray)
    #expect(state.mode == .tray)
    #expect(state.focusedID == AssetID(3))
    #expect(state.trayViewport.cursor == 1)
    _ = state.apply(.move(.home))
    #expect(state.focusedID == AssetID(1))
    #expect(state.cursorID == AssetID(3))
    _ = state.apply(.cancel)
    #expect(state.mode == .grid)
    #expect(state.cursorID == AssetID(3))
  }

  @Test(
    "a pick is moved with its cursor, by any number of places, and undo puts it back",
    arguments: [
      (0, 1, [3, 1, 0]), (0, 2, [3, 0, 1]), (0, 99, [3, 0, 1]), (2, -1, [1, 0, 3]),
      (2, Int.min, [0, 1, 3]), (1, Int.max, [1, 0, 3]),
    ] as [(Int, Int, [UInt32])])
  func moves(from: Int, steps: Int, expected: [UInt32]) {
    var state = Self.state()
    _ = state.apply(.toggleTray)
    _ = state.apply(.goTo(from))
    let moved = state.focusedID
    _ = state.apply(.movePick(by: steps))
    #expect(Self.picks(state) == expected)
    #expect(state.focusedID == moved)
    _ = state.apply(.undo)
    #expect(Self.picks(state) == [1, 3, 0])
    #expect(state.focusedID == moved)
    _ = state.apply(.redo)
    #expect(Self.picks(state) == expected)
  }

  @Test("past the ends nothing moves, and it says so")
  func ends() {
    var state = Self.state()
    _ = state.apply(.toggleTray)
    _ = state.apply(.goTo(0))
    _ = state.apply(.movePick(by: -1))
    #expect(state.notice?.text == "It is the first pick")
    _ = state.apply(.move(.end))
    _ = state.apply(.movePick(by: 1))
    #expect(state.notice?.text == "It is the last pick")
    #expect(Self.picks(state) == [1, 3, 0])
  }

  @Test("a removed pick makes way for the next one, and the last for the one before")
  func removes() {
    var state = Self.state()
    _ = state.apply(.toggleTray)
    _ = state.apply(.goTo(1))
    _ = state.apply(.removePick)
    #expect(Self.picks(state) == [1, 0])
    #expect(state.focusedID == AssetID(0))
    _ = state.apply(.toggle)
    #expect(state.focusedID == AssetID(1))
    _ = state.apply(.removePick)
    #expect(state.focusedID == nil)
    #expect(state.mode == .tray)
    _ = state.apply(.confirm)
    #expect(state.outcome == nil)
    #expect(state.notice?.text == "Nothing is picked")
    for _ in 0..<3 { _ = state.apply(.undo) }
    #expect(Self.picks(state) == [1, 3, 0])
  }

  @Test("picks that the search hides are in the tray, but can't be gone to")
  func hidden() {
    var state = Self.state()
    _ = state.apply(.beginSearch)
    _ = state.apply(.editSearch(.insert("b")))
    _ = state.apply(.endSearch(keep: true))
    _ = state.apply(.toggleTray)
    #expect(state.trayVisible.map(\.rawValue) == [1, 3, 0])
    _ = state.apply(.goTo(2))
    #expect(state.apply(.reveal) == [.bell])
    #expect(state.mode == .tray)
    _ = state.apply(.goTo(0))
    _ = state.apply(.reveal)
    #expect(state.mode == .grid)
    #expect(state.cursorID == AssetID(1))
  }

  @Test("a pick that vanished stays in the tray until it is taken back")
  func missing() {
    var state = Self.state()
    _ = state.apply(.toggleTray)
    state.markRemoved([AssetID(3), AssetID(2)])
    #expect(state.trayVisible.map(\.rawValue) == [1, 3, 0])
    #expect(
      !state.wantedThumbnails(tile: PixelSize(width: 9, height: 9), preview: nil)
        .contains { $0.asset == AssetID(3) })
    _ = state.apply(.goTo(1))
    _ = state.apply(.removePick)
    #expect(Self.picks(state) == [1, 0])
  }

  @Test("its preview goes from pick to pick and back to the tray")
  func previews() {
    var state = Self.state()
    _ = state.apply(.toggleTray)
    _ = state.apply(.move(.home))
    _ = state.apply(.togglePreview)
    #expect(state.mode == .preview)
    _ = state.apply(.move(.down))
    #expect(state.focusedID == AssetID(3))
    _ = state.apply(.nextPhoto)
    #expect(state.focusedID == AssetID(0))
    _ = state.apply(.cancel)
    #expect(state.mode == .tray)
    #expect(state.focusedID == AssetID(0))
  }

  @Test("only the picks on the screen are loaded, the nearest first")
  func wanted() {
    var state = PickerStateTests.state(count: 26)
    state.resize(to: CellSize(columns: 42, rows: 12))
    _ = state.apply(.pickAll)
    _ = state.apply(.toggleTray)
    _ = state.apply(.goTo(21))
    let size = PixelSize(width: 9, height: 9)
    let wanted = state.wantedThumbnails(tile: size, preview: size)
    #expect(wanted.map(\.asset.rawValue) == [21, 20])
    #expect(wanted.allSatisfy { $0.band == .visible })
  }

  @Test("clicks move the cursor, a double click previews, Ctrl-click takes back")
  func clicks() {
    var state = Self.state()
    _ = state.apply(.toggleTray)
    let point = state.gridLayout.tile(at: 1).picture.origin
    _ = state.apply(.click(at: point, .moveCursor))
    #expect(state.focusedID == AssetID(3))
    _ = state.apply(.click(at: point, .openPreview))
    #expect(state.mode == .preview)
    _ = state.apply(.cancel)
    _ = state.apply(.click(at: point, .toggle))
    #expect(Self.picks(state) == [1, 0])
    _ = state.apply(.click(at: CellPoint(column: 0, row: 23), .toggle))
    #expect(Self.picks(state) == [1, 0])
  }

  @Test("it works on every small screen", arguments: Presentation.allCases)
  func smallScreens(presentation: Presentation) {
    for columns in [0, 1, 2, 3, 20, 43] {
      for rows in [0, 1, 2, 3, 8, 12] {
        var state = Self.state()
        state.setPresentation(presentation)
        _ = state.apply(.toggleTray)
        state.resize(to: CellSize(columns: columns, rows: rows))
        for intent in [.move(.down), .movePick(by: -1), .scroll(rows: 1), .removePick] as [Intent] {
          _ = state.apply(intent)
          #expect(ViewportTests.violation(state.trayViewport) == nil)
          #expect(!state.trayVisible.isEmpty)
        }
      }
    }
  }
}
