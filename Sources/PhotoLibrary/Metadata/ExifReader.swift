public import PickerModel

/// What an EXIF block tells.
public struct ExifSummary: Hashable, Sendable {
  /// Tag 0x0112 of the first directory, if it has one of the eight values.
  public var orientation: Orientation?
  /// The first of DateTimeOriginal, DateTimeDigitized and DateTime that holds a date.
  public var captureDate: CaptureDate?
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
    let exif = first[.exifDirectory]
      .flatMap { reader.integer($0, in: &source) }
      .flatMap { reader.directory(at: $0, in: &source) }
    let candidates: [(TIFFReader.Directory?, TIFFReader.Tag, TIFFReader.Tag, CaptureDate.Source)] =
      [
        (exif, .dateTimeOriginal, .offsetTimeOriginal, .exifDateTimeOriginal),
        (exif, .dateTimeDigitized, .offsetTimeDigitized, .exifDateTimeDigitized),
        (first, .dateTime, .offsetTime, .exifDateTime),
      ]
    for (directory, tag, zoneTag, origin) in candidates {
      guard let text = directory?[tag].flatMap({ reader.text($0, in: &source) }),
        let seconds = ExifDate.localSeconds(of: text)
      else { continue }
      let zone = exif?[zoneTag].flatMap { reader.text($0, in: &source) }
      summary.captureDate = CaptureDate(
        localSeconds: seconds, offsetMinutes: zone.flatMap(ExifDate.offsetMinutes),
        source: origin)
      break
    }
    return summary
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
