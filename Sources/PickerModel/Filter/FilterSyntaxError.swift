/// Why a filter could not be read, and where.
public struct FilterSyntaxError: Error, Hashable, Sendable {
  /// What is wrong, in words for people: no capital, no full stop.
  ///
  /// It may quote the filter: control characters are shown as `?`, as in `pointer`.
  public let message: String
  /// The filter as it was given.
  public let text: String
  /// Where it went wrong, in UTF-8 bytes from the start; the end counts as a place.
  public let utf8Offset: Int

  /// Creates an error.
  public init(message: String, text: String, utf8Offset: Int) {
    self.message = String(message.map(Self.visible))
    self.text = text
    self.utf8Offset = min(max(0, utf8Offset), text.utf8.count)
  }

  /// The place in characters, from 1.
  public var column: Int {
    String(decoding: text.utf8.prefix(utf8Offset), as: UTF8.self).count + 1
  }

  /// Two lines that point at the place.
  ///
  ///     images adn videos
  ///            ^ expected "and" or "or"
  ///
  /// Control characters are shown as `?`. Of a long text only the surroundings are shown.
  public var pointer: String {
    let characters = Array(text)
    let place = min(column - 1, characters.count)
    let start = place > 60 ? place - 40 : 0
    let end = min(characters.count, place + 40)
    var line = start > 0 ? "…" : ""
    var padding = start > 0 ? " " : ""
    for index in start..<end {
      let shown = Self.visible(characters[index])
      line.append(shown)
      guard index < place else { continue }
      padding += Self.isWide(shown) ? "  " : " "
    }
    if end < characters.count { line += "…" }
    return line + "\n" + padding + "^ " + message
  }

  private static func visible(_ character: Character) -> Character {
    let hides = character.unicodeScalars.contains {
      switch $0.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: true
      default: false
      }
    }
    return hides ? "?" : character
  }

  /// Whether a terminal gives a character two columns (the common blocks of Unicode's
  /// EastAsianWidth).
  private static func isWide(_ character: Character) -> Bool {
    guard let value = character.unicodeScalars.first?.value else { return false }
    return (0x1100...0x115F).contains(value) || (0x2E80...0xA4CF).contains(value)
      || (0xAC00...0xD7A3).contains(value) || (0xF900...0xFAFF).contains(value)
      || (0xFE30...0xFE6F).contains(value) || (0xFF00...0xFF60).contains(value)
      || (0x1F300...0x1FAFF).contains(value) || (0x20000...0x3FFFD).contains(value)
  }
}

extension FilterSyntaxError: CustomStringConvertible {
  /// One line: the message and the place.
  public var description: String { "\(message) (at character \(column))" }
}
