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
  /// When it was taken, by the most trustworthy field that tells.
  public var captureDate: CaptureDate?
  /// A video's length in seconds.
  public var duration: Double?
  /// What kinds of photo or video it is, by the header alone: a file's name and its neighbours are
  /// not asked.
  public var kinds = AssetKinds()
  /// What it was taken with.
  public var camera: Camera?
  /// Stars, -1 for rejected (XMP `xmp:Rating`, EXIF 0x4746); nil where nobody said.
  public var rating: Int8?
  /// The colour label (XMP `xmp:Label`).
  public var label: String?
  /// What a Live Photo's still and movie share (Apple maker note 0x0011, the QuickTime key
  /// `com.apple.quicktime.content.identifier`).
  public var contentIdentifier: String?
  /// What the photos of one burst share.
  public var burstIdentifier: String?
  /// The movie that is appended to the still in the same file (Motion Photo), found by content.
  public var embeddedMovie: EmbeddedMovie?

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

  /// A movie inside of a still's file.
  public struct EmbeddedMovie: Hashable, Sendable {
    /// Where it begins, from the start of the file.
    public let byteOffset: Int64
    /// Its length in bytes.
    public let byteCount: Int64
    /// Its format.
    public let format: FileFormat
    /// Its length in seconds, if its header tells.
    public let duration: Double?

    /// Creates a description.
    public init(byteOffset: Int64, byteCount: Int64, format: FileFormat, duration: Double?) {
      self.byteOffset = byteOffset
      self.byteCount = byteCount
      self.format = format
      self.duration = duration
    }
  }

  /// Takes what an EXIF block tells, and turns the displayed size with it.
  internal mutating func apply(_ exif: ExifSummary?) {
    guard let exif else { return }
    offer(exif.captureDate)
    camera = camera ?? exif.camera
    // What XMP says is newer: programs that write stars into EXIF write both.
    rating = rating ?? exif.rating
    contentIdentifier = contentIdentifier ?? exif.contentIdentifier
    burstIdentifier = burstIdentifier ?? exif.burstIdentifier
    kinds.stated.formUnion(exif.statedKinds)
    if let turned = exif.orientation {
      orientation = turned
      displayedSize = storedSize.map(turned.displayed)
    }
  }

  /// Takes a movie that was found in the still's file.
  internal mutating func take(_ movie: EmbeddedMovie?) {
    guard let movie else { return }
    embeddedMovie = movie
    kinds.stated.insert(.livePhoto)
  }

  /// Takes a date unless a more trustworthy one is there.
  internal mutating func offer(_ date: CaptureDate?) {
    guard let date else { return }
    if let known = captureDate, known.source.rank <= date.source.rank { return }
    captureDate = date
  }
}

extension CaptureDate.Source {
  /// How trustworthy a field is: 0 is the most.
  internal var rank: Int {
    switch self {
    case .exifDateTimeOriginal: 0
    case .exifDateTimeDigitized: 1
    case .xmp, .sidecar: 2
    case .iptc: 3
    case .quickTimeCreationDate: 4
    case .movieHeader: 5
    case .exifDateTime: 6
    case .gps: 7
    }
  }
}
