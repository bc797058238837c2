/// When a photo was taken, in the camera's wall-clock time.
public struct CaptureDate: Hashable, Sendable {
  /// Seconds since 1970-01-01T00:00:00 of the camera's own clock, its zone not applied.
  public let localSeconds: Int64
  /// Nanoseconds past `localSeconds`, 0 to 999,999,999; 0 where the file does not tell.
  public let nanoseconds: Int32
  /// The zone's offset from UTC in minutes, or nil when the file does not tell.
  public let offsetMinutes: Int16?
  /// The offset that is taken for ordering where the file does not tell: the reader's own zone on
  /// that day.
  public let assumedOffsetMinutes: Int16
  /// Which field told.
  public let source: Source

  /// The field that a date came from, the most trustworthy first.
  public enum Source: UInt8, Sendable, CaseIterable {
    /// EXIF 0x9003, with 0x9291 for parts of a second and 0x9011 for the zone.
    case exifDateTimeOriginal
    /// EXIF 0x9004, with 0x9292 and 0x9012.
    case exifDateTimeDigitized
    /// EXIF 0x0132, with 0x9290 and 0x9010.
    case exifDateTime
    /// XMP: `exif:DateTimeOriginal`, `photoshop:DateCreated` or `xmp:CreateDate`.
    case xmp
    /// IPTC-IIM 2:55 and 2:60.
    case iptc
    /// The QuickTime metadata key `com.apple.quicktime.creationdate`.
    case quickTimeCreationDate
    /// The movie header's creation time (ISO/IEC 14496-12, 8.2.2; Matroska's DateUTC), in UTC.
    case movieHeader
    /// EXIF GPSDateStamp and GPSTimeStamp, in UTC.
    case gps
    /// The same fields of XMP in a sidecar file.
    case sidecar
  }

  /// Creates a date.
  public init(
    localSeconds: Int64, nanoseconds: Int32 = 0, offsetMinutes: Int16?,
    assumedOffsetMinutes: Int16 = 0, source: Source
  ) {
    self.localSeconds = localSeconds
    self.nanoseconds = nanoseconds
    self.offsetMinutes = offsetMinutes
    self.assumedOffsetMinutes = assumedOffsetMinutes
    self.source = source
  }

  /// The point in time, with the assumed zone where the file does not tell one: for ordering.
  public var instant: FileTime {
    let offset = Int64(offsetMinutes ?? assumedOffsetMinutes) * 60
    let (seconds, overflows) = localSeconds.subtractingReportingOverflow(offset)
    return FileTime(seconds: overflows ? localSeconds : seconds, nanoseconds: nanoseconds)
  }
}
