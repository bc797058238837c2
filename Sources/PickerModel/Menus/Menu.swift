/// A box of text over the grid in which a person chooses.
public enum Menu: Hashable, Sendable, CaseIterable {
  /// What is shown: builds the filter.
  case filter
  /// What it is ordered by.
  case sort
}

/// What a key does in an open menu, beside moving, confirming and leaving.
public enum MenuAction: Hashable, Sendable {
  /// Changes the row under the cursor to its next state, or for negative numbers to the one before.
  case step(Int)
  /// Takes back everything that is chosen.
  case clear
  /// Opens the prompt of the menu.
  case beginEditing
  /// Edits the text of the prompt.
  case edit(TextEdit)
}

/// The menu that is open, with what was chosen in it so far.
public enum OpenMenu: Sendable {
  /// The filter is being built.
  case filter(FilterMenu)
  /// The order is being chosen.
  case sort(SortMenu)

  /// Which menu it is.
  public var menu: Menu {
    switch self {
    case .filter: .filter
    case .sort: .sort
    }
  }
}
