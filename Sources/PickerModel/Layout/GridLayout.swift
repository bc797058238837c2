/// The arithmetic of the tile grid: how many tiles fit, and where each of them is.
///
/// Tiles stand left aligned. Columns that are left over widen the gaps between them, so that the
/// pictures keep their size. An area that is too small for one tile gets one shrunken tile: it
/// gives up its frame first, then its picture's rows; the caption goes last.
public struct GridLayout: Hashable, Sendable {
  /// The cells that the grid may use; at least 1×1.
  public let area: CellRect
  /// Tiles in a row; at least 1.
  public let columns: Int
  /// Rows of tiles; at least 1.
  public let visibleRows: Int
  /// The size of one tile with its frame and caption.
  public let tileSize: CellSize

  private let spareColumns: Int

  /// Lays out tiles of a size in an area; an area below 1×1 counts as 1×1.
  public init(area: CellRect, thumbnailSize: ThumbnailSize) {
    let width = max(1, area.size.columns)
    let height = max(1, area.size.rows)
    self.area = CellRect(origin: area.origin, size: CellSize(columns: width, rows: height))
    let wanted = thumbnailSize.tile
    tileSize = CellSize(
      columns: min(width, wanted.columns), rows: min(height, wanted.rows))
    columns = width / tileSize.columns
    visibleRows = height / tileSize.rows
    spareColumns = width - columns * tileSize.columns
  }

  /// The number of tiles on the screen.
  public var slotCount: Int { columns * visibleRows }

  /// The parts of the tile in a slot, counted by rows from the top left.
  ///
  /// - Precondition: `slot` is 0 to `slotCount - 1`.
  public func tile(at slot: Int) -> TileFrame {
    precondition(slot >= 0 && slot < slotCount, "a slot lies on the screen")
    let row = slot / columns
    return TileFrame(
      outer: CellRect(
        column: left(ofColumn: slot % columns), row: area.origin.row + row * tileSize.rows,
        columns: tileSize.columns, rows: tileSize.rows))
  }

  /// The slot whose tile covers a cell, or nil for gaps and what is outside.
  public func slot(at point: CellPoint) -> Int? {
    guard area.contains(point) else { return nil }
    let row = (point.row - area.origin.row) / tileSize.rows
    guard row < visibleRows else { return nil }
    for column in 0..<columns {
      let start = left(ofColumn: column)
      if point.column >= start, point.column < start + tileSize.columns {
        return row * columns + column
      }
    }
    return nil
  }

  private func left(ofColumn column: Int) -> Int {
    area.origin.column + column * tileSize.columns + spareColumns * column / columns
  }
}

/// The parts of one tile, in cells of the screen.
public struct TileFrame: Hashable, Sendable {
  /// The whole tile.
  public let outer: CellRect
  /// The picture's cells.
  ///
  /// They may be none at all on a tiny screen: `rows` is 0 then.
  public let picture: CellRect
  /// The caption, one row.
  public let caption: CellRect
  /// The row of the frame above the picture, as wide as the tile; nil where there is no room.
  public let topFrame: CellRect?
  /// Whether a column of the frame is left and right of the picture.
  public let hasSideFrames: Bool

  /// Divides a tile.
  init(outer: CellRect) {
    self.outer = outer
    let hasTop = outer.size.rows >= 3
    hasSideFrames = outer.size.columns >= 3
    let inset = hasSideFrames ? 1 : 0
    let width = outer.size.columns - 2 * inset
    topFrame =
      hasTop
      ? CellRect(origin: outer.origin, size: CellSize(columns: outer.size.columns, rows: 1)) : nil
    picture = CellRect(
      column: outer.origin.column + inset, row: outer.origin.row + (hasTop ? 1 : 0),
      columns: width, rows: outer.size.rows - 1 - (hasTop ? 1 : 0))
    caption = CellRect(
      column: outer.origin.column + inset, row: outer.maxRow - 1, columns: width, rows: 1)
  }
}
