/// What is known of something that is loaded in the background.
public enum LoadState<Value: Sendable>: Sendable {
  /// Nobody asked for it yet, or it was scrolled away.
  case idle
  /// Asked for, not here yet.
  case loading
  /// Here.
  case loaded(Value)
  /// Could not be loaded; the reason is for people.
  case error(LoadFailure)

  /// The value, when loaded.
  public var value: Value? {
    if case .loaded(let value) = self { value } else { nil }
  }
}

extension LoadState: Equatable where Value: Equatable {}

/// Why something could not be loaded, in words for people.
public struct LoadFailure: Error, Hashable, Sendable {
  /// A short clause that fits a tile: `no decoder for WebP`, `empty file`, `file vanished`.
  public let message: String
  /// Whether trying again can help: true for a vanished file, false for a corrupt one.
  public let isRetryable: Bool

  /// Creates a failure.
  public init(message: String, isRetryable: Bool) {
    self.message = message
    self.isRetryable = isRetryable
  }
}

/// A decoded picture of an asset, upright and no larger than what was asked for.
public struct Thumbnail: Hashable, Sendable {
  /// The pixels, in the proportions of the photo.
  public let pixels: PixelBuffer
  /// The file ended early: what was there is shown, the rest is not.
  public let isTruncated: Bool
  /// Where the pixels came from.
  public let source: Source

  /// Where pixels came from.
  public enum Source: UInt8, Hashable, Sendable {
    /// The picture itself.
    case primary
    /// The small preview that the file carries.
    case embedded
  }

  /// Creates a thumbnail.
  public init(pixels: PixelBuffer, isTruncated: Bool = false, source: Source = .primary) {
    self.pixels = pixels
    self.isTruncated = isTruncated
    self.source = source
  }
}
