/// What a person wants, in the words of the picker: the only way into the model from the screen.
public enum Intent: Hashable, Sendable {
  // MARK: Moving

  /// Moves the cursor, in the preview from photo to photo, in help the text.
  case move(Move, count: Int = 1)
  /// Moves the cursor to an item of ``PickerState/matching``, from 0; out of range: to the nearest.
  case goTo(Int)
  /// Scrolls by rows; positive numbers go down.
  case scroll(rows: Int)
  /// Does something to what is shown at a cell of the screen.
  case click(at: CellPoint, ClickAction)

  // MARK: Picking

  /// Picks or unpicks the item under the cursor; inside a range applies the range.
  case toggle
  /// Puts the item under the cursor, or the range, into a named set, by its number from 1; what is in
  /// it already leaves it.
  case toggleSet(Int)
  /// Takes the item under the cursor, or the range, out of whichever set it is in.
  case leaveSets
  /// Starts a range at the cursor; inside a range applies it.
  case markRange
  /// Picks all that match, in order, up to the maximum.
  case pickAll
  /// Unpicks what is picked of those that match, and picks the others, up to the maximum.
  case invert
  /// Unpicks everything.
  case clear
  /// Takes back the last change of the picks.
  case undo
  /// Makes the last change again that was taken back.
  case redo
  /// In the tray: unpicks the pick under its cursor.
  case removePick
  /// In the tray: moves the pick under its cursor, by negative numbers towards the first.
  case movePick(by: Int)

  // MARK: Leaving

  /// Confirms the picks; with none, the item under the cursor. In a range, a prompt or help: done
  /// with that.
  case confirm
  /// Leaves what is open, the innermost first: help, prompt, range, preview; else the picker (q,
  /// Esc). Where two picks or more would be lost that were made here, only when it comes twice.
  case cancel
  /// The same as ``cancel``, but search, filter and folder go before the picker does (Esc).
  case dismiss
  /// Leaves the picker at once without picks (Ctrl-C).
  case quit

  // MARK: Showing

  /// Shows the item under the cursor alone; from the preview, back to the grid.
  case togglePreview
  /// In the preview: zooms by steps, in by positive numbers.
  case zoom(by: Int)
  /// In the preview: shows one pixel of the photo as one of the screen, or the whole photo again.
  case toggleActualSize
  /// In the preview: moves what is shown of a zoomed photo, by most of a screen.
  case pan(Move)
  /// Goes to the next photo, in the grid as in the preview.
  case nextPhoto
  /// Goes to the previous photo.
  case previousPhoto
  /// Opens the tray with the picks in their order, or goes back to the grid.
  case toggleTray
  /// Shows or hides what is known of the photo under the cursor.
  case toggleInfo
  /// From the tray to the photo in the grid.
  case reveal
  /// Shows or hides help.
  case toggleHelp
  /// Makes tiles larger (positive) or smaller by steps.
  case changeThumbnailSize(by: Int)
  /// Takes the message away.
  case dismissNotice

  // MARK: Searching and ordering

  /// Opens the search prompt on the present search text.
  case beginSearch
  /// Edits the search text; the grid follows.
  case editSearch(TextEdit)
  /// Closes the prompt, and keeps the search or goes back to the one before.
  case endSearch(keep: Bool)
  /// Orders by something else.
  case setOrder(SortOrder)
  /// Orders by the next key.
  case cycleOrder
  /// Turns the order around.
  case reverseOrder
  /// Shows what passes another filter; nil shows all that the caller's own filter allows.
  case setFilter(AssetFilter?)
  /// Shows the photos of a folder alone; nil shows those of all folders.
  case setCollection(FolderCollection?)
  /// Goes to the next folders, or for negative numbers to the previous ones.
  case stepCollection(by: Int)
  /// Opens a menu.
  case openMenu(Menu)
  /// Does something in the open menu.
  case menu(MenuAction)

  // MARK: Asking for work outside of the model

  /// Tries again to load the picture under the cursor.
  case retry
  /// Scans again.
  case rescan
  /// Draws everything anew.
  case redraw
  /// Stops the process group, as Ctrl-Z does.
  case suspend
}

/// What a click does to the item under the pointer; elsewhere it does nothing.
public enum ClickAction: Hashable, Sendable, CaseIterable {
  /// Moves the cursor (click).
  case moveCursor
  /// Moves the cursor and picks or unpicks (Ctrl-click).
  case toggle
  /// Picks from the cursor up to the item, and moves the cursor (Shift- or Alt-click).
  case extendRange
  /// Moves the cursor and opens the preview (double click).
  case openPreview
}

/// Work that an intent asks for and the model can't do.
public enum PickerEffect: Hashable, Sendable {
  /// Load the picture of an asset again.
  case retry(AssetID)
  /// Scan again.
  case rescan
  /// Draw everything anew, images too.
  case redraw
  /// Restore the terminal and stop the process group.
  case suspend
  /// Ring: something was refused.
  case bell
}
