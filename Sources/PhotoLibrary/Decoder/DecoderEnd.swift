internal import Glibc

/// Why a decoder's process gave no answer.
public enum DecoderEnd: Error, Hashable, Sendable {
  /// It could not be started; what the system says.
  case cannotStart(String)
  /// It was ended by a signal.
  case signal(Int32)
  /// It ended by itself.
  case exited(status: Int32)
  /// What it sent was no answer.
  case nonsense
  /// Several in a row ended before they had said a word.
  case neverStarts

  /// Whether the photo may be what ended it.
  internal var isByPhoto: Bool {
    switch self {
    case .signal, .exited, .nonsense: true
    case .cannotStart, .neverStarts: false
    }
  }

  /// A short clause for people that fits a tile.
  public var userMessage: String {
    switch self {
    case .cannotStart(let reason): "the decoder can't be started: \(reason)"
    case .signal(let number): "the decoder crashed (\(Self.words(for: number)))"
    case .exited(let status): "the decoder ended (status \(status))"
    case .nonsense: "the decoder's answer made no sense"
    case .neverStarts: "the decoder ends as soon as it is started"
    }
  }

  private static func words(for signal: Int32) -> String {
    switch signal {
    case SIGSEGV: "segmentation fault"
    case SIGBUS: "bus error"
    case SIGILL, SIGTRAP: "failed check"
    case SIGABRT: "aborted"
    case SIGFPE: "arithmetic error"
    case SIGKILL: "killed"
    case SIGSYS: "forbidden system call"
    default: "signal \(signal)"
    }
  }
}
