internal import Glibc
import PhotoLibrary
import PickerModel
import TermRender

/// Lines for people on standard error.
enum Diagnostics {
  /// Writes `photopick: ` and a message; a closed standard error is ignored.
  static func report(_ message: String) { report(message, patience: -1) }

  /// Writes `photopick: ` and a message; a closed standard error is ignored.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - patience: How long a standard error that takes nothing is waited for, in milliseconds; -1 for
  ///     ever. After that the message is dropped.
  static func report(_ message: String, patience: Int32) {
    // Texts from outside are escaped where they are put in; this is for those that were forgotten.
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    let text = lines.map { TerminalText.sanitized(String($0)) }.joined(separator: "\n")
    let bytes = Array("photopick: \(text)\n".utf8)
    if patience >= 0 {
      var one = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
      guard unsafe poll(&one, 1, patience) > 0 else { return }
    }
    unsafe bytes.withUnsafeBytes { buffer in
      _ = unsafe Glibc.write(STDERR_FILENO, buffer.baseAddress, buffer.count)
    }
  }

  /// The most lines about one kind of trouble.
  static let listedLimit = 20

  /// Reports lines up to the limit.
  static func report(lines: [String]) {
    for line in lines.prefix(listedLimit) { report(line) }
    reportUnlisted(of: lines.count)
  }

  /// Reports what can't be handed over, a line each up to the limit.
  static func report(_ failures: [ResultFailure]) {
    for failure in failures.prefix(listedLimit) {
      report(
        "\(TerminalText.sanitized(failure.path.fileName.displayString)): \(failure.reason)")
    }
    reportUnlisted(of: failures.count)
  }

  /// Says how many lines there would have been beyond the limit.
  static func reportUnlisted(of count: Int) {
    if count > listedLimit { report("and \(count - listedLimit) more") }
  }

  /// Says what the decoders could not give up, if any was started.
  static func reportMissingLayers() {
    guard let layers = DecoderReport.shared.layers else { return }
    let missing = DecoderLayers.named.filter { !layers.contains($0.0) }.map(\.1)
    guard !missing.isEmpty else { return }
    report(
      "photos were decoded without \(missing.joined(separator: " and ")): this system refused it "
        + "(photopick doctor)")
  }

  /// Says why there is nothing to pick or to list.
  static func reportNothing(total: Int) {
    report(total == 0 ? "no photo found" : "no photo matches")
  }
}
