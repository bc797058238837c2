internal import PickerModel

/// Reads GIF headers: the logical screen.
internal enum GIFHeader {
  /// Reads the header of a GIF file.
  internal static func read(_ source: inout HeaderSource) -> PhotoHeader {
    let screen = source.view(at: 6, count: 4)
    return PhotoHeader(
      format: .gif,
      storedSize: HeaderReader.size(
        screen?.u16(0, bigEndian: false), screen?.u16(2, bigEndian: false)))
  }
}

/// Reads BMP headers (`BITMAPCOREHEADER`, `BITMAPINFOHEADER` and later).
internal enum BMPHeader {
  /// Reads the header of a BMP file.
  internal static func read(_ source: inout HeaderSource) -> PhotoHeader {
    guard let info = source.viewUpTo(at: 14, count: 12) else { return PhotoHeader(format: .bmp) }
    if info.u32(0, bigEndian: false) == 12 {
      return PhotoHeader(
        format: .bmp,
        storedSize: HeaderReader.size(
          info.u16(4, bigEndian: false), info.u16(6, bigEndian: false)))
    }
    // A negative height means that the first row comes first.
    let height = info.u32(8, bigEndian: false).map { Int(Int32(truncatingIfNeeded: $0).magnitude) }
    return PhotoHeader(
      format: .bmp, storedSize: HeaderReader.size(info.u32(4, bigEndian: false), height))
  }
}

/// Walks the chunks of a WebP (RFC 9649).
internal enum WebPHeader {
  /// The most chunks that are looked at for an `EXIF`, which comes after the picture.
  private static let chunkLimit = 512

  /// Reads the header of a WebP file.
  internal static func read(_ source: inout HeaderSource) -> PhotoHeader {
    var header = PhotoHeader(format: .webp)
    guard let first = source.viewUpTo(at: 12, count: 18) else { return header }
    header.storedSize = size(of: first)
    header.displayedSize = header.storedSize
    guard first.has("VP8X"), let flags = first.byte(8), flags & 0x08 != 0 else { return header }
    var offset: Int64 = 12
    for _ in 0..<chunkLimit {
      guard let chunk = source.view(at: offset, count: 8),
        let length = chunk.u32(4, bigEndian: false)
      else { break }
      if chunk.has("EXIF") {
        let hasPrefix = source.view(at: offset + 8, count: 6)?.has(ExifReader.prefix) == true
        header.apply(ExifReader.read(&source, at: offset + (hasPrefix ? 14 : 8)))
        break
      }
      offset += 8 + Int64(length) + Int64(length & 1)
    }
    return header
  }

  private static func size(of chunk: ByteView) -> PixelSize? {
    if chunk.has("VP8X") {
      return HeaderReader.size(
        chunk.number(12, width: 3, bigEndian: false).map { Int($0) + 1 },
        chunk.number(15, width: 3, bigEndian: false).map { Int($0) + 1 })
    }
    if chunk.has("VP8L"), chunk.byte(8) == 0x2F, let bits = chunk.u32(9, bigEndian: false) {
      return HeaderReader.size(bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    }
    if chunk.has("VP8 "), chunk.has([0x9D, 0x01, 0x2A], at: 11) {
      return HeaderReader.size(
        chunk.u16(14, bigEndian: false).map { $0 & 0x3FFF },
        chunk.u16(16, bigEndian: false).map { $0 & 0x3FFF })
    }
    return nil
  }
}
