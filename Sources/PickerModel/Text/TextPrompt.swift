/// A line of text that a person types into a menu, and what is wrong with it.
public struct TextPrompt: Hashable, Sendable {
  /// The text with its cursor.
  public private(set) var field: TextField
  /// Why the text was not taken; the next edit takes it away.
  public internal(set) var problem: Problem?

  /// What is wrong with a text, and where.
  public struct Problem: Hashable, Sendable {
    /// What is wrong, in words for people: no capital, no full stop.
    public let message: String
    /// The place as a number of characters from the start; the end counts as a place.
    public let offset: Int

    /// Creates a problem.
    public init(message: String, offset: Int) {
      self.message = message
      self.offset = offset
    }
  }

  /// Creates a prompt with the cursor at the end of a text.
  init(_ text: String = "", maximumCount: Int = TextField.maximumCount) {
    field = TextField(text, maximumCount: maximumCount)
  }

  /// Applies one edit.
  mutating func apply(_ edit: TextEdit) {
    field.apply(edit)
    problem = nil
  }
}
