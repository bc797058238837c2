/// The menu of orders: one row for each key, each with a direction of its own.
public struct SortMenu: Sendable {
  /// The order of each row.
  public private(set) var rows: [SortOrder]
  /// The order that holds outside of the menu.
  public let present: SortOrder
  /// The rows on the screen and the cursor among them.
  public internal(set) var list: Viewport

  /// Creates the menu with the cursor on the present order.
  init(present: SortOrder) {
    self.present = present
    rows = SortOrder.Key.allCases.map {
      SortOrder(key: $0, isReversed: $0 == present.key && present.isReversed)
    }
    list = Viewport(itemCount: rows.count)
    list.goTo(rows.firstIndex { $0.key == present.key } ?? 0)
  }

  /// The order under the cursor.
  public var chosen: SortOrder { rows[list.cursor] }

  /// Turns the order under the cursor around.
  mutating func reverse() { rows[list.cursor].isReversed.toggle() }

  /// Goes to the next order, after the last one to the first.
  mutating func next() { list.goTo((list.cursor + 1) % rows.count) }
}
