internal import Glibc

/// The system's words for an `errno` value.
enum SystemError {
  /// The text of `strerror(3)`.
  static func text(_ code: Int32) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}
