internal import PickerModel

/// Walks the chunks of a PNG (ISO/IEC 15948).
internal enum PNGHeader {
  /// The most chunks that are looked at for an `eXIf`, which may come after the picture.
  private static let chunkLimit = 512

  /// Reads the header of a PNG file.
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
    var header = PhotoHeader(format: .png)
    var offset: Int64 = 8
    for _ in 0..<chunkLimit {
      guard let chunk = source.viewUpTo(at: offset, count: 16), let length = chunk.u32(0) else {
        break
      }
      if chunk.has("IHDR", at: 4), header.storedSize == nil {
        header.storedSize = HeaderReader.size(chunk.u32(8), chunk.u32(12))
        header.displayedSize = header.storedSize
      } else if chunk.has("eXIf", at: 4) {
        header.apply(ExifReader.read(&source, at: offset + 8))
        parts.exifStart = offset + 8
      } else if chunk.has("acTL", at: 4), let frames = chunk.u32(8), frames >= 2 {
        header.kinds.stated.insert(.animated)
      } else if chunk.has("iTXt", at: 4), let packet = packet(&source, at: offset + 8, length) {
        _ = header.applyXMP(in: packet, &source)
        parts.xmp = packet
      } else if chunk.has("tEXt", at: 4), length <= 256,
        let text = source.view(at: offset + 8, count: length), isScreenshotText(text)
      {
        header.kinds.stated.insert(.screenshot)
      } else if chunk.has("IEND", at: 4) {
        break
      }
      offset += 12 + Int64(length)
    }
    return header
  }

  /// Where the XMP packet of an `iTXt` chunk is: a keyword, and no compression.
  private static func packet(
    _ source: inout HeaderSource, at start: Int64, _ length: Int
  ) -> Range<Int64>? {
    // Keyword and NUL, two bytes of compression, language and translated keyword, both empty.
    guard length > 22, let view = source.view(at: start, count: 22), view.has("XML:com.adobe.xmp"),
      view.byte(18) == 0, view.byte(20) == 0, view.byte(21) == 0
    else { return nil }
    return start + 22..<start + Int64(length)
  }

  /// Whether a text chunk is one that programs write which take pictures of screens.
  private static func isScreenshotText(_ text: ByteView) -> Bool {
    guard text.has("Software\0") else { return false }
    let program = text.part(9, count: 64)
    return program.has("gnome-screenshot") || program.has("mate-screenshot")
      || program.has("Spectacle") || program.has("Screenshot") || program.has("Flameshot")
      || program.has("Greenshot")
  }
}
