import PickerModel
import Testing

@Suite struct GridLayoutTests {
  static func area(_ columns: Int, _ rows: Int) -> CellRect {
    CellRect(column: 3, row: 1, columns: columns, rows: rows)
  }

  @Test("a medium tile takes 20×9 cells, and 80×22 hold four by two")
  func medium() {
    let layout = GridLayout(area: Self.area(80, 22), thumbnailSize: .medium)
    #expect(layout.columns == 4)
    #expect(layout.visibleRows == 2)
    let tile = layout.tile(at: 5)
    #expect(tile.outer == CellRect(column: 23, row: 10, columns: 20, rows: 9))
    #expect(tile.picture == CellRect(column: 24, row: 11, columns: 18, rows: 7))
    #expect(tile.caption == CellRect(column: 24, row: 18, columns: 18, rows: 1))
    #expect(tile.topFrame == CellRect(column: 23, row: 10, columns: 20, rows: 1))
  }

  @Test(
    "in every area tiles lie inside, apart from each other, and are found by the mouse",
    arguments: ThumbnailSize.allCases)
  func everyArea(size: ThumbnailSize) {
    for columns in [-5, 0] + Array(1...100) + [500] {
      for rows in [-5, 0] + Array(1...40) + [200] {
        let layout = GridLayout(area: Self.area(columns, rows), thumbnailSize: size)
        #expect(layout.columns >= 1 && layout.visibleRows >= 1)
        var last: CellRect?
        for slot in 0..<min(layout.slotCount, layout.columns + 1) {
          let tile = layout.tile(at: slot)
          guard Self.isInside(tile.outer, layout.area), Self.isInside(tile.caption, tile.outer),
            Self.isInside(tile.picture, tile.outer), tile.caption.size.rows == 1,
            tile.caption.size.columns >= 1, !tile.picture.intersects(tile.caption),
            tile.topFrame.map({ !$0.intersects(tile.picture) }) ?? true,
            !(last?.intersects(tile.outer) ?? false),
            layout.slot(at: tile.outer.origin) == slot,
            layout.slot(
              at: CellPoint(column: tile.outer.maxColumn - 1, row: tile.outer.maxRow - 1)) == slot
          else {
            Issue.record("tile \(slot) of \(columns)×\(rows)")
            return
          }
          last = tile.outer
        }
        #expect(layout.slot(at: CellPoint(column: 2, row: 1)) == nil)
        #expect(layout.slot(at: CellPoint(column: .max, row: .min)) == nil)
      }
    }
  }

  static func isInside(_ inner: CellRect, _ outer: CellRect) -> Bool {
    inner.size.columns >= 0 && inner.size.rows >= 0 && inner.origin.column >= outer.origin.column
      && inner.origin.row >= outer.origin.row && inner.maxColumn <= outer.maxColumn
      && inner.maxRow <= outer.maxRow
  }

  @Test("columns that are left over widen the gaps evenly")
  func gaps() {
    let layout = GridLayout(area: Self.area(90, 9), thumbnailSize: .medium)
    let lefts = (0..<4).map { layout.tile(at: $0).outer.origin.column }
    #expect(lefts == [3, 25, 48, 70])
    #expect(layout.slot(at: CellPoint(column: 23, row: 1)) == nil)
  }

  @Test("sizes step to their ends and stay there")
  func sizes() {
    #expect(ThumbnailSize.medium.stepped(by: 1) == .large)
    #expect(ThumbnailSize.medium.stepped(by: .max) == .xlarge)
    #expect(ThumbnailSize.medium.stepped(by: .min) == .small)
    #expect(ThumbnailSize.small < .xlarge)
  }
}

@Suite struct ScreenLayoutTests {
  @Test("parts fill the screen without sharing a row, down to a single cell")
  func parts() {
    for rows in -1...30 {
      let layout = ScreenLayout(screen: CellSize(columns: 10, rows: rows))
      let used =
        (layout.title?.size.rows ?? 0) + layout.content.size.rows + (layout.status?.size.rows ?? 0)
      #expect(used == max(1, rows))
      #expect(layout.content.size.rows >= 1)
      #expect((layout.title != nil) == (rows >= 3))
      #expect((layout.status != nil) == (rows >= 2))
      if let status = layout.status { #expect(status.maxRow == rows) }
    }
  }

  @Test("the preview leaves a row for its caption, and nothing of a single row")
  func preview() {
    let layout = PreviewLayout(area: CellRect(column: 0, row: 1, columns: 80, rows: 22))
    #expect(layout.picture == CellRect(column: 0, row: 1, columns: 80, rows: 21))
    #expect(layout.caption == CellRect(column: 0, row: 22, columns: 80, rows: 1))
    #expect(
      PreviewLayout(area: CellRect(column: 0, row: 0, columns: 5, rows: 1)).picture.size.rows == 0)
  }

  @Test("a list has one row for each item")
  func list() {
    let layout = ListLayout(area: CellRect(column: 0, row: 1, columns: 80, rows: 22))
    #expect(layout.visibleRows == 22)
    #expect(layout.row(at: 3) == CellRect(column: 0, row: 4, columns: 80, rows: 1))
    #expect(layout.slot(at: CellPoint(column: 9, row: 4)) == 3)
    #expect(layout.slot(at: CellPoint(column: 9, row: 0)) == nil)
  }
}
