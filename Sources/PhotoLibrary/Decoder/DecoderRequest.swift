internal import PickerModel

/// What the picker asks a decoder: one message, with the files that it is about.
internal enum DecoderRequest: Hashable, Sendable {
  /// A picture no larger than wanted; one file.
  case thumbnail(DecodeRequest, byteCount: Int64)
  /// A part of a photo; one file.
  case region(Region)
  /// Lets go of the photo that regions are cut out of; no file and no answer.
  case releaseSource
  /// What the headers of files tell; as many files as lengths.
  case headers(byteCounts: [Int64])
  /// What an XMP file tells; one file.
  case sidecar(byteCount: Int64)
  /// What the info panel tells of a file's content; one file.
  case details(FileFormat, byteCount: Int64)

  /// A part of a photo.
  internal struct Region: Hashable, Sendable {
    /// The content that the photo is kept under.
    internal var version: FileVersion
    /// The format by content.
    internal var format: FileFormat
    /// The part.
    internal var region: PhotoRegion
    /// The size of the result in pixels.
    internal var target: PixelSize
    /// What lies behind transparent pixels.
    internal var background: RGBColor
  }

  /// How many files come with it.
  internal var fileCount: Int {
    switch self {
    case .releaseSource: 0
    case .headers(let byteCounts): byteCounts.count
    case .thumbnail, .region, .sidecar, .details: 1
    }
  }

  // MARK: - Bytes

  /// The message.
  ///
  /// - Parameter sequence: the number that the answer carries, too.
  /// - Returns: its bytes.
  internal func encoded(_ sequence: UInt64) -> [UInt8] {
    var writer = ByteWriter()
    switch self {
    case .thumbnail(let request, let byteCount):
      writer.write(UInt8(1))
      writer.write(sequence)
      writer.write(request.format.rawValue)
      writer.write(byteCount)
      Self.write(request.target, &writer)
      Self.write(request.background, &writer)
      writer.write(UInt8(request.allowsEmbedded ? 1 : 0))
    case .region(let wanted):
      writer.write(UInt8(2))
      writer.write(sequence)
      writer.write(wanted.format.rawValue)
      writer.write(wanted.version.identity.device)
      writer.write(wanted.version.identity.inode)
      writer.write(wanted.version.byteCount)
      writer.write(wanted.version.modified.seconds)
      writer.write(Int64(wanted.version.modified.nanoseconds))
      Self.write(wanted.region.photo, &writer)
      writer.write(Int64(wanted.region.x))
      writer.write(Int64(wanted.region.y))
      Self.write(wanted.region.size, &writer)
      Self.write(wanted.target, &writer)
      Self.write(wanted.background, &writer)
    case .releaseSource:
      writer.write(UInt8(3))
      writer.write(sequence)
    case .headers(let byteCounts):
      writer.write(UInt8(4))
      writer.write(sequence)
      writer.write(UInt64(byteCounts.count))
      for count in byteCounts { writer.write(count) }
    case .sidecar(let byteCount):
      writer.write(UInt8(5))
      writer.write(sequence)
      writer.write(byteCount)
    case .details(let format, let byteCount):
      writer.write(UInt8(6))
      writer.write(sequence)
      writer.write(format.rawValue)
      writer.write(byteCount)
    }
    return writer.bytes
  }

  /// Reads a message.
  ///
  /// - Throws: for bytes that ``encoded(_:)`` does not write.
  internal static func decoded(
    _ bytes: [UInt8]
  ) throws(ByteReader.Damage) -> (sequence: UInt64, request: DecoderRequest) {
    var reader = ByteReader(bytes)
    let kind = try reader.byte()
    let sequence = try reader.unsigned()
    let request = try decoded(kind, &reader)
    guard reader.isAtEnd else { throw ByteReader.Damage() }
    return (sequence, request)
  }

  private static func decoded(
    _ kind: UInt8, _ reader: inout ByteReader
  ) throws(ByteReader.Damage) -> DecoderRequest {
    switch kind {
    case 1:
      let format = try format(&reader)
      let byteCount = try byteCount(&reader)
      let target = try size(&reader)
      let background = try color(&reader)
      let allowsEmbedded = try reader.byte() == 1
      return .thumbnail(
        DecodeRequest(
          format: format, target: target, background: background, allowsEmbedded: allowsEmbedded),
        byteCount: byteCount)
    case 2: return .region(try region(&reader))
    case 3: return .releaseSource
    case 4:
      let count = try reader.unsigned()
      guard count > 0, count <= UInt64(ChildLink.fileLimit) else { throw ByteReader.Damage() }
      var byteCounts: [Int64] = []
      for _ in 0..<count { byteCounts.append(try byteCount(&reader)) }
      return .headers(byteCounts: byteCounts)
    case 5: return .sidecar(byteCount: try byteCount(&reader))
    case 6: return .details(try format(&reader), byteCount: try byteCount(&reader))
    default: throw ByteReader.Damage()
    }
  }

  private static func region(
    _ reader: inout ByteReader
  ) throws(ByteReader.Damage) -> Region {
    let format = try format(&reader)
    let identity = FileIdentity(device: try reader.unsigned(), inode: try reader.unsigned())
    let byteCount = try byteCount(&reader)
    let modified = FileTime(
      seconds: try reader.signed(), nanoseconds: try reader.number(as: Int32.self))
    let photo = try size(&reader)
    let x = try reader.number(as: Int32.self)
    let y = try reader.number(as: Int32.self)
    let part = try size(&reader)
    let region = PhotoRegion(photo: photo, x: Int(x), y: Int(y), size: part)
    return Region(
      version: FileVersion(identity: identity, byteCount: byteCount, modified: modified),
      format: format, region: region, target: try size(&reader), background: try color(&reader))
  }

  private static func write(_ size: PixelSize, _ writer: inout ByteWriter) {
    writer.write(Int64(size.width))
    writer.write(Int64(size.height))
  }

  private static func write(_ color: RGBColor, _ writer: inout ByteWriter) {
    for part in [color.red, color.green, color.blue] { writer.write(part) }
  }

  private static func format(_ reader: inout ByteReader) throws(ByteReader.Damage) -> FileFormat {
    guard let format = FileFormat(rawValue: try reader.byte()) else { throw ByteReader.Damage() }
    return format
  }

  private static func byteCount(_ reader: inout ByteReader) throws(ByteReader.Damage) -> Int64 {
    let count = try reader.signed()
    guard count >= 0 else { throw ByteReader.Damage() }
    return count
  }

  private static func size(_ reader: inout ByteReader) throws(ByteReader.Damage) -> PixelSize {
    let width = try reader.number(as: Int32.self)
    let height = try reader.number(as: Int32.self)
    guard width > 0, height > 0 else { throw ByteReader.Damage() }
    return PixelSize(width: Int(width), height: Int(height))
  }

  private static func color(_ reader: inout ByteReader) throws(ByteReader.Damage) -> RGBColor {
    let (red, green, blue) = (try reader.byte(), try reader.byte(), try reader.byte())
    return RGBColor(red: red, green: green, blue: blue)
  }
}
