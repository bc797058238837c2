internal import Glibc

/// Makes a small file of a progressive JPEG: what an eighth of its size needs.
///
/// At a scale of 1/8 a block becomes one pixel of brightness, and that is its DC coefficient. The
/// scans that carry AC coefficients are most of the file and nearly all of the time, so they are
/// left out of a copy. libjpeg would then guess the missing coefficients from their neighbours, which
/// blurs; it does so only where no quantiser is 0, hence the first AC quantiser is set to 0, which
/// nothing multiplies any more.
internal enum ProgressiveJPEG {
  /// Copies everything but the AC scans.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - count: how many of the bytes mean something.
  ///   - structure: what the markers before the first scan say.
  /// - Returns: a complete JPEG file, and whether the file ended without an end marker.
  static func withoutAC(
    _ bytes: [UInt8], count: Int, _ structure: JPEGStructure
  ) -> (bytes: [UInt8], isTruncated: Bool) {
    var copy: [UInt8] = [0xFF, 0xD8]
    var isTruncated = true
    var offset = 2
    while offset < count {
      guard let marker = nextMarker(bytes, count, from: offset) else { break }
      offset = marker + 2
      let code = bytes[marker + 1]
      if code == 0xD9 {
        isTruncated = false
        break
      }
      if code == 0x01 || (0xD0...0xD8).contains(code) { continue }
      guard offset + 2 <= count else { break }
      let length = Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
      guard length >= 2, offset + length <= count else { break }
      let end = code == 0xDA ? scanEnd(bytes, count, from: offset + length) : offset + length
      if isNeeded(code, bytes, body: offset + 2..<offset + length) {
        let start = copy.count
        copy.append(contentsOf: bytes[marker..<end])
        if code == 0xDB { zeroFirstAC(&copy, body: start + 4..<copy.count) }
      }
      offset = end
    }
    copy.append(contentsOf: [0xFF, 0xD9])
    return (copy, isTruncated)
  }

  /// Counts the scans of a file, junk between segments skipped.
  static func scanCount(_ bytes: [UInt8], count: Int) -> Int {
    let count = min(count, bytes.count)
    var scans = 0
    var offset = 2
    while let marker = nextMarker(bytes, count, from: offset) {
      let code = bytes[marker + 1]
      offset = marker + 2
      if code == 0xD9 { break }
      if code == 0x01 || (0xD0...0xD8).contains(code) { continue }
      guard offset + 2 <= count else { break }
      offset += max(2, Int(bytes[offset]) << 8 | Int(bytes[offset + 1]))
      if code == 0xDA, offset <= count {
        scans += 1
        offset = scanEnd(bytes, count, from: offset)
      }
    }
    return scans
  }

  /// Whether a segment matters for DC alone: tables, frame, DC scans, and Adobe's colour transform.
  private static func isNeeded(_ code: UInt8, _ bytes: [UInt8], body: Range<Int>) -> Bool {
    switch code {
    case 0xDA:
      guard let first = body.first else { return false }
      let spectralStart = first + 1 + Int(bytes[first]) * 2
      return spectralStart < body.upperBound && bytes[spectralStart] == 0
    case 0xE0, 0xEE: return true
    case 0xE1...0xEF, 0xFE: return false
    default: return true
    }
  }

  private static func zeroFirstAC(_ bytes: inout [UInt8], body: Range<Int>) {
    var offset = body.lowerBound
    while offset < body.upperBound {
      let width = bytes[offset] >> 4 == 0 ? 1 : 2
      guard offset + 1 + 64 * width <= body.upperBound else { return }
      for index in 0..<width { bytes[offset + 1 + width + index] = 0 }
      offset += 1 + 64 * width
    }
  }

  /// The next marker at or after an offset.
  private static func nextMarker(_ bytes: [UInt8], _ count: Int, from offset: Int) -> Int? {
    var offset = offset
    while offset + 1 < count {
      if bytes[offset] == 0xFF, bytes[offset + 1] != 0, bytes[offset + 1] != 0xFF { return offset }
      offset += 1
    }
    return nil
  }

  /// Where a scan's entropy-coded data end: at the next marker that is no restart marker.
  private static func scanEnd(_ bytes: [UInt8], _ count: Int, from offset: Int) -> Int {
    unsafe bytes.withUnsafeBytes { buffer in
      var offset = offset
      guard let base = buffer.baseAddress else { return offset }
      while offset + 1 < count {
        guard let found = unsafe memchr(base + offset, 0xFF, count - 1 - offset) else { break }
        offset = unsafe base.distance(to: UnsafeRawPointer(found))
        let code = unsafe buffer[offset + 1]
        if code != 0, code != 0xFF, !(0xD0...0xD7).contains(code) { return offset }
        offset += code == 0xFF ? 1 : 2
      }
      return count
    }
  }
}
