internal import PickerModel

/// What the index knows of a file.
internal enum IndexEntry: Hashable, Sendable {
  /// A photo or video with this header.
  case photo(PhotoHeader)
  /// An XMP sidecar that says this.
  case sidecar(rating: Int8?, label: String?, captureDate: CaptureDate?)
  /// No photo, whatever its name.
  case other
}

/// Turns entries into bytes and back.
///
/// The bytes begin with a checksum over the rest and the file's identity: a row that was damaged, or
/// belongs to another file, is none. Then come the version of the header reader and all that must
/// still be true of the file: size, time of modification and time of change.
internal enum IndexCoder {
  /// The layout of the bytes; raised with every change of it.
  private static let layout: UInt64 = 1
  private static let checksumCount = 4

  /// The bytes for a file as `stat(2)` saw it.
  internal static func encode(_ entry: IndexEntry, of status: FileStatus) -> [UInt8] {
    var writer = ByteWriter()
    for _ in 0..<checksumCount { writer.write(UInt8(0)) }
    write(status, &writer)
    switch entry {
    case .photo(let header):
      writer.write(UInt8(1))
      HeaderCoder.write(header, &writer)
    case .sidecar(let rating, let label, let captureDate):
      writer.write(UInt8(2))
      var header = PhotoHeader(format: .tiff, captureDate: captureDate)
      header.rating = rating
      header.label = label
      HeaderCoder.write(header, &writer)
    case .other:
      writer.write(UInt8(3))
    }
    var bytes = writer.bytes
    let sum = checksum(bytes, of: status.identity)
    for index in 0..<checksumCount {
      bytes[index] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * index))
    }
    return bytes
  }

  /// The entry in bytes; nil for bytes that are damaged, of another version, or not about the file
  /// as it is now.
  internal static func decode(_ bytes: [UInt8], of status: FileStatus) -> IndexEntry? {
    guard bytes.count > checksumCount else { return nil }
    var sum: UInt32 = 0
    for index in 0..<checksumCount { sum |= UInt32(bytes[index]) << UInt32(8 * index) }
    guard sum == checksum(bytes, of: status.identity) else { return nil }
    var reader = ByteReader(bytes, from: checksumCount)
    do {
      guard try isAbout(status, &reader) else { return nil }
      let kind = try reader.byte()
      if kind == 3 { return reader.isAtEnd ? .other : nil }
      let header = try HeaderCoder.read(&reader)
      guard reader.isAtEnd else { return nil }
      switch kind {
      case 1: return .photo(header)
      case 2:
        return .sidecar(
          rating: header.rating, label: header.label, captureDate: header.captureDate)
      default: return nil
      }
    } catch {
      return nil
    }
  }

  /// FNV-1a (draft-eastlake-fnv), folded to 32 bits: against damage, not against forgery.
  private static func checksum(_ bytes: [UInt8], of identity: FileIdentity) -> UInt32 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    hash = (hash ^ identity.device) &* 0x100_0000_01B3
    hash = (hash ^ identity.inode) &* 0x100_0000_01B3
    for index in checksumCount..<bytes.count {
      hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3
    }
    return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
  }

  private static func write(_ status: FileStatus, _ writer: inout ByteWriter) {
    writer.write(layout)
    writer.write(UInt64(HeaderReader.version))
    writer.write(status.byteCount)
    for time in [status.modified, status.changed] {
      writer.write(time.seconds)
      writer.write(Int64(time.nanoseconds))
    }
  }

  private static func isAbout(
    _ status: FileStatus, _ reader: inout ByteReader
  ) throws(ByteReader.Damage) -> Bool {
    guard try reader.unsigned() == layout,
      try reader.unsigned() == UInt64(HeaderReader.version),
      try reader.signed() == status.byteCount
    else { return false }
    for time in [status.modified, status.changed] {
      guard try reader.signed() == time.seconds, try reader.signed() == Int64(time.nanoseconds)
      else { return false }
    }
    return true
  }
}
