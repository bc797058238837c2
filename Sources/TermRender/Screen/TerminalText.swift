/// Makes text from outside fit for a terminal: escaped, and cut to a width.
public enum TerminalText {
  /// What stands where text was left out.
  public static let ellipsis: Character = "…"

  /// The text with everything escaped that would not print as itself.
  ///
  /// Control characters become `^X` (C0, DEL) or `<85>` (C1), bidi controls and other invisible
  /// format characters `<202E>`, U+FFFD (invalid bytes) stays a replacement mark. Joiners and
  /// variation selectors are left out, so that each emoji stands alone and its width is certain;
  /// a mark without a character before it gets a dotted circle.
  ///
  /// - Parameter text: Any text: a file name, EXIF, an error message.
  /// - Returns: Text of printable code points only, safe to be sanitized again.
  /// - Complexity: O(n).
  public static func sanitized(_ text: String) -> String {
    // Names are ASCII almost always.
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var result = ""
    var marks = 2
    for scalar in text.unicodeScalars {
      if isDropped(scalar) { continue }
      if let escape = escape(for: scalar) {
        result += escape
        marks = 0
        continue
      }
      switch CellWidth.of(scalar) {
      case 0?:
        if result.isEmpty {
          result += "\u{25CC}"
          marks = 0
        }
        // A tower of marks would run over the rows above.
        guard marks < 2 else { continue }
        marks += 1
        result.unicodeScalars.append(scalar)
      case nil:
        result += hexadecimal(scalar)
        marks = 0
      default:
        result.unicodeScalars.append(scalar)
        marks = 0
      }
    }
    return result
  }

  /// Cuts text in the middle so that its end stays: the number and the extension of a file name.
  ///
  /// - Parameters:
  ///   - text: Any text; it is sanitized first.
  ///   - columns: The cells there are.
  /// - Returns: Text of at most `columns` cells.
  /// - Complexity: O(n).
  public static func truncatedInMiddle(_ text: String, toColumns columns: Int) -> String {
    let cells = pieces(of: sanitized(text))
    guard cells.width > columns else { return cells.text }
    if columns <= 0 { return "" }
    if columns == 1 { return String(ellipsis) }
    let (head, tail) = cut(cells.items, columns: columns)
    return joined(head) + String(ellipsis) + joined(tail)
  }

  /// The cells that ``truncatedInMiddle(_:toColumns:)`` leaves of a text.
  ///
  /// - Parameters:
  ///   - text: Any text; it is sanitized first.
  ///   - columns: The cells there are.
  /// - Returns: The cells of the whole text, and of the parts before and after the ellipsis; nil
  ///   where nothing is cut.
  /// - Complexity: O(n).
  public static func middleCut(
    _ text: String, toColumns columns: Int
  ) -> (whole: Int, head: Int, tail: Int)? {
    let cells = pieces(of: sanitized(text))
    guard cells.width > columns else { return nil }
    guard columns > 1 else { return (cells.width, 0, 0) }
    let (head, tail) = cut(cells.items, columns: columns)
    return (cells.width, width(head), width(tail))
  }

  /// What is left of text around the ellipsis; the tail gets the larger part: `IMG_2031.HEIC` tells
  /// photos apart by its end.
  private static func cut(
    _ items: [Piece], columns: Int
  ) -> (head: ArraySlice<Piece>, tail: ArraySlice<Piece>) {
    let tailColumns = min(columns - 1, max((columns * 3) / 5, min(columns - 1, 9)))
    let tail = suffix(items, columns: tailColumns)
    return (prefix(items, columns: columns - 1 - width(tail)), tail)
  }

  /// Cuts text at its end.
  ///
  /// - Parameters:
  ///   - text: Any text; it is sanitized first.
  ///   - columns: The cells there are.
  /// - Returns: Text of at most `columns` cells, ending in an ellipsis when cut.
  /// - Complexity: O(n).
  public static func truncatedAtEnd(_ text: String, toColumns columns: Int) -> String {
    let cells = pieces(of: sanitized(text))
    guard cells.width > columns else { return cells.text }
    if columns <= 0 { return "" }
    return joined(prefix(cells.items, columns: columns - 1)) + String(ellipsis)
  }

  // MARK: - Escapes

  private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200C, 0x200D, 0xFE00...0xFE0F, 0xE0020...0xE007F, 0xE0100...0xE01EF: true
    default: false
    }
  }

  private static func escape(for scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x00..<0x20: "^" + String(Character(Unicode.Scalar(UInt8(scalar.value + 0x40))))
    case 0x7F: "^?"
    case 0x80..<0xA0, 0xAD, 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0001:
      hexadecimal(scalar)
    default: nil
    }
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    "<" + String(scalar.value, radix: 16, uppercase: true) + ">"
  }

  // MARK: - Cutting

  /// A character with the marks on it, and its cells.
  private struct Piece {
    var text: String.UnicodeScalarView
    var columns: Int
  }

  private static func pieces(of sanitized: String) -> (text: String, items: [Piece], width: Int) {
    var items: [Piece] = []
    var total = 0
    for scalar in sanitized.unicodeScalars {
      let columns = CellWidth.of(scalar) ?? 0
      if columns == 0, !items.isEmpty {
        items[items.count - 1].text.append(scalar)
      } else {
        var view = String.UnicodeScalarView()
        view.append(scalar)
        items.append(Piece(text: view, columns: columns))
        total += columns
      }
    }
    return (sanitized, items, total)
  }

  private static func prefix(_ items: [Piece], columns: Int) -> ArraySlice<Piece> {
    var used = 0
    var end = items.startIndex
    while end < items.endIndex, used + items[end].columns <= columns {
      used += items[end].columns
      end += 1
    }
    return items[..<end]
  }

  private static func suffix(_ items: [Piece], columns: Int) -> ArraySlice<Piece> {
    var used = 0
    var start = items.endIndex
    while start > items.startIndex, used + items[start - 1].columns <= columns {
      start -= 1
      used += items[start].columns
    }
    return items[start...]
  }

  private static func width(_ pieces: ArraySlice<Piece>) -> Int {
    pieces.reduce(0) { $0 + $1.columns }
  }

  private static func joined(_ pieces: ArraySlice<Piece>) -> String {
    var view = String.UnicodeScalarView()
    for piece in pieces { view.append(contentsOf: piece.text) }
    return String(view)
  }
}
