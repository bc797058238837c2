/// Where the parts of the screen are: one title line, the content, one status line.
///
/// A screen of two rows has no title, one of a single row has the content alone.
public struct ScreenLayout: Hashable, Sendable {
  /// The title line, or nil where there is no room.
  public let title: CellRect?
  /// The grid, the list or the preview; at least 1×1.
  public let content: CellRect
  /// The status line, which is the search prompt at times; nil where there is no room.
  public let status: CellRect?

  /// Lays out a screen; sizes below 1×1 count as 1×1.
  public init(screen: CellSize) {
    let columns = max(1, screen.columns)
    let rows = max(1, screen.rows)
    let titleRows = rows >= 3 ? 1 : 0
    let statusRows = rows >= 2 ? 1 : 0
    title = titleRows == 1 ? CellRect(column: 0, row: 0, columns: columns, rows: 1) : nil
    content = CellRect(
      column: 0, row: titleRows, columns: columns, rows: rows - titleRows - statusRows)
    status =
      statusRows == 1 ? CellRect(column: 0, row: rows - 1, columns: columns, rows: 1) : nil
  }
}
