internal import PickerModel

/// Finds the movie that is appended to a still: Google's and Samsung's Motion Photos.
///
/// Stated offsets are often wrong, for programs that rewrite a photo's metadata leave them as they
/// were. So what counts is the content: a `ftyp` box (ISO/IEC 14496-12, 4.3) with a `moov` behind.
internal enum EmbeddedMovieFinder {
  /// How far from the file's end a movie is searched for.
  private static let searchLimit: Int64 = 16 << 20
  /// How much is read at a time while searching.
  private static let windowByteCount: Int64 = 262_144

  /// Finds the movie in a still.
  ///
  /// - Parameters:
  ///   - claim: what XMP says; nil makes it look for Samsung's trailer alone.
  ///   - source: the still's file.
  /// - Returns: nil where there is no movie.
  /// - Complexity: one read where the claim is right or there is none, else up to 16 MiB.
  internal static func find(
    _ claim: PhotoHeader.MovieClaim?, _ source: inout HeaderSource
  ) -> PhotoHeader.EmbeddedMovie? {
    if let stated = claim?.bytesToEnd, stated > 0, stated < source.byteCount,
      let movie = movie(at: source.byteCount - stated, to: source.byteCount, &source)
    {
      return movie
    }
    if let block = samsungBlock(&source),
      let movie = movie(at: block.lowerBound, to: block.upperBound, &source)
    {
      return movie
    }
    return claim == nil ? nil : search(&source)
  }

  /// The movie that begins at an offset.
  ///
  /// - Returns: nil where there is none, or it has no movie box.
  internal static func movie(
    at start: Int64, to limit: Int64, _ source: inout HeaderSource
  ) -> PhotoHeader.EmbeddedMovie? {
    guard start > 0, let head = source.viewUpTo(at: start, count: 64), head.has("ftyp", at: 4),
      let size = head.u32(0), size >= 16, size <= 1_024,
      let format = BrandTable.format(of: head), format.mediaType == .video
    else { return nil }
    var end = start
    var hasMovie = false
    for box in BoxList(&source, in: start..<limit) {
      guard box.type.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { break }
      if box.type == "moov" || box.type == "mdat" { hasMovie = true }
      end = box.payload.upperBound
    }
    guard hasMovie, end > start else { return nil }
    let header = MovieHeader.read(&source, format: format, in: start..<end)
    return PhotoHeader.EmbeddedMovie(
      byteOffset: start, byteCount: end - start, format: format, duration: header.duration)
  }

  /// The movie's block in Samsung's trailer: a directory of blocks, `SEFH` to `SEFT`, at the end.
  private static func samsungBlock(_ source: inout HeaderSource) -> Range<Int64>? {
    let end = source.byteCount
    guard let tail = source.view(at: end - 8, count: 8), tail.has("SEFT", at: 4),
      let length = tail.u32(0, bigEndian: false), length >= 12, length <= 65_536,
      let directory = source.view(at: end - 8 - Int64(length), count: length),
      directory.has("SEFH"), let entries = directory.u32(8, bigEndian: false)
    else { return nil }
    let base = end - 8 - Int64(length)
    for index in 0..<min(entries, 256) {
      let at = 12 + index * 12
      // 0x0A30: MotionPhoto_Data. Offsets count backwards from the directory.
      guard let type = directory.u16(at + 2, bigEndian: false),
        let back = directory.u32(at + 4, bigEndian: false),
        let size = directory.u32(at + 8, bigEndian: false)
      else { return nil }
      guard type == 0x0A30 else { continue }
      let start = base - Int64(back)
      guard start > 0, let block = source.view(at: start, count: 8),
        let nameLength = block.u32(4, bigEndian: false), nameLength <= 64
      else { return nil }
      let first = start + 8 + Int64(nameLength)
      let stop = min(start + Int64(size), base)
      return first < stop ? first..<stop : nil
    }
    return nil
  }

  /// Searches backwards from the end: the last `ftyp` that begins a movie.
  private static func search(_ source: inout HeaderSource) -> PhotoHeader.EmbeddedMovie? {
    let lowest = max(1, source.byteCount - searchLimit)
    var end = source.byteCount
    var candidates = 0
    while end > lowest {
      let start = max(lowest, end - windowByteCount)
      // 7 bytes more, for a box head that lies across two windows.
      guard let window = source.searchWindow(at: start, count: Int(end - start) + 7) else {
        return nil
      }
      for index in fileTypes(in: window).reversed() where index >= 4 {
        candidates += 1
        if candidates > 32 { return nil }
        if let movie = movie(at: start + Int64(index) - 4, to: source.byteCount, &source) {
          return movie
        }
      }
      if start == lowest { return nil }
      end = start + 4
    }
    return nil
  }

  /// Where `ftyp` stands, in order.
  private static func fileTypes(in bytes: [UInt8]) -> [Int] {
    var found: [Int] = []
    unsafe bytes.withUnsafeBufferPointer { buffer in
      var index = 3
      // Only every fourth byte has to be looked at where it is none of the four letters.
      while index < buffer.count {
        switch unsafe buffer[index] {
        case UInt8(ascii: "p"):
          if unsafe buffer[index - 1] == UInt8(ascii: "y"),
            unsafe buffer[index - 2] == UInt8(ascii: "t"),
            unsafe buffer[index - 3] == UInt8(ascii: "f")
          {
            found.append(index - 3)
          }
          index += 4
        case UInt8(ascii: "y"): index += 1
        case UInt8(ascii: "t"): index += 2
        case UInt8(ascii: "f"): index += 3
        default: index += 4
        }
      }
    }
    return found
  }
}
