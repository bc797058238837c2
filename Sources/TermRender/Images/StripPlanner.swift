internal import PickerModel

/// Decides which tiles share a graphic, for terminals that keep only so many.
enum StripPlanner {
  /// Groups tiles into few blocks, none larger than the terminal draws.
  ///
  /// As few tiles as possible share a block, so that each keeps many colours: first parts of a row,
  /// then whole rows, then several rows.
  ///
  /// - Parameters:
  ///   - tiles: The tiles of a page, without overlaps.
  ///   - countLimit: The most blocks.
  ///   - format: A cell's size, the largest graphic, the colour registers.
  /// - Returns: The blocks, from top to bottom; more than `countLimit` only when nothing else fits.
  static func blocks(
    _ tiles: [ImageTile], countLimit: Int, format: ImageFormat
  ) -> [[ImageTile]] {
    let rows = rows(of: tiles)
    let widest = rows.map(\.count).max() ?? 0
    guard widest > 0 else { return [] }
    let preferred = max(1, format.registerCount / 256)
    var best: [[ImageTile]] = []
    for rowCount in 1...rows.count {
      for across in rowCount == 1 && preferred < widest ? [preferred, widest] : [widest] {
        let blocks = pack(rows, across: across, rowCount: rowCount, format)
        if blocks.count <= countLimit { return blocks }
        if best.isEmpty || blocks.count < best.count { best = blocks }
      }
    }
    return best
  }

  /// Tiles by their upper edge, from left to right.
  private static func rows(of tiles: [ImageTile]) -> [[ImageTile]] {
    Dictionary(grouping: tiles, by: \.rect.origin.row).sorted { $0.key < $1.key }.map { row in
      row.value.sorted { $0.rect.origin.column < $1.rect.origin.column }
    }
  }

  private static func pack(
    _ rows: [[ImageTile]], across: Int, rowCount: Int, _ format: ImageFormat
  ) -> [[ImageTile]] {
    var blocks: [[ImageTile]] = []
    var start = 0
    while start < rows.count {
      var end = start + 1
      while end < min(rows.count, start + rowCount),
        fits(rows[start...end].flatMap { $0 }, format, isHeightOnly: true)
      {
        end += 1
      }
      blocks += slices(rows[start..<end].flatMap { $0 }, across: across, format)
      start = end
    }
    return blocks
  }

  /// Cuts a band of rows into blocks from left to right.
  private static func slices(
    _ band: [ImageTile], across: Int, _ format: ImageFormat
  ) -> [[ImageTile]] {
    let columns = Dictionary(grouping: band, by: \.rect.origin.column).sorted { $0.key < $1.key }
    var blocks: [[ImageTile]] = []
    var current: [ImageTile] = []
    var width = 0
    for (_, column) in columns {
      if !current.isEmpty, width == across || !fits(current + column, format, isHeightOnly: false) {
        blocks.append(current)
        current = []
        width = 0
      }
      current += column
      width += 1
    }
    if !current.isEmpty { blocks.append(current) }
    return blocks
  }

  private static func fits(_ tiles: [ImageTile], _ format: ImageFormat, isHeightOnly: Bool) -> Bool
  {
    guard let limit = format.graphicLimit, let bounds = CellRect(around: tiles.map(\.rect)) else {
      return true
    }
    let size = format.pixelSize(of: bounds.size)
    return size.height <= limit.height && (isHeightOnly || size.width <= limit.width)
  }
}
