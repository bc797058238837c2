/// Walks the directories of a TIFF, BigTIFF or EXIF structure (TIFF 6.0, section 2).
internal struct TIFFReader {
  /// A tag number.
  internal struct Tag: RawRepresentable, Hashable {
    /// The number.
    internal let rawValue: UInt16

    /// Creates a tag.
    internal init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    /// What kind of picture the directory holds; bit 0: a reduced one.
    internal static let newSubfileType = Tag(rawValue: 0x00FE)
    /// Columns.
    internal static let width = Tag(rawValue: 0x0100)
    /// Rows.
    internal static let height = Tag(rawValue: 0x0101)
    /// How strips are compressed.
    internal static let compression = Tag(rawValue: 0x0103)
    /// What samples mean.
    internal static let photometric = Tag(rawValue: 0x0106)
    /// The camera's maker.
    internal static let make = Tag(rawValue: 0x010F)
    /// The camera's model.
    internal static let model = Tag(rawValue: 0x0110)
    /// Where strips begin.
    internal static let stripOffsets = Tag(rawValue: 0x0111)
    /// How the picture is turned.
    internal static let orientation = Tag(rawValue: 0x0112)
    /// When the file was changed.
    internal static let dateTime = Tag(rawValue: 0x0132)
    /// The program that wrote the file.
    internal static let software = Tag(rawValue: 0x0131)
    /// Directories of further pictures.
    internal static let subDirectories = Tag(rawValue: 0x014A)
    /// Where an embedded JPEG begins.
    internal static let jpegOffset = Tag(rawValue: 0x0201)
    /// How long an embedded JPEG is.
    internal static let jpegByteCount = Tag(rawValue: 0x0202)
    /// The JPEG preview of Panasonic's raw files.
    internal static let panasonicJPEG = Tag(rawValue: 0x002E)
    /// An XMP packet.
    internal static let xmp = Tag(rawValue: 0x02BC)
    /// Stars, as Windows writes them.
    internal static let rating = Tag(rawValue: 0x4746)
    /// IPTC data.
    internal static let iptc = Tag(rawValue: 0x83BB)
    /// The directory of photographic data.
    internal static let exifDirectory = Tag(rawValue: 0x8769)
    /// The directory of places.
    internal static let gpsDirectory = Tag(rawValue: 0x8825)
    /// The GPS clock's time of day, UTC.
    internal static let gpsTime = Tag(rawValue: 0x0007)
    /// The GPS clock's date, UTC.
    internal static let gpsDate = Tag(rawValue: 0x001D)
    /// Marks a DNG.
    internal static let dngVersion = Tag(rawValue: 0xC612)
    /// When the picture was taken.
    internal static let dateTimeOriginal = Tag(rawValue: 0x9003)
    /// When the picture was digitised.
    internal static let dateTimeDigitized = Tag(rawValue: 0x9004)
    /// The zone of `dateTime`.
    internal static let offsetTime = Tag(rawValue: 0x9010)
    /// The zone of `dateTimeOriginal`.
    internal static let offsetTimeOriginal = Tag(rawValue: 0x9011)
    /// The zone of `dateTimeDigitized`.
    internal static let offsetTimeDigitized = Tag(rawValue: 0x9012)
  }

  /// Tags of the EXIF directory (CIPA DC-008).
  internal enum Exif {
    /// Parts of a second of `dateTime`.
    internal static let subSecond = Tag(rawValue: 0x9290)
    /// Parts of a second of `dateTimeOriginal`.
    internal static let subSecondOriginal = Tag(rawValue: 0x9291)
    /// Parts of a second of `dateTimeDigitized`.
    internal static let subSecondDigitized = Tag(rawValue: 0x9292)
    /// The maker's own data.
    internal static let makerNote = Tag(rawValue: 0x927C)
    /// A comment with its character code in front.
    internal static let userComment = Tag(rawValue: 0x9286)
    /// How the picture was processed; Apple has values of its own.
    internal static let customRendered = Tag(rawValue: 0xA401)
  }

  /// Tags of Apple's maker note.
  internal enum Apple {
    /// What the photos of a burst share.
    internal static let burst = Tag(rawValue: 0x000B)
    /// What a Live Photo's still and movie share.
    internal static let content = Tag(rawValue: 0x0011)
  }

  /// One entry of a directory.
  internal struct Entry {
    /// The field type, 1 to 18.
    internal let type: Int
    /// How many values.
    internal let count: UInt64
    /// Where the values are, from the start of the file.
    internal let offset: Int64
  }

