/// Why a command ends before it did its work: lines for standard error and exit status 2.
struct CommandError: Error, Equatable, Sendable {
  /// The lines, without the program's name.
  let messages: [String]

  /// Creates an error of one line.
  init(_ message: String) {
    messages = [message]
  }

  /// Creates an error of several lines.
  init(messages: [String]) {
    self.messages = messages
  }
}
