public import PickerModel

extension VTScreen {
  // MARK: - Erasing

  /// Erases from the cursor on (0), up to it (1) or everything (2).
  mutating func eraseDisplay(_ which: Int) {
    let all = 0..<size.columns
    switch which {
    case 0:
      if cursor == CellPoint(column: 0, row: 0) { awaitsClear = false }
      erase(cursor.row, cursor.column..<size.columns, "ED 0")
      for row in (cursor.row + 1)..<max(size.rows, cursor.row + 1) { erase(row, all, "ED 0") }
    case 1:
      for row in 0..<cursor.row { erase(row, all, "ED 1") }
      erase(cursor.row, 0..<(cursor.column + 1), "ED 1")
    case 2:
      for row in 0..<size.rows { erase(row, all, "ED 2") }
      plane = nil
      awaitsClear = false
    case 3:
      break
    default:
      problems.append("ED \(which)")
    }
  }

  /// Erases in the cursor's row, from the cursor on (0), up to it (1) or all (2).
  mutating func eraseLine(_ which: Int) {
    switch which {
    case 0: erase(cursor.row, cursor.column..<size.columns, "EL 0")
    case 1: erase(cursor.row, 0..<(cursor.column + 1), "EL 1")
    case 2: erase(cursor.row, 0..<size.columns, "EL 2")
    default: problems.append("EL \(which)")
    }
  }

  /// Erases cells of a row.
  mutating func erase(_ row: Int, _ columns: Range<Int>, _ name: String) {
    if columns.isEmpty { return }
    isWrapPending = false
    operations.append(.erase(name, CellPoint(column: columns.lowerBound, row: row)))
    var blank = VTCell.blank
    blank.style.background = style.background
    for column in columns {
      let index = row * size.columns + column
      if cells[index].width == 2, column + 1 < size.columns, !columns.contains(column + 1) {
        cells[index + 1] = blank
      }
      if cells[index].width == 0, column > 0, !columns.contains(column - 1) {
        cells[index - 1] = blank
      }
      cells[index] = blank
      let point = CellPoint(column: column, row: row)
      if plane?.hasPixels(inCellAt: point) == true {
        erasedPictureCellCount += 1
        if erasingRemovesPixels { removePixels(at: point) }
      }
    }
  }

  // MARK: - Shifting

  /// Shifts the rest of the row left.
  mutating func deleteCells(_ count: Int) {
    let start = cursor.row * size.columns
    let end = start + size.columns
    let count = min(count, size.columns - cursor.column)
    cells.removeSubrange((start + cursor.column)..<(start + cursor.column + count))
    cells.insert(contentsOf: repeatElement(.blank, count: count), at: end - count)
    isWrapPending = false
  }

  /// Shifts the rest of the row right.
  mutating func insertBlanks(_ count: Int) {
    let start = cursor.row * size.columns
    let end = start + size.columns
    let count = min(count, size.columns - cursor.column)
    cells.removeSubrange((end - count)..<end)
    cells.insert(contentsOf: repeatElement(.blank, count: count), at: start + cursor.column)
    isWrapPending = false
  }

  /// Moves the rows of the region up (positive) or down.
  mutating func scroll(by count: Int) {
    scrollRows(from: top, by: count, isWholeRegion: true)
  }

  /// Moves the region's rows from one on up (positive) or down; blank rows come in.
  mutating func scrollRows(from first: Int, by count: Int, isWholeRegion: Bool = false) {
    guard first >= top, first <= bottom, count != 0 else { return }
    operations.append(.scroll(count))
    let height = bottom - first + 1
    let distance = min(abs(count), height)
    let columns = size.columns
    let blanks = [VTCell](repeating: .blank, count: distance * columns)
    let start = first * columns
    let end = (bottom + 1) * columns
    if count > 0 {
      cells.replaceSubrange(start..<end, with: cells[(start + distance * columns)..<end] + blanks)
    } else {
      cells.replaceSubrange(start..<end, with: blanks + cells[start..<(end - distance * columns)])
    }
    plane?.moveRows(first...bottom, by: count > 0 ? distance : -distance)
    if !isWholeRegion { isWrapPending = false }
  }

  // MARK: - Looking

  /// The cell at a place.
  ///
  /// - Precondition: the place lies on the screen.
  public subscript(point: CellPoint) -> VTCell {
    precondition(isOnScreen(point), "\(point) is not on the screen")
    return cells[point.row * size.columns + point.column]
  }

  /// Whether a place lies on the screen.
  public func isOnScreen(_ point: CellPoint) -> Bool {
    CellRect(origin: CellPoint(column: 0, row: 0), size: size).contains(point)
  }

  /// The text of a row without the blanks at its end.
  public func row(_ row: Int) -> String {
    guard row >= 0, row < size.rows else { return "" }
    var text = ""
    for column in 0..<size.columns { text += cells[row * size.columns + column].text }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The rows as text.
  public var rows: [String] { (0..<size.rows).map { row($0) } }

  /// The whole screen as text, a row a line; `▒` marks pictures.
  public var text: String {
    guard plane != nil else { return rows.joined(separator: "\n") }
    return (0..<size.rows).map { row in
      var text = ""
      for column in 0..<size.columns {
        let cell = cells[row * size.columns + column]
        let isPicture = hasPixels(at: CellPoint(column: column, row: row))
        text += isPicture && cell.text == " " ? "▒" : cell.text
      }
      while text.last == " " { text.removeLast() }
      return text
    }.joined(separator: "\n")
  }

  /// Whether a text stands in one of the rows.
  public func contains(_ text: String) -> Bool { find(text) != nil }

  /// The first cell of the first place where a text stands in one row.
  public func find(_ text: String) -> CellPoint? {
    for row in 0..<size.rows {
      if let column = columns(of: text, inRow: row).first {
        return CellPoint(column: column, row: row)
      }
    }
    return nil
  }

  /// The first columns of all the places where a text stands in a row.
  public func columns(of text: String, inRow row: Int) -> [Int] {
    let wanted = Array(text.unicodeScalars)
    guard let first = wanted.first else { return [] }
    var scalars = [Unicode.Scalar]()
    var columns = [Int]()
    for column in 0..<size.columns {
      for scalar in cells[row * size.columns + column].text.unicodeScalars {
        scalars.append(scalar)
        columns.append(column)
      }
    }
    guard scalars.count >= wanted.count else { return [] }
    return (0...(scalars.count - wanted.count)).filter { start in
      scalars[start] == first && scalars[start..<(start + wanted.count)].elementsEqual(wanted)
    }.map { columns[$0] }
  }
}
