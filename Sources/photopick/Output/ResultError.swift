/// Why a result could not be handed over.
enum ResultError: Error, Equatable, Sendable {
  /// A name that the format can't carry; the text names the formats that can.
  case unrepresentable(String)
  /// The file or standard output could not be written; the text names it and the system's reason.
  case notWritten(String)

  /// The line for standard error.
  var message: String {
    switch self {
    case .unrepresentable(let text), .notWritten(let text): text
    }
  }
}
