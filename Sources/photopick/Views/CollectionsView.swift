import PickerModel
import TermRender

/// The folders of the library with their numbers, at the left edge of the screen.
struct CollectionsView {
  /// The list.
  let menu: CollectionList
  /// Where its parts are.
  let layout: MenuLayout

  /// Draws the list; in the prompt it also places the cursor.
  func draw(into frame: inout ScreenFrame) {
    let count = menu.folderCount
    let box = MenuBox(
      layout: layout, list: menu.list, title: "Folders",
      detail: count == 1 ? "1 folder" : Wording.count(count) + " folders")
    box.drawFrame(into: &frame)
    for (index, rect) in box.visibleRows {
      guard let row = menu.row(at: index) else { continue }
      draw(row, in: rect, style: box.style(index, in: rect, into: &frame), into: &frame)
    }
    if menu.list.itemCount == 0 {
      frame.canvas.put(
        "No folder matches", at: layout.list.origin, style: Theme.detail,
        maxColumns: layout.list.size.columns)
    }
    guard let prompt = menu.prompt else {
      return box.drawHint("Enter show  o it alone  / narrow  Esc", into: &frame)
    }
    if layout.footer.size.rows > 0 {
      PromptLine(prompt: prompt, lead: "/").draw(into: &frame, layout.footer)
    } else {
      frame.cursor = layout.list.origin
    }
  }

  private func draw(
    _ row: CollectionList.Row, in rect: CellRect, style: TextStyle, into frame: inout ScreenFrame
  ) {
    let isCursor = style != .plain
    let y = rect.origin.row
    let isPresent = row.folder == menu.present?.folder
    let number = numbers(row)
    let numberStart = rect.maxColumn - CellWidth.of(number)
    let room = max(0, numberStart - 1 - rect.origin.column - 2)
    frame.canvas.put(
      isPresent ? "● " : "  ", at: rect.origin, style: isCursor ? style : Theme.count,
      maxColumns: rect.size.columns)
    let label = TerminalText.truncatedInMiddle(row.label, toColumns: room)
    frame.canvas.put(
      label, at: CellPoint(column: rect.origin.column + 2, row: y),
      style: isCursor ? style : isPresent || row.folder == nil ? Theme.count : .plain,
      maxColumns: room)
    if room > 4 {
      frame.canvas.put(
        number, at: CellPoint(column: numberStart, row: y), style: isCursor ? style : Theme.detail)
    }
  }

  /// `12`, or `12 / 340` where there are more in the folders in it.
  private func numbers(_ row: CollectionList.Row) -> String {
    row.ownCount == row.totalCount
      ? Wording.count(row.totalCount)
      : Wording.count(row.ownCount) + " / " + Wording.count(row.totalCount)
  }
}
