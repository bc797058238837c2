/// One line of text that a person edits, with its cursor: the value behind the search prompt.
public struct TextField: Hashable, Sendable {
  /// The text.
  public private(set) var text: String
  /// The cursor as a number of characters from the start, 0 to `text.count`.
  public private(set) var cursor: Int
  /// Whether the whole text is selected: what is typed or deleted next replaces it, anything else
  /// keeps it.
  public private(set) var isSelected: Bool

  /// The most characters that a field takes unless it is made for more; what is beyond is ignored,
  /// as a pasted file would be.
  public static let maximumCount = 256

  private let limit: Int

  /// Creates a field with the cursor at the end.
  public init(
    _ text: String = "", isSelected: Bool = false, maximumCount: Int = TextField.maximumCount
  ) {
    limit = max(0, maximumCount)
    self.text = String(text.prefix(limit))
    self.cursor = self.text.count
    self.isSelected = isSelected && !text.isEmpty
  }

  /// Applies one edit.
  ///
  /// Inserted control characters are dropped: a pasted line break is no search text.
  public mutating func apply(_ edit: TextEdit) {
    if isSelected {
      isSelected = false
      switch edit {
      case .insert, .deleteBackward, .deleteForward, .deleteWordBackward:
        text = ""
        cursor = 0
      case .deleteToStart, .deleteToEnd, .clear, .moveLeft, .moveRight, .moveToStart, .moveToEnd:
        break
      }
    }
    var characters = Array(text)
    switch edit {
    case .insert(let inserted):
      let clean = String(
        String.UnicodeScalarView(
          inserted.unicodeScalars.filter { $0.properties.generalCategory != .control }))
      let room = max(0, limit - characters.count)
      let head = String(characters[..<cursor]) + String(clean.prefix(room))
      let tail = String(characters[cursor...])
      // Joining may merge a combining mark with what it follows, so the whole is counted anew.
      text = head + tail
      cursor = min(head.count, text.count)
      return
    case .deleteBackward:
      if cursor > 0 {
        cursor -= 1
        characters.remove(at: cursor)
      }
    case .deleteForward:
      if cursor < characters.count { characters.remove(at: cursor) }
    case .deleteWordBackward:
      var start = cursor
      while start > 0, characters[start - 1].isWhitespace { start -= 1 }
      while start > 0, !characters[start - 1].isWhitespace { start -= 1 }
      characters.removeSubrange(start..<cursor)
      cursor = start
    case .deleteToStart:
      characters.removeSubrange(0..<cursor)
      cursor = 0
    case .deleteToEnd:
      characters.removeSubrange(cursor...)
    case .clear:
      characters = []
      cursor = 0
    case .moveLeft: cursor = max(0, cursor - 1)
    case .moveRight: cursor = min(characters.count, cursor + 1)
    case .moveToStart: cursor = 0
    case .moveToEnd: cursor = characters.count
    }
    text = String(characters)
    cursor = min(cursor, text.count)
  }
}

/// One edit of a ``TextField``.
public enum TextEdit: Hashable, Sendable {
  /// Types or pastes text at the cursor.
  case insert(String)
  /// Deletes the character before the cursor (Backspace).
  case deleteBackward
  /// Deletes the character under the cursor (Delete).
  case deleteForward
  /// Deletes back to the start of a word (Ctrl-W).
  case deleteWordBackward
  /// Deletes back to the start (Ctrl-U).
  case deleteToStart
  /// Deletes up to the end (Ctrl-K).
  case deleteToEnd
  /// Deletes everything.
  case clear
  /// Moves one character left.
  case moveLeft
  /// Moves one character right.
  case moveRight
  /// Moves to the start.
  case moveToStart
  /// Moves to the end.
  case moveToEnd
}
