/// The arithmetic of the list that takes the grid's place where there are no pictures: one row
/// each.
public struct ListLayout: Hashable, Sendable {
  /// The cells that the list may use; at least 1×1.
  public let area: CellRect

  /// Lays out a list in an area; an area below 1×1 counts as 1×1.
  public init(area: CellRect) {
    self.area = CellRect(
      origin: area.origin,
      size: CellSize(columns: max(1, area.size.columns), rows: max(1, area.size.rows)))
  }

  /// The number of rows on the screen.
  public var visibleRows: Int { area.size.rows }

  /// The cells of the row in a slot.
  ///
  /// - Precondition: `slot` is 0 to `visibleRows - 1`.
  public func row(at slot: Int) -> CellRect {
    precondition(slot >= 0 && slot < visibleRows, "a slot lies on the screen")
    return CellRect(
      column: area.origin.column, row: area.origin.row + slot, columns: area.size.columns, rows: 1)
  }

  /// The slot whose row covers a cell.
  public func slot(at point: CellPoint) -> Int? {
    area.contains(point) ? point.row - area.origin.row : nil
  }
}
