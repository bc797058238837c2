/// A day, a month or a year as a person writes it: `2024`, `2024-06`, `2024-06-12`, `June 2024`,
/// `12 June 2024`, `June`, `today`, `yesterday`, `this month`, `last year`.
public struct DateEntry: Hashable, Sendable {
  /// Its first day.
  public let first: CivilDate
  /// Its last day.
  public let last: CivilDate
  /// The words for people: `June 2024`.
  public let text: String

  /// Why a text is no date.
  struct Failure: Error, Hashable {
    /// What is wrong, in words for people.
    var message: String
    /// The place in characters from the start.
    var offset: Int
  }

  /// The names of the months in English.
  static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  private static let advice = "write a date as in 2024, 2024-06, 12 June 2024 or today"

  /// Reads a date.
  ///
  /// - Parameters:
  ///   - text: What was written; case does not matter.
  ///   - today: The present day, for words that count from it.
  /// - Throws: What is wrong and where.
  init(_ text: String, today: CivilDate?) throws(Failure) {
    let words = Self.words(text)
    guard let start = words.first else { throw Failure(message: Self.advice, offset: 0) }
    if let entry = try Self.relative(words, today) {
      self = entry
      return
    }
    var year: Int?
    var month: Int?
    var day: Int?
    var dayOffset = start.offset
    var hasName = false
    for (index, word) in words.enumerated() {
      if let number = Int(word.text) {
        if word.text.count == 4, year == nil {
          year = number
        } else if index > 0, year != nil, month == nil, !hasName {
          month = number
          guard (1...12).contains(number) else {
            throw Failure(message: "there is no month \(number)", offset: word.offset)
          }
        } else if day == nil, word.text.count <= 2 {
          day = number
          dayOffset = word.offset
        } else {
          throw Failure(
            message: day == nil ? Self.advice : "write the year first, as in 2024-06-12",
            offset: word.offset)
        }
      } else if month == nil {
        month = try Self.month(word)
        hasName = true
      } else {
        throw Failure(message: Self.advice, offset: word.offset)
      }
    }
    // 06/2024: what came first is the month.
    if let number = day, month == nil, year != nil {
      guard (1...12).contains(number) else {
        throw Failure(message: "there is no month \(number)", offset: dayOffset)
      }
      month = number
      day = nil
    }
    if year == nil { year = try Self.latestYear(month, day, today, start.offset) }
    guard let year else {
      throw Failure(message: "which year? " + Self.advice, offset: start.offset)
    }
    guard let entry = Self.make(year, month, day) else {
      throw Failure(
        message: year < 1 ? "there is no year \(year)" : "this month has no day \(day ?? 0)",
        offset: year < 1 ? start.offset : dayOffset)
    }
    self = entry
  }

  private init(first: CivilDate, last: CivilDate, text: String) {
    self.first = first
    self.last = last
    self.text = text
  }

  /// The seconds of the camera's clock that are in it.
  var localSeconds: Range<Int64> { first.localSeconds..<(last.localSeconds + 86_400) }

  // MARK: -

  private struct Word {
    var text: String
    var offset: Int
  }

  private static func words(_ text: String) -> [Word] {
    var words = [Word]()
    var word = ""
    func isBreak(_ character: Character) -> Bool {
      character.isWhitespace || "-/.,".contains(character)
    }
    for (offset, character) in (text.lowercased() + " ").enumerated() {
      if !isBreak(character) {
        word.append(character)
      } else if !word.isEmpty {
        words.append(Word(text: word, offset: offset - word.count))
        word = ""
      }
    }
    return words
  }

  private static func month(_ word: Word) throws(Failure) -> Int {
    let names = monthNames.map { $0.lowercased() }
    if word.text.count >= 3, let index = names.firstIndex(where: { $0.hasPrefix(word.text) }) {
      return index + 1
    }
    let near = NearestWord.suggestion(for: word.text, among: names + ["today", "yesterday"])
    throw Failure(
      message: near.map { "did you mean \"\($0)\"?" } ?? advice, offset: word.offset)
  }

  /// The dates that are counted from today.
  private static func relative(
    _ words: [Word], _ today: CivilDate?
  ) throws(Failure) -> DateEntry? {
    let texts = words.map(\.text)
    let steps: Int
    switch texts.first {
    case "today"? where texts.count == 1, "this"? where texts.count == 2: steps = 0
    case "yesterday"? where texts.count == 1, "last"? where texts.count == 2: steps = 1
    default: return nil
    }
    guard let today else {
      throw Failure(message: "what day it is is not known here", offset: words[0].offset)
    }
    switch texts.last {
    case "today"?: return make(today.year, today.month, today.day)
    case "yesterday"?:
      let day = CivilDate(localSeconds: today.localSeconds - 86_400)
      return make(day.year, day.month, day.day)
    case "month"?:
      let month = today.year * 12 + today.month - 1 - steps
      return make(month / 12, month % 12 + 1, nil)
    case "year"?: return make(today.year - steps, nil, nil)
    default:
      throw Failure(
        message: "this month, this year, last month or last year", offset: words[1].offset)
    }
  }

  /// The year in which a month or day was last, for dates that are written without it.
  private static func latestYear(
    _ month: Int?, _ day: Int?, _ today: CivilDate?, _ offset: Int
  ) throws(Failure) -> Int? {
    guard let today, let month else { return nil }
    for year in stride(from: today.year, to: today.year - 9, by: -1) {
      guard let first = CivilDate(year: year, month: month, day: day ?? 1) else { continue }
      if first <= today { return year }
    }
    throw Failure(message: "this month has no day \(day ?? 0)", offset: offset)
  }

  private static func make(_ year: Int, _ month: Int?, _ day: Int?) -> DateEntry? {
    guard (1...9_999).contains(year) else { return nil }
    let digits = String(year)
    guard let month else {
      guard let first = CivilDate(year: year, month: 1, day: 1),
        let last = CivilDate(year: year, month: 12, day: 31)
      else { return nil }
      return DateEntry(first: first, last: last, text: digits)
    }
    guard (1...12).contains(month) else { return nil }
    let name = monthNames[month - 1] + " " + digits
    if let day {
      return CivilDate(year: year, month: month, day: day).map {
        DateEntry(first: $0, last: $0, text: "\(day) " + name)
      }
    }
    guard let first = CivilDate(year: year, month: month, day: 1),
      let last = CivilDate(
        year: year, month: month, day: CivilDate.dayCount(year: year, month: month))
    else { return nil }
    return DateEntry(first: first, last: last, text: name)
  }
}
