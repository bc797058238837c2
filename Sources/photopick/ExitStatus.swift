/// The exit statuses of photopick, the same as fzf's where they mean the same.
enum ExitStatus: Int32, Sendable {
  /// Picked, listed, or told what was asked.
  case success = 0
  /// Nothing to pick: no asset matches.
  case nothingToPick = 1
  /// Wrong usage, or the environment can't run it.
  case failure = 2
  /// Access is denied or restricted for this client, or nobody was asked yet.
  case denied = 3
  /// Cancelled by the person; standard output is empty.
  case cancelled = 130

  /// The status of a program that a signal ended.
  ///
  /// - Parameter signal: The signal's number.
  /// - Returns: 128 + the number, as shells say it.
  static func endedBySignal(_ signal: Int32) -> Int32 { 128 + signal }
}
