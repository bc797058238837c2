internal import CExif

/// The only door to libexif: everything that an EXIF block says, as text for people.
///
/// Without maker notes: what 0.6.24 gives for Apple's does not agree with ExifTool, and
/// ``ExifReader`` has what is needed.
/// For one photo that a person looks at; a scan reads its dozen tags by ``ExifReader``.
internal struct ExifTags {
  /// The largest block that is handed to the library, in bytes.
  internal static let blockLimit = 262_144

  /// A part of an EXIF block.
  internal enum Directory: Int32, CaseIterable {
    /// The first picture's.
    case first = 0
    /// The second picture's, a thumbnail.
    case second = 1
    /// Photographic data.
    case exif = 2
    /// Places.
    case gps = 3
  }

  /// A tag in its directory.
  internal struct Key: Hashable {
    /// The directory.
    internal let directory: Directory
    /// The tag's number.
    internal let tag: UInt32
  }

  /// The values as libexif writes them for people; untrusted text, cut at 1,023 bytes.
  internal private(set) var values: [Key: String] = [:]
  /// The numbers of rational values, at most three each; a division by zero leaves one out.
  internal private(set) var rationals: [Key: [Double]] = [:]
  /// Reads a block.
  ///
  /// - Parameter block: the bytes from the TIFF header on, at most ``blockLimit`` of them count.
  internal init(block: [UInt8]) {
    guard let data = unsafe exif_data_new() else { return }
    defer { unsafe exif_data_unref(data) }
    // Tags that it does not know are wanted too, and nothing is to be repaired or added.
    unsafe exif_data_unset_option(data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS)
    unsafe exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
    let bytes = ExifReader.prefix + block.prefix(Self.blockLimit)
    unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe exif_data_load_data(data, buffer.baseAddress, UInt32(buffer.count))
    }
    let order = unsafe exif_data_get_byte_order(data)
    for directory in Directory.allCases {
      let content: UnsafeMutablePointer<ExifContent>? =
        switch directory {
        case .first: unsafe data.pointee.ifd.0
        case .second: unsafe data.pointee.ifd.1
        case .exif: unsafe data.pointee.ifd.2
        case .gps: unsafe data.pointee.ifd.3
        }
      guard let content = unsafe content, let entries = unsafe content.pointee.entries else {
        continue
      }
      for index in 0..<Int(min(unsafe content.pointee.count, 512)) {
        if let entry = unsafe entries[index] { unsafe take(entry, in: directory, order) }
      }
    }
  }

  /// The value of a tag, blanks at both ends removed; nil for none and for nothing but blanks.
  internal subscript(directory: Directory, tag: UInt32) -> String? {
    guard let text = values[Key(directory: directory, tag: tag)] else { return nil }
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
      let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return nil }
    return String(text[first...last])
  }

  private mutating func take(
    _ entry: UnsafeMutablePointer<ExifEntry>, in directory: Directory, _ order: ExifByteOrder
  ) {
    let key = Key(directory: directory, tag: unsafe UInt32(entry.pointee.tag.rawValue))
    guard values[key] == nil else { return }
    values[key] = unsafe Self.text { buffer, size in
      _ = unsafe exif_entry_get_value(entry, buffer, size)
    }
    guard unsafe entry.pointee.format == EXIF_FORMAT_RATIONAL, let data = unsafe entry.pointee.data
    else { return }
    let count = min(3, unsafe Int(entry.pointee.components), unsafe Int(entry.pointee.size) / 8)
    guard count > 0 else { return }
    rationals[key] = (0..<count).compactMap { index in
      let value = unsafe exif_get_rational(data + index * 8, order)
      return value.denominator > 0 ? Double(value.numerator) / Double(value.denominator) : nil
    }
  }

  /// The text that a call writes into a buffer, which it ends with a NUL.
  private static func text(
    _ body: (UnsafeMutablePointer<CChar>, UInt32) -> Void
  ) -> String {
    let capacity = 1_024
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
      unsafe buffer.initialize(repeating: 0)
      guard let base = buffer.baseAddress else { return "" }
      unsafe body(base, UInt32(capacity - 1))
      return unsafe String(cString: base)
    }
  }
}
