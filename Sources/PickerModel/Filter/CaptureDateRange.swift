/// A span of time on the camera's own clock, for `date:`.
///
/// Two ranges are equal if they hold the same times, however they were written: `2024` is
/// `2024-01..2024-12`.
public struct CaptureDateRange: Hashable, Sendable {
  /// The first second that is in it, as ``CaptureDate/localSeconds``; nil for no limit.
  public let start: Int64?
  /// The first second after it; nil for no limit.
  public let end: Int64?

  /// The first second of the year 1.
  static let lowest: Int64 = -62_135_596_800
  /// The first second after the year 9999.
  static let highest: Int64 = 253_402_300_800

  /// Creates a range, or nil where it would be empty or leave the years 1 to 9999.
  public init?(start: Int64?, end: Int64?) {
    let bounds = Self.lowest...Self.highest
    guard start.map(bounds.contains) ?? true, end.map(bounds.contains) ?? true else { return nil }
    if let start, let end, start >= end { return nil }
    self.start = start
    self.end = end
  }

  /// Everything that has a date.
  public static let any = CaptureDateRange()

  private init() {
    start = nil
    end = nil
  }

  /// The days from one to another, both included; nil where `first` is after `last`.
  public init?(from first: CivilDate, through last: CivilDate) {
    self.init(start: first.localSeconds, end: last.localSeconds + 86_400)
  }

  /// Tells whether a date is in the range, by the camera's own clock.
  public func contains(_ date: CaptureDate) -> Bool {
    if let start, date.localSeconds < start { return false }
    if let end, date.localSeconds >= end { return false }
    return true
  }
}

// MARK: - Text

extension CaptureDateRange: CustomStringConvertible {
  /// The range as it follows the word `date`: `:2024-05`, `:2024-05..2024-07`, `>=2024-05-17`,
  /// `<2024`, `:..` for any date.
  public var description: String {
    switch (start, end) {
    case (nil, nil): return ":.."
    case (let start?, nil):
      return start == Self.highest ? ">9999" : ">=" + DateText.text(start, .coarsest(of: start))
    case (nil, let end?):
      return end == Self.highest ? "<=9999" : "<" + DateText.text(end, .coarsest(of: end))
    case (let start?, let end?):
      for unit in DateText.Unit.allCases
      where unit.isStart(start) && unit.successor(of: start) == end {
        return ":" + DateText.text(start, unit)
      }
      let unit = max(DateText.Unit.coarsest(of: start), .coarsest(of: end))
      return ":" + DateText.text(start, unit) + ".." + DateText.text(end - 1, unit)
    }
  }
}

/// Dates of a stated precision as people write them: `2024`, `2024-05`, `2024-05-17`,
/// `2024-05-17T14`, `…T14:03`, `…T14:03:05` (ISO 8601, by the camera's own clock).
struct DateText {
  /// How precise a date is.
  enum Unit: Int, CaseIterable, Comparable {
    case year, month, day, hour, minute, second

    static func < (left: Unit, right: Unit) -> Bool { left.rawValue < right.rawValue }

    /// Whether a second is the first one of such a unit.
    func isStart(_ seconds: Int64) -> Bool {
      let date = CivilDate(localSeconds: seconds)
      switch self {
      case .year: return date.month == 1 && date.day == 1 && date.localSeconds == seconds
      case .month: return date.day == 1 && date.localSeconds == seconds
      case .day: return seconds % 86_400 == 0
      case .hour: return seconds % 3_600 == 0
      case .minute: return seconds % 60 == 0
      case .second: return true
      }
    }

    /// The first second of the next unit after the one that starts at a second.
    func successor(of seconds: Int64) -> Int64 {
      let date = CivilDate(localSeconds: seconds)
      switch self {
      case .year:
        return seconds + (Self.isLeap(date.year) ? 366 : 365) * 86_400
      case .month:
        return seconds + Int64(CivilDate.dayCount(year: date.year, month: date.month)) * 86_400
      case .day: return seconds + 86_400
      case .hour: return seconds + 3_600
      case .minute: return seconds + 60
      case .second: return seconds + 1
      }
    }

