import PickerModel
import TermRender

/// A name of which the part that a search found is told apart.
struct FoundText {
  /// The name.
  let text: String
  /// What was found, in characters from the start; none for a name without a search.
  let found: [Range<Int>]

  /// Writes the name cut in the middle, or around what was found where that would be cut away, and marks
  /// what was found of what is left.
  ///
  /// - Parameters:
  ///   - frame: The frame that is being built.
  ///   - point: Where it begins.
  ///   - columns: The cells there are.
  ///   - style: How the rest looks.
  func draw(
    into frame: inout ScreenFrame, at point: CellPoint, columns: Int, style: TextStyle
  ) {
    if let part = part(columns: columns) {
      FoundText(text: part.text, found: part.found).draw(
        into: &frame, at: point, columns: columns, style: style)
      return
    }
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

  /// The part of the name around what was found first, between ellipses.
  ///
  /// - Parameter columns: The cells there are.
  /// - Returns: The part, no wider than that, and what was found of it; nil where the cut in the middle
  ///   leaves the first find whole, or there is no room.
  func part(columns: Int) -> (text: String, found: [Range<Int>])? {
    guard columns >= 5, let first = found.first, !first.isEmpty,
      let cut = TerminalText.middleCut(text, toColumns: columns)
    else { return nil }
    let characters = Array(text)
    let widths = characters.map { CellWidth.of(String($0)) }
    guard first.upperBound <= characters.count else { return nil }
    var column = widths[..<first.lowerBound].reduce(0, +)
    let isWhole = first.allSatisfy { index in
      defer { column += widths[index] }
      return widths[index] == 0 || Self.place(column, width: widths[index], cut) != nil
    }
    if isWhole { return nil }
    // From the find outwards, to the right first: there are the number and the extension.
    let room = columns - 2
    var (start, end) = (first.lowerBound, first.lowerBound)
    var used = 0
    while end < first.upperBound, used + widths[end] <= room {
      used += widths[end]
      end += 1
    }
    var isOpen = true
    while isOpen {
      isOpen = false
      if end < characters.count, used + widths[end] <= room {
        used += widths[end]
        end += 1
        isOpen = true
      }
      if start > 0, used + widths[start - 1] <= room {
        start -= 1
        used += widths[start]
        isOpen = true
      }
    }
    let head = start > 0 ? "…" : ""
    let shift = head.count - start
    let part = found.compactMap { range -> Range<Int>? in
      let inside = range.clamped(to: start..<end)
      return inside.isEmpty ? nil : inside.lowerBound + shift..<inside.upperBound + shift
    }
    let tail = end < characters.count ? "…" : ""
    return (head + String(characters[start..<end]) + tail, part)
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
