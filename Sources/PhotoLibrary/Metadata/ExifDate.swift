/// Reads the date texts of EXIF: `YYYY:MM:DD HH:MM:SS` and `+HH:MM`.
internal enum ExifDate {
  /// Seconds since 1970 of a date text, its zone not applied.
  ///
  /// Some cameras write other separators than the colon, some write zeros or blanks for "unknown".
  ///
  /// - Returns: nil for anything that is not a date of the calendar.
  internal static func localSeconds(of text: [UInt8]) -> Int64? {
    guard text.count >= 19, let year = number(text[0..<4]), let month = number(text[5..<7]),
      let day = number(text[8..<10]), let hour = number(text[11..<13]),
      let minute = number(text[14..<16]), let second = number(text[17..<19])
    else { return nil }
    for position in [4, 7, 10, 13, 16] where number(text[position...position]) != nil {
      return nil
    }
    // A leap second is a second of its minute.
    guard (1...9_999).contains(year), (1...12).contains(month),
      (1...days(in: month, of: year)).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    return daysSince1970(year: year, month: month, day: day) * 86_400 + hour * 3_600
      + minute * 60 + second
  }

  /// Minutes from UTC of a zone text.
  ///
  /// - Returns: nil for anything but `Z`, `+HH:MM` and `-HH:MM` within a day.
  internal static func offsetMinutes(of text: [UInt8]) -> Int16? {
    if text.first == UInt8(ascii: "Z") { return 0 }
    guard text.count >= 6, text[3] == UInt8(ascii: ":"), let hours = number(text[1..<3]),
      let minutes = number(text[4..<6]), hours < 24, minutes < 60
    else { return nil }
    switch text[0] {
    case UInt8(ascii: "+"): return Int16(hours * 60 + minutes)
    case UInt8(ascii: "-"): return Int16(-(hours * 60 + minutes))
    default: return nil
    }
  }

  /// Nanoseconds of a fraction's digits, as EXIF's sub-second texts have them: `25` is a quarter.
  ///
  /// - Returns: 0 for anything but digits with blanks behind.
  internal static func nanoseconds(of text: [UInt8]) -> Int32 {
    var value: Int32 = 0
    var scale: Int32 = 100_000_000
    for byte in text {
      if byte == 0x20 || byte == 0 { break }
      guard byte >= 0x30, byte <= 0x39 else { return 0 }
      value += Int32(byte - 0x30) * scale
      scale /= 10
    }
    return value
  }

  /// Days from 1970-01-01 to a date of the Gregorian calendar.
  internal static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
    // Counted in years that begin in March, so that the leap day is the last of its year.
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func days(in month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    var value: Int64 = 0
    for digit in digits {
      guard digit >= 0x30, digit <= 0x39 else { return nil }
      value = value * 10 + Int64(digit - 0x30)
    }
    return value
  }
}
