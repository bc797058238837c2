extension AssetFilterParser {
  /// Reads a pattern.
  mutating func parsePattern(
    _ word: String, at place: Int, as value: String, _ make: (GlobPattern) -> AssetFilter
  ) throws(FilterSyntaxError) -> AssetFilter {
    let example = word + ":" + value
    let isNegated = try takeEquality(after: word, at: place, example: example)
    let value = try takeValue(example: example)
    return Self.negated(make(GlobPattern(value.text)), isNegated)
  }

  /// Reads a folder: a pattern for its name, or a path, which has a `/` in it.
  mutating func parseFolder(at place: Int) throws(FilterSyntaxError) -> AssetFilter {
    let example = "folder:'2024*'"
    let isNegated = try takeEquality(after: "folder", at: place, example: example)
    let value = try takeValue(example: example)
    guard value.text.utf8.contains(UInt8(ascii: "/")) else {
      return Self.negated(.folderName(GlobPattern(value.text)), isNegated)
    }
    let reading = FolderText.parse(value.text)
    if let star = reading.strayStar {
      throw error(
        "a path takes no patterns but a last /*; a folder's name does, as in \(example)",
        at: start(of: value) + star)
    }
    return Self.negated(
      .folder(reading.folder, includesSubfolders: reading.includesSubfolders), isNegated)
  }

  /// Reads a date or a range of dates.
  mutating func parseDate(at place: Int) throws(FilterSyntaxError) -> AssetFilter {
    let example = "date:2024-05"
    let (comparison, isNegated) = try takeOrder(after: "date", at: place, example: example)
    let value = try takeValue(example: example)
    let bytes = Array(value.text.utf8)
    let dots = bytes.indices.dropLast().first {
      bytes[$0] == UInt8(ascii: ".") && bytes[$0 + 1] == UInt8(ascii: ".")
    }
    guard let dots else {
      let date = try date(value.text, of: value, at: 0)
      let range: CaptureDateRange? =
        switch comparison {
        case .equal: CaptureDateRange(start: date.start, end: date.end)
        case .less: CaptureDateRange(start: nil, end: date.start)
        case .atMost: CaptureDateRange(start: nil, end: date.end)
        case .atLeast: CaptureDateRange(start: date.start, end: nil)
        case .greater: CaptureDateRange(start: date.end, end: nil)
        }
      guard let range else { throw error("this date is out of range", at: value.offset) }
      return Self.negated(.date(range), isNegated)
    }
    guard comparison == .equal else {
      throw error(
        "a range can't be compared by \(comparison.rawValue); write date:2024-05..2024-06",
        at: start(of: value))
    }
    let first = String(decoding: bytes[..<dots], as: UTF8.self)
    let last = String(decoding: bytes[(dots + 2)...], as: UTF8.self)
    let start = first.isEmpty ? nil : try date(first, of: value, at: 0).start
    let end = last.isEmpty ? nil : try date(last, of: value, at: dots + 2).end
    guard let range = CaptureDateRange(start: start, end: end) else {
      throw error("this range ends before it begins", at: self.start(of: value) + dots + 2)
    }
    return Self.negated(.date(range), isNegated)
  }

  /// Reads a length of time.
  mutating func parseDuration(at place: Int) throws(FilterSyntaxError) -> AssetFilter {
    let example = "duration<10s"
    let (comparison, isNegated) = try takeOrder(after: "duration", at: place, example: example)
    let value = try takeValue(example: example)
    guard let duration = DurationText.parse(value.text) else {
      throw error(
        "\(Self.quoted(value.text)) is not a length of time; write it as in 10s, 1m30s or 1:30",
        at: value.offset)
    }
    return Self.negated(.duration(comparison, duration), isNegated)
  }

  /// Reads a number of millions of pixels: digits, perhaps a point and up to three more.
  mutating func parseMegapixels(at place: Int) throws(FilterSyntaxError) -> AssetFilter {
    let example = "megapixels>=12"
    let (comparison, isNegated) = try takeOrder(after: "megapixels", at: place, example: example)
    let value = try takeValue(example: example)
    let parts = value.text.utf8.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    let areDigits = parts.allSatisfy { part in
      !part.isEmpty && part.count <= 9 && part.allSatisfy { $0 &- 0x30 < 10 }
    }
    guard areDigits, parts.count == 1 || parts[1].count <= 3, let count = Double(value.text) else {
      throw error(
        "\(Self.quoted(value.text)) is not a number of megapixels, as in \(example)",
        at: value.offset)
    }
    return Self.negated(.megapixels(comparison, count), isNegated)
  }

  /// Reads a number of stars.
  mutating func parseRating(at place: Int) throws(FilterSyntaxError) -> AssetFilter {
    let example = "rating>=3"
    let (comparison, isNegated) = try takeOrder(after: "rating", at: place, example: example)
    let value = try takeValue(example: example)
    let words = ["rejected", "-1", "0", "1", "2", "3", "4", "5"]
    switch words.firstIndex(of: value.text.lowercased()) {
    case nil:
      throw error(
        "\(Self.quoted(value.text)) is not a rating; there are 0 to 5, and -1 or rejected",
        at: value.offset)
    case 0?: return Self.negated(.rating(comparison, -1), isNegated)
    case let index?: return Self.negated(.rating(comparison, index - 2), isNegated)
    }
  }

  // MARK: -

  /// Reads a date that is a part of a value.
  private func date(
    _ text: String, of value: (text: String, offset: Int), at offset: Int
  ) throws(FilterSyntaxError) -> DateText {
    do {
      return try DateText(text)
    } catch {
      throw self.error(error.message, at: start(of: value) + offset + error.offset)
    }
  }

  /// Where the text of a value starts: behind the quote, if it has one.
  private func start(of value: (text: String, offset: Int)) -> Int {
    value.offset + (isQuote(at: value.offset) ? 1 : 0)
  }
}
