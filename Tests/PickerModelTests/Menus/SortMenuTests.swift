import TestSupport
import Testing

@testable import PickerModel

@Suite struct SortMenuTests {
  @Test("s, s, Enter takes the next order, and the cursor stays on its photo")
  func nextOrder() {
    var state = FilterMenuState.letters(3)
    _ = state.apply(.move(.right))
    let before = state.cursorID
    _ = state.apply(.openMenu(.sort))
    #expect(state.mode == .sortMenu)
    _ = state.apply(.openMenu(.sort))
    _ = state.apply(.confirm)
    #expect(state.order.key == SortOrder.Key.name.next)
    #expect(state.cursorID == before)
    #expect(state.mode == .grid)
  }

  @Test("the direction turns around and back, and Esc leaves the order as it was")
  func reverses() {
    var state = FilterMenuState.letters(3)
    _ = state.apply(.openMenu(.sort))
    _ = state.apply(.menu(.step(1)))
    _ = state.apply(.cancel)
    #expect(state.order == SortOrder())
    _ = state.apply(.openMenu(.sort))
    _ = state.apply(.move(.right))
    _ = state.apply(.confirm)
    #expect(state.order == SortOrder(key: .name, isReversed: true))
    #expect(state.matching == Sample.ids(2, 1, 0))
    _ = state.apply(.openMenu(.sort))
    _ = state.apply(.move(.left))
    _ = state.apply(.confirm)
    #expect(state.order == SortOrder())
  }

  @Test("a double click takes the order of its row")
  func takesClicks() throws {
    var state = FilterMenuState.letters(3)
    _ = state.apply(.openMenu(.sort))
    let list = try #require(state.menuLayout?.list)
    _ = state.apply(
      .click(at: CellPoint(column: list.origin.column, row: list.origin.row + 1), .openPreview))
    #expect(state.order.key == SortOrder.Key.allCases[1])
    #expect(state.mode == .grid)
  }
}

/// A state with a few photos.
enum FilterMenuState {
  static func letters(_ count: Int) -> PickerState {
    var state = PickerState(configuration: PickerConfiguration(rules: .multiple))
    state.add(Sample.letters(count))
    return state
  }
}
