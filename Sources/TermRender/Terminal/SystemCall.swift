internal import Glibc

/// What every system call needs.
enum SystemCall {
  /// The C library's text for an error number.
  static func message(for number: Int32) -> String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text)
  }

  /// The value of an environment variable, or nil when it is unset or empty.
  static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }
}
