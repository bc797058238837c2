internal import PickerModel

/// Reads Date Created and Time Created of IPTC-IIM 4.2 (datasets 2:55 and 2:60).
internal enum IPTCDate {
  /// The most resources and datasets that are looked at.
  private static let limit = 256

  /// Reads the date out of Photoshop's resources, which begin with `8BIM` each.
  ///
  /// - Returns: nil where there is none.
  internal static func read(
    _ source: inout HeaderSource, in range: Range<Int64>
  ) -> CaptureDate? {
    guard range.count <= 65_536, let view = source.view(at: range.lowerBound, count: range.count)
    else { return nil }
    var offset = 0
    for _ in 0..<limit {
      guard view.has("8BIM", at: offset), let kind = view.u16(offset + 4),
        let nameLength = view.byte(offset + 6)
      else { return nil }
      // A Pascal string and the data are padded to even lengths.
      let sizeAt = offset + 6 + (Int(nameLength) + 2) & ~1
      guard let size = view.u32(sizeAt) else { return nil }
      if kind == 0x0404 { return date(in: view.part(sizeAt + 4, count: size)) }
      offset = sizeAt + 4 + size + size & 1
    }
    return nil
  }

  private static func date(in view: ByteView) -> CaptureDate? {
    var day: [UInt8]?
    var clock: [UInt8]?
    var offset = 0
    for _ in 0..<limit {
      guard view.byte(offset) == 0x1C, let record = view.byte(offset + 1),
        let dataset = view.byte(offset + 2), let length = view.u16(offset + 3), length < 32_768
      else { break }
      if record == 2, dataset == 55 { day = view.part(offset + 5, count: length).bytes }
      if record == 2, dataset == 60 { clock = view.part(offset + 5, count: length).bytes }
      offset += 5 + length
    }
    guard let day, day.count == 8 else { return nil }
    // CCYYMMDD and HHMMSS±HHMM, as the spellings of ISO 8601 without separators.
    let hasClock = (clock?.count ?? 0) >= 6
    let time = hasClock ? Array((clock ?? []).prefix(11)) : Array("000000".utf8)
    let colon = [UInt8(ascii: ":")]
    var text: [UInt8] = []
    for (part, mark) in [
      (day[0..<4], colon), (day[4..<6], colon), (day[6..<8], [0x20]), (time[0..<2], colon),
      (time[2..<4], colon), (time[4..<6], []),
    ] {
      text += part
      text += mark
    }
    guard let seconds = ExifDate.localSeconds(of: text) else { return nil }
    var zone: Int16?
    if time.count == 11 {
      zone = ExifDate.offsetMinutes(of: Array(time[6..<9]) + colon + Array(time[9..<11]))
    }
    return CaptureDate.of(localSeconds: seconds, offsetMinutes: zone, source: .iptc)
  }
}
