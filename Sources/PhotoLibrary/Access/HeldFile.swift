internal import CShims

/// A file that is held by a descriptor, not by a name (`O_PATH`): it is the same file for as long as
/// this lives, and its inode's number is not given out again.
internal final class HeldFile: Sendable {
  private let descriptor: Descriptor

  /// Takes over a descriptor.
  internal init(_ descriptor: consuming Descriptor) {
    self.descriptor = descriptor
  }

  /// The number, for the length of a call.
  internal var rawValue: Int32 { descriptor.rawValue }

  /// Whether it may be held for long: enough numbers are left for everything else.
  internal var hasRoom: Bool { descriptor.rawValue < Self.highest }

  /// The first number that is left to others: a few hundred below the limit, which is raised as far
  /// as it goes (`setrlimit(2)`, `RLIMIT_NOFILE`).
  private static let highest: Int32 = {
    let limit = limits.raised
    return Int32(clamping: limit - min(512, limit / 2))
  }()

  private static let limits: (before: UInt64, raised: Int64) = {
    var before: UInt64 = 0
    let raised = unsafe pp_file_limit_raise(&before)
    return (before, max(0, raised))
  }()

  /// Sets the limit of open files as it was when the program started: for a program that is run in
  /// this one's place.
  internal static func restoreLimit() {
    _ = pp_file_limit_set(limits.before)
  }
}
