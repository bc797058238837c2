public import PickerModel

/// What is wanted of one photo.
public struct DecodeRequest: Hashable, Sendable {
  /// The box in pixels that the upright picture is fitted into; it is never enlarged to fill it.
  public var target: PixelSize
  /// What lies behind transparent pixels.
  public var background: RGBColor
  /// Whether the small preview in the file will do where it is true to the picture and large enough.
  public var allowsEmbedded: Bool
  /// The format by content.
  public var format: FileFormat

  /// Creates a request.
  public init(
    format: FileFormat, target: PixelSize, background: RGBColor = .black,
    allowsEmbedded: Bool = true
  ) {
    self.format = format
    self.target = target
    self.background = background
    self.allowsEmbedded = allowsEmbedded
  }
}

/// What decoding gave.
public struct DecodedPhoto: Hashable, Sendable {
  /// The upright picture in sRGB.
  public var thumbnail: Thumbnail
  /// The size of the whole picture as displayed, in pixels.
  public var displayedSize: PixelSize
  /// Whether the background shows through: another background needs another decode.
  public var dependsOnBackground: Bool

  /// Creates a result.
  public init(thumbnail: Thumbnail, displayedSize: PixelSize, dependsOnBackground: Bool) {
    self.thumbnail = thumbnail
    self.displayedSize = displayedSize
    self.dependsOnBackground = dependsOnBackground
  }
}

/// The time and the interest that are left for a photo: asked between the steps of decoding.
internal struct DecodeCheckpoint {
  private let clock = ContinuousClock()
  private let deadline: ContinuousClock.Instant
  private let seconds: Int

  /// Starts the time for one photo.
  init(_ limits: DecodeLimits) {
    seconds = limits.maximumSeconds
    deadline = clock.now.advanced(by: .seconds(limits.maximumSeconds))
  }

  /// Looks whether to go on.
  ///
  /// - Throws: `.cancelled` where the current task was, `.timedOut` past the deadline.
  func pass() throws(DecodeError) {
    if Task.isCancelled { throw .cancelled }
    if clock.now > deadline { throw .timedOut(seconds: seconds) }
  }
}
