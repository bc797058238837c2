import PickerModel
import TestSupport
import Testing

@testable import TermRender

@Suite("Text canvas")
struct TextCanvasTests {
  @Test("text is cut at both edges, wide characters whole")
  func edges() {
    var canvas = TextCanvas(size: CellSize(columns: 5, rows: 2))
    #expect(canvas.put("日本語", at: CellPoint(column: 0, row: 0)) == 4)
    #expect(canvas.text(row: 0) == "日本 ")
    canvas.put("abcdef", at: CellPoint(column: -2, row: 1))
    #expect(canvas.text(row: 1) == "cdef ")
    canvas.put("x", at: CellPoint(column: 1, row: 0))
    #expect(canvas.text(row: 0) == " x本 ", "half of a wide character does not stay")
    canvas.put("y", at: CellPoint(column: 2, row: 0))
    #expect(canvas.text(row: 0) == " xy  ")
    #expect(canvas.put("z", at: CellPoint(column: 0, row: 2)) == 0)
    #expect(canvas.put("abc", at: CellPoint(column: 1, row: 1), maxColumns: 2) == 2)
    #expect(canvas.text(row: 1) == "cabf ")
  }

  @Test("control characters never reach a cell")
  func controls() {
    var canvas = TextCanvas(size: CellSize(columns: 20, rows: 1))
    canvas.put("a\u{1B}[31m\u{07}\n\u{202E}", at: CellPoint(column: 0, row: 0))
    #expect(canvas.cells.allSatisfy { $0.base == 0 || $0.base >= 0x20 && $0.base != 0x7F })
  }

  @Test(
    "any numbers draw without a trap",
    arguments: [
      CellSize(columns: 0, rows: 0), CellSize(columns: 1, rows: 1), CellSize(columns: 7, rows: 3),
    ])
  func anything(_ size: CellSize) {
    let numbers = [Int.min, -3, -1, 0, 1, 2, 6, 8, Int.max]
    var canvas = TextCanvas(size: size)
    for column in numbers {
      for row in numbers {
        canvas.put("日x", at: CellPoint(column: column, row: row))
        for extent in [Int.min, -1, 0, 1, 5, Int.max] {
          let rect = CellRect(column: column, row: row, columns: extent, rows: extent)
          canvas.fill(rect, with: "#")
          canvas.restyle(rect, TextStyle(.bold))
          if extent < 10, column > -10, column < 10, row > -10, row < 10 { canvas.frame(rect) }
          canvas.put("e\u{301}", at: CellPoint(column: column, row: row), maxColumns: extent)
        }
      }
    }
    #expect(canvas.cells.count == size.columns * size.rows)
  }
}
