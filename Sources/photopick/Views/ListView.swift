import PickerModel
import TermRender

/// The list that stands for the grid without pictures: one row an asset.
@MainActor
struct ListView {
  /// The model.
  let model: PickerModel

  /// Draws the rows on the screen.
  func draw(into frame: inout ScreenFrame) {
    let layout = model.state.listLayout
    let visible = model.viewport.visibleRange
    guard !visible.isEmpty else {
      let text =
        model.scanProgress.isScanning
        ? "Looking for photos…"
        : model.totalCount > 0 ? Wording.nothingMatches(model) : "No photos here"
      Placeholder.draw([text], in: layout.area, into: &frame, style: Theme.placeholder)
      return
    }
    let matching = model.matching
    for index in visible {
      guard let asset = model.asset(matching[index]) else { continue }
      draw(
        asset, isCursor: index == model.viewport.cursor,
        isInRange: model.state.range?.contains(index) ?? false,
        in: layout.row(at: index - visible.lowerBound), into: &frame)
    }
  }

  /// Draws one row.
  func draw(
    _ asset: Asset, isCursor: Bool, isInRange: Bool, in rect: CellRect,
    into frame: inout ScreenFrame
  ) {
    let badge = PickBadge(asset.id, in: model.sets)
    let style =
      isCursor ? Theme.cursorCaption : badge == nil ? TextStyle.plain : Theme.pickedCaption
    frame.canvas.fill(rect, style: style)
    let row = rect.origin.row
    var column = rect.origin.column
    frame.canvas.put(
      isCursor ? ">" : isInRange ? "·" : " ", at: CellPoint(column: column, row: row), style: style)
    column += 1
    let badgeWidth = min(PickBadge.columns(in: model.sets), max(3, rect.size.columns / 4))
    if let badge {
      frame.canvas.put(
        badge.text(columns: badgeWidth + 8), at: CellPoint(column: column, row: row),
        style: badge.style, maxColumns: badgeWidth)
    }
    column += badgeWidth + 1
    let facts = facts(asset, room: rect.maxColumn - column - 16)
    let nameRoom = max(0, rect.maxColumn - column - CellWidth.of(facts) - (facts.isEmpty ? 0 : 2))
    FoundText(
      text: asset.path.name.displayString, found: model.state.foundRanges(in: asset)
    ).draw(
      into: &frame, at: CellPoint(column: column, row: row), columns: nameRoom, style: style)
    if let note = model.searchMatchNote(for: asset.id) {
      let name = TerminalText.truncatedInMiddle(
        asset.path.name.displayString, toColumns: nameRoom)
      let room = nameRoom - CellWidth.of(name) - 2
      frame.canvas.put(
        TerminalText.truncatedInMiddle(note, toColumns: room),
        at: CellPoint(column: column + CellWidth.of(name) + 2, row: row),
        style: FoundText.style(over: style), maxColumns: max(0, room))
    }
    if !facts.isEmpty {
      let start = rect.maxColumn - CellWidth.of(facts) - 1
      frame.canvas.put(
        facts, at: CellPoint(column: start, row: row),
        style: isCursor ? style : Theme.caption)
    }
  }

  /// Whether the header of a photo does not even tell its size.
  private func isDamaged(_ asset: Asset) -> Bool {
    asset.pixelSize == nil && BuildInfo.decodes(asset.format)
  }

  /// Date, dimensions, duration, size and format, as many as there is room for, in columns.
  private func facts(_ asset: Asset, room: Int) -> String {
    let missing = model.isMissing(asset.id)
    let columns: [(text: String, width: Int)] = [
      (asset.format.label, 4),
      (missing ? "missing" : Wording.bytes(asset.byteCount), 8),
      (Wording.date(asset), 17),
      (asset.pixelSize.map(Wording.dimensions) ?? (isDamaged(asset) ? "damaged" : ""), 11),
      (asset.duration.map(Wording.duration) ?? "", 7),
      (Wording.kind(of: asset) ?? "", 8),
    ]
    var shown = ""
    for (text, width) in columns {
      let padded = String(repeating: " ", count: max(0, width - CellWidth.of(text))) + text
      let candidate = shown.isEmpty ? padded : padded + "  " + shown
      if CellWidth.of(candidate) > room { break }
      shown = candidate
    }
    return shown
  }
}
