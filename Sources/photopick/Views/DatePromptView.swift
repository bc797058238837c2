import PickerModel
import TermRender

/// The prompt for a day to go to.
struct DatePromptView {
  /// The text.
  let prompt: TextPrompt
  /// Where its box is.
  let layout: MenuLayout

  /// Draws the prompt and places the cursor.
  func draw(into frame: inout ScreenFrame) {
    MenuBox(layout: layout, list: Viewport(), title: "Go to a date").drawFrame(into: &frame)
    PromptLine(prompt: prompt).draw(into: &frame, layout.list)
    guard prompt.problem == nil else { return }
    let hints = ["2024   2024-06   12 June 2024   June   today", "Enter goes there  Esc"]
    for (index, hint) in hints.enumerated() where index + 1 < layout.list.size.rows {
      frame.canvas.put(
        TerminalText.truncatedAtEnd(hint, toColumns: layout.list.size.columns),
        at: CellPoint(column: layout.list.origin.column, row: layout.list.origin.row + 1 + index),
        style: Theme.detail, maxColumns: layout.list.size.columns)
    }
  }
}
