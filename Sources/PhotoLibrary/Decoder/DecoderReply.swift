internal import PickerModel

/// What a decoder answers: one message; the pixels of a picture are in the shared memory by then.
internal enum DecoderReply: Hashable, Sendable {
  /// The first message of its life, unasked: what it has given up.
  case hello(DecoderLayers)
  /// A picture: `width * height * 3` bytes in the shared memory, as in a ``PixelBuffer``.
  case picture(Picture)
  /// Why there is none.
  case failure(DecodeError)
  /// What headers tell, for the next files of the request, in order; more may follow.
  case headers([FileContent])
  /// What an XMP file tells; nil for one that is none.
  case sidecar(SidecarContent?)
  /// What the info panel tells.
  case details([PhotoDetails.Row])

  /// What is told of a picture.
  internal struct Picture: Hashable, Sendable {
    /// Its size in pixels.
    internal var size: PixelSize
    /// A part of it is missing.
    internal var isTruncated: Bool
    /// Where it came from.
    internal var source: Thumbnail.Source
    /// Whether the background shows through.
    internal var dependsOnBackground: Bool
  }

  /// Raised with every change of a message: picker and decoder are the same program, but a file may
  /// be replaced under a running one.
  internal static let version: UInt64 = 1
  /// The most bytes of a text about an error.
  private static let textLimit = 400

  // MARK: - Bytes

  /// The message.
  ///
  /// - Parameter sequence: the number of the request, 0 for the first message.
  /// - Returns: its bytes.
  internal func encoded(_ sequence: UInt64) -> [UInt8] {
    var writer = ByteWriter()
    func begin(_ kind: UInt8) {
      writer.write(kind)
      writer.write(sequence)
    }
    switch self {
    case .hello(let layers):
      begin(0)
      writer.write(Self.version)
      writer.write(layers.rawValue)
    case .picture(let picture):
      begin(1)
      writer.write(Int64(picture.size.width))
      writer.write(Int64(picture.size.height))
      writer.write(UInt8(picture.isTruncated ? 1 : 0))
      writer.write(picture.source.rawValue)
      writer.write(UInt8(picture.dependsOnBackground ? 1 : 0))
    case .failure(let error):
      begin(2)
      Self.write(error, &writer)
    case .headers(let contents):
      begin(3)
      writer.write(UInt64(contents.count))
      for content in contents { content.write(&writer) }
    case .sidecar(let content):
      begin(4)
      writer.write(UInt8(content == nil ? 0 : 1))
      content?.write(&writer)
    case .details(let rows):
      begin(5)
      writer.write(UInt64(rows.count))
      for row in rows {
        writer.write(row.group.rawValue)
        writer.write(row.label)
        writer.write(row.value)
      }
    }
    return writer.bytes
  }

  /// Reads a message.
  ///
  /// - Throws: for bytes that ``encoded(_:)`` does not write.
  internal static func decoded(
    _ bytes: [UInt8]
  ) throws(ByteReader.Damage) -> (sequence: UInt64, reply: DecoderReply) {
    var reader = ByteReader(bytes)
    let kind = try reader.byte()
    let sequence = try reader.unsigned()
    let reply = try decoded(kind, &reader)
    guard reader.isAtEnd else { throw ByteReader.Damage() }
    return (sequence, reply)
  }

  private static func decoded(
    _ kind: UInt8, _ reader: inout ByteReader
  ) throws(ByteReader.Damage) -> DecoderReply {
    switch kind {
    case 0:
      guard try reader.unsigned() == version else { throw ByteReader.Damage() }
      return .hello(DecoderLayers(rawValue: try reader.byte()))
    case 1:
      let width = try reader.number(as: Int32.self)
      let height = try reader.number(as: Int32.self)
      let isTruncated = try reader.flag()
      guard width > 0, height > 0, let source = Thumbnail.Source(rawValue: try reader.byte()) else {
        throw ByteReader.Damage()
      }
      return .picture(
        Picture(
          size: PixelSize(width: Int(width), height: Int(height)), isTruncated: isTruncated,
          source: source, dependsOnBackground: try reader.flag()))
    case 2: return .failure(try error(&reader))
    case 3:
      let count = try reader.unsigned()
      guard count > 0, count <= UInt64(ChildLink.fileLimit) else { throw ByteReader.Damage() }
      var contents: [FileContent] = []
      for _ in 0..<count { contents.append(try FileContent(&reader)) }
      return .headers(contents)
    case 4: return .sidecar(try reader.flag() ? SidecarContent(&reader) : nil)
    case 5:
      let count = try reader.unsigned()
      guard count <= 1_024 else { throw ByteReader.Damage() }
      var rows: [PhotoDetails.Row] = []
      for _ in 0..<count {
        guard let group = PhotoDetails.Group(rawValue: try reader.byte()) else {
          throw ByteReader.Damage()
        }
        rows.append(
          PhotoDetails.Row(group: group, label: try reader.text(), value: try reader.text()))
      }
      return .details(rows)
    default: throw ByteReader.Damage()
    }
  }

  // MARK: - Errors

  private static func write(_ error: DecodeError, _ writer: inout ByteWriter) {
    func text(_ text: String) { writer.write(String(text.prefix(textLimit))) }
    switch error {
    case .unsupportedFormat(let what):
      writer.write(UInt8(0))
      text(what)
    case .corrupt(let detail):
      writer.write(UInt8(1))
      text(detail)
    case .truncated: writer.write(UInt8(2))
    case .empty: writer.write(UInt8(3))
    case .tooLarge(let size, let limit):
      writer.write(UInt8(4))
      for number in [size.width, size.height, limit] { writer.write(Int64(number)) }
    case .needsTooMuchMemory(let byteCount, let limit):
      writer.write(UInt8(5))
      for number in [byteCount, limit] { writer.write(Int64(number)) }
    case .outOfMemory: writer.write(UInt8(6))
    case .timedOut(let seconds):
      writer.write(UInt8(7))
      writer.write(Int64(seconds))
    case .cancelled: writer.write(UInt8(8))
    case .library(let name, let code, let message):
      writer.write(UInt8(9))
      text(name)
      writer.write(Int64(code))
      text(message)
    case .decoder(let end):
      // A decoder does not tell this of itself.
      writer.write(UInt8(1))
      text(end.userMessage)
    }
  }

  private static func error(_ reader: inout ByteReader) throws(ByteReader.Damage) -> DecodeError {
    switch try reader.byte() {
    case 0: return .unsupportedFormat(try reader.text())
    case 1: return .corrupt(try reader.text())
    case 2: return .truncated
    case 3: return .empty
    case 4:
      let size = PixelSize(
        width: try reader.number(as: Int.self), height: try reader.number(as: Int.self))
      return .tooLarge(size, limit: try reader.number(as: Int.self))
    case 5:
      let byteCount = try reader.number(as: Int.self)
      guard byteCount >= 0 else { throw ByteReader.Damage() }
      return .needsTooMuchMemory(byteCount: byteCount, limit: try reader.number(as: Int.self))
    case 6: return .outOfMemory
    case 7: return .timedOut(seconds: try reader.number(as: Int.self))
    case 8: return .cancelled
    case 9:
      let name = try reader.text()
      let code = try reader.number(as: Int32.self)
      return .library(name: name, code: code, message: try reader.text())
    default: throw ByteReader.Damage()
    }
  }
}

extension ByteReader {
  /// Reads a byte that is 0 or 1.
  internal mutating func flag() throws(Damage) -> Bool {
    switch try byte() {
    case 0: return false
    case 1: return true
    default: throw Damage()
    }
  }
}
