public import PickerModel

/// Why a photo could not be decoded.
public enum DecodeError: Error, Hashable, Sendable {
  /// There is no decoder for this format, or for this variant of it.
  case unsupportedFormat(String)
  /// The content is damaged; what is wrong.
  case corrupt(String)
  /// The file ends before any part of the picture.
  case truncated
  /// The file has no content at all.
  case empty
  /// More pixels than the limit.
  case tooLarge(PixelSize, limit: Int)
  /// Decoding would need more memory, or the file is longer, than the limit in bytes.
  case needsTooMuchMemory(byteCount: Int, limit: Int)
  /// The library ran out of memory.
  case outOfMemory
  /// The time for one photo is over.
  case timedOut(seconds: Int)
  /// Nobody wants the picture any more.
  case cancelled
  /// A decoding library refused.
  case library(name: String, code: Int32, message: String)
  /// The decoder's process gave no answer.
  case decoder(DecoderEnd)

  /// Whether this is no failure but the answer to a cancellation.
  public var isCancellation: Bool { self == .cancelled }

  /// Whether trying again can help.
  public var isRetryable: Bool {
    switch self {
    case .outOfMemory, .timedOut, .cancelled, .decoder: true
    default: false
    }
  }

  /// Whether the content itself is at fault, and not a limit or a missing decoder.
  internal var isDamage: Bool {
    switch self {
    case .corrupt, .truncated, .empty, .library: true
    case .decoder(let end): end.isByPhoto
    default: false
    }
  }

  /// A short clause for people that fits a tile.
  public var userMessage: String {
    switch self {
    case .unsupportedFormat(let what): what
    case .corrupt(let detail): "damaged: \(detail)"
    case .truncated: "the file ends too early"
    case .empty: "empty file"
    case .tooLarge(let size, let limit):
      "too large: \(size.width)×\(size.height) is over \(limit / 1_000_000) megapixels"
    case .needsTooMuchMemory(let byteCount, _):
      "too large: needs \(byteCount / 1_000_000 + (byteCount % 1_000_000 > 0 ? 1 : 0)) MB to decode"
    case .outOfMemory: "out of memory"
    case .timedOut(let seconds): "gave up after \(seconds) s"
    case .cancelled: "cancelled"
    case .library(let name, _, let message): "\(name): \(message)"
    case .decoder(let end): end.userMessage
    }
  }
}

extension LoadFailure {
  /// Creates the reason that a tile shows.
  public init(_ error: DecodeError) {
    self.init(message: error.userMessage, isRetryable: error.isRetryable)
  }
}
