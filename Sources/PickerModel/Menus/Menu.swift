/// A box of text over the grid in which a person chooses.
public enum Menu: Hashable, Sendable, CaseIterable {
  /// What is shown: builds the filter.
  case filter
  /// What it is ordered by.
  case sort
  /// The folders.
  case collections
  /// A day to go to.
  case dates
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
  /// In the list of folders: shows the photos that are directly in the one under the cursor.
  case chooseAlone
}

/// The menu that is open, with what was chosen in it so far.
public enum OpenMenu: Sendable {
  /// The filter is being built.
  case filter(FilterMenu)
  /// The order is being chosen.
  case sort(SortMenu)
  /// A folder is being chosen.
  case collections(CollectionList)
  /// A day is being written.
  case dates(TextPrompt)

  /// Which menu it is.
  public var menu: Menu {
    switch self {
    case .filter: .filter
    case .sort: .sort
    case .collections: .collections
    case .dates: .dates
    }
  }
}