  /// The entries of one directory that anyone here asks for; of equal tags the first one counts.
  internal struct Directory {
    /// The entries; a dozen or two, so that looking through them is faster than hashing.
    internal var entries: [(tag: Tag, entry: Entry)] = []
    /// Where the next directory begins, from the header; 0 for none.
    internal var next: UInt64 = 0

    /// The entry of a tag.
    internal subscript(tag: Tag) -> Entry? {
      for item in entries where item.tag == tag { return item.entry }
      return nil
    }
  }

  /// The most entries of one directory that are looked at.
  private static let entryLimit = 512

  /// Where the first directory begins, from the header.
  internal let firstDirectory: UInt64

  private let base: Int64
  private let isBigEndian: Bool
  private let isBig: Bool

  /// Reads a TIFF header.
  ///
  /// - Returns: nil if there is none.
  internal init?(_ source: inout HeaderSource, at base: Int64) {
    guard let header = source.viewUpTo(at: base, count: 16), header.count >= 8 else { return nil }
    self.base = base
    if header.has("II") {
      isBigEndian = false
    } else if header.has("MM") {
      isBigEndian = true
    } else {
      return nil
    }
    switch header.u16(2, bigEndian: isBigEndian) {
    // 0x55: Panasonic's raw files; 0x4F52 and 0x5352: Olympus's.
    case 42, 0x55, 0x4F52, 0x5352:
      isBig = false
      firstDirectory = header.number(4, width: 4, bigEndian: isBigEndian) ?? 0
    case 43:
      guard header.u16(4, bigEndian: isBigEndian) == 8,
        let first = header.number(8, width: 8, bigEndian: isBigEndian)
      else { return nil }
      isBig = true
      firstDirectory = first
    default:
      return nil
    }
  }

  /// Reads a directory.
  ///
  /// - Returns: its entries, as far as they can be read; nil if nothing can.
  internal func directory(at offset: UInt64, in source: inout HeaderSource) -> Directory? {
    guard offset > 0, let start = position(offset) else { return nil }
    let countWidth = isBig ? 8 : 2
    let entryWidth = isBig ? 20 : 12
    guard let head = source.view(at: start, count: countWidth),
      let stated = head.number(0, width: countWidth, bigEndian: isBigEndian), stated > 0
    else { return nil }
    let count = Int(min(stated, UInt64(Self.entryLimit)))
    let tableStart = start + Int64(countWidth)
    let wanted = count * entryWidth + (isBig ? 8 : 4)
    guard let table = source.viewUpTo(at: tableStart, count: wanted) else { return nil }
    var directory = Directory()
    for index in 0..<count {
      let at = index * entryWidth
      guard let tag = table.number(at, width: 2, bigEndian: isBigEndian) else { break }
      if !Self.isKnown(UInt16(tag)) { continue }
      guard let type = table.u16(at + 2, bigEndian: isBigEndian),
        let values = table.number(at + 4, width: isBig ? 8 : 4, bigEndian: isBigEndian)
      else { break }
      let inlineWidth = isBig ? 8 : 4
      let valueAt = at + (isBig ? 12 : 8)
      let (bytes, overflow) = values.multipliedReportingOverflow(by: UInt64(width(ofType: type)))
      if overflow || bytes == 0 { continue }
      let valueOffset: Int64
      if bytes <= UInt64(inlineWidth) {
        valueOffset = tableStart + Int64(valueAt)
      } else {
        guard let pointer = table.number(valueAt, width: inlineWidth, bigEndian: isBigEndian),
          let target = position(pointer)
        else { continue }
        valueOffset = target
      }
      directory.entries.append(
        (Tag(rawValue: UInt16(tag)), Entry(type: type, count: values, offset: valueOffset)))
    }
    if stated == UInt64(count) {
      let width = isBig ? 8 : 4
      directory.next =
        table.number(count * entryWidth, width: width, bigEndian: isBigEndian) ?? 0
    }
    return directory
  }

  /// Whether anyone asks for a tag: most entries of most directories need not be kept.
  private static func isKnown(_ tag: UInt16) -> Bool {
    switch tag {
    case 0x0007, 0x000B, 0x0011, 0x001D, 0x002E, 0x00FE, 0x0100, 0x0101, 0x0103, 0x0106, 0x010F,
      0x0110, 0x0111, 0x0112, 0x0131, 0x0132, 0x014A, 0x0201, 0x0202, 0x02BC, 0x4746, 0x83BB,
      0x8769, 0x8825, 0x9003, 0x9004, 0x9010, 0x9011, 0x9012, 0x927C, 0x9286, 0x9290, 0x9291,
      0x9292, 0xA401, 0xC612:
      true
    default: false
    }
  }