    /// The coarsest unit that starts at a second.
    static func coarsest(of seconds: Int64) -> Unit {
      allCases.first { $0.isStart(seconds) } ?? .second
    }

    private static func isLeap(_ year: Int) -> Bool {
      CivilDate.dayCount(year: year, month: 2) == 29
    }
  }

  /// The first second of what was written.
  let start: Int64
  /// How precisely it was written.
  let unit: Unit

  /// The first second after it.
  var end: Int64 { unit.successor(of: start) }

  /// Writes the unit that a second is in.
  static func text(_ seconds: Int64, _ unit: Unit) -> String {
    let date = CivilDate(localSeconds: seconds)
    let second = Int(seconds - date.localSeconds)
    var text = padded(date.year, 4)
    if unit >= .month { text += "-" + padded(date.month) }
    if unit >= .day { text += "-" + padded(date.day) }
    if unit >= .hour { text += "T" + padded(second / 3_600) }
    if unit >= .minute { text += ":" + padded(second / 60 % 60) }
    if unit >= .second { text += ":" + padded(second % 60) }
    return text
  }

  private static func padded(_ number: Int, _ width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  // MARK: - Reading

  /// What is wrong with a date.
  struct Problem: Error {
    /// In words for people.
    var message: String
    /// Where, in bytes from the start of the date.
    var offset: Int
  }

  /// Reads a date.
  ///
  /// Months and days may have one digit; a blank may stand for the `T`. A second of 60 and a zone
  /// are refused.
  ///
  /// - Throws: What is wrong with it and where.
  init(_ text: some StringProtocol) throws(Problem) {
    let bytes = Array(text.utf8)
    var index = 0
    func number(_ name: String, _ range: ClosedRange<Int>, digits: ClosedRange<Int> = 1...2)
      throws(Problem) -> Int
    {
      let first = index
      var value = 0
      while index < bytes.count, bytes[index] &- 0x30 < 10, index - first < digits.upperBound {
        value = value * 10 + Int(bytes[index] - 0x30)
        index += 1
      }
      guard index - first >= digits.lowerBound else {
        throw Problem(
          message: first == 0
            ? "write a date as in 2024, 2024-05 or 2024-05-17" : "a \(name) is missing here",
          offset: first)
      }
      guard range.contains(value) else {
        throw Problem(
          message: "there is no \(name) \(String(decoding: bytes[first..<index], as: UTF8.self))",
          offset: first)
      }
      return value
    }
    func take(_ separators: String) -> Bool {
      guard index < bytes.count, separators.utf8.contains(bytes[index]) else { return false }
      index += 1
      return true
    }
    var unit = Unit.year
    var month = 1
    var day = 1
    var dayOffset = 0
    var second: Int64 = 0
    let year = try number("year", 1...9_999, digits: 4...4)
    if take("-") {
      unit = .month
      month = try number("month", 1...12)
      if take("-") {
        unit = .day
        dayOffset = index
        day = try number("day", 1...31)
        if take("Tt ") {
          unit = .hour
          second = Int64(try number("hour", 0...23)) * 3_600
          if take(":") {
            unit = .minute
            second += Int64(try number("minute", 0...59)) * 60
            if take(":") {
              unit = .second
              second += Int64(try number("second", 0...59))
            }
          }
        }
      }
    }
    guard index == bytes.count else {
      let isZone = unit >= .hour && "Zz+-".utf8.contains(bytes[index])
      throw Problem(
        message: isZone
          ? "dates are compared by the camera's own clock, without a zone"
          : "write a date as in 2024, 2024-05 or 2024-05-17", offset: index)
    }
    guard let date = CivilDate(year: year, month: month, day: day) else {
      throw Problem(
        message: "\(Self.text(Self.monthStart(year, month), .month)) has no day \(day)",
        offset: dayOffset)
    }
    start = date.localSeconds + second
    self.unit = unit
  }

  private static func monthStart(_ year: Int, _ month: Int) -> Int64 {
    CivilDate(year: year, month: month, day: 1)?.localSeconds ?? 0
  }
}
