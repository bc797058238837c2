/// The staging tray: the picks in their order, to be looked at, reordered and thinned out.
///
/// The tray takes the place of the grid. It has a cursor of its own, shows picks that filter and
/// search hide and those that are missing, and its preview goes from pick to pick.
extension PickerState {
  /// The picks that the tray shows: those of one set, where there are sets.
  public var traySelection: Selection { sets.all.element(at: traySet) ?? sets.first }

  /// The pick under the tray's cursor; nil outside of the tray and where nothing is picked.
  public var trayCursorID: AssetID? {
    isTrayOpen ? traySelection.picks.element(at: trayViewport.cursor) : nil
  }

  /// The asset that keys work on: the pick under the cursor in the tray, else the item under the
  /// cursor in the grid.
  public var focusedID: AssetID? { isTrayOpen ? trayCursorID : cursorID }

  /// The picks on the screen while the tray is open, in the order of slots.
  public var trayVisible: ArraySlice<AssetID> { traySelection.picks[trayViewport.visibleRange] }

  // MARK: - Opening and closing

  /// Opens the tray on the pick that was under the cursor, else where it was left; or closes it.
  ///
  /// With named sets it opens on the set of that pick, and goes from set to set before it closes.
  mutating func toggleTray() {
    if isTrayOpen {
      guard traySet + 1 < sets.all.count else { return closeTray() }
      isPreviewing = false
      traySet += 1
      trayPick = traySelection.picks.first
      return picksChanged()
    }
    if isSearching { endSearch(keep: true) }
    rangeAnchor = nil
    isPreviewing = false
    traySet = cursorID.flatMap { sets.index(of: $0) } ?? 0
    let focus = cursorID.flatMap { traySelection.contains($0) ? $0 : nil } ?? trayPick
    isTrayOpen = true
    trayPick = focus
    shapeTray()
    picksChanged()
  }

  /// Goes back to the grid.
  mutating func closeTray() {
    isTrayOpen = false
    isPreviewing = false
    trayViewport = Viewport()
  }

  /// Gives the tray the columns and rows that the screen has room for.
  mutating func shapeTray() {
    guard isTrayOpen else { return }
    switch presentation {
    case .tiles:
      let layout = gridLayout
      trayViewport.resize(columns: layout.columns, visibleRows: layout.visibleRows)
    case .list: trayViewport.resize(columns: 1, visibleRows: listLayout.visibleRows)
    }
  }

  /// Keeps the tray's cursor on its pick, or on the one that took its place.
  mutating func picksChanged() {
    guard isTrayOpen else { return }
    let index = trayPick.flatMap { traySelection.position(of: $0) }.map { $0 - 1 }
    trayViewport.replaceItems(count: traySelection.count, cursor: index ?? trayViewport.cursor)
    settleTray()
  }

  // MARK: - Intents

  /// Does what an intent means in the tray and in its preview.
  ///
  /// - Returns: Whether it means something else there than in the grid.
  mutating func applyInTray(_ intent: Intent) -> Bool {
    switch intent {
    case .move(let direction, let count):
      trayViewport.move(isPreviewing ? Self.photoMove(direction) : direction, count: count)
    case .goTo(let index): trayViewport.goTo(index)
    case .scroll(let rows):
      if isPreviewing {
        trayViewport.move(rows < 0 ? .left : .right)
      } else {
        trayViewport.scroll(rows: rows)
      }
    case .nextPhoto: trayViewport.move(.right)
    case .previousPhoto: trayViewport.move(.left)
    case .click(let point, let action): clickInTray(at: point, action)
    case .toggle, .removePick: removePick()
    case .movePick(let steps): movePick(by: steps)
    case .markRange, .pickAll, .invert:
      notice = Notice(kind: .info, text: "That works in the grid: p goes back")
    case .confirm where traySelection.count == 0:
      notice = Notice(kind: .refused, text: "Nothing is picked")
    default: return false
    }
    settleTray()
    return true
  }

  /// Leaves the tray with the grid's cursor on the pick under the tray's.
  mutating func reveal() {
    guard let id = trayCursorID else { return }
    guard let index = catalog.index(of: id) else {
      notice = Notice(
        kind: .refused,
        text: missing.contains(id)
          ? "This photo is no longer there" : "The filter or the search hides this photo")
      return
    }
    closeTray()
    viewport.goTo(index)
    settleCursor()
  }

  // MARK: -

  private mutating func settleTray() {
    trayPick = trayCursorID
    if trayPick == nil { isPreviewing = false }
  }

  private mutating func removePick() {
    guard let id = trayCursorID else {
      notice = Notice(kind: .info, text: "Nothing is picked")
      return
    }
    changePicks(in: traySet) { $0.unpick(id) }
  }

  /// Moves the pick under the cursor; the cursor goes along.
  private mutating func movePick(by steps: Int) {
    guard trayCursorID != nil else { return }
    let index = trayViewport.cursor
    let (sum, overflows) = index.addingReportingOverflow(steps)
    let last = traySelection.count - 1
    let target = overflows ? (steps > 0 ? last : 0) : min(max(0, sum), last)
    guard target != index else {
      notice = Notice(
        kind: .info, text: steps < 0 ? "It is the first pick" : "It is the last pick")
      return
    }
    changePicks(in: traySet) { $0.move(from: index + 1, to: target + 1) }
  }

  private mutating func clickInTray(at point: CellPoint, _ action: ClickAction) {
    guard !isPreviewing, let index = trayItem(at: point) else { return }
    trayViewport.goTo(index)
    settleTray()
    switch action {
    case .moveCursor, .extendRange: break
    case .toggle: removePick()
    case .openPreview: isPreviewing = true
    }
  }

  /// The index of the pick that is shown at a cell.
  private func trayItem(at point: CellPoint) -> Int? {
    let slot = presentation == .tiles ? gridLayout.slot(at: point) : listLayout.slot(at: point)
    guard let slot else { return nil }
    let index = trayViewport.firstRow * trayViewport.columns + slot
    return trayViewport.visibleRange.contains(index) ? index : nil
  }
}
