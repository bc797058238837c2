internal import CExif
public import PickerModel

/// What an EXIF block tells.
public struct ExifSummary: Hashable, Sendable {
  /// Tag 0x0112 of IFD0, if it has one of the eight values.
  public var orientation: Orientation?
  /// The first of DateTimeOriginal, DateTimeDigitized and DateTime that holds a date.
  public var captureDate: CaptureDate?
  /// The bytes of the JPEG thumbnail in IFD1, if it was asked for; not checked in any way.
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

/// Reads EXIF blocks: the door to libexif.
public enum ExifReader {
  /// The prefix of an EXIF block in a JPEG's APP1 segment: `Exif` and two NULs.
  public static let prefix: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]

  /// Reads a block.
  ///
  /// - Parameters:
  ///   - block: the bytes from the TIFF header (`II` or `MM`) on, with or without ``prefix``. At
  ///     most the first 256 KiB are looked at.
  ///   - wantsThumbnail: whether the embedded thumbnail's bytes are copied out.
  /// - Returns: what is there; nil if this is no EXIF block. Damaged entries are left out.
  public static func read(_ block: [UInt8], wantsThumbnail: Bool = false) -> ExifSummary? {
    var bytes = block.starts(with: prefix) ? [] : prefix
    bytes.append(contentsOf: block.prefix(262_144))
    guard bytes.count >= prefix.count + 8, isTIFFHeader(bytes[prefix.count...]) else { return nil }
    guard let data = unsafe exif_data_new() else { return nil }
    defer { unsafe exif_data_unref(data) }
    // Told not to follow the specification, libexif leaves entries as they are.
    unsafe exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
    unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe exif_data_load_data(data, buffer.baseAddress, UInt32(buffer.count))
    }
    var summary = ExifSummary()
    summary.orientation = unsafe orientation(in: data)
    summary.captureDate = unsafe captureDate(in: data)
    if wantsThumbnail, let start = unsafe data.pointee.data, unsafe data.pointee.size > 0 {
      summary.thumbnail = unsafe [UInt8](
        UnsafeBufferPointer(start: start, count: Int(data.pointee.size)))
    }
    return summary
  }

  private static func isTIFFHeader(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.starts(with: [0x49, 0x49, 0x2A, 0]) || bytes.starts(with: [0x4D, 0x4D, 0, 0x2A])
  }

  // MARK: - Entries

  private static func orientation(in data: UnsafeMutablePointer<ExifData>) -> Orientation? {
    unsafe withEntry(EXIF_TAG_ORIENTATION, of: EXIF_IFD_0, in: data) { entry, order in
      guard unsafe entry.pointee.format == EXIF_FORMAT_SHORT, unsafe entry.pointee.size >= 2,
        unsafe entry.pointee.components >= 1, let bytes = unsafe entry.pointee.data
      else { return nil }
      return Orientation(rawValue: UInt8(clamping: unsafe exif_get_short(bytes, order)))
    }
  }

  private static func captureDate(in data: UnsafeMutablePointer<ExifData>) -> CaptureDate? {
    let candidates: [(ExifTag, ExifIfd, ExifTag, CaptureDate.Source)] = [
      (
        EXIF_TAG_DATE_TIME_ORIGINAL, EXIF_IFD_EXIF, EXIF_TAG_OFFSET_TIME_ORIGINAL,
        .exifDateTimeOriginal
      ),
      (
        EXIF_TAG_DATE_TIME_DIGITIZED, EXIF_IFD_EXIF, EXIF_TAG_OFFSET_TIME_DIGITIZED,
        .exifDateTimeDigitized
      ),
      (EXIF_TAG_DATE_TIME, EXIF_IFD_0, EXIF_TAG_OFFSET_TIME, .exifDateTime),
    ]
    for (tag, directory, zoneTag, source) in candidates {
      guard let text = unsafe characters(of: tag, in: directory, of: data),
        let seconds = ExifDate.localSeconds(of: text)
      else { continue }
      let zone = unsafe characters(of: zoneTag, in: EXIF_IFD_EXIF, of: data)
      return CaptureDate(
        localSeconds: seconds, offsetMinutes: zone.flatMap(ExifDate.offsetMinutes),
        source: source)
    }
    return nil
  }

  private static func characters(
    of tag: ExifTag, in directory: ExifIfd, of data: UnsafeMutablePointer<ExifData>
  ) -> [UInt8]? {
    unsafe withEntry(tag, of: directory, in: data) { entry, _ in
      guard unsafe entry.pointee.format == EXIF_FORMAT_ASCII,
        let bytes = unsafe entry.pointee.data
      else { return nil }
      return unsafe [UInt8](
        UnsafeBufferPointer(start: bytes, count: Int(min(entry.pointee.size, 64))))
    }
  }

  private static func withEntry<Value>(
    _ tag: ExifTag, of directory: ExifIfd, in data: UnsafeMutablePointer<ExifData>,
    _ body: (UnsafeMutablePointer<ExifEntry>, ExifByteOrder) -> Value?
  ) -> Value? {
    let content: UnsafeMutablePointer<ExifContent>? =
      unsafe directory == EXIF_IFD_0 ? data.pointee.ifd.0 : data.pointee.ifd.2
    guard let content = unsafe content,
      let entry = unsafe exif_content_get_entry(content, tag)
    else { return nil }
    return unsafe body(entry, exif_data_get_byte_order(data))
  }
}
