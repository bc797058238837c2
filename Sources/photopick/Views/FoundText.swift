import PickerModel
import TermRender

/// A name of which the part that a search found is told apart.
struct FoundText {
  /// The name.
  let text: String
  /// What was found, in characters from the start; none for a name without a search.
  let found: [Range<Int>]

  /// Writes the name cut in the middle, and marks what was found of what is left.
  ///
  /// - Parameters:
  ///   - frame: The frame that is being built.
  ///   - point: Where it begins.
  ///   - columns: The cells there are.
  ///   - style: How the rest looks.
  func draw(
    into frame: inout ScreenFrame, at point: CellPoint, columns: Int, style: TextStyle
  ) {
    frame.canvas.put(
      TerminalText.truncatedInMiddle(text, toColumns: columns), at: point, style: style,
      maxColumns: columns)
    guard !found.isEmpty, columns > 1 else { return }
    let look = Self.style(over: style)
    let cut = TerminalText.middleCut(text, toColumns: columns)
    var column = 0
    for (index, character) in text.enumerated() {
      let width = CellWidth.of(String(character))
      defer { column += width }
      guard width > 0, found.contains(where: { $0.contains(index) }) else { continue }
      guard let start = Self.place(column, width: width, cut) else { continue }
      frame.canvas.restyle(
        CellRect(column: point.column + start, row: point.row, columns: width, rows: 1), look)
    }
  }

  /// How what was found looks in a text of a style.
  static func style(over style: TextStyle) -> TextStyle {
    style.attributes.contains(.reverse) ? Theme.foundUnderCursor : Theme.found
  }

  /// Where a character of the whole text stands in the cut one; nil where it was left out.
  private static func place(
    _ column: Int, width: Int, _ cut: (whole: Int, head: Int, tail: Int)?
  ) -> Int? {
    guard let cut else { return column }
    if column + width <= cut.head { return column }
    let tailStart = cut.whole - cut.tail
    return column >= tailStart ? cut.head + 1 + column - tailStart : nil
  }
}
