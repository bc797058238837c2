/// Lengths of time as people write them: `10s`, `1m30s`, `1.5min`, `500ms`, `1:30`, `1:02:03`;
/// a number alone is seconds.
public enum DurationText {
  private static let attosecondsPerSecond: Int64 = 1_000_000_000_000_000_000
  /// The longest one that is read, in seconds: 317 years.
  private static let maximumSeconds: Int64 = 10_000_000_000

  /// Reads a length of time.
  ///
  /// - Parameter text: Numbers with units (`h`, `m` or `min`, `s`, `ms`), the longest unit first
  ///   and each at most once; or up to three numbers with colons. Only the last number may have a
  ///   fraction, of at most 15 digits.
  /// - Returns: It, or nil where the text is none or is too long.
  public static func parse(_ text: String) -> Duration? {
    let bytes = Array(text.lowercased().utf8)
    guard !bytes.isEmpty, bytes.count <= 64 else { return nil }
    return bytes.contains(UInt8(ascii: ":")) ? clock(bytes) : units(bytes)
  }

  /// Writes a length of time in the largest units: `1h2m3.5s`; a negative one counts as none.
  public static func text(for duration: Duration) -> String {
    let (whole, fraction) = duration.components
    guard whole >= 0, fraction >= 0 else { return "0s" }
    let (hours, minutes, seconds) = (whole / 3_600, whole / 60 % 60, whole % 60)
    var text = ""
    if hours > 0 { text += "\(hours)h" }
    if minutes > 0 { text += "\(minutes)m" }
    guard seconds > 0 || fraction > 0 || text.isEmpty else { return text }
    text += String(seconds)
    if fraction > 0 {
      let digits = String(fraction)
      var padded = String(repeating: "0", count: 18 - digits.count) + digits
      while padded.hasSuffix("0") { padded.removeLast() }
      text += "." + padded
    }
    return text + "s"
  }

  /// A length of time as a number of seconds.
  static func seconds(of duration: Duration) -> Double {
    let (whole, fraction) = duration.components
    return Double(whole) + Double(fraction) / Double(attosecondsPerSecond)
  }

  // MARK: -

  /// A number: a whole part and attoseconds of a unit.
  private struct Number {
    var whole: Int64
    var fraction: Int64
    var hasFraction: Bool
  }

  private static func number(_ bytes: [UInt8], _ index: inout Int) -> Number? {
    var number = Number(whole: 0, fraction: 0, hasFraction: false)
    let start = index
    while index < bytes.count, bytes[index] &- 0x30 < 10 {
      number.whole = number.whole * 10 + Int64(bytes[index] - 0x30)
      guard number.whole <= maximumSeconds * 1_000 else { return nil }
      index += 1
    }
    guard index > start else { return nil }
    guard index < bytes.count, bytes[index] == UInt8(ascii: ".") else { return number }
    index += 1
    var scale = attosecondsPerSecond
    let first = index
    while index < bytes.count, bytes[index] &- 0x30 < 10 {
      guard index - first < 15 else { return nil }
      scale /= 10
      number.fraction += Int64(bytes[index] - 0x30) * scale
      index += 1
    }
    number.hasFraction = true
    return index > first ? number : nil
  }

  private static func units(_ bytes: [UInt8]) -> Duration? {
    var index = 0
    var total = Duration.zero
    var rank = 0
    while index < bytes.count {
      guard let number = number(bytes, &index) else { return nil }
      let start = index
      while index < bytes.count, bytes[index] &- 0x61 < 26 { index += 1 }
      let length: Int64
      let own: Int
      switch String(decoding: bytes[start..<index], as: UTF8.self) {
      case "h": (length, own) = (3_600_000, 1)
      case "m", "min": (length, own) = (60_000, 2)
      case "s": (length, own) = (1_000, 3)
      case "" where start == bytes.count && rank == 0: (length, own) = (1_000, 3)
      case "ms": (length, own) = (1, 4)
      default: return nil
      }
      guard own > rank, !number.hasFraction || index == bytes.count else { return nil }
      rank = own
      // A fraction of at most 15 digits is a whole number of thousands of attoseconds.
      let (milliseconds, overflows) = number.whole.multipliedReportingOverflow(by: length)
      guard !overflows, milliseconds <= maximumSeconds * 1_000 else { return nil }
      total += .milliseconds(milliseconds)
      total += Duration(secondsComponent: 0, attosecondsComponent: number.fraction / 1_000) * length
    }
    // What is printed has at most 15 digits, too, so that it can be read again.
    guard total.components.attoseconds % 1_000 == 0 else { return nil }
    return total <= .seconds(maximumSeconds) ? total : nil
  }

  private static func clock(_ bytes: [UInt8]) -> Duration? {
    var index = 0
    var seconds: Int64 = 0
    for part in 0..<3 {
      guard let number = number(bytes, &index), part == 0 || number.whole < 60 else { return nil }
      seconds = seconds * 60 + number.whole
      guard seconds <= maximumSeconds else { return nil }
      if index == bytes.count, part > 0 {
        return Duration(secondsComponent: seconds, attosecondsComponent: number.fraction)
      }
      guard !number.hasFraction, index < bytes.count, bytes[index] == UInt8(ascii: ":") else {
        return nil
      }
      index += 1
    }
    return nil
  }
}
