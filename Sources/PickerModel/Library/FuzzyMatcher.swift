/// Finds the letters of a term in their order where they do not stand together, scored as fzf does.
///
/// Source: fzf's algorithm "v2" (a Smith-Waterman alignment). A byte that matches scores 16; one
/// that begins a word 8 more (7 at a change of case or to a digit), twice that for the first of the
/// term; in a run every byte gets at least what its first one got, 4 at the least. A gap costs 3 and
/// 1 for every further byte.
///
/// A scattered match counts only if it is decent: its score is at least 16 a byte and 8 more, so
/// that beginnings of words must pay for the gaps. A number is never divided: `31` does not find
/// 3 and 1 apart, for in a folder of numbered photos it would find most of them.
struct FuzzyMatcher: Sendable {
  private var steps: [UInt16] = []

  /// The longest text whose scores are kept on the stack: nearly every name.
  private static let stackCount = 64

  private static let none = Int32.min / 2
  private static let matchScore: Int32 = 16
  private static let firstGap: Int32 = 3
  private static let nextGap: Int32 = 1
  private static let wordBonus: Int32 = 8
  private static let innerWordBonus: Int32 = 7
  private static let runBonus: Int32 = 4

  /// The longest term and the longest text that are looked for fuzzily, in bytes; beyond them only
  /// what stands together is found.
  static let maximumTermCount = 64
  static let maximumTextCount = 1_024

  /// Creates a matcher; its memory is used again and again.
  init() {}

  /// Tells whether a text has a decent scattered match of a term.
  ///
  /// - Complexity: O(n) where the bytes are not there in this order, else O(n·m).
  mutating func isDecent(_ term: SearchTerm, in text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    Self.isDecentAtFirstSight(term, in: text, range)
      ?? (best(term, in: text, range, keepsSteps: false) != nil)
  }

  /// The indices of the best scattered match if it is decent.
  mutating func positions(
    of term: SearchTerm, in text: Span<UInt8>, _ range: Range<Int>
  ) -> [Int]? {
    guard let end = best(term, in: text, range, keepsSteps: true) else { return nil }
    var positions = [Int](repeating: 0, count: term.bytes.count)
    var column = end
    for row in positions.indices.reversed() {
      positions[row] = range.lowerBound + column
      column -= Int(steps[row * range.count + column])
    }
    return positions
  }

  /// Whether a byte begins a word.
  @inline(__always)
  static func beginsWord(_ index: Int, in text: Span<UInt8>, from start: Int) -> Bool {
    bonus(index, in: text, from: start) >= innerWordBonus
  }

  // MARK: -

  /// Looks at the first place of every byte alone.
  ///
  /// If that is decent, so is the best match; if the bytes have no other places, it is the best one.
  /// Most texts are told so, without the table.
  ///
  /// - Returns: Whether there is a decent match; nil where this does not tell.
  /// - Complexity: O(n).
  @inline(__always)
  private static func isDecentAtFirstSight(
    _ term: SearchTerm, in text: Span<UInt8>, _ range: Range<Int>
  ) -> Bool? {
    let bytes = term.bytes.span
    let glue = term.glue.span
    // The sum of the places tells whether the first ones are the last ones, too.
    var places = 0
    guard bytes.count > 1, bytes.count <= maximumTermCount, bytes.count < range.count,
      range.count <= maximumTextCount
    else { return false }
    var score: Int32 = 0
    var runBonus: Int32 = 0
    var previous = range.lowerBound
    var index = range.lowerBound
    for row in 0..<bytes.count {
      let byte = bytes[row]
      while index < range.upperBound, CaseFolding.lowercasedASCII(text[index]) != byte {
        index += 1
      }
      guard index < range.upperBound else { return false }
      let bonus = Self.bonus(index, in: text, from: range.lowerBound)
      let distance = index - previous
      if row == 0 {
        score = matchScore + 2 * bonus
        runBonus = bonus
      } else if distance == 1 {
        runBonus = max(bonus, runBonus)
        score += matchScore + max(runBonus, Self.runBonus)
      } else {
        if glue[row] { return nil }
        score += matchScore + bonus - firstGap - nextGap * Int32(distance - 2)
        runBonus = bonus
      }
      places &+= index
      previous = index
      index += 1
    }
    if score >= matchScore * Int32(bytes.count) + wordBonus { return true }
    // From the end: the last place that each byte can have.
    index = range.upperBound - 1
    for row in (0..<bytes.count).reversed() {
      let byte = bytes[row]
      while CaseFolding.lowercasedASCII(text[index]) != byte { index -= 1 }
      places &-= index
      index -= 1
    }
    return places == 0 ? false : nil
  }

