public import PickerModel

/// Something that turns a request into pixels: ``DecodeWorker``, or a fake in tests.
public protocol ThumbnailDecoding: Sendable {
  /// Decodes one thumbnail.
  ///
  /// The current task is cancelled when nobody wants the result any more; it may come all the same.
  ///
  /// - Throws: why there is none; `isCancellation` where it was given up.
  func decode(
    _ request: ThumbnailRequest, background: RGBColor
  ) async throws(ThumbnailError) -> ThumbnailResult

  /// Lets go of what is kept for regions of a photo: none is wanted any more.
  func releaseSource() async
}

extension ThumbnailDecoding {
  /// Does nothing: there is nothing kept.
  public func releaseSource() async {}
}

/// A decoded thumbnail and what it was made of.
public struct ThumbnailResult: Sendable {
  /// The thumbnail.
  public var thumbnail: Thumbnail
  /// The content that it shows, which is not the request's where the file was replaced meanwhile.
  public var version: FileVersion
  /// Whether the background shows through.
  public var dependsOnBackground: Bool

  /// Creates a result.
  public init(thumbnail: Thumbnail, version: FileVersion, dependsOnBackground: Bool = false) {
    self.thumbnail = thumbnail
    self.version = version
    self.dependsOnBackground = dependsOnBackground
  }
}

/// Why there is no thumbnail: the file or its content.
public enum ThumbnailError: Error, Hashable, Sendable {
  /// The file can't be opened.
  case file(FileError)
  /// The file can't be decoded.
  case decode(DecodeError)

  /// Whether this is no failure but the answer to a cancellation.
  public var isCancellation: Bool { self == .decode(.cancelled) }

  /// Whether the photo's content is at fault.
  internal var isDamage: Bool {
    if case .decode(let error) = self { error.isDamage } else { false }
  }

  /// The reason for the tile.
  public var failure: LoadFailure {
    switch self {
    case .file(let error) where error.kind == .missing:
      LoadFailure(message: "file vanished", isRetryable: true)
    case .file(let error):
      LoadFailure(message: error.userMessage, isRetryable: error.isRetryable)
    case .decode(let error): LoadFailure(error)
    }
  }
}
