/// Why a command ends before it did its work: lines for standard error and an exit status.
struct CommandError: Error, Equatable, Sendable {
  /// The lines, without the program's name.
  let messages: [String]
  /// The exit status.
  var status = ExitStatus.failure

  /// Creates an error of one line.
  init(_ message: String, status: ExitStatus = .failure) {
    messages = [message]
    self.status = status
  }

  /// Creates an error of several lines.
  init(messages: [String], status: ExitStatus = .failure) {
    self.messages = messages
    self.status = status
  }
}
