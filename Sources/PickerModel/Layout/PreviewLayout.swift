/// Where the single-photo preview has its picture and its caption.
public struct PreviewLayout: Hashable, Sendable {
  /// The picture's cells; `rows` is 0 where the area has a single row.
  public let picture: CellRect
  /// The caption, the area's last row.
  public let caption: CellRect

  /// Lays out a preview in an area; an area below 1×1 counts as 1×1.
  public init(area: CellRect) {
    let columns = max(1, area.size.columns)
    let rows = max(1, area.size.rows)
    picture = CellRect(
      origin: area.origin, size: CellSize(columns: columns, rows: rows - 1))
    caption = CellRect(
      column: area.origin.column, row: area.origin.row + rows - 1, columns: columns, rows: 1)
  }
}
