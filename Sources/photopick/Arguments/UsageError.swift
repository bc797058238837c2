import PickerModel
import TermRender

/// What is wrong with a command line, in words for the person who typed it.
struct UsageError: Error, Equatable, Sendable {
  /// One or more lines without a trailing newline; names the option or the value.
  let message: String

  /// Creates an error.
  init(_ message: String) {
    self.message = message
  }

  /// An option or a word that is not known, with the nearest known one.
  ///
  /// - Parameters:
  ///   - kind: What it is: `option`, `command`, `--sort value`.
  ///   - word: The word as typed.
  ///   - known: The words that would have been right.
  /// - Returns: The error.
  static func unknown(_ kind: String, _ word: String, known: [String]) -> UsageError {
    let shown = TerminalText.sanitized(word)
    if let nearest = NearestWord.suggestion(for: word, among: known) {
      return UsageError("unknown \(kind) '\(shown)'; did you mean '\(nearest)'?")
    }
    return UsageError("unknown \(kind) '\(shown)'")
  }
}
