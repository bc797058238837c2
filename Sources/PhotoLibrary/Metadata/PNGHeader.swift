internal import PickerModel

/// Walks the chunks of a PNG (ISO/IEC 15948).
internal enum PNGHeader {
  /// The most chunks that are looked at for an `eXIf`, which may come after the picture.
  private static let chunkLimit = 512

  /// Reads the header of a PNG file.
  internal static func read(_ source: inout HeaderSource) -> PhotoHeader {
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
        break
      } else if chunk.has("IEND", at: 4) {
        break
      }
      offset += 12 + Int64(length)
    }
    return header
  }
}
