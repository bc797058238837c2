import PickerModel
import TestSupport
import Testing

@Suite struct ViewportTests {
  static func violation(_ view: Viewport) -> String? {
    if view.cursor < 0 || view.cursor >= max(1, view.itemCount) { return "cursor out of range" }
    if view.itemCount > 0, !view.visibleRange.contains(view.cursor) { return "cursor not visible" }
    if view.firstRow < 0 || view.firstRow > max(0, view.rowCount - view.visibleRows) {
      return "window beyond the items"
    }
    let (room, overflows) = view.columns.multipliedReportingOverflow(by: view.visibleRows)
    if !overflows, view.visibleRange.count > room { return "too much visible" }
    if view.nextPageRange.lowerBound != view.visibleRange.upperBound { return "gap after" }
    if view.previousPageRange.upperBound != view.visibleRange.lowerBound { return "gap before" }
    return nil
  }

  @Test("in every grid up to 5×5 every move keeps the cursor on an item and visible")
  func everyGrid() {
    for columns in 1...5 {
      for rows in 1...5 {
        for count in 0...(columns * rows * 2 + 1) {
          for start in 0..<max(1, count) {
            for move in Move.allCases {
              var view = Viewport(itemCount: count, columns: columns, visibleRows: rows)
              view.goTo(start)
              let before = view
              view.move(move, count: 1 + start % 3)
              if let text = Self.violation(view) {
                Issue.record("\(text): \(move) from \(before)")
                return
              }
              // Scrolls minimally: a window that held the new cursor already does not move, but for
              // pages.
              let stays = before.visibleRange.contains(view.cursor)
              switch move {
              case .pageUp, .pageDown, .halfPageUp, .halfPageDown: break
              default:
                if stays, count > 0, view.firstRow != before.firstRow {
                  Issue.record("needless scroll: \(move) from \(before)")
                  return
                }
              }
            }
          }
        }
      }
    }
  }

  @Test("left and right run on, up and down stay in their column and reach a short last row")
  func moves() {
    var view = Viewport(itemCount: 8, columns: 3, visibleRows: 2)
    view.move(.right, count: 3)
    #expect(view.cursor == 3)
    view.goTo(5)
    view.move(.down)
    #expect(view.cursor == 7)
    #expect(view.firstRow == 1)
    view.move(.down)
    #expect(view.cursor == 7)
    view.move(.up, count: 99)
    #expect(view.cursor == 1)
    view.move(.up)
    #expect(view.cursor == 1)
    view.move(.end)
    view.move(.right)
    #expect(view.cursor == 7)
    view.move(.home)
    #expect((view.cursor, view.firstRow) == (0, 0))
    view.move(.pageDown)
    #expect((view.cursor, view.firstRow) == (6, 1))
  }

  @Test("huge counts and rows go to the end and don't overflow")
  func hugeCounts() {
    var view = Viewport(itemCount: 10, columns: 3, visibleRows: 2)
    for move in Move.allCases {
      view.move(move, count: .max)
      #expect(Self.violation(view) == nil)
      view.scroll(rows: .max)
      #expect(Self.violation(view) == nil)
      view.scroll(rows: .min)
      #expect(Self.violation(view) == nil)
    }
    var wide = Viewport(itemCount: 3, columns: .max, visibleRows: .max)
    wide.move(.pageDown, count: .max)
    #expect(Self.violation(wide) == nil)
    #expect(wide.visibleRange == 0..<3)
  }

  @Test("scrolling takes the cursor along only where it would leave the screen")
  func scrolling() {
    var view = Viewport(itemCount: 30, columns: 3, visibleRows: 3)
    view.goTo(7)
    view.scroll(rows: 1)
    #expect((view.firstRow, view.cursor) == (1, 7))
    view.scroll(rows: 2)
    #expect((view.firstRow, view.cursor) == (3, 10))
    view.scroll(rows: -3)
    #expect((view.firstRow, view.cursor) == (0, 7))
  }

  @Test("when items arrive before the cursor, its row keeps its place on the screen")
  func arrivals() {
    var view = Viewport(itemCount: 60, columns: 4, visibleRows: 5)
    view.goTo(30)
    let height = view.cursorRow - view.firstRow
    view.replaceItems(count: 100, cursor: 55)
    #expect(view.cursor == 55)
    #expect(view.cursorRow - view.firstRow == height)
    view.resize(columns: 7, visibleRows: 2)
    #expect(view.cursor == 55)
    #expect(Self.violation(view) == nil)
  }

  @Test("random changes keep the invariants", .seeded)
  func randomChanges() {
    var random = SplitMix64(stream: 10)
    var view = Viewport()
    for _ in 0..<20_000 {
      switch random.below(5) {
      case 0: view.resize(columns: random.below(7) - 1, visibleRows: random.below(7) - 1)
      case 1: view.replaceItems(count: random.below(50) - 2, cursor: random.below(60) - 5)
      case 2: view.scroll(rows: random.below(20) - 10)
      case 3: view.goTo(random.below(60) - 5)
      default: view.move(Move.allCases[random.below(10)], count: random.below(5) - 1)
      }
      if let text = Self.violation(view) {
        Issue.record("\(text): \(view)")
        return
      }
    }
  }
}
