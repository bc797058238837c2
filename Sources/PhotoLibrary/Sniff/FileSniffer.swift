public import PickerModel

/// Tells a file's format from its first bytes.
///
/// A name is only ever asked when the content says nothing: an empty or undetectable file that is
/// called `.jpg` is a broken photo, which a person wants to see as such; one that is recognisably
/// something else (text, HTML, PDF, an archive) is not an asset, whatever its name.
public enum FileSniffer {
  /// How many bytes from the start of a file are needed.
  public static let headByteCount = 4_096

  /// What a file is.
  public enum Verdict: Hashable, Sendable {
    /// A photo or video of this format.
    case asset(FileFormat)
    /// Nothing that anyone could read, with the name of a photo of this format.
    case broken(FileFormat)
    /// Something else.
    case other
  }

  /// Judges a file.
  ///
  /// A camera's raw file that is built like a TIFF may be reported as `.tiff` here where its first
  /// directory lies behind the head; ``HeaderReader`` knows better.
  ///
  /// - Parameters:
  ///   - head: the first ``headByteCount`` bytes, fewer only where the file is shorter.
  ///   - name: the file's name, for when the content says nothing.
  /// - Returns: what the file is.
  public static func verdict(head: [UInt8], name: FileName) -> Verdict {
    let view = ByteView(head)
    if let format = format(of: view) { return .asset(format) }
    guard let format = format(forName: name) else { return .other }
    return isSomethingElse(view) ? .other : .broken(format)
  }

  /// The format of a head, or nil if it is of no photo and no video.
  public static func format(ofHead head: [UInt8]) -> FileFormat? {
    format(of: ByteView(head))
  }

  internal static func format(of head: ByteView) -> FileFormat? {
    guard let first = head.byte(0) else { return nil }
    switch first {
    case 0xFF:
      if head.has([0xFF, 0xD8]), isJPEG(head) { return .jpeg }
      // Behind FF 0A stands a size header, never zero bits only.
      if head.has([0xFF, 0x0A]), head.count > 4 { return .jpegXL }
    case 0x89:
      if head.has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
    case UInt8(ascii: "G"):
      if head.has("GIF87a") || head.has("GIF89a") { return .gif }
    case UInt8(ascii: "R"):
      if head.has("RIFF"), head.has("WEBP", at: 8) { return .webp }
    case UInt8(ascii: "B"):
      return isBitmap(head) ? .bmp : nil
    case UInt8(ascii: "I"), UInt8(ascii: "M"):
      return tiffKind(head)
    case UInt8(ascii: "F"):
      if head.has("FUJIFILMCCD-RAW") { return .raw }
    case 0x1A:
      if head.has([0x1A, 0x45, 0xDF, 0xA3]) { return matroskaKind(head) }
    case 0x00:
      if head.has([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A]) {
        return .jpegXL
      }
      return boxKind(head)
    default:
      break
    }
    return nil
  }

  // MARK: - Kinds

  /// Whether a marker follows SOI closely: decoders pass over damage in between.
  private static func isJPEG(_ head: ByteView) -> Bool {
    if head.byte(2) == 0xFF { return true }
    for index in 2..<max(3, min(head.count - 1, 64))
    where head.byte(index) == 0xFF {
      if let marker = head.byte(index + 1), marker >= 0xC0, marker != 0xFF { return true }
    }
    return false
  }

  private static func isBitmap(_ head: ByteView) -> Bool {
    guard head.has("BM"), let headerSize = head.u32(14, bigEndian: false) else { return false }
    return [12, 16, 40, 52, 56, 64, 108, 124].contains(headerSize)
  }

  private static func tiffKind(_ head: ByteView) -> FileFormat? {
    if head.has([0x49, 0x49, 0x2A, 0x00]) {
      return head.has("CR", at: 8) || TIFFKind.isRaw(head) ? .raw : .tiff
    }
    if head.has([0x4D, 0x4D, 0x00, 0x2A]) { return TIFFKind.isRaw(head) ? .raw : .tiff }
    if head.has([0x49, 0x49, 0x2B, 0x00, 0x08, 0x00]) { return .tiff }
    if head.has([0x4D, 0x4D, 0x00, 0x2B, 0x00, 0x08]) { return .tiff }
    // Panasonic, Olympus (three spellings), Canon's older CIFF.
    if head.has([0x49, 0x49, 0x55, 0x00]) { return .raw }
    if head.has("IIRO") || head.has("IIRS") || head.has("MMOR") { return .raw }
    if head.has("II"), head.has("HEAPCCDR", at: 6) { return .raw }
    return nil
  }

