import PickerModel

/// Writes dates in the form of ISO 8601.
enum ISODate {
  /// `2024-06-12T14:03:05.25+02:00`; without the zone where it is unknown, without the fraction
  /// where there is none.
  static func text(_ date: CaptureDate) -> String {
    var text = text(seconds: date.localSeconds, separator: "T", showsSeconds: true)
    if date.nanoseconds > 0 {
      var digits = padded(Int(date.nanoseconds), 9)
      while digits.hasSuffix("0") { digits.removeLast() }
      text += "." + digits
    }
    if let offset = date.offsetMinutes {
      let minutes = abs(Int(offset))
      text += (offset < 0 ? "-" : "+") + padded(minutes / 60, 2) + ":" + padded(minutes % 60, 2)
    }
    return text
  }

  /// `2024-06-12 14:03`, for people.
  static func short(_ date: CaptureDate) -> String {
    text(seconds: date.localSeconds, separator: " ", showsSeconds: false)
  }

  /// The proleptic Gregorian date and time of seconds since 1970 in the same clock.
  ///
  /// Source: the days-to-civil algorithm of Howard Hinnant's "chrono-compatible low-level date
  /// algorithms".
  static func text(seconds: Int64, separator: String, showsSeconds: Bool) -> String {
    let (day, second) = seconds.quotientAndRemainder(flooredBy: 86_400)
    let shifted = day + 719_468
    let (era, dayOfEra) = shifted.quotientAndRemainder(flooredBy: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    var text = padded(Int(year), 4) + "-" + padded(Int(month), 2) + "-"
    text += padded(Int(dayOfMonth), 2) + separator
    text += padded(Int(second / 3_600), 2) + ":" + padded(Int(second / 60 % 60), 2)
    if showsSeconds { text += ":" + padded(Int(second % 60), 2) }
    return text
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(abs(number))
    let zeros = String(repeating: "0", count: max(0, width - digits.count))
    return (number < 0 ? "-" : "") + zeros + digits
  }
}

extension Int64 {
  /// Divides rounding down, so that the remainder is never negative.
  fileprivate func quotientAndRemainder(flooredBy divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
