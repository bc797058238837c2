/// A size in pixels.
public struct PixelSize: Hashable, Sendable {
  /// Pixels across.
  public var width: Int
  /// Pixels down.
  public var height: Int

  /// Creates a size.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// A size in terminal cells.
public struct CellSize: Hashable, Sendable {
  /// Cells across.
  public var columns: Int
  /// Cells down.
  public var rows: Int

  /// Creates a size.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// A position in terminal cells, from 0 at the top left.
public struct CellPoint: Hashable, Sendable {
  /// The column, from 0.
  public var column: Int
  /// The row, from 0.
  public var row: Int

  /// Creates a position.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

/// A rectangle of terminal cells.
public struct CellRect: Hashable, Sendable {
  /// The top left cell.
  public var origin: CellPoint
  /// Width and height.
  public var size: CellSize

  /// Creates a rectangle.
  public init(origin: CellPoint, size: CellSize) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle from its four numbers.
  public init(column: Int, row: Int, columns: Int, rows: Int) {
    self.origin = CellPoint(column: column, row: row)
    self.size = CellSize(columns: columns, rows: rows)
  }

  /// The first column to the right of the rectangle.
  public var maxColumn: Int { origin.column + size.columns }
  /// The first row below the rectangle.
  public var maxRow: Int { origin.row + size.rows }

  /// Tells whether a cell lies inside.
  public func contains(_ point: CellPoint) -> Bool {
    point.column >= origin.column && point.column < maxColumn && point.row >= origin.row
      && point.row < maxRow
  }

  /// Tells whether two rectangles share a cell.
  public func intersects(_ other: CellRect) -> Bool {
    origin.column < other.maxColumn && other.origin.column < maxColumn && origin.row < other.maxRow
      && other.origin.row < maxRow && size.columns > 0 && size.rows > 0 && other.size.columns > 0
      && other.size.rows > 0
  }
}
