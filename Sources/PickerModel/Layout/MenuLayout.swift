/// Where the box of a menu is, and its parts: a list of rows, and below it a few lines of text.
///
/// The box lies over the grid. A screen that is too small for a frame gets none, and one that is
/// too small for the lines below the list gets fewer of them; the list keeps one row at least.
public struct MenuLayout: Hashable, Sendable {
  /// The whole box with its frame.
  public let box: CellRect
  /// Whether a frame is around it.
  public let hasFrame: Bool
  /// The cells of the list; at least 1×1.
  public let list: CellRect
  /// The row of the line between list and footer; nil where there is none.
  public let divider: Int?
  /// The cells of the lines below the list; no rows where there is no room.
  public let footer: CellRect

  /// Where a box stands.
  public enum Place: Hashable, Sendable {
    /// At the left edge, as high as the area.
    case leading
    /// At the right upper corner.
    case trailing
    /// In the middle of the last rows.
    case bottom
  }

  /// Lays out a box in an area; an area below 1×1 counts as 1×1.
  ///
  /// - Parameters:
  ///   - area: The cells that there are.
  ///   - place: Where the box stands.
  ///   - columns: The columns that it wants, frame included; a box that would leave less than a
  ///     tile's width beside it takes all.
  ///   - rowCount: The rows of the list.
  ///   - footerRows: The lines below the list.
  public init(area: CellRect, place: Place, columns: Int, rowCount: Int, footerRows: Int) {
    let width = max(1, area.size.columns)
    let height = max(1, area.size.rows)
    let boxColumns = width < columns + 14 ? width : columns
    hasFrame = height >= 5 && boxColumns >= 16
    let inset = hasFrame ? 1 : 0
    let room = height - 2 * inset
    let below = room >= 8 ? footerRows + (footerRows > 0 ? 1 : 0) : room >= 3 ? 1 : 0
    let wanted = max(1, min(rowCount, height)) + min(below, footerRows + 1)
    let inner = place == .leading ? room : min(room, wanted)
    let hasDivider = hasFrame && room >= 8 && footerRows > 0
    let footerCount = max(0, min(footerRows, below - (hasDivider ? 1 : 0), inner - 1))
    let boxRows = inner + 2 * inset
    let column: Int
    let row: Int
    switch place {
    case .leading: (column, row) = (area.origin.column, area.origin.row)
    case .trailing: (column, row) = (area.origin.column + width - boxColumns, area.origin.row)
    case .bottom:
      column = area.origin.column + (width - boxColumns) / 2
      row = area.origin.row + height - boxRows
    }
    box = CellRect(column: column, row: row, columns: boxColumns, rows: boxRows)
    // A column of air beside the text, where there is a frame.
    let margin = hasFrame ? 2 : 0
    let listRows = max(1, inner - footerCount - (hasDivider ? 1 : 0))
    list = CellRect(
      column: column + margin, row: row + inset, columns: max(1, boxColumns - 2 * margin),
      rows: listRows)
    divider = hasDivider ? row + inset + listRows : nil
    footer = CellRect(
      column: column + margin, row: row + inset + listRows + (hasDivider ? 1 : 0),
      columns: max(1, boxColumns - 2 * margin), rows: footerCount)
  }

  /// The row of the list at a cell, from 0 at the top of the box; nil outside of the list.
  ///
  /// The frame's sides count, so that the edge of the screen can be clicked.
  public func slot(at point: CellPoint) -> Int? {
    guard box.contains(point), point.row >= list.origin.row, point.row < list.maxRow else {
      return nil
    }
    return point.row - list.origin.row
  }
}
