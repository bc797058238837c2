import PickerModel
import TermRender

/// The panel with what is known of the photo under the cursor.
@MainActor
struct InfoView {
  /// The frame that is being built.
  let builder: FrameBuilder

  private var model: PickerModel { builder.model }

  /// One row of the panel, ready to be put on the screen.
  private struct Row {
    var label = ""
    var text = ""
    var style = TextStyle.plain
  }

  private static let labelWidth = 11
  /// How wide a column of facts is at least, where the panel is below.
  private static let columnWidth = 38

  /// Draws the panel; nothing else is in its cells.
  func draw(into frame: inout ScreenFrame, _ layout: InfoLayout) {
    guard let panel = layout.panel else { return }
    frame.removePlacements(under: panel)
    frame.canvas.fill(panel)
    var inside = panel
    if layout.isBeside {
      let line = CellRect(
        column: panel.origin.column, row: panel.origin.row, columns: 1, rows: panel.size.rows)
      frame.canvas.fill(line, with: "│", style: Theme.detail)
      inside.origin.column += 2
      inside.size.columns -= 3
    } else {
      let line = CellRect(
        column: panel.origin.column, row: panel.origin.row, columns: panel.size.columns, rows: 1)
      frame.canvas.fill(line, with: "─", style: Theme.detail)
      inside.origin.row += 1
      inside.size.rows -= 1
      if inside.size.columns > 2 {
        inside.origin.column += 1
        inside.size.columns -= 2
      }
    }
    draw(in: inside, into: &frame)
  }

  private func draw(in rect: CellRect, into frame: inout ScreenFrame) {
    guard rect.size.columns > 0, rect.size.rows > 0 else { return }
    guard let asset = model.focusedAsset else {
      frame.canvas.put(
        "No photo here", at: rect.origin, style: Theme.placeholder, maxColumns: rect.size.columns)
      return
    }
    let columnCount = max(1, rect.size.columns / Self.columnWidth)
    let width = (rect.size.columns - 2 * (columnCount - 1)) / columnCount
    var rows = rows(of: asset, width: width)
    let room = rect.size.rows * columnCount
    if rows.count > room {
      rows.removeLast(rows.count - room)
      rows[rows.count - 1] = Row(text: "…", style: Theme.detail)
    }
    for (index, row) in rows.enumerated() {
      let start = CellPoint(
        column: rect.origin.column + index / rect.size.rows * (width + 2),
        row: rect.origin.row + index % rect.size.rows)
      frame.canvas.put(row.label, at: start, style: Theme.detail, maxColumns: width)
      let indent = row.label.isEmpty && row.style != Theme.plainInfo ? 0 : Self.labelWidth
      frame.canvas.put(
        row.text, at: CellPoint(column: start.column + indent, row: start.row), style: row.style,
        maxColumns: max(0, width - indent))
    }
  }

  private func rows(of asset: Asset, width: Int) -> [Row] {
    let name = TerminalText.sanitized(asset.path.name.displayString)
    var rows = Self.pieces(name, columns: width).prefix(3).map { Row(text: $0, style: Theme.title) }
    if let position = model.position(of: asset.id) {
      rows.append(
        Row(text: "pick \(position) of \(model.selection.count)", style: Theme.pickedInfo))
    }
    rows.append(Row())
    let facts = InfoLine.lines(of: asset, isMissing: model.isMissing(asset.id))
    append(facts, to: &rows, width: width)
    if builder.showsPictures, BuildInfo.decodes(asset.format), !model.isMissing(asset.id),
      case .error(let failure) = model.thumbnail(of: asset.id)
    {
      rows += Self.wrapped("✗ " + failure.message, columns: width).prefix(3)
        .map { Row(text: $0, style: Theme.failure) }
    }
    switch builder.details {
    case .loaded(let lines): append(lines, to: &rows, width: width)
    case .loading: rows.append(Row(text: "reading…", style: Theme.detail))
    case .error(let failure): rows.append(Row(text: failure.message, style: Theme.failure))
    case .idle: break
    }
    return rows
  }

  private func append(_ lines: [InfoLine], to rows: inout [Row], width: Int) {
    for line in lines {
      let room = max(1, width - Self.labelWidth)
      let parts = Self.wrapped(TerminalText.sanitized(line.value), columns: room).prefix(4)
      for (index, part) in parts.enumerated() {
        rows.append(
          Row(label: index == 0 ? line.label : "", text: part, style: Theme.plainInfo))
      }
    }
  }

  /// Breaks a text at spaces, and words that are too long anywhere: nothing is left out.
  private static func wrapped(_ text: String, columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: true) {
      let candidate = line.isEmpty ? String(word) : line + " " + word
      if CellWidth.of(candidate) <= columns {
        line = candidate
        continue
      }
      if !line.isEmpty { lines.append(line) }
      var parts = pieces(String(word), columns: columns)
      line = parts.popLast() ?? ""
      lines += parts
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }

  /// Cuts a text into pieces of a width.
  private static func pieces(_ text: String, columns: Int) -> [String] {
    guard columns > 1 else { return [text] }
    var pieces: [String] = []
    var piece = ""
    var width = 0
    for character in text {
      let cells = CellWidth.of(String(character))
      if width + cells > columns, !piece.isEmpty {
        pieces.append(piece)
        piece = ""
        width = 0
      }
      piece.append(character)
      width += cells
    }
    if !piece.isEmpty { pieces.append(piece) }
    return pieces
  }
}
