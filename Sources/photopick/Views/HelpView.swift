import PickerModel
import TermRender

/// The table of keys in a box over the screen.
@MainActor
struct HelpView {
  /// The model.
  let model: PickerModel

  /// Draws the box; pictures under it make way.
  func draw(into frame: inout ScreenFrame) {
    let area = model.state.screen.content
    let lines = Self.lines
    let keyWidth = lines.filter { !$0.text.isEmpty }.map { CellWidth.of($0.key) }.max() ?? 0
    let textWidth = lines.map { CellWidth.of($0.text) }.max() ?? 0
    let width = min(area.size.columns, keyWidth + textWidth + 7)
    let height = min(area.size.rows, lines.count + 2)
    let box = CellRect(
      column: area.origin.column + (area.size.columns - width) / 2,
      row: area.origin.row + (area.size.rows - height) / 2, columns: width, rows: height)
    frame.removePlacements(under: box)
    frame.canvas.fill(box)
    let hasFrame = height >= 3 && width >= 10
    if hasFrame { frame.canvas.frame(box, style: Theme.detail) }
    let inset = hasFrame ? 1 : 0
    let rows = height - 2 * inset
    let first = min(max(0, model.state.helpOffset), max(0, lines.count - rows))
    for row in 0..<max(0, min(rows, lines.count - first)) {
      let line = lines[first + row]
      let y = box.origin.row + inset + row
      let x = box.origin.column + 2 * inset
      let room = width - 4 * inset
      if line.text.isEmpty {
        frame.canvas.put(
          line.key, at: CellPoint(column: x, row: y), style: Theme.title, maxColumns: room)
      } else {
        frame.canvas.put(
          line.key, at: CellPoint(column: x + 1, row: y), style: Theme.key, maxColumns: room - 1)
        let left = room - keyWidth - 3
        frame.canvas.put(
          TerminalText.truncatedAtEnd(line.text, toColumns: max(0, left)),
          at: CellPoint(column: x + keyWidth + 3, row: y), maxColumns: max(0, left))
      }
    }
    if hasFrame, lines.count > rows {
      let more = " ↑ ↓ \(first + 1)–\(min(lines.count, first + rows)) of \(lines.count) "
      frame.canvas.put(
        more, at: CellPoint(column: box.origin.column + 2, row: box.maxRow - 1),
        style: Theme.detail, maxColumns: width - 4)
    }
  }

  /// The rows of the table; a section's name has no text.
  nonisolated static let lines: [(key: String, text: String)] = {
    var lines: [(key: String, text: String)] = []
    for section in KeyBinding.Section.allCases {
      if !lines.isEmpty { lines.append(("", "")) }
      lines.append((section.rawValue, ""))
      for binding in KeyMap.bindings where binding.section == section {
        lines.append((binding.label, binding.help))
      }
    }
    lines.append(("", ""))
    lines.append(("Mouse", ""))
    lines += KeyMap.mouse.map { ($0.label, $0.help) }
    lines.append(("", ""))
    lines.append(("A number before a key repeats it: 5j, 12G.", ""))
    return lines
  }()
}
