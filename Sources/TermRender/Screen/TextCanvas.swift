public import PickerModel

/// A screenful of styled characters, drawn by the views and shown by ``TerminalScreen``.
///
/// A pure value. Whatever is put outside of it is cut off; nothing traps, down to a canvas of 1×1
/// and of 0×0.
///
/// Layout: `size.columns * size.rows` cells, row-major, top row first.
public struct TextCanvas: Hashable, Sendable {
  /// Columns and rows.
  public let size: CellSize
  /// The cells, row by row.
  private(set) var cells: [Cell]

  /// One cell: a character with up to two marks on it, or the right half of a wide one.
  struct Cell: Hashable, Sendable {
    /// The character; 0 for the right half of the wide character to its left.
    var base: UInt32
    /// Combining marks, 0 where there is none.
    var marks: SIMD2<UInt32>
    /// How it looks.
    var style: TextStyle

    /// An empty cell.
    static let blank = Cell(base: 0x20, marks: .zero, style: .plain)
  }

  /// Creates an empty canvas.
  ///
  /// - Parameter size: Columns and rows; negative ones count as 0.
  public init(size: CellSize) {
    self.size = CellSize(columns: max(0, size.columns), rows: max(0, size.rows))
    cells = Array(repeating: .blank, count: self.size.columns * self.size.rows)
  }

  /// The whole canvas.
  public var bounds: CellRect {
    CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows)
  }

  // MARK: - Drawing

  /// Writes text into one row; it is sanitized, and cut at the right edge.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - point: Where it begins; what lies left of column 0 is cut off.
  ///   - style: How it looks.
  ///   - maxColumns: The cells it may take, or nil for all up to the right edge.
  /// - Returns: The cells that were written.
  /// - Complexity: O(n) in the length of the text.
  @discardableResult
  public mutating func put(
    _ text: String, at point: CellPoint, style: TextStyle = .plain, maxColumns: Int? = nil
  ) -> Int {
    guard point.row >= 0, point.row < size.rows, point.column < size.columns else { return 0 }
    var limit = size.columns
    if let maxColumns {
      let end = point.column.addingReportingOverflow(max(0, maxColumns))
      if !end.overflow { limit = min(limit, end.partialValue) }
    }
    guard limit > 0 else { return 0 }
    let rowStart = point.row * size.columns
    var column = point.column
    var last: Int?
    for scalar in TerminalText.sanitized(text).unicodeScalars {
      let width = CellWidth.of(scalar) ?? 0
      if width == 0 {
        if let last { addMark(scalar.value, at: rowStart + last) }
        continue
      }
      guard column + width <= limit else { break }
      if column >= 0 {
        set(scalar.value, width: width, column: column, rowStart: rowStart, style: style)
        last = column
      }
      column += width
    }
    return max(0, column - max(0, point.column))
  }

  /// Fills a rectangle with one character of one cell.
  ///
  /// - Parameters:
  ///   - rect: Where; what lies outside is left out.
  ///   - character: A character of one cell; anything else counts as a space.
  ///   - style: How it looks.
  public mutating func fill(
    _ rect: CellRect, with character: Character = " ", style: TextStyle = .plain
  ) {
    var base: UInt32 = 0x20
    if let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1,
      CellWidth.of(scalar) == 1
    {
      base = scalar.value
    }
    guard let inside = rect.clipped(to: size) else { return }
    for row in inside.origin.row..<inside.maxRow {
      let rowStart = row * size.columns
      for column in inside.origin.column..<inside.maxColumn {
        set(base, width: 1, column: column, rowStart: rowStart, style: style)
      }
    }
  }

  /// Draws the frame of a rectangle along its edge cells; the inside stays.
  ///
  /// - Parameters:
  ///   - rect: The outer cells; less than 2×2 draws nothing.
  ///   - border: The characters.
  ///   - style: How it looks.
  public mutating func frame(_ rect: CellRect, _ border: Border = .light, style: TextStyle = .plain)
  {
    guard rect.size.columns >= 2, rect.size.rows >= 2 else { return }
    let right = rect.maxColumn - 1
    let bottom = rect.maxRow - 1
    let inner = rect.size.columns - 2
    let top = rect.origin.row
    let left = rect.origin.column
    fill(
      CellRect(column: left + 1, row: top, columns: inner, rows: 1), with: border.horizontal,
      style: style)
    fill(
      CellRect(column: left + 1, row: bottom, columns: inner, rows: 1), with: border.horizontal,
      style: style)
    let sides = rect.size.rows - 2
    for column in [left, right] {
      fill(
        CellRect(column: column, row: top + 1, columns: 1, rows: sides), with: border.vertical,
        style: style)
    }
    let corners = [
      (left, top, border.topLeft), (right, top, border.topRight),
      (left, bottom, border.bottomLeft), (right, bottom, border.bottomRight),
    ]
    for (column, row, character) in corners {
      fill(CellRect(column: column, row: row, columns: 1, rows: 1), with: character, style: style)
    }
  }

  /// Changes the style of cells that are drawn already.
  ///
  /// - Parameters:
  ///   - rect: Which cells.
  ///   - style: Their new look.
  public mutating func restyle(_ rect: CellRect, _ style: TextStyle) {
    guard let inside = rect.clipped(to: size) else { return }
    for row in inside.origin.row..<inside.maxRow {
      for column in inside.origin.column..<inside.maxColumn {
        cells[row * size.columns + column].style = style
      }
    }
  }

  /// The text of one row, for tests and logs; trailing spaces stay.
  ///
  /// - Parameter row: The row, from 0; outside of the canvas the text is empty.
  /// - Returns: The characters of the row.
  public func text(row: Int) -> String {
    guard row >= 0, row < size.rows else { return "" }
    var view = String.UnicodeScalarView()
    for cell in cells[(row * size.columns)..<((row + 1) * size.columns)] where cell.base != 0 {
      for value in [cell.base, cell.marks.x, cell.marks.y] where value != 0 {
        if let scalar = Unicode.Scalar(value) { view.append(scalar) }
      }
    }
    return String(view)
  }

  /// The style of one cell, or the plain one outside of the canvas.
  public func style(at point: CellPoint) -> TextStyle {
    guard bounds.contains(point) else { return .plain }
    return cells[point.row * size.columns + point.column].style
  }

  // MARK: - Cells

  private mutating func addMark(_ value: UInt32, at index: Int) {
    if cells[index].marks.x == 0 {
      cells[index].marks.x = value
    } else if cells[index].marks.y == 0 {
      cells[index].marks.y = value
    }
  }

  private mutating func set(
    _ base: UInt32, width: Int, column: Int, rowStart: Int, style: TextStyle
  ) {
    let index = rowStart + column
    // Half of a wide character can't stay.
    if cells[index].base == 0, column > 0 { cells[index - 1].base = 0x20 }
    let next = index + width
    if column + width < size.columns, cells[next].base == 0 { cells[next].base = 0x20 }
    cells[index] = Cell(base: base, marks: .zero, style: style)
    if width == 2 { cells[index + 1] = Cell(base: 0, marks: .zero, style: style) }
  }
}

