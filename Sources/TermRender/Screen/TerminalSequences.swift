internal import PickerModel

/// The control sequences that the screen writes itself.
///
/// Source: xterm's ctlseqs; ECMA-48.
enum TerminalSequences {
  /// Alternate screen, no wrap-around surprises, a clean look, bracketed paste.
  static func enter(usesMouse: Bool) -> [UInt8] {
    // Mouse: presses and releases (1000) as SGR reports (1006); motion stays off.
    Array(
      ("\u{1B}[?1049h\u{1B}[m\u{1B}[?25l\u{1B}[?2004h"
        + (usesMouse ? "\u{1B}[?1000h\u{1B}[?1006h" : "")).utf8)
  }

  /// All of it back, from whatever state; ST first, for an unfinished sixel.
  static let leave = Array(
    ("\u{1B}\\\u{1B}[?2026l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\u{1B}(B\u{1B}[m"
      + "\u{1B}[H\u{1B}[2J\u{1B}[?1049l\u{1B}[?25h").utf8)

  /// Begin and end of a frame that is to be drawn at once.
  static let beginFrame = Array("\u{1B}[?2026h".utf8)
  /// The end of such a frame.
  static let endFrame = Array("\u{1B}[?2026l".utf8)
  /// Cursor and attributes are kept, for what ncurses believes.
  static let saveCursor: [UInt8] = [0x1B, 0x37]
  /// Cursor and attributes are as they were.
  static let restoreCursor: [UInt8] = [0x1B, 0x38]

  /// What the terminal is asked at the start, in one batch; the answer to the last comes last.
  ///
  /// Background, name, text area and cell in pixels, colour registers, largest graphic,
  /// synchronized output, device attributes.
  static let probe = Array(
    ("\u{1B}]11;?\u{1B}\\\u{1B}[>q\u{1B}[14t\u{1B}[16t\u{1B}[?1;1;0S\u{1B}[?2;1;0S"
      + "\u{1B}[?2026$p\u{1B}[c").utf8)

  /// What is asked again after a change of size: the cell, the largest graphic.
  static let sizeProbe = Array("\u{1B}[16t\u{1B}[?2;1;0S\u{1B}[c".utf8)

  /// Makes xterm move its graphics up, out of the screen, where new ones replace them first.
  ///
  /// Two rows scroll, all graphics move. The text of the first two rows is lost by that.
  ///
  /// - Parameter rows: The screen's rows, at least 2.
  /// - Returns: The bytes; cursor and scroll region are as before.
  static func flushGraphics(rows: Int) -> [UInt8] {
    var out = saveCursor + Array("\u{1B}[1;2r".utf8)
    for _ in 0...(rows / 2) { out.append(contentsOf: "\u{1B}[2S".utf8) }
    return out + Array("\u{1B}[r".utf8) + restoreCursor
  }

  /// Spaces over rectangles, each row at its own position.
  static func spaces(over rects: [CellRect]) -> [UInt8] {
    var out: [UInt8] = []
    if !rects.isEmpty { out.append(contentsOf: "\u{1B}[m".utf8) }
    for rect in rects {
      for row in rect.origin.row..<rect.maxRow {
        out.append(contentsOf: [0x1B, 0x5B])
        SixelWriter.append(row + 1, to: &out)
        out.append(UInt8(ascii: ";"))
        SixelWriter.append(rect.origin.column + 1, to: &out)
        out.append(UInt8(ascii: "H"))
        out.append(contentsOf: repeatElement(0x20, count: max(0, rect.size.columns)))
      }
    }
    return out
  }
}
