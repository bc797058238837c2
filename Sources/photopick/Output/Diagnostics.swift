internal import Glibc
import PickerModel
import TermRender

/// Lines for people on standard error.
enum Diagnostics {
  /// Writes `photopick: ` and a message; a closed standard error is ignored.
  static func report(_ message: String) {
    let bytes = Array("photopick: \(message)\n".utf8)
    unsafe bytes.withUnsafeBytes { buffer in
      _ = unsafe Glibc.write(STDERR_FILENO, buffer.baseAddress, buffer.count)
    }
  }

  /// Reports something that can't be handed over.
  static func report(_ failure: ResultFailure) {
    report("\(TerminalText.sanitized(failure.path.fileName.displayString)): \(failure.reason)")
  }
}