/// The characters of a frame.
public struct Border: Hashable, Sendable {
  /// The left upper corner.
  public let topLeft: Character
  /// The right upper corner.
  public let topRight: Character
  /// The left lower corner.
  public let bottomLeft: Character
  /// The right lower corner.
  public let bottomRight: Character
  /// Top and bottom.
  public let horizontal: Character
  /// Left and right.
  public let vertical: Character

  /// Thin lines with rounded corners.
  public static let light = Border(
    topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯", horizontal: "─",
    vertical: "│")
  /// Thick lines.
  public static let heavy = Border(
    topLeft: "┏", topRight: "┓", bottomLeft: "┗", bottomRight: "┛", horizontal: "━",
    vertical: "┃")
  /// Double lines.
  public static let double = Border(
    topLeft: "╔", topRight: "╗", bottomLeft: "╚", bottomRight: "╝", horizontal: "═",
    vertical: "║")
  /// Full and half blocks: the heaviest that cells allow.
  public static let block = Border(
    topLeft: "█", topRight: "█", bottomLeft: "█", bottomRight: "█", horizontal: "▀",
    vertical: "█")
}

extension CellRect {
  /// The part inside a screen of `size`, or nil if there is none; safe for any numbers.
  func clipped(to size: CellSize) -> CellRect? {
    let left = max(0, origin.column)
    let top = max(0, origin.row)
    let right = min(
      size.columns, origin.column.addingReportingOverflow(self.size.columns).partialValue)
    let bottom = min(size.rows, origin.row.addingReportingOverflow(self.size.rows).partialValue)
    guard left < right, top < bottom else { return nil }
    return CellRect(column: left, row: top, columns: right - left, rows: bottom - top)
  }
}
