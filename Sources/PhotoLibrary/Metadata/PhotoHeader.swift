public import PickerModel

/// What a file's header tells, before any pixel is decoded.
public struct PhotoHeader: Hashable, Sendable {
  /// The format, by content.
  public var format: FileFormat
  /// The size as stored; nil where the header does not tell.
  public var storedSize: PixelSize?
  /// How the stored picture is turned for display.
  ///
  /// The EXIF value for JPEG, PNG, WebP, TIFF and raw files, the track's matrix for videos. Always `up` for HEIF and AVIF, whose own boxes rule and
  /// are already in ``displayedSize``.
  public var orientation: Orientation
  /// The size as displayed, turned and cropped.
  public var displayedSize: PixelSize?
  /// When it was taken, by its EXIF block.
  public var captureDate: CaptureDate?
  /// A video's length in seconds.
  public var duration: Double?

  /// Creates a header whose displayed size is the stored one, turned.
  public init(
    format: FileFormat, storedSize: PixelSize? = nil, orientation: Orientation = .up,
    captureDate: CaptureDate? = nil, duration: Double? = nil
  ) {
    self.format = format
    self.storedSize = storedSize
    self.orientation = orientation
    self.displayedSize = storedSize.map(orientation.displayed)
    self.captureDate = captureDate
    self.duration = duration
  }

  /// Takes orientation and date from an EXIF block, and turns the displayed size with it.
  internal mutating func apply(_ exif: ExifSummary?) {
    guard let exif else { return }
    captureDate = captureDate ?? exif.captureDate
    if let turned = exif.orientation {
      orientation = turned
      displayedSize = storedSize.map(turned.displayed)
    }
  }
}
