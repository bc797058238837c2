import PickerModel
import Testing

@Suite struct MenuLayoutTests {
  @Test("on every screen up to 30×14 the parts lie in the box and the box on the screen")
  func parts() {
    for columns in 1...30 {
      for rows in 1...14 {
        let area = CellRect(column: 0, row: 1, columns: columns, rows: rows)
        for place in [MenuLayout.Place.leading, .trailing, .bottom] {
          for (rowCount, footerRows) in [(0, 0), (1, 1), (3, 4), (100, 2)] {
            let layout = MenuLayout(
              area: area, place: place, columns: 20, rowCount: rowCount, footerRows: footerRows)
            let name = "\(place) \(rowCount) \(footerRows) in \(columns)×\(rows)"
            #expect(contains(area, layout.box), "\(name)")
            #expect(contains(layout.box, layout.list), "\(name)")
            #expect(layout.list.size.rows >= 1 && layout.list.size.columns >= 1, "\(name)")
            if layout.footer.size.rows > 0 {
              #expect(contains(layout.box, layout.footer), "\(name)")
              #expect(!layout.footer.intersects(layout.list), "\(name)")
            }
            #expect(layout.slot(at: layout.list.origin) == 0, "\(name)")
            if layout.hasFrame { #expect(layout.slot(at: layout.box.origin) == nil, "\(name)") }
          }
        }
      }
    }
  }

  private func contains(_ outer: CellRect, _ inner: CellRect) -> Bool {
    inner.origin.column >= outer.origin.column && inner.origin.row >= outer.origin.row
      && inner.maxColumn <= outer.maxColumn && inner.maxRow <= outer.maxRow
  }
}
