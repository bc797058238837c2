/// How large the pictures of the grid are, in terminal cells.
public enum ThumbnailSize: String, Hashable, Sendable, CaseIterable, Comparable {
  /// 12×5 cells.
  case small
  /// 18×7 cells.
  case medium
  /// 28×11 cells.
  case large
  /// 44×17 cells.
  case xlarge

  /// The cells of a picture.
  public var picture: CellSize {
    switch self {
    case .small: CellSize(columns: 12, rows: 5)
    case .medium: CellSize(columns: 18, rows: 7)
    case .large: CellSize(columns: 28, rows: 11)
    case .xlarge: CellSize(columns: 44, rows: 17)
    }
  }

  /// The cells of a whole tile: a frame of one column left and right and of one row above, and the
  /// caption's row below.
  public var tile: CellSize {
    CellSize(columns: picture.columns + 2, rows: picture.rows + 2)
  }

  /// The size that is `steps` larger, or the last one in that direction.
  public func stepped(by steps: Int) -> ThumbnailSize {
    let all = Self.allCases
    let index = all.firstIndex(of: self) ?? 0
    let (sum, overflows) = index.addingReportingOverflow(steps)
    let target = overflows ? (steps > 0 ? all.count - 1 : 0) : min(max(0, sum), all.count - 1)
    return all[target]
  }

  /// Orders by size.
  public static func < (left: ThumbnailSize, right: ThumbnailSize) -> Bool {
    left.picture.columns < right.picture.columns
  }
}
