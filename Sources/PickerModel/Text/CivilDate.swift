/// A day of the proleptic Gregorian calendar.
public struct CivilDate: Hashable, Sendable, Comparable {
  /// The year; 0 is 1 BC.
  public let year: Int
  /// The month, from 1 to 12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// Creates a day, or nil where the calendar has none such.
  ///
  /// - Parameters:
  ///   - year: The year, from -9,999 to 99,999.
  ///   - month: The month.
  ///   - day: The day of the month.
  public init?(year: Int, month: Int, day: Int) {
    guard (-9_999...99_999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.dayCount(year: year, month: month)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day of a point in time, on the clock that the seconds count on.
  ///
  /// Source: the days-to-civil algorithm of Howard Hinnant's "chrono-compatible low-level date
  /// algorithms".
  ///
  /// - Parameter localSeconds: Seconds since 1970-01-01T00:00:00, as
  ///   ``CaptureDate/localSeconds``; far away ones count as the first or last day of the years -9,999
  ///   to 99,999.
  public init(localSeconds: Int64) {
    let clamped = min(max(localSeconds, -377_705_116_800), 3_093_527_980_799)
    self.init(dayNumber: Self.floorDivide(clamped, 86_400))
  }

  private init(dayNumber: Int64) {
    let shifted = dayNumber + 719_468
    let era = Self.floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
    year = Int(yearOfEra + era * 400) + (shiftedMonth < 10 ? 0 : 1)
  }

  /// Seconds from 1970-01-01T00:00:00 to the start of the day, on the same clock.
  ///
  /// Source: civil-to-days, as above.
  public var localSeconds: Int64 {
    let shiftedYear = Int64(month <= 2 ? year - 1 : year)
    let era = Self.floorDivide(shiftedYear, 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return (era * 146_097 + dayOfEra - 719_468) * 86_400
  }

  /// The number of days of a month, 1 to 12.
  public static func dayCount(year: Int, month: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Orders by time.
  public static func < (left: CivilDate, right: CivilDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  private static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
