internal import CShims

/// How many terminal cells text takes.
///
/// By code points, with the C library's table, which ncurses uses too: what is counted here is what
/// is drawn. Whatever terminals disagree about (joined emoji, variation selectors) never reaches
/// them: see ``TerminalText``.
public enum CellWidth {
  /// The cells of one code point: 0 for a combining mark, 1, 2, or nil when it can't be printed.
  ///
  /// - Parameter scalar: The code point.
  /// - Returns: Its cells.
  /// - Complexity: O(1).
  public static func of(_ scalar: Unicode.Scalar) -> Int? {
    if scalar.value >= 0x20 && scalar.value < 0x7F { return 1 }
    let width = pp_cell_width(scalar.value)
    return width < 0 ? nil : Int(width)
  }

  /// The cells that a text takes once it is sanitized.
  ///
  /// - Parameter text: Any text.
  /// - Returns: Its cells.
  /// - Complexity: O(n).
  public static func of(_ text: String) -> Int {
    var count = 0
    for scalar in TerminalText.sanitized(text).unicodeScalars { count += of(scalar) ?? 0 }
    return count
  }
}
