import PickerModel
import TermRender

/// A line of text with a cursor in it, and below it what is wrong with the text.
struct PromptLine {
  /// The text.
  let prompt: TextPrompt
  /// What stands before it: `/`.
  var lead = ""

  /// Draws the line; the part before the cursor stays in view.
  ///
  /// - Parameters:
  ///   - frame: The frame that is being built; its cursor is set.
  ///   - rect: The cells: the line, and below it room for a pointer and its message.
  func draw(into frame: inout ScreenFrame, _ rect: CellRect) {
    guard rect.size.rows > 0, rect.size.columns > 1 else { return }
    let row = rect.origin.row
    let leadWidth = frame.canvas.put(
      lead, at: rect.origin, style: Theme.count, maxColumns: rect.size.columns - 1)
    let room = rect.size.columns - leadWidth - 1
    // What is pointed at must be seen, wherever the cursor is.
    let anchor = prompt.problem?.offset ?? prompt.field.cursor
    let characters = Array(prompt.field.text)
    var start = 0
    var width = columns(characters[..<min(anchor, characters.count)])
    while width > room, start < anchor, start < characters.count {
      width -= columns(characters[start...start])
      start += 1
    }
    let left = rect.origin.column + leadWidth
    frame.canvas.put(
      String(characters[start...]), at: CellPoint(column: left, row: row), style: Theme.count,
      maxColumns: room + 1)
    let cursor = min(max(start, prompt.field.cursor), characters.count)
    frame.cursor = CellPoint(
      column: min(left + columns(characters[start..<cursor]), rect.maxColumn - 1), row: row)
    if let problem = prompt.problem {
      drawProblem(problem.message, at: min(left + width, rect.maxColumn - 1), into: &frame, rect)
    }
  }

  /// The pointer and the message: beside it where it fits, else on the lines below.
  private func drawProblem(
    _ message: String, at column: Int, into frame: inout ScreenFrame, _ rect: CellRect
  ) {
    let row = rect.origin.row + 1
    guard row < rect.maxRow else {
      // No room for a pointer: the message takes the line until the next key.
      frame.canvas.fill(
        CellRect(column: rect.origin.column, row: row - 1, columns: rect.size.columns, rows: 1))
      frame.canvas.put(
        TerminalText.truncatedAtEnd(message, toColumns: rect.size.columns), at: rect.origin,
        style: Theme.failure, maxColumns: rect.size.columns)
      return
    }
    frame.canvas.put("^", at: CellPoint(column: column, row: row), style: Theme.failure)
    let text = TerminalText.sanitized(message)
    if column + 2 + CellWidth.of(text) <= rect.maxColumn || rect.maxRow == row + 1 {
      let start = min(column + 2, max(rect.origin.column, rect.maxColumn - CellWidth.of(text)))
      // On a single line a long message ends where the pointer begins.
      let room = start > column ? rect.maxColumn - start : column - start - 1
      frame.canvas.put(
        TerminalText.truncatedAtEnd(text, toColumns: room),
        at: CellPoint(column: start, row: row), style: Theme.failure, maxColumns: room)
      return
    }
    let lines = Placeholder.wrap(text, columns: rect.size.columns)
    for (index, line) in lines.prefix(rect.maxRow - row - 1).enumerated() {
      frame.canvas.put(
        line, at: CellPoint(column: rect.origin.column, row: row + 1 + index),
        style: Theme.failure, maxColumns: rect.size.columns)
    }
  }

  private func columns(_ characters: ArraySlice<Character>) -> Int {
    CellWidth.of(String(characters))
  }
}
