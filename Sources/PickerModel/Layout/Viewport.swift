/// A window on a long list that is wrapped into rows, with a cursor in it.
///
/// Two things always hold: the cursor is on an item (or 0 where there is none), and it is visible.
/// Scrolling goes by whole rows and no further than it must; below the last row nothing is shown
/// that could show items instead.
public struct Viewport: Hashable, Sendable {
  /// The number of items.
  public private(set) var itemCount: Int
  /// Items in a row; at least 1.
  public private(set) var columns: Int
  /// Rows on the screen; at least 1.
  public private(set) var visibleRows: Int
  /// The first row on the screen.
  public private(set) var firstRow: Int
  /// The index of the item under the cursor; 0 if there are no items.
  public private(set) var cursor: Int

  /// Creates a window at the top; numbers below their minimum count as the minimum.
  public init(itemCount: Int = 0, columns: Int = 1, visibleRows: Int = 1) {
    self.itemCount = max(0, itemCount)
    self.columns = max(1, columns)
    self.visibleRows = max(1, visibleRows)
    firstRow = 0
    cursor = 0
  }

  // MARK: - What is shown

  /// The number of rows that the items take.
  public var rowCount: Int { itemCount == 0 ? 0 : (itemCount - 1) / columns + 1 }

  /// The row of the cursor.
  public var cursorRow: Int { cursor / columns }

  /// The items on the screen.
  public var visibleRange: Range<Int> { range(ofRowsFrom: firstRow) }

  /// The items of the page after the screen.
  public var nextPageRange: Range<Int> {
    range(ofRowsFrom: min(firstRow, rowCount) + min(visibleRows, rowCount))
  }

  /// The items of the page before the screen.
  public var previousPageRange: Range<Int> {
    let first = max(0, firstRow - visibleRows)
    return clampedIndex(ofRow: first)..<clampedIndex(ofRow: firstRow)
  }

  // MARK: - Moving

  /// Moves the cursor; the window follows.
  ///
  /// Left and right run through the items in order and so go on in the next row. Up and down stay
  /// in their column, but the last row is reached even where it is too short. Nothing wraps around.
  ///
  /// - Parameters:
  ///   - direction: Where to.
  ///   - count: How often; numbers below 1 count as 1. Ignored for `home` and `end`.
  public mutating func move(_ direction: Move, count: Int = 1) {
    guard itemCount > 0 else { return }
    // More steps than items lead nowhere else and would overflow.
    let count = min(max(1, count), itemCount)
    switch direction {
    case .left: cursor = max(0, cursor - count)
    case .right: cursor = min(itemCount - 1, cursor + count)
    case .up: moveRows(-count)
    case .down: moveRows(count)
    case .pageUp: movePages(-count, rows: visibleRows)
    case .pageDown: movePages(count, rows: visibleRows)
    case .halfPageUp: movePages(-count, rows: max(1, visibleRows / 2))
    case .halfPageDown: movePages(count, rows: max(1, visibleRows / 2))
    case .home: cursor = 0
    case .end: cursor = itemCount - 1
    }
    showCursor()
  }

  /// Moves the cursor to an item; an index out of range goes to the nearest one.
  public mutating func goTo(_ index: Int) {
    cursor = itemCount == 0 ? 0 : min(max(0, index), itemCount - 1)
    showCursor()
  }

  /// Scrolls by rows; the cursor goes along only where it would leave the screen.
  public mutating func scroll(rows: Int) {
    guard itemCount > 0 else { return }
    let steps = min(max(-rowCount, rows), rowCount)
    firstRow = min(max(0, firstRow + steps), maximumFirstRow)
    let column = cursor % columns
    let row = min(max(cursorRow, firstRow), firstRow + visibleRows - 1)
    cursor = min(row * columns + column, itemCount - 1)
    showCursor()
  }

  // MARK: - Changing

  /// Takes a new shape; the cursor stays on its item and, as far as it can, at its height.
  public mutating func resize(columns: Int, visibleRows: Int) {
    let height = cursorRow - firstRow
    self.columns = max(1, columns)
    self.visibleRows = max(1, visibleRows)
    firstRow = cursorRow - min(height, self.visibleRows - 1)
    showCursor()
  }

  /// Takes a new list; the row of the cursor keeps its place on the screen as far as it can.
  ///
  /// - Parameters:
  ///   - itemCount: The number of items now.
  ///   - cursor: The index that the cursor's item has now.
  public mutating func replaceItems(count itemCount: Int, cursor: Int) {
    let height = cursorRow - firstRow
    self.itemCount = max(0, itemCount)
    self.cursor = self.itemCount == 0 ? 0 : min(max(0, cursor), self.itemCount - 1)
    firstRow = cursorRow - height
    showCursor()
  }

  // MARK: -

  private var maximumFirstRow: Int { max(0, rowCount - visibleRows) }

  private func clampedIndex(ofRow row: Int) -> Int {
    // Rows below the last one start where the items end; so no product can overflow.
    row >= rowCount ? itemCount : max(0, row) * columns
  }

  private func range(ofRowsFrom row: Int) -> Range<Int> {
    let first = min(max(0, row), rowCount)
    return clampedIndex(ofRow: first)..<clampedIndex(ofRow: first + min(visibleRows, rowCount))
  }

  private mutating func moveRows(_ rows: Int) {
    let target = min(max(0, cursorRow + rows), rowCount - 1)
    if target != cursorRow {
      cursor = min(target * columns + cursor % columns, itemCount - 1)
    }
  }

  private mutating func movePages(_ pages: Int, rows: Int) {
    let limit = rowCount
    let (product, overflows) = pages.multipliedReportingOverflow(by: rows)
    let steps = overflows ? (pages > 0 ? limit : -limit) : min(max(-limit, product), limit)
    let height = cursorRow - firstRow
    moveRows(steps)
    firstRow = cursorRow - height
  }

  private mutating func showCursor() {
    if cursorRow < firstRow { firstRow = cursorRow }
    if cursorRow - firstRow >= visibleRows { firstRow = cursorRow - visibleRows + 1 }
    firstRow = min(max(0, firstRow), maximumFirstRow)
  }
}

/// A movement of the cursor.
public enum Move: Hashable, Sendable, CaseIterable {
  /// To the item before.
  case left
  /// To the item after.
  case right
  /// A row up.
  case up
  /// A row down.
  case down
  /// A screen up.
  case pageUp
  /// A screen down.
  case pageDown
  /// Half a screen up.
  case halfPageUp
  /// Half a screen down.
  case halfPageDown
  /// To the first item.
  case home
  /// To the last item.
  case end
}
