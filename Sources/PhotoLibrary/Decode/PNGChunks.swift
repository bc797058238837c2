/// Finds where a PNG file was cut off.
internal enum PNGChunks {
  /// The chunk in whose middle a file ends.
  struct Cut: Hashable {
    /// Where the chunk's length stands in the file.
    var offset: Int64
    /// How many bytes of the chunk's data are there.
    var byteCount: UInt32

    /// Writes the real length over the stated one in a part of the file.
    ///
    /// - Parameters:
    ///   - window: some bytes of the file.
    ///   - start: where in the file they begin.
    func correct(_ window: inout [UInt8], at start: Int64) {
      for index in 0..<4 {
        let position = offset + Int64(index) - start
        guard position >= 0, position < Int64(window.count) else { continue }
        window[Int(position)] = UInt8(truncatingIfNeeded: byteCount >> UInt32(24 - index * 8))
      }
    }
  }

  /// Walks over the chunks' headers.
  ///
  /// - Returns: the image data chunk in whose middle the file ends; nil where it ends elsewhere.
  static func cut(_ source: ByteSource) -> Cut? {
    var offset: Int64 = 8
    var header = [UInt8](repeating: 0, count: 8)
    while offset <= source.byteCount - 8 {
      let read = unsafe header.withUnsafeMutableBytes { buffer in
        unsafe (try? source.read(at: offset, into: buffer)) ?? 0
      }
      guard read == 8 else { return nil }
      let length = header[..<4].reduce(Int64(0)) { $0 << 8 | Int64($1) }
      let rest = source.byteCount - offset - 8
      if length > rest {
        guard header[4...].elementsEqual("IDAT".utf8) else { return nil }
        return Cut(offset: offset, byteCount: UInt32(clamping: rest))
      }
      offset += length + 12
    }
    return nil
  }
}