  // MARK: - Values

  /// The first of an entry's whole numbers.
  internal func integer(_ entry: Entry, in source: inout HeaderSource) -> UInt64? {
    integers(entry, limit: 1, in: &source).first
  }

  /// An entry's whole numbers, at most `limit`.
  internal func integers(
    _ entry: Entry, limit: Int, in source: inout HeaderSource
  ) -> [UInt64] {
    // BYTE, SHORT, LONG, IFD, LONG8, IFD8; UNDEFINED bytes are no numbers.
    guard [1, 3, 4, 13, 16, 18].contains(entry.type) else { return [] }
    let width = width(ofType: entry.type)
    let count = Int(min(entry.count, UInt64(limit)))
    guard let view = source.viewUpTo(at: entry.offset, count: count * width) else { return [] }
    return (0..<count).compactMap { index in
      view.number(index * width, width: width, bigEndian: isBigEndian)
    }
  }

  /// An entry's characters, at most 64.
  internal func text(_ entry: Entry, in source: inout HeaderSource) -> [UInt8]? {
    guard entry.type == 2 else { return nil }
    let count = Int(min(entry.count, 64))
    guard let view = source.viewUpTo(at: entry.offset, count: count) else { return nil }
    var end = 0
    while end < view.count, view.byte(end) != 0 { end += 1 }
    return view.part(0, count: end).bytes
  }

  /// The first of an entry's signed or unsigned whole numbers.
  internal func signed(_ entry: Entry, in source: inout HeaderSource) -> Int64? {
    guard entry.type == 9 || entry.type == 8 else {
      return integer(entry, in: &source).flatMap { Int64(exactly: $0) }
    }
    let width = width(ofType: entry.type)
    guard
      let bits = source.view(at: entry.offset, count: width)?
        .number(0, width: width, bigEndian: isBigEndian)
    else { return nil }
    return width == 2
      ? Int64(Int16(truncatingIfNeeded: bits)) : Int64(Int32(truncatingIfNeeded: bits))
  }

  /// An entry's unsigned rationals, at most `limit`; of a divisor of zero nothing.
  internal func rationals(_ entry: Entry, limit: Int, in source: inout HeaderSource) -> [Double] {
    guard entry.type == 5 else { return [] }
    let count = Int(min(entry.count, UInt64(limit)))
    guard let view = source.viewUpTo(at: entry.offset, count: count * 8) else { return [] }
    return (0..<count).compactMap { index in
      guard let top = view.u32(index * 8, bigEndian: isBigEndian),
        let bottom = view.u32(index * 8 + 4, bigEndian: isBigEndian), bottom > 0
      else { return nil }
      return Double(top) / Double(bottom)
    }
  }

  /// An entry's raw bytes, at most `limit`.
  internal func bytes(_ entry: Entry, limit: Int, in source: inout HeaderSource) -> ByteView? {
    let (count, overflow) = entry.count.multipliedReportingOverflow(
      by: UInt64(width(ofType: entry.type)))
    guard !overflow else { return nil }
    return source.viewUpTo(at: entry.offset, count: Int(min(count, UInt64(limit))))
  }

  /// The directory of Apple's maker note, which counts from its own start.
  ///
  /// Layout, as ExifTool documents it: `Apple iOS`, NUL, version, byte order at 12, directory at 14.
  internal static func apple(
    note: Entry, in source: inout HeaderSource
  ) -> (reader: TIFFReader, directory: Directory)? {
    guard let head = source.view(at: note.offset, count: 14), head.has("Apple iOS"),
      head.has("MM", at: 12) || head.has("II", at: 12)
    else { return nil }
    let reader = TIFFReader(base: note.offset, isBigEndian: head.has("MM", at: 12))
    return reader.directory(at: 14, in: &source).map { (reader, $0) }
  }

  /// A reader of directories without a header in front of them.
  private init(base: Int64, isBigEndian: Bool) {
    self.base = base
    self.isBigEndian = isBigEndian
    isBig = false
    firstDirectory = 0
  }

  /// The place in the file of an offset that counts from the header.
  internal func position(_ offset: UInt64) -> Int64? {
    guard let offset = Int64(exactly: offset) else { return nil }
    let (sum, overflow) = base.addingReportingOverflow(offset)
    return overflow ? nil : sum
  }

  private func width(ofType type: Int) -> Int {
    switch type {
    case 1, 2, 6, 7: 1
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12, 16, 17, 18: 8
    default: 0
    }
  }
}
