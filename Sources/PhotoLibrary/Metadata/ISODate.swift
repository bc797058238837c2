internal import PickerModel

/// Reads the dates of XMP and QuickTime: ISO 8601 as profiled by W3C's NOTE-datetime and the XMP
/// specification, part 1, 8.2.1.3.
internal enum ISODate {
  /// Reads `YYYY-MM-DD`, `YYYY-MM-DDThh:mm`, `…:ss` and `…:ss.s+`, with `Z`, `±hh:mm` or `±hhmm`
  /// behind or nothing.
  ///
  /// - Returns: nil for less than a whole date and for what is no date of the calendar.
  internal static func parse(_ text: String, source: CaptureDate.Source) -> CaptureDate? {
    // Room for more digits of a second than anybody needs.
    var bytes = Array(text.utf8.prefix(128))
    guard bytes.count >= 10 else { return nil }
    var nanoseconds: Int32 = 0
    var offset: Int16?
    var rest = bytes[10...]
    var clock: [UInt8] = Array("00:00:00".utf8)
    if let mark = rest.first {
      // Some write a blank for the T.
      guard mark == UInt8(ascii: "T") || mark == UInt8(ascii: " "), rest.count >= 6 else {
        return nil
      }
      rest = rest.dropFirst()
      clock.replaceSubrange(0..<5, with: rest.prefix(5))
      rest = rest.dropFirst(5)
      if rest.first == UInt8(ascii: ":"), rest.count >= 3 {
        clock.replaceSubrange(6..<8, with: rest.dropFirst().prefix(2))
        rest = rest.dropFirst(3)
        if rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ",") {
          let digits = rest.dropFirst().prefix { $0 >= 0x30 && $0 <= 0x39 }
          nanoseconds = ExifDate.nanoseconds(of: Array(digits))
          rest = rest.dropFirst(1 + digits.count)
        }
      }
      if !rest.isEmpty {
        offset = zone(Array(rest))
        if offset == nil { return nil }
      }
    }
    bytes = Array(bytes.prefix(10)) + [UInt8(ascii: " ")] + clock
    guard let seconds = ExifDate.localSeconds(of: bytes) else { return nil }
    return CaptureDate.of(
      localSeconds: seconds, nanoseconds: nanoseconds, offsetMinutes: offset, source: source)
  }

  private static func zone(_ text: [UInt8]) -> Int16? {
    if text.count == 5, text[0] == UInt8(ascii: "+") || text[0] == UInt8(ascii: "-") {
      return ExifDate.offsetMinutes(of: text[0..<3] + [UInt8(ascii: ":")] + text[3...])
    }
    return ExifDate.offsetMinutes(of: text)
  }
}

extension CaptureDate {
  /// A date with the reader's own zone assumed where the file tells none.
  internal static func of(
    localSeconds: Int64, nanoseconds: Int32 = 0, offsetMinutes: Int16?, source: Source
  ) -> CaptureDate {
    CaptureDate(
      localSeconds: localSeconds, nanoseconds: nanoseconds, offsetMinutes: offsetMinutes,
      assumedOffsetMinutes: offsetMinutes ?? LocalZone.offsetMinutes(atLocal: localSeconds),
      source: source)
  }

  /// A date of a clock in UTC, shown in the reader's own zone.
  internal static func of(
    utcSeconds: Int64, nanoseconds: Int32 = 0, source: Source
  ) -> CaptureDate? {
    let offset = LocalZone.offsetMinutes(atUTC: utcSeconds)
    let (local, overflows) = utcSeconds.addingReportingOverflow(Int64(offset) * 60)
    if overflows { return nil }
    return CaptureDate(
      localSeconds: local, nanoseconds: nanoseconds, offsetMinutes: offset,
      assumedOffsetMinutes: offset, source: source)
  }
}
