/// Where the info panel is beside the grid, the list, the tray or the preview.
///
/// It stands at the right where there is room for both, else below; on a screen too small for
/// both there is no panel.
public struct InfoLayout: Hashable, Sendable {
  /// The cells that are left for what the panel is about; at least 1×1.
  public let main: CellRect
  /// The panel's cells; nil where there is no room.
  public let panel: CellRect?
  /// Whether the panel stands at the right; else it is below.
  public let isBeside: Bool

  /// The narrowest area that a panel is put beside.
  private static let minimumColumnsBeside = 72

  /// Divides an area; one below 1×1 counts as 1×1.
  public init(area: CellRect) {
    let columns = max(1, area.size.columns)
    let rows = max(1, area.size.rows)
    isBeside = columns >= Self.minimumColumnsBeside
    if isBeside {
      let width = min(46, max(32, columns * 2 / 5))
      main = CellRect(
        origin: area.origin, size: CellSize(columns: columns - width, rows: rows))
      panel = CellRect(
        column: area.origin.column + columns - width, row: area.origin.row, columns: width,
        rows: rows)
    } else {
      let height = rows < 4 ? 0 : min(12, rows / 2)
      main = CellRect(
        origin: area.origin, size: CellSize(columns: columns, rows: rows - height))
      panel =
        height == 0
        ? nil
        : CellRect(
          column: area.origin.column, row: area.origin.row + rows - height, columns: columns,
          rows: height)
    }
  }
}
