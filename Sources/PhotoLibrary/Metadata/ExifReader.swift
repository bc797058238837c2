public import PickerModel

/// What an EXIF block tells.
public struct ExifSummary: Hashable, Sendable {
  /// Tag 0x0112 of the first directory, if it has one of the eight values.
  public var orientation: Orientation?
  /// The first of DateTimeOriginal, DateTimeDigitized and DateTime that holds a date.
  public var captureDate: CaptureDate?
  /// What it was taken with.
  public var camera: Camera?
  /// Stars (tag 0x4746), 0 to 5.
  public var rating: Int8?
  /// What a Live Photo's still and movie share (Apple maker note 0x0011).
  public var contentIdentifier: String?
  /// What the photos of a burst share (Apple maker note 0x000B).
  public var burstIdentifier: String?
  /// Kinds that fields made for them tell.
  public var statedKinds: AssetSubtypes = []
  /// The XMP packet inside (tag 700), where it is in the file.
  internal var xmp: Range<Int64>?
  /// The bytes of the JPEG thumbnail in the second directory, if asked for; not checked in any way.
  public var thumbnail: [UInt8]?

  /// Creates a summary.
  public init(
    orientation: Orientation? = nil, captureDate: CaptureDate? = nil, thumbnail: [UInt8]? = nil
  ) {
    self.orientation = orientation
    self.captureDate = captureDate
    self.thumbnail = thumbnail
  }
}

