import PickerModel
import TermRender

/// The menu that is open, in a box over the grid.
@MainActor
struct MenuView {
  /// The model.
  let model: PickerModel

  /// Draws the box; pictures under it make way.
  func draw(into frame: inout ScreenFrame) {
    guard let menu = model.state.openMenu, let layout = model.state.menuLayout else { return }
    switch menu {
    case .filter(let menu): FilterMenuView(menu: menu, layout: layout).draw(into: &frame)
    case .sort(let menu): SortMenuView(menu: menu, layout: layout).draw(into: &frame)
    case .collections(let menu): CollectionsView(menu: menu, layout: layout).draw(into: &frame)
    case .dates(let prompt): DatePromptView(prompt: prompt, layout: layout).draw(into: &frame)
    }
  }
}

/// What the boxes of all menus have: a frame with a title, rows with a cursor, a hint.
struct MenuBox {
  /// Where the parts are.
  let layout: MenuLayout
  /// The rows on the screen.
  let list: Viewport
  /// What stands in the frame at the left.
  let title: String
  /// What stands in the frame at the right.
  var detail = ""

  /// Empties the box, takes the pictures under it away, and draws the frame.
  func drawFrame(into frame: inout ScreenFrame) {
    let box = layout.box
    frame.removePlacements(under: box)
    frame.canvas.fill(box)
    guard layout.hasFrame else { return }
    frame.canvas.frame(box, style: Theme.detail)
    let width = box.size.columns
    frame.canvas.put(
      " \(title) ", at: CellPoint(column: box.origin.column + 2, row: box.origin.row),
      style: Theme.title, maxColumns: width - 4)
    if !detail.isEmpty, CellWidth.of(title) + CellWidth.of(detail) + 8 <= width {
      frame.canvas.put(
        " \(detail) ",
        at: CellPoint(
          column: box.maxColumn - CellWidth.of(detail) - 4, row: box.origin.row),
        style: Theme.count)
    }
    if let row = layout.divider {
      frame.canvas.fill(
        CellRect(column: box.origin.column, row: row, columns: width, rows: 1), with: "─",
        style: Theme.detail)
      frame.canvas.put(
        "├", at: CellPoint(column: box.origin.column, row: row), style: Theme.detail)
      frame.canvas.put("┤", at: CellPoint(column: box.maxColumn - 1, row: row), style: Theme.detail)
    }
    drawScrollMark(into: &frame)
  }

  /// The cells of the rows on the screen with their indices.
  var visibleRows: [(index: Int, rect: CellRect)] {
    list.visibleRange.prefix(layout.list.size.rows).enumerated().map { slot, index in
      (
        index,
        CellRect(
          column: layout.list.origin.column, row: layout.list.origin.row + slot,
          columns: layout.list.size.columns, rows: 1)
      )
    }
  }

  /// The style of a row; the cursor's one is filled.
  func style(_ index: Int, in rect: CellRect, into frame: inout ScreenFrame) -> TextStyle {
    guard index == list.cursor else { return .plain }
    frame.canvas.fill(rect, style: Theme.cursorCaption)
    return Theme.cursorCaption
  }

  /// Writes a hint into the last line of the footer, where there are lines to spare.
  func drawHint(_ hint: String, into frame: inout ScreenFrame) {
    let footer = layout.footer
    guard footer.size.rows > 0 else { return }
    frame.canvas.put(
      TerminalText.truncatedAtEnd(hint, toColumns: footer.size.columns),
      at: CellPoint(column: footer.origin.column, row: footer.maxRow - 1), style: Theme.detail,
      maxColumns: footer.size.columns)
  }

  /// Says which rows of how many are shown, where not all of them are.
  private func drawScrollMark(into frame: inout ScreenFrame) {
    let visible = list.visibleRange
    guard visible.count < list.itemCount else { return }
    let row = layout.divider ?? layout.box.maxRow - 1
    let mark =
      " ↑ ↓ \(Wording.count(visible.lowerBound + 1))–\(Wording.count(visible.upperBound))"
      + " of \(Wording.count(list.itemCount)) "
    let width = layout.box.size.columns - 4
    guard CellWidth.of(mark) <= width else { return }
    frame.canvas.put(
      mark, at: CellPoint(column: layout.box.origin.column + 2, row: row), style: Theme.detail,
      maxColumns: width)
  }
}

/// The menu of orders.
struct SortMenuView {
  /// The menu.
  let menu: SortMenu
  /// Where its parts are.
  let layout: MenuLayout

  /// Draws the menu.
  func draw(into frame: inout ScreenFrame) {
    let box = MenuBox(layout: layout, list: menu.list, title: "Sort")
    box.drawFrame(into: &frame)
    for (index, rect) in box.visibleRows {
      let order = menu.rows[index]
      let style = box.style(index, in: rect, into: &frame)
      let isPresent = order.key == menu.present.key
      frame.canvas.put(
        (isPresent ? "● " : "  ") + Wording.name(of: order.key), at: rect.origin,
        style: style == .plain && isPresent ? Theme.count : style, maxColumns: rect.size.columns)
      let direction = Wording.direction(of: order)
      let start = rect.maxColumn - CellWidth.of(direction)
      guard start > rect.origin.column + 10 else { continue }
      frame.canvas.put(
        direction, at: CellPoint(column: start, row: rect.origin.row),
        style: style == .plain ? Theme.detail : style)
    }
    box.drawHint("r turns around  Enter takes it  Esc", into: &frame)
  }
}
