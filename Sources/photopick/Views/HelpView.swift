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
    let lines = Self.lines(disabled: model.state.disabled, setNames: model.sets.names)
    let keyWidth = lines.filter { !$0.text.isEmpty }.map { CellWidth.of($0.key) }.max() ?? 0
    let textWidth = lines.map { CellWidth.of($0.text) }.max() ?? 0
    let width = min(area.size.columns, keyWidth + textWidth + 7)
    let rows = Self.rows(lines, textColumns: width - keyWidth - 7)
    let height = min(area.size.rows, rows.count + 2)
    let box = CellRect(
      column: area.origin.column + (area.size.columns - width) / 2,
      row: area.origin.row + (area.size.rows - height) / 2, columns: width, rows: height)
    frame.removePlacements(under: box)
    frame.canvas.fill(box)
    let hasFrame = height >= 3 && width >= 10
    if hasFrame { frame.canvas.frame(box, style: Theme.detail) }
    let inset = hasFrame ? 1 : 0
    let visible = max(0, height - 2 * inset)
    let first = min(max(0, model.state.helpOffset), max(0, rows.count - visible))
    for (index, row) in rows[first..<min(rows.count, first + visible)].enumerated() {
      let start = CellPoint(
        column: box.origin.column + 2 * inset, row: box.origin.row + inset + index)
      draw(row, at: start, columns: width - 4 * inset, keyWidth: keyWidth, into: &frame)
    }
    if hasFrame, rows.count > visible {
      let more = " ↑ ↓ \(first + 1)–\(min(rows.count, first + visible)) of \(rows.count) "
      frame.canvas.put(
        more, at: CellPoint(column: box.origin.column + 2, row: box.maxRow - 1),
        style: Theme.detail, maxColumns: width - 4)
    }
  }

  private func draw(
    _ row: (key: String, text: String), at start: CellPoint, columns: Int, keyWidth: Int,
    into frame: inout ScreenFrame
  ) {
    guard !row.text.isEmpty else {
      frame.canvas.put(row.key, at: start, style: Theme.title, maxColumns: columns)
      return
    }
    frame.canvas.put(
      row.key, at: CellPoint(column: start.column + 1, row: start.row), style: Theme.key,
      maxColumns: columns - 1)
    let text = CellPoint(column: start.column + keyWidth + 3, row: start.row)
    frame.canvas.put(row.text, at: text, maxColumns: max(0, columns - keyWidth - 3))
  }

  /// The rows with texts broken to a width.
  private static func rows(
    _ lines: [(key: String, text: String)], textColumns: Int
  ) -> [(key: String, text: String)] {
    lines.flatMap { line -> [(key: String, text: String)] in
      let parts = Placeholder.wrap(line.text, columns: max(8, textColumns))
      guard parts.count > 1 else { return [line] }
      return parts.enumerated().map { ($0 == 0 ? line.key : "", $1) }
    }
  }

  /// The rows of the table; a section's name has no text.
  ///
  /// - Parameters:
  ///   - disabled: The parts that are off: their keys are left out.
  ///   - setNames: The names of the sets; without any, their keys are left out.
  /// - Returns: The rows.
  nonisolated static func lines(
    disabled: Set<PickerFeature> = [], setNames: [String] = []
  ) -> [(key: String, text: String)] {
    func isThere(_ feature: PickerFeature?) -> Bool {
      feature.map { !disabled.contains($0) } ?? true
    }
    var lines: [(key: String, text: String)] = []
    for section in KeyBinding.Section.allCases where section != .sets || !setNames.isEmpty {
      let bindings = KeyMap.bindings.filter { $0.section == section && isThere($0.feature) }
      if bindings.isEmpty { continue }
      if !lines.isEmpty { lines.append(("", "")) }
      lines.append((section.rawValue, ""))
      lines += bindings.map { ($0.label, $0.help) }
      if section == .sets {
        lines += setNames.enumerated().map {
          ("\($0 + 1)", "\($1)" + ($0 == 0 ? ": Space, too" : ""))
        }
      }
    }
    lines.append(("", ""))
    lines.append(("Mouse", ""))
    lines += KeyMap.mouse.filter { isThere($0.feature) }.map { ($0.label, $0.help) }
    if setNames.isEmpty {
      lines.append(("", ""))
      lines.append(("A number before a movement: 5j, 12G.", ""))
    }
    return lines
  }
}