/// Reads EXIF blocks (CIPA DC-008) entry by entry: only what is asked for is read.
public enum ExifReader {
  /// The prefix of an EXIF block in a JPEG's APP1 segment: `Exif` and two NULs.
  public static let prefix: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]

  /// Reads a block in memory.
  ///
  /// - Parameters:
  ///   - block: the bytes from the TIFF header (`II` or `MM`) on, with or without ``prefix``.
  ///   - wantsThumbnail: whether the embedded thumbnail's bytes are copied out.
  /// - Returns: what is there; nil if this is no EXIF block. Damaged entries are left out.
  public static func read(_ block: [UInt8], wantsThumbnail: Bool = false) -> ExifSummary? {
    var source = HeaderSource(bytes: block)
    let start: Int64 = block.starts(with: prefix) ? Int64(prefix.count) : 0
    return read(&source, at: start, wantsThumbnail: wantsThumbnail)
  }

  /// Reads a block inside of a file.
  ///
  /// - Parameters:
  ///   - source: the file.
  ///   - start: where the TIFF header is.
  ///   - wantsThumbnail: whether the embedded thumbnail's bytes are copied out.
  /// - Returns: what is there; nil if there is no TIFF header.
  internal static func read(
    _ source: inout HeaderSource, at start: Int64, wantsThumbnail: Bool = false
  ) -> ExifSummary? {
    guard let reader = TIFFReader(&source, at: start) else { return nil }
    guard let first = reader.directory(at: reader.firstDirectory, in: &source) else {
      return ExifSummary()
    }
    var summary = summary(of: first, reader, &source)
    if wantsThumbnail { summary.thumbnail = thumbnail(after: first, reader, &source) }
    return summary
  }

  /// Reads orientation and date from a first directory and its EXIF directory.
  internal static func summary(
    of first: TIFFReader.Directory, _ reader: TIFFReader, _ source: inout HeaderSource
  ) -> ExifSummary {
    var summary = ExifSummary()
    if let value = first[.orientation].flatMap({ reader.integer($0, in: &source) }) {
      summary.orientation = Orientation(rawValue: UInt8(clamping: value))
    }
    if first[.make] != nil || first[.model] != nil {
      let make = first[.make].flatMap { reader.text($0, in: &source) } ?? []
      let model = first[.model].flatMap { reader.text($0, in: &source) } ?? []
      summary.camera =
        source.cameras?.camera(make: make, model: model) ?? CameraTable.make(make, model)
    }
    if let stars = first[.rating].flatMap({ reader.integer($0, in: &source) }), stars <= 5 {
      summary.rating = Int8(stars)
    }
    if let packet = first[.xmp] {
      summary.xmp = packet.offset..<packet.offset + Int64(clamping: min(packet.count, 1 << 20))
    }
    let exif = first[.exifDirectory]
      .flatMap { reader.integer($0, in: &source) }
      .flatMap { reader.directory(at: $0, in: &source) }
    summary.captureDate = date(first, exif, reader, &source)
    if let exif { readKinds(exif, reader, &source, &summary) }
    return summary
  }

  /// The first of the three dates, then that of the GPS clock.
  private static func date(
    _ first: TIFFReader.Directory, _ exif: TIFFReader.Directory?, _ reader: TIFFReader,
    _ source: inout HeaderSource
  ) -> CaptureDate? {
    if let exif {
      if let date = originalDate(exif, reader, &source) { return date }
      if let date = date(
        exif, .dateTimeDigitized, exif, TIFFReader.Exif.subSecondDigitized, .offsetTimeDigitized,
        .exifDateTimeDigitized, reader, &source)
      {
        return date
      }
    }
    if let date = date(
      first, .dateTime, exif, TIFFReader.Exif.subSecond, .offsetTime, .exifDateTime, reader,
      &source)
    {
      return date
    }
    return gpsDate(first, reader, &source)
  }

  /// DateTimeOriginal of an EXIF directory, with its parts of a second and zone.
  internal static func originalDate(
    _ exif: TIFFReader.Directory, _ reader: TIFFReader, _ source: inout HeaderSource
  ) -> CaptureDate? {
    date(
      exif, .dateTimeOriginal, exif, TIFFReader.Exif.subSecondOriginal, .offsetTimeOriginal,
      .exifDateTimeOriginal, reader, &source)
  }

  private static func date(
    _ directory: TIFFReader.Directory, _ tag: TIFFReader.Tag, _ exif: TIFFReader.Directory?,
    _ fractionTag: TIFFReader.Tag, _ zoneTag: TIFFReader.Tag, _ origin: CaptureDate.Source,
    _ reader: TIFFReader, _ source: inout HeaderSource
  ) -> CaptureDate? {
    guard let text = directory[tag].flatMap({ reader.text($0, in: &source) }),
      let seconds = ExifDate.localSeconds(of: text)
    else { return nil }
    let fraction = exif?[fractionTag].flatMap { reader.text($0, in: &source) }
    let zone = exif?[zoneTag].flatMap { reader.text($0, in: &source) }
    return CaptureDate.of(
      localSeconds: seconds, nanoseconds: fraction.map(ExifDate.nanoseconds) ?? 0,
      offsetMinutes: zone.flatMap(ExifDate.offsetMinutes), source: origin)
  }

  /// GPSDateStamp and GPSTimeStamp, which are UTC.
  private static func gpsDate(
    _ first: TIFFReader.Directory, _ reader: TIFFReader, _ source: inout HeaderSource
  ) -> CaptureDate? {
    guard let offset = first[.gpsDirectory].flatMap({ reader.integer($0, in: &source) }),
      let places = reader.directory(at: offset, in: &source),
      let day = places[.gpsDate].flatMap({ reader.text($0, in: &source) }), day.count >= 10,
      let clock = places[.gpsTime].map({ reader.rationals($0, limit: 3, in: &source) }),
      clock.count == 3, clock.allSatisfy({ $0 >= 0 && $0 < 61 }), clock[0] < 24,
      let midnight = ExifDate.localSeconds(of: day.prefix(10) + Array(" 00:00:00".utf8))
    else { return nil }
    let seconds = clock[0].rounded(.down) * 3_600 + clock[1] * 60 + clock[2]
    return CaptureDate.of(utcSeconds: midnight + Int64(seconds), source: .gps)
  }

  /// What kinds the EXIF directory and Apple's maker note tell.
  internal static func readKinds(
    _ exif: TIFFReader.Directory, _ reader: TIFFReader, _ source: inout HeaderSource,
    _ summary: inout ExifSummary
  ) {
    if let note = exif[TIFFReader.Exif.makerNote],
      let (inner, directory) = TIFFReader.apple(note: note, in: &source)
    {
      summary.contentIdentifier = identifier(directory[TIFFReader.Apple.content], inner, &source)
      summary.burstIdentifier = identifier(directory[TIFFReader.Apple.burst], inner, &source)
      if summary.burstIdentifier != nil { summary.statedKinds.insert(.burst) }
    }
    // The standard knows 0 and 1; the others are Apple's, in photos whose maker may be stripped.
    if summary.camera == nil || summary.camera?.make == "Apple",
      let entry = exif[TIFFReader.Exif.customRendered],
      let value = reader.integer(entry, in: &source)
    {
      switch value {
      case 6: summary.statedKinds.insert(.panorama)
      case 7, 8: summary.statedKinds.insert(.depthEffect)
      default: break
      }
    }
    if let entry = exif[TIFFReader.Exif.userComment],
      let comment = reader.bytes(entry, limit: 64, in: &source), isScreenshot(comment)
    {
      summary.statedKinds.insert(.screenshot)
    }
  }

  /// Whether a UserComment is the one word that iOS and macOS write.
  private static func isScreenshot(_ comment: ByteView) -> Bool {
    guard comment.has("ASCII"), comment.has("Screenshot", at: 8) else { return false }
    return comment.byte(18) ?? 0 <= 0x20
  }

  private static func identifier(
    _ entry: TIFFReader.Entry?, _ reader: TIFFReader, _ source: inout HeaderSource
  ) -> String? {
    guard let text = entry.flatMap({ reader.text($0, in: &source) }), !text.isEmpty else {
      return nil
    }
    return String(validating: text, as: UTF8.self)
  }

  private static func thumbnail(
    after first: TIFFReader.Directory, _ reader: TIFFReader, _ source: inout HeaderSource
  ) -> [UInt8]? {
    guard let second = reader.directory(at: first.next, in: &source),
      let offset = second[.jpegOffset].flatMap({ reader.integer($0, in: &source) }),
      let count = second[.jpegByteCount].flatMap({ reader.integer($0, in: &source) }),
      let start = reader.position(offset), count >= 4, count <= 262_144,
      let view = source.viewUpTo(at: start, count: Int(count)), view.has([0xFF, 0xD8])
    else { return nil }
    return view.bytes
  }
}
