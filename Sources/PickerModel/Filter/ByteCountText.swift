/// Sizes in bytes as people write them: `5MB`, `1.5GiB`, `800`.
///
/// Units are decimal (`kB`, `MB`, `GB`, `TB`, also `k`, `M`, `G`, `T`) or binary (`KiB`, `MiB`,
/// `GiB`, `TiB`); case does not count.
public enum ByteCountText {
  /// Reads a size: digits, perhaps a point and more digits, perhaps a unit.
  ///
  /// No sign, no space.
  ///
  /// - Parameter text: The text. At most 18 digits may stand after the point.
  /// - Returns: The size, rounded down, or nil where the text is none or is too large.
  public static func parse(_ text: String) -> Int64? {
    let bytes = Array(text.lowercased().utf8)
    var index = 0
    guard let whole = digits(bytes, &index), let whole else { return nil }
    var fraction: Int64 = 0
    var scale: Int64 = 1
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      index += 1
      let start = index
      guard let part = digits(bytes, &index), let part, index - start <= 18 else { return nil }
      fraction = part
      for _ in start..<index { scale *= 10 }
    }
    guard let unit = units[String(decoding: bytes[index...], as: UTF8.self)] else { return nil }
    let (product, overflows) = whole.multipliedReportingOverflow(by: unit)
    guard !overflows else { return nil }
    let wide = scale.dividingFullWidth(fraction.multipliedFullWidth(by: unit))
    let (sum, sumOverflows) = product.addingReportingOverflow(wide.quotient)
    return sumOverflows ? nil : sum
  }

  /// Writes a size with the largest decimal unit that divides it.
  public static func text(for count: Int64) -> String {
    for (unit, name) in [
      (1_000_000_000_000, "TB"), (1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB"),
    ] as [(Int64, String)] where count != 0 && count % unit == 0 {
      return "\(count / unit)\(name)"
    }
    return String(count)
  }

  private static let units: [String: Int64] = [
    "": 1, "b": 1, "k": 1000, "kb": 1000, "kib": 1 << 10, "m": 1_000_000, "mb": 1_000_000,
    "mib": 1 << 20, "g": 1_000_000_000, "gb": 1_000_000_000, "gib": 1 << 30,
    "t": 1_000_000_000_000, "tb": 1_000_000_000_000, "tib": 1 << 40,
  ]

  /// Reads digits: nil inside for too large a number, nil outside where there is none.
  private static func digits(_ bytes: [UInt8], _ index: inout Int) -> Int64?? {
    var value: Int64 = 0
    let start = index
    while index < bytes.count, bytes[index] &- 0x30 < 10 {
      let (product, overflows) = value.multipliedReportingOverflow(by: 10)
      let (sum, sumOverflows) = product.addingReportingOverflow(Int64(bytes[index] - 0x30))
      if overflows || sumOverflows { return .some(nil) }
      value = sum
      index += 1
    }
    return index > start ? .some(value) : nil
  }
}
