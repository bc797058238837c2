import PickerModel
import TermRender

/// The filter menu: predicates with their numbers, and below them the filter in words.
struct FilterMenuView {
  /// The menu.
  let menu: FilterMenu
  /// Where its parts are.
  let layout: MenuLayout

  private static let groupColumns = 9

  /// Draws the menu; in the prompt it also places the cursor.
  func draw(into frame: inout ScreenFrame) {
    let box = MenuBox(
      layout: layout, list: menu.list, title: "Filter",
      detail: "\(Wording.count(menu.matchingCount)) of \(Wording.photos(menu.totalCount))")
    box.drawFrame(into: &frame)
    let countColumns = Wording.count(menu.totalCount).count
    let showsGroups = layout.list.size.columns >= 34
    for (index, rect) in box.visibleRows {
      let style = box.style(index, in: rect, into: &frame)
      let isFirst =
        index == menu.list.firstRow || menu.rows[index - 1].group != menu.rows[index].group
      draw(
        menu.rows[index], group: showsGroups ? (isFirst ? name(menu.rows[index].group) : "") : nil,
        in: rect, style: style, countColumns: countColumns, into: &frame)
    }
    drawFooter(box, into: &frame)
  }

  private func draw(
    _ row: FilterRow, group: String?, in rect: CellRect, style: TextStyle, countColumns: Int,
    into frame: inout ScreenFrame
  ) {
    let isCursor = style != .plain
    let y = rect.origin.row
    var column = rect.origin.column
    if let group {
      frame.canvas.put(
        group, at: CellPoint(column: column, row: y), style: isCursor ? style : Theme.detail,
        maxColumns: Self.groupColumns)
      column += Self.groupColumns
    }
    let (mark, look): (String, TextStyle) =
      switch row.choice {
      case .off: ("    ", .plain)
      case .included: ("  ✓ ", Theme.included)
      case .excluded: ("not ", Theme.excluded)
      }
    frame.canvas.put(
      mark, at: CellPoint(column: column, row: y), style: isCursor ? style : look,
      maxColumns: max(0, rect.maxColumn - column))
    column += 4
    let number = Wording.count(row.count)
    let room = max(0, rect.maxColumn - column - countColumns - 1)
    frame.canvas.put(
      TerminalText.truncatedInMiddle((row.isNested ? "  " : "") + row.label, toColumns: room),
      at: CellPoint(column: column, row: y),
      style: isCursor ? style : row.count == 0 && row.choice == .off ? Theme.detail : look,
      maxColumns: room)
    guard room > 4 else { return }
    frame.canvas.put(
      number, at: CellPoint(column: rect.maxColumn - CellWidth.of(number), row: y),
      style: isCursor ? style : Theme.detail)
  }

  private func drawFooter(_ box: MenuBox, into frame: inout ScreenFrame) {
    let footer = layout.footer
    guard footer.size.rows > 0 else { return }
    let hasHint = footer.size.rows > 1
    if let prompt = menu.prompt {
      let rows = hasHint && prompt.problem == nil ? footer.size.rows - 1 : footer.size.rows
      PromptLine(prompt: prompt).draw(
        into: &frame,
        CellRect(origin: footer.origin, size: CellSize(columns: footer.size.columns, rows: rows)))
      if hasHint, prompt.problem == nil {
        box.drawHint("Enter takes it  Esc leaves it  as for --filter", into: &frame)
      }
      return
    }
    let text = menu.text
    let lines = Placeholder.wrap(
      TerminalText.sanitized(text.isEmpty ? "everything" : text), columns: footer.size.columns)
    let room = footer.size.rows - (hasHint ? 1 : 0)
    for (index, line) in lines.prefix(room).enumerated() {
      let isCut = index == room - 1 && lines.count > room
      frame.canvas.put(
        isCut
          ? TerminalText.truncatedAtEnd(line + " …", toColumns: footer.size.columns) : line,
        at: CellPoint(column: footer.origin.column, row: footer.origin.row + index),
        style: text.isEmpty ? Theme.detail : Theme.count, maxColumns: footer.size.columns)
    }
    if hasHint {
      box.drawHint("Space ✓ not off  x clear  e edit  Enter show  Esc", into: &frame)
    }
  }

  private func name(_ group: FilterGroup) -> String {
    switch group {
    case .media: "Media"
    case .kind: "Kind"
    case .shape: "Shape"
    case .rating: "Rating"
    case .date: "Date"
    case .camera: "Camera"
    case .format: "Format"
    case .pixels: "Pixels"
    case .size: "Size"
    case .duration: "Length"
    case .written: "Written"
    }
  }
}
