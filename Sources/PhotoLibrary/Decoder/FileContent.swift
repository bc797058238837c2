internal import PickerModel

/// What a look into a file's bytes tells.
internal enum FileContent: Hashable, Sendable {
  /// A photo or video with this header.
  case photo(PhotoHeader)
  /// Neither; whether it is recognisably something else.
  case unknown(isSomethingElse: Bool)
  /// The disk did not answer.
  case unreadable(errno: Int32)
  /// The decoder ended over it.
  case failed(DecoderEnd)

  /// Looks into an open file.
  internal static func look(into file: borrowing OpenFile, _ cameras: CameraTable?) -> FileContent {
    let head: [UInt8]
    do throws(FileError) {
      head = try HeaderReader.head(of: file)
    } catch {
      if case .system(let number) = error.kind { return .unreadable(errno: number) }
      return .unreadable(errno: 0)
    }
    guard let format = FileSniffer.format(ofHead: head) else {
      return .unknown(isSomethingElse: FileSniffer.isSomethingElse(ByteView(head)))
    }
    let header = HeaderReader.header(of: file, head: head, cameras: cameras)
    return .photo(header ?? PhotoHeader(format: format))
  }

  // MARK: - Bytes

  /// Writes it; texts of a header are cut to what a message has room for.
  internal func write(_ writer: inout ByteWriter) {
    switch self {
    case .photo(let header):
      writer.write(UInt8(1))
      HeaderCoder.write(header.withShortTexts(), &writer)
    case .unknown(let isSomethingElse): writer.write(UInt8(isSomethingElse ? 3 : 2))
    case .unreadable(let number):
      writer.write(UInt8(4))
      writer.write(Int64(number))
    case .failed: writer.write(UInt8(2))
    }
  }

  /// Reads it.
  internal init(_ reader: inout ByteReader) throws(ByteReader.Damage) {
    switch try reader.byte() {
    case 1: self = .photo(try HeaderCoder.read(&reader))
    case 2: self = .unknown(isSomethingElse: false)
    case 3: self = .unknown(isSomethingElse: true)
    case 4: self = .unreadable(errno: try reader.number(as: Int32.self))
    default: throw ByteReader.Damage()
    }
  }
}

/// What an XMP file says.
internal struct SidecarContent: Hashable, Sendable {
  /// Stars, if somebody gave any.
  internal var rating: Int8?
  /// The colour label.
  internal var label: String?
  /// When the photo was taken.
  internal var captureDate: CaptureDate?

  /// Creates content.
  internal init(rating: Int8?, label: String?, captureDate: CaptureDate?) {
    self.rating = rating
    self.label = label
    self.captureDate = captureDate
  }

  /// Looks into an open file; nil for one that is too long or no XMP.
  internal init?(of file: borrowing OpenFile) {
    guard file.byteCount <= XMPDocument.maximumByteCount,
      let bytes = try? file.bytes(at: 0, count: XMPDocument.maximumByteCount),
      let document = XMPDocument(parsing: bytes)
    else { return nil }
    self.init(
      rating: document.rating, label: document.label,
      captureDate: document.captureDate(source: .sidecar))
  }

  /// Writes it, in the form of a header.
  internal func write(_ writer: inout ByteWriter) {
    var header = PhotoHeader(format: .tiff, captureDate: captureDate)
    header.rating = rating
    header.label = label
    HeaderCoder.write(header.withShortTexts(), &writer)
  }

  /// Reads it.
  internal init(_ reader: inout ByteReader) throws(ByteReader.Damage) {
    let header = try HeaderCoder.read(&reader)
    self.init(rating: header.rating, label: header.label, captureDate: header.captureDate)
  }
}

extension PhotoHeader {
  /// The most bytes of a text: a name of a camera, a label, an identifier.
  private static let textLimit = 256

  /// The same with texts no longer than a message has room for.
  fileprivate func withShortTexts() -> PhotoHeader {
    var header = self
    func isLong(_ text: String?) -> Bool { (text?.utf8.count ?? 0) > Self.textLimit }
    func short(_ text: String?) -> String? {
      guard let text, isLong(text) else { return text }
      // Not within a character.
      let bytes = Array(text.utf8.prefix(Self.textLimit + 1))
      var end = Self.textLimit
      while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
      return String(decoding: bytes[..<end], as: UTF8.self)
    }
    header.label = short(label)
    header.contentIdentifier = short(contentIdentifier)
    header.burstIdentifier = short(burstIdentifier)
    if let camera, isLong(camera.make) || isLong(camera.model) {
      header.camera = Camera(make: short(camera.make) ?? "", model: short(camera.model) ?? "")
    }
    return header
  }
}