  private static func matroskaKind(_ head: ByteView) -> FileFormat {
    // The DocType element, 0x4282, stands within the first few dozen bytes of the EBML header.
    for offset in 4..<max(5, min(head.count, 80)) where head.has([0x42, 0x82], at: offset) {
      if head.has("webm", at: offset + 3) { return .webm }
    }
    return .matroska
  }

  private static func boxKind(_ head: ByteView) -> FileFormat? {
    guard let size = head.u32(0) else { return nil }
    if head.has("ftyp", at: 4), size >= 16 || size == 1 || size == 0 {
      return BrandTable.format(of: head)
    }
    // QuickTime files older than the ftyp box begin with the movie itself.
    for type: StaticString in ["moov", "wide", "pnot"] where head.has(type, at: 4) { return .mov }
    if head.has("mdat", at: 4) { return .mov }
    if head.has("free", at: 4) || head.has("skip", at: 4) {
      for type: StaticString in ["moov", "mdat", "wide"] where head.has(type, at: size + 4) {
        return .mov
      }
    }
    return nil
  }

  // MARK: - When the content says nothing

  /// The format that a file's extension promises.
  internal static func format(forName name: FileName) -> FileFormat? {
    guard let dot = name.bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
    let lowered = name.bytes[(dot + 1)...].prefix(8).map { byte in
      byte >= 0x41 && byte <= 0x5A ? byte + 0x20 : byte
    }
    return extensions[String(decoding: lowered, as: UTF8.self)]
  }

  private static let extensions: [String: FileFormat] = [
    "jpg": .jpeg, "jpeg": .jpeg, "jpe": .jpeg, "jfif": .jpeg, "mpo": .jpeg,
    "heic": .heic, "heics": .heic, "hif": .heic, "heif": .heif, "heifs": .heif, "avif": .avif,
    "png": .png, "apng": .png, "webp": .webp, "gif": .gif, "tif": .tiff, "tiff": .tiff,
    "bmp": .bmp, "dib": .bmp, "jxl": .jpegXL,
    "cr2": .raw, "cr3": .raw, "crw": .raw, "nef": .raw, "nrw": .raw, "arw": .raw, "dng": .raw,
    "rw2": .raw, "raf": .raw, "orf": .raw, "pef": .raw,
    "mov": .mov, "qt": .mov, "mp4": .mp4, "m4v": .mp4, "webm": .webm, "mkv": .matroska,
  ]

  /// Whether a head is recognisably of another kind of file: text, markup, a document, an archive.
  internal static func isSomethingElse(_ head: ByteView) -> Bool {
    if head.count == 0 { return false }
    let signatures: [[UInt8]] = [
      Array("%PDF".utf8), Array("8BPS".utf8), Array("%!PS".utf8), [0x50, 0x4B, 0x03, 0x04],
      [0x1F, 0x8B], [0x42, 0x5A, 0x68], [0xFD, 0x37, 0x7A, 0x58, 0x5A], [0x28, 0xB5, 0x2F, 0xFD],
      [0x37, 0x7A, 0xBC, 0xAF], Array("Rar!".utf8), [0x7F, 0x45, 0x4C, 0x46],
      Array("SQLite format".utf8), Array("OggS".utf8), Array("ID3".utf8), Array("fLaC".utf8),
      Array("RIFF".utf8), Array("bplist".utf8), Array("Bud1".utf8),
      // AppleDouble and AppleSingle: the resource fork of a photo that lies beside it.
      [0x00, 0x05, 0x16, 0x07], [0x00, 0x05, 0x16, 0x00],
      // JPEG 2000, container and codestream.
      [0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20], [0xFF, 0x4F, 0xFF, 0x51],
      // UTF-16 text.
      [0xFF, 0xFE], [0xFE, 0xFF],
    ]
    if signatures.contains(where: { head.has($0) }) { return true }
    if BrandTable.isAudio(head) { return true }
    return isText(head.bytes.prefix(1_024))
  }

  private static func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
    for byte in bytes where byte < 0x20 || byte == 0x7F {
      guard byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D else { return false }
    }
    // The head may end inside of a character: up to three bytes of it may be cut off.
    for cut in 0...3 where cut < max(bytes.count, 1) {
      if String(validating: bytes.dropLast(cut), as: UTF8.self) != nil { return true }
    }
    return false
  }
}
