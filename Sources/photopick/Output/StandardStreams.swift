internal import Glibc

/// The three descriptors that a program starts with.
enum StandardStreams {
  /// Standard output was closed when the program started.
  static let wasOutputClosed: Bool = secure()

  /// The number of standard output.
  static let output = STDOUT_FILENO

  /// Whether standard output is a terminal.
  static var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// What a write to a closed pipe did when the program started; from now on it fails instead.
  static let formerPipeAction: __sighandler_t? = signal(SIGPIPE, SIG_IGN)

  /// Makes a write to a closed pipe do what it did when the program started: for a program that is
  /// run in this one's place.
  static func restorePipeAction() {
    _ = signal(SIGPIPE, formerPipeAction)
  }

  /// Opens `/dev/null` in place of those that are closed, so that no file that is opened later gets
  /// their number and somebody's words or keys with it.
  ///
  /// - Returns: Whether standard output was closed.
  private static func secure() -> Bool {
    var wasClosed = false
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      if descriptor == STDOUT_FILENO { wasClosed = true }
      // The lowest free number is this one: those below it are open.
      _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_RDONLY : O_WRONLY)
    }
    return wasClosed
  }
}
