/// Why there is no screen to draw on.
public enum TerminalError: Error, Hashable, Sendable {
  /// The process has no controlling terminal, or the device is none.
  case notATerminal(path: String)
  /// `TERM` says that the terminal can't move its cursor.
  case unsuitable(term: String)
  /// A system call failed.
  case system(call: String, errno: Int32)
  /// ncurses could not be started for this terminal.
  case library(message: String)

  /// One line for people.
  public var userMessage: String {
    switch self {
    case .notATerminal(let path):
      "no terminal: \(path) can't be opened; the picker needs one for its screen and its keys"
    case .unsuitable(let term):
      term.isEmpty
        ? "TERM is not set: the screen can't be drawn"
        : "the terminal (TERM=\(TerminalText.sanitized(term))) can't move its cursor"
    case .system(let call, let errno):
      "\(call): \(SystemCall.message(for: errno))"
    case .library(let message):
      message
    }
  }
}