  /// The column in which the best match ends, or nil if there is no decent one.
  private mutating func best(
    _ term: SearchTerm, in text: Span<UInt8>, _ range: Range<Int>, keepsSteps: Bool
  ) -> Int? {
    let bytes = term.bytes.span
    guard bytes.count > 1, bytes.count <= Self.maximumTermCount, bytes.count < range.count,
      range.count <= Self.maximumTextCount
    else { return nil }
    // The first and last column in which each byte of the term can match at all.
    var firstColumns = InlineArray<64, Int16>(repeating: 0)
    var lastColumns = InlineArray<64, Int16>(repeating: 0)
    var firsts = firstColumns.mutableSpan
    var lasts = lastColumns.mutableSpan
    guard Self.findColumns(bytes, in: text, range, &firsts, &lasts) else { return nil }
    let width = range.count
    if keepsSteps { steps = Array(repeating: 0, count: width * bytes.count) }
    if width <= Self.stackCount {
      var scores = InlineArray<64, Int32>(repeating: 0)
      var bonuses = InlineArray<64, Int32>(repeating: 0)
      var scoreSpan = scores.mutableSpan
      var bonusSpan = bonuses.mutableSpan
      var stepSpan = steps.mutableSpan
      return Self.align(
        term, in: text, range, firsts.span, lasts.span, &scoreSpan, &bonusSpan, &stepSpan,
        keepsSteps: keepsSteps)
    }
    var scores = [Int32](repeating: 0, count: width)
    var bonuses = scores
    var scoreSpan = scores.mutableSpan
    var bonusSpan = bonuses.mutableSpan
    var stepSpan = steps.mutableSpan
    return Self.align(
      term, in: text, range, firsts.span, lasts.span, &scoreSpan, &bonusSpan, &stepSpan,
      keepsSteps: keepsSteps)
  }

  /// Fills the table row by row, a row for each byte of the term: a score a column, what a run got
  /// for its first byte, and if asked for how far back the byte before is.
  @inline(__always)
  private static func align(
    _ term: SearchTerm, in text: Span<UInt8>, _ range: Range<Int>, _ firstColumns: Span<Int16>,
    _ lastColumns: Span<Int16>, _ matched: inout MutableSpan<Int32>,
    _ bonuses: inout MutableSpan<Int32>, _ steps: inout MutableSpan<UInt16>, keepsSteps: Bool
  ) -> Int? {
    let bytes = term.bytes.span
    let glue = term.glue.span
    let width = range.count
    func firsts(_ row: Int) -> Int { Int(firstColumns[row]) }
    func lasts(_ row: Int) -> Int { Int(lastColumns[row]) }

    for row in 0..<bytes.count {
      let byte = bytes[row]
      // The row before, as it was at the column before; `gap` is the best of those further left.
      let start = row == 0 ? firsts(0) : firsts(row - 1) + 1
      var diagonal = row == 0 ? Self.none : matched[start - 1]
      var diagonalBonus = row == 0 ? 0 : bonuses[start - 1]
      var gap = Self.none
      var gapStart = 0
      let lastAbove = row == 0 ? -1 : lasts(row - 1)
      for column in start...lasts(row) {
        let above = column <= lastAbove ? matched[column] : Self.none
        let aboveBonus = bonuses[column]
        var score = Self.none
        var runBonus: Int32 = 0
        if CaseFolding.lowercasedASCII(text[range.lowerBound + column]) == byte {
          let bonus = Self.bonus(range.lowerBound + column, in: text, from: range.lowerBound)
          if row == 0 {
            score = Self.matchScore + 2 * bonus
            runBonus = bonus
          } else {
            var step = 0
            if diagonal > Self.none {
              runBonus = max(bonus, diagonalBonus)
              score = diagonal + Self.matchScore + max(runBonus, Self.runBonus)
              step = 1
            }
            if !glue[row], gap > Self.none, gap + Self.matchScore + bonus > score {
              score = gap + Self.matchScore + bonus
              runBonus = bonus
              step = column - gapStart
            }
            if keepsSteps { steps[row * width + column] = UInt16(step) }
          }
        }
        matched[column] = score
        bonuses[column] = runBonus
        if gap > Self.none { gap -= Self.nextGap }
        if diagonal > Self.none, diagonal - Self.firstGap >= gap {
          gap = diagonal - Self.firstGap
          gapStart = column - 1
        }
        diagonal = above
        diagonalBonus = aboveBonus
      }
    }

    let final = bytes.count - 1
    var end = firsts(final)
    for column in end...lasts(final) where matched[column] > matched[end] { end = column }
    let decent = Self.matchScore * Int32(bytes.count) + Self.wordBonus
    return matched[end] >= decent ? end : nil
  }

  /// Finds the columns between which each byte can match; false where they are not in this order.
  @inline(__always)
  private static func findColumns(
    _ bytes: Span<UInt8>, in text: Span<UInt8>, _ range: Range<Int>,
    _ firsts: inout MutableSpan<Int16>, _ lasts: inout MutableSpan<Int16>
  ) -> Bool {
    var next = 0
    var index = range.lowerBound
    while next < bytes.count {
      guard index < range.upperBound else { return false }
      if CaseFolding.lowercasedASCII(text[index]) == bytes[next] {
        firsts[next] = Int16(index - range.lowerBound)
        next += 1
      }
      index += 1
    }
    index = range.upperBound
    while next > 0 {
      index -= 1
      if CaseFolding.lowercasedASCII(text[index]) == bytes[next - 1] {
        next -= 1
        lasts[next] = Int16(index - range.lowerBound)
      }
    }
    return true
  }

  /// What a match of a byte scores beyond its 16.
  @inline(__always)
  private static func bonus(_ index: Int, in text: Span<UInt8>, from start: Int) -> Int32 {
    let byte = text[index]
    guard isWord(byte) else { return wordBonus }
    guard index > start else { return wordBonus }
    let before = text[index - 1]
    if !isWord(before) { return wordBonus }
    if isDigit(byte) { return isDigit(before) ? 0 : innerWordBonus }
    return isUpper(byte) && isLower(before) ? innerWordBonus : 0
  }

  @inline(__always)
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  @inline(__always)
  private static func isUpper(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }

  @inline(__always)
  private static func isLower(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 }

  @inline(__always)
  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || isDigit(byte) || isUpper(byte) || isLower(byte)
  }
}
