internal import PickerModel

/// Reads GIF headers: the logical screen, and whether a second picture follows.
internal enum GIFHeader {
  /// Reads the header of a GIF file.
  internal static func read(_ source: inout HeaderSource) -> PhotoHeader {
    let screen = source.view(at: 6, count: 5)
    var header = PhotoHeader(
      format: .gif,
      storedSize: HeaderReader.size(
        screen?.u16(0, bigEndian: false), screen?.u16(2, bigEndian: false)))
    if hasTwoPictures(&source, flags: screen?.byte(4) ?? 0) {
      header.kinds.stated.insert(.animated)
    }
    return header
  }

  /// Walks the blocks up to the second picture (GIF89a, 20 to 26).
  ///
  /// The sub-blocks of the first picture have to be passed one by one; where they go on beyond the
  /// budget, an application extension that loops or a delay in front of the first picture decides.
  private static func hasTwoPictures(_ source: inout HeaderSource, flags: UInt8) -> Bool {
    var offset: Int64 = 13
    if flags & 0x80 != 0 { offset += 3 << (Int64(flags & 7) + 1) }
    var pictures = 0
    var loops = false
    for _ in 0..<512 {
      guard let block = source.viewUpTo(at: offset, count: 20), let kind = block.byte(0) else {
        return pictures == 1 && loops && offset < source.byteCount
      }
      switch kind {
      case 0x2C:
        pictures += 1
        if pictures == 2 { return true }
        offset += 10
        if let local = block.byte(9), local & 0x80 != 0 { offset += 3 << (Int64(local & 7) + 1) }
        offset += 1
      case 0x21:
        if block.has("NETSCAPE2.0", at: 3) { loops = true }
        offset += 2
      default: return false
      }
      guard pass(&source, &offset) else { return pictures == 1 && loops }
    }
    return false
  }

  /// Passes the data sub-blocks; false where the file or the budget ends among them.
  private static func pass(_ source: inout HeaderSource, _ offset: inout Int64) -> Bool {
    while let window = source.viewUpTo(at: offset, count: 8_192) {
      var index = 0
      while let length = window.byte(index) {
        index += 1 + Int(length)
        if length == 0 {
          offset += Int64(index)
          return true
        }
      }
      offset += Int64(index)
    }
    return false
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
    var parts = MetadataParts()
    return walk(&source, &parts)
  }

  /// Where its blocks are.
  internal static func parts(_ source: inout HeaderSource) -> MetadataParts {
    var parts = MetadataParts()
    _ = walk(&source, &parts)
    return parts
  }

  private static func walk(
    _ source: inout HeaderSource, _ parts: inout MetadataParts
  ) -> PhotoHeader {
    var header = PhotoHeader(format: .webp)
    guard let first = source.viewUpTo(at: 12, count: 18) else { return header }
    header.storedSize = size(of: first)
    header.displayedSize = header.storedSize
    guard first.has("VP8X"), let flags = first.byte(8) else { return header }
    if flags & 0x02 != 0 { header.kinds.stated.insert(.animated) }
    // Bit 3: EXIF, bit 2: XMP.
    var expected = (flags >> 3 & 1) + (flags >> 2 & 1)
    var offset: Int64 = 12
    for _ in 0..<chunkLimit {
      guard expected > 0, let chunk = source.view(at: offset, count: 8),
        let length = chunk.u32(4, bigEndian: false)
      else { break }
      if chunk.has("EXIF") {
        let hasPrefix = source.view(at: offset + 8, count: 6)?.has(ExifReader.prefix) == true
        let start = offset + (hasPrefix ? 14 : 8)
        header.apply(ExifReader.read(&source, at: start))
        parts.exifStart = start
        expected -= 1
      } else if chunk.has("XMP ") {
        let packet = offset + 8..<offset + 8 + Int64(length)
        _ = header.applyXMP(in: packet, &source)
        parts.xmp = packet
        expected -= 1
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
