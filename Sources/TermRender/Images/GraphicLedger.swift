/// Counts the graphics that a terminal has to keep, where it keeps only so many.
///
/// xterm keeps 16. A new one takes the place of the one with the *topmost* row, whatever its age,
/// so a page of more loses its first row of tiles, and drawing that row again loses it again. What
/// is shown stays until a repaint (expose, reverse video). Clearing the screen erases their pixels
/// but frees no place. Scrolling moves all of them up, out of the screen, where they are the first
/// to be replaced: that is the flush.
///
/// Source: xterm 379 `graphics.c`, as observed.
struct GraphicLedger {
  /// How many graphics the terminal keeps; nil when it keeps all.
  var limit: Int?
  /// The terminal may hold graphics of before: an earlier run's, or those of a cleared screen.
  var needsFlush = true
  private var count = 0

  /// How many graphics the terminal keeps.
  var capacity: Int { limit ?? .max }

  /// True when some graphic that shows is not kept.
  var isOverflowing: Bool {
    guard let limit else { return false }
    return count > limit
  }

  /// Tells whether to flush before drawing so many more.
  func wouldOverflow(adding more: Int) -> Bool {
    guard let limit else { return false }
    return needsFlush || count + more > limit
  }

  /// Counts graphics that are drawn.
  mutating func add(_ more: Int) {
    count += more
  }

  /// Starts anew: all that was drawn may be replaced.
  mutating func flush() {
    count = 0
    needsFlush = false
  }
}
