public import PickerModel

extension VTScreen {
  /// Draws a picture at the cursor, as a terminal with sixel scrolling on.
  mutating func place(_ image: SixelImage) {
    let columns = (image.size.width + cellPixels.width - 1) / cellPixels.width
    let rows = (image.size.height + cellPixels.height - 1) / cellPixels.height
    let rect = CellRect(
      origin: cursor, size: CellSize(columns: columns, rows: rows))
    images.append(
      VTImage(
        image: image, rect: rect, screenSize: size, isOvertaken: awaitsClear,
        isSynchronized: isUpdating,
        isPositioned: !cursorIsUncertain,
        serial: byteCount))
    operations.append(.image(images.count - 1))
    cursorIsUncertain = true
    isWrapPending = false
    if rows == 0 || columns == 0 { return }
    let overflow = rect.maxRow + (image.endsInNewline ? 1 : 0) - size.rows
    if overflow > 0 {
      if !awaitsClear { imageScrollCount += 1 }
      scroll(by: overflow)
      cursor.row = max(0, cursor.row - overflow)
    }
    if plane == nil { plane = PixelPlane(cells: size, cellPixels: cellPixels) }
    plane?.draw(
      image, x: cursor.column * cellPixels.width, y: cursor.row * cellPixels.height,
      fill: image.isTransparent ? 0 : RGBColor.black.packed)
    cursor.row = min(size.rows - 1, cursor.row + rows - (image.endsInNewline ? 0 : 1))
  }

  /// Takes the pixels of a cell away.
  ///
  /// - Returns: Whether there were any.
  @discardableResult
  mutating func removePixels(at point: CellPoint) -> Bool {
    guard plane?.hasPixels(inCellAt: point) == true else { return false }
    plane?.clear(cellAt: point)
    return true
  }

  /// Whether a cell shows a pixel of a picture.
  public func hasPixels(at point: CellPoint) -> Bool {
    isOnScreen(point) && plane?.hasPixels(inCellAt: point) == true
  }

  /// Whether all pixels of all cells of a rectangle are a picture's.
  public func isCoveredByPictures(_ rect: CellRect) -> Bool {
    guard let plane else { return false }
    for row in rect.origin.row..<rect.maxRow {
      for column in rect.origin.column..<rect.maxColumn {
        let point = CellPoint(column: column, row: row)
        if !isOnScreen(point) || !plane.isFull(cellAt: point) { return false }
      }
    }
    return true
  }

  /// The pixels that pictures show in a rectangle of cells.
  public func pixels(in rect: CellRect) -> PixelPatch {
    let size = PixelSize(
      width: rect.size.columns * cellPixels.width, height: rect.size.rows * cellPixels.height)
    guard let plane else {
      return PixelPatch(size: size, pixels: Array(repeating: 0, count: size.width * size.height))
    }
    var pixels = [UInt32]()
    pixels.reserveCapacity(size.width * size.height)
    let left = rect.origin.column * cellPixels.width
    let top = rect.origin.row * cellPixels.height
    for y in top..<(top + size.height) {
      for x in left..<(left + size.width) {
        let isInside = x >= 0 && y >= 0 && x < plane.width && y < plane.height
        pixels.append(isInside ? plane.pixels[y * plane.width + x] : 0)
      }
    }
    return PixelPatch(size: size, pixels: pixels)
  }

  /// The rectangles of cells that pictures cover completely and without a gap, found row by row.
  ///
  /// Neighbours that touch become one.
  public var pictureRects: [CellRect] {
    guard let plane else { return [] }
    var seen = Set<CellPoint>()
    var result = [CellRect]()
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let start = CellPoint(column: column, row: row)
        if seen.contains(start) || !plane.isFull(cellAt: start) { continue }
        var right = column
        while right < size.columns, plane.isFull(cellAt: CellPoint(column: right, row: row)),
          !seen.contains(CellPoint(column: right, row: row))
        {
          right += 1
        }
        var lower = row
        while lower < size.rows,
          (column..<right).allSatisfy({ plane.isFull(cellAt: CellPoint(column: $0, row: lower)) })
        {
          lower += 1
        }
        for y in row..<lower {
          for x in column..<right { seen.insert(CellPoint(column: x, row: y)) }
        }
        result.append(
          CellRect(column: column, row: row, columns: right - column, rows: lower - row))
      }
    }
    return result
  }

  /// The number of cells that show pixels.
  public var pictureCellCount: Int {
    guard let plane else { return 0 }
    var count = 0
    for row in 0..<size.rows {
      for column in 0..<size.columns
      where plane.hasPixels(inCellAt: CellPoint(column: column, row: row)) {
        count += 1
      }
    }
    return count
  }

  /// Pictures that touched the last row of the screen, which may scroll a terminal.
  public var imagesInLastRow: [VTImage] {
    images.filter { !$0.isOvertaken && $0.rect.maxRow >= $0.screenSize.rows }
  }

  /// What broke the rules for pictures so far, in words; empty if nothing.
  public var imageRuleBreaks: [String] {
    var breaks = [String]()
    for (index, placed) in images.enumerated() {
      breaks += placed.image.ruleBreaks.map { "picture \(index): \($0)" }
      if !placed.isPositioned { breaks.append("picture \(index): cursor not put in place") }
      if placed.isOvertaken { continue }
      if placed.rect.maxRow >= placed.screenSize.rows {
        breaks.append("picture \(index) touches the last row: \(placed.rect)")
      }
      if placed.rect.maxColumn > placed.screenSize.columns {
        breaks.append("picture \(index) is cut at the right: \(placed.rect)")
      }
    }
    if imageScrollCount > 0 { breaks.append("pictures scrolled the screen") }
    if unpositionedTextCount > 0 { breaks.append("text after a picture without a position") }
    if mentionedModes.contains(80) { breaks.append("mode 80 (DECSDM) was touched") }
    return breaks
  }
}
