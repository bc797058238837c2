internal import CNcurses
internal import CShims
internal import Glibc
internal import PickerModel

/// The only door to ncurses: turns a canvas into the bytes that change the screen to it.
///
/// ncurses never touches the terminal here. It writes into a file in memory, whose content becomes
/// the text part of a frame, so that text and pictures leave in one write by one writer.
///
/// ncurses knows nothing of pictures, and it clears cells with erase sequences (EL, ECH), which
/// would take pixels away beside the cells in question, or leave them there, depending on the
/// terminal. So no cell is ever plainly blank: each carries an attribute that no terminal shows, and
/// one under a picture another such attribute. ncurses takes that for text: whenever a cell goes
/// from picture to text or to empty it writes a character, and as long as it stays under a picture
/// it writes nothing.
///
/// It also scrolls rows when it finds their text elsewhere on the screen (`idlok` does not keep it
/// from that), and pictures would move along. It compares the characters of whole rows, and takes a
/// row for moved when its text was in exactly one other row before. Such rows are updated one by
/// one: with a single row changed there is none that could have moved.
///
/// One at a time: ncurses keeps its state in globals.
///
/// Isolation: the main actor, like all of ncurses' own state.
@MainActor @safe
final class Curses {
  private let stream: UnsafeMutablePointer<FILE>
  private let input: UnsafeMutablePointer<FILE>
  private let terminal: OpaquePointer
  private var window: UnsafeMutablePointer<WINDOW>
  private var size: CellSize
  private let usesColor: Bool
  private var pairs: [Int: Int16] = [:]
  private var drawn: [DrawnRow] = []
  private var rowCells: [cchar_t] = []
  private var isClosed = false
  private var isCursorShown = false
  private var isOnLight = false
  /// The colours of the terminal's palette.
  let colorCount: Int

  /// Starts ncurses for a terminal type.
  ///
  /// - Parameters:
  ///   - term: The value of `TERM`; a type that is not in the database is taken for an xterm.
  ///   - size: Columns and rows.
  ///   - usesColor: Text may be coloured.
  /// - Throws: ``TerminalError`` when the terminal can't move its cursor or ncurses won't start.
  init(term: String, size: CellSize, usesColor: Bool) throws(TerminalError) {
    _ = pp_cell_width(0x20)  // sets the locale, which ncurses asks for
    guard let stream = unsafe pp_memory_stream() else {
      throw .system(call: "memfd_create", errno: errno)
    }
    guard let input = unsafe fopen("/dev/null", "r") else {
      let code = errno
      unsafe fclose(stream)
      throw .system(call: "open /dev/null", errno: code)
    }
    guard let terminal = unsafe Self.start(term, size, stream, input) else {
      unsafe fclose(stream)
      unsafe fclose(input)
      throw .library(
        message: "ncurses knows neither TERM=\(TerminalText.sanitized(term)) nor xterm")
    }
    guard unsafe tigetstr("cup") != nil, let window = unsafe newwin(0, 0, 0, 0) else {
      CNcurses.endwin()
      unsafe delscreen(terminal)
      unsafe fclose(stream)
      unsafe fclose(input)
      throw .unsuitable(term: term)
    }
    unsafe self.stream = stream
    unsafe self.input = input
    unsafe self.terminal = terminal
    unsafe self.window = window
    self.size = size
    colorCount = has_colors() ? unsafe Int(max(0, tigetnum("colors"))) : 0
    self.usesColor = usesColor && colorCount >= 8
    if self.usesColor {
      start_color()
      use_default_colors()
    }
    // The screen that newterm set up for itself is not wanted: modes are ours to set.
    configure()
    curs_set(0)
    _ = takeBytes()
  }

  private static func start(
    _ term: String, _ size: CellSize, _ stream: UnsafeMutablePointer<FILE>,
    _ input: UnsafeMutablePointer<FILE>
  ) -> OpaquePointer? {
    // Without a terminal behind the stream ncurses takes the size from the environment; a wrong one
    // would come out as a scroll region. Other programs that are started later must not see it.
    let saved = (SystemCall.environment("LINES"), SystemCall.environment("COLUMNS"))
    unsafe setenv("LINES", String(size.rows), 1)
    unsafe setenv("COLUMNS", String(size.columns), 1)
    defer {
      if let lines = saved.0 { unsafe setenv("LINES", lines, 1) } else { unsafe unsetenv("LINES") }
      if let columns = saved.1 {
        unsafe setenv("COLUMNS", columns, 1)
      } else {
        unsafe unsetenv("COLUMNS")
      }
    }
    if let terminal = unsafe newterm(term, stream, input) { return unsafe terminal }
    return unsafe newterm("xterm-256color", stream, input)
  }

  /// Ends ncurses; what it writes for that is thrown away.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    unsafe delwin(window)
    CNcurses.endwin()
    unsafe delscreen(terminal)
    unsafe fclose(stream)
    unsafe fclose(input)
  }

  // MARK: - Drawing

  /// Takes a new size; the next ``update(_:covered:cursor:)`` draws everything.
  func resize(to newSize: CellSize) {
    guard !isClosed else { return }
    size = newSize
    resizeterm(Int32(clamping: max(1, newSize.rows)), Int32(clamping: max(1, newSize.columns)))
    // A fresh window has the screen's size whatever happened to the old one.
    if let fresh = unsafe newwin(0, 0, 0, 0) {
      unsafe delwin(window)
      unsafe window = fresh
    }
    configure()
    drawAll()
  }

  /// Chooses the shades of the colours for a light or a dark background.
  ///
  /// - Parameter isLight: The background is light.
  /// - Returns: True when that changed something: the next ``update(_:covered:cursor:)`` clears the
  ///   screen and draws everything.
  func useBackground(isLight: Bool) -> Bool {
    guard usesColor, isLight != isOnLight else { return false }
    isOnLight = isLight
    pairs.removeAll(keepingCapacity: true)
    drawAll()
    return true
  }

  /// Forgets what the terminal shows; the next update clears the screen and draws everything.
  func drawAll() {
    guard !isClosed else { return }
    drawn.removeAll(keepingCapacity: true)
    unsafe clearok(window, true)
  }

  /// Says that the terminal lost the text of its first rows; the next update writes them anew.
  func redrawFirstRows(_ count: Int) {
    guard !isClosed else { return }
    unsafe wredrawln(window, 0, Int32(min(count, size.rows)))
  }

  /// Makes the bytes that bring the terminal from what it shows to a canvas.
  ///
  /// - Parameters:
  ///   - canvas: What to show; cut to the screen.
  ///   - covered: Cells that belong to pictures now.
  ///   - cursor: Where the cursor shows, or nil.
  /// - Returns: Nothing when the terminal shows it already.
  /// - Complexity: O(cells).
  func update(_ canvas: TextCanvas, covered: [CellRect], cursor: CellPoint?) -> [UInt8] {
    guard !isClosed else { return [] }
    var isCovered = [Bool](repeating: false, count: size.columns * size.rows)
    for rect in covered {
      guard let inside = rect.clipped(to: size) else { continue }
      for row in inside.origin.row..<inside.maxRow {
        for column in inside.origin.column..<inside.maxColumn {
          isCovered[row * size.columns + column] = true
        }
      }
    }
    let risky = drawSafeRows(canvas, isCovered)
    let visible = cursor.flatMap { point in
      point.column >= 0 && point.row >= 0 && point.column < size.columns && point.row < size.rows
        ? point : nil
    }
    if (visible != nil) != isCursorShown {
      isCursorShown = visible != nil
      curs_set(isCursorShown ? 1 : 0)
    }
    unsafe leaveok(window, visible == nil)
    if let visible { unsafe wmove(window, Int32(visible.row), Int32(visible.column)) }
    unsafe wnoutrefresh(window)
    doupdate()
    for y in risky {
      drawRow(y, canvas, isCovered)
      if let visible { unsafe wmove(window, Int32(visible.row), Int32(visible.column)) }
      unsafe wnoutrefresh(window)
      doupdate()
    }
    return takeBytes()
  }

  // MARK: - Rows

  /// What is known of a row on the screen.
  private struct DrawnRow {
    /// Everything about it as one number.
    var hash: UInt64
    /// Its characters as one number: what ncurses looks at when it looks for moved rows.
    var text: UInt64
  }

  /// Draws the changed rows, all but those that ncurses would take for moved.
  ///
  /// - Returns: The rows that are left, to be updated one by one.
  private func drawSafeRows(_ canvas: TextCanvas, _ isCovered: [Bool]) -> [Int] {
    let isFirst = drawn.count != size.rows
    let new = (0..<size.rows).map { row($0, canvas, isCovered) }
    var rowsOfText: [UInt64: [Int]] = [:]
    if !isFirst {
      for (y, row) in drawn.enumerated() { rowsOfText[row.text, default: []].append(y) }
    }
    var risky: [Int] = []
    for y in 0..<size.rows where isFirst || drawn[y].hash != new[y].hash {
      if let before = rowsOfText[new[y].text], before.count == 1, before != [y] {
        risky.append(y)
      } else {
        drawRow(y, canvas, isCovered)
      }
    }
    drawn = new
    return risky
  }

  /// A full block, which is drawn as a space with its colours exchanged: fonts draw the character a
  /// little larger than the cell, which leaves a line beside it, or smaller, which leaves gaps.
  private static let fullBlock: UInt32 = 0x2588
  private static let upperHalfBlock: UInt32 = 0x2580

  private func cell(_ column: Int, _ y: Int, _ canvas: TextCanvas) -> TextCanvas.Cell {
    guard y < canvas.size.rows, column < canvas.size.columns else { return .blank }
    var cell = canvas.cells[y * canvas.size.columns + column]
    let base = cell.base
    if cell.base == Self.fullBlock {
      cell.base = 0x20
      cell.style.attributes.formSymmetricDifference(.reverse)
    }
    // Some terminals brighten the colours of bold, as foreground or as background only.
    if cell.base == Self.upperHalfBlock || cell.base != base {
      cell.style.attributes.remove(.bold)
    }
    return cell
  }

  /// What ncurses is given for one character.
  private struct ShownCell {
    var cell: TextCanvas.Cell
    var isCovered: Bool
    /// Columns: 1 or 2.
    var width: Int
  }

  /// Calls a closure with every cell of a row as ncurses is given it, from left to right.
  ///
  /// The row's hash and its drawing both come from here: what ncurses compares is the text that it
  /// was given, where a wide character that is half covered is blank.
  private func forEachShownCell(
    _ y: Int, _ canvas: TextCanvas, _ isCovered: [Bool], _ body: (ShownCell) -> Void
  ) {
    var column = 0
    while column < size.columns {
      let index = y * size.columns + column
      var shown = ShownCell(
        cell: cell(column, y, canvas), isCovered: isCovered[index], width: 1)
      let next = column + 1 < size.columns ? cell(column + 1, y, canvas) : .blank
      let isWide = shown.cell.base != 0 && next.base == 0 && column + 1 < size.columns
      if isCovered[index] || shown.cell.base == 0 || (isWide && isCovered[index + 1]) {
        let style = shown.cell.style
        shown.cell = .blank
        shown.cell.style = isCovered[index] ? .plain : style
      } else if isWide {
        shown.width = 2
      }
      body(shown)
      column += shown.width
    }
  }

  private func row(_ y: Int, _ canvas: TextCanvas, _ isCovered: [Bool]) -> DrawnRow {
    var whole = Hasher()
    var text = Hasher()
    forEachShownCell(y, canvas, isCovered) { shown in
      whole.combine(shown.isCovered)
      whole.combine(shown.cell.base)
      text.combine(shown.cell.base)
      if shown.width == 2 {
        // ncurses compares each half.
        text.combine(shown.cell.base)
      }
      if shown.cell.marks != .zero { whole.combine(shown.cell.marks) }
      whole.combine(shown.cell.style)
    }
    return DrawnRow(
      hash: UInt64(bitPattern: Int64(whole.finalize())),
      text: UInt64(bitPattern: Int64(text.finalize())))
  }

  private func drawRow(_ y: Int, _ canvas: TextCanvas, _ isCovered: [Bool]) {
    rowCells.removeAll(keepingCapacity: true)
    forEachShownCell(y, canvas, isCovered) { shown in
      if shown.isCovered {
        append(shown.cell, pp_attr_covered, 0)
      } else {
        let style = shown.cell.style
        append(shown.cell, attributes(of: style) | pp_attr_text, pair(of: style))
      }
    }
    let count = Int32(rowCells.count)
    let target = unsafe window
    unsafe rowCells.withUnsafeBufferPointer { cells in
      _ = unsafe mvwadd_wchnstr(target, Int32(y), 0, cells.baseAddress, count)
    }
  }

  private func append(_ cell: TextCanvas.Cell, _ attributes: attr_t, _ pair: Int16) {
    var made = cchar_t()
    let text = [
      wchar_t(bitPattern: cell.base), wchar_t(bitPattern: cell.marks.x),
      wchar_t(bitPattern: cell.marks.y), 0,
    ]
    unsafe text.withUnsafeBufferPointer { characters in
      _ = unsafe setcchar(&made, characters.baseAddress, attributes, pair, nil)
    }
    rowCells.append(made)
  }

  // MARK: - Styles

  private func attributes(of style: TextStyle) -> attr_t {
    var attributes: attr_t = 0
    if style.attributes.contains(.bold) { attributes |= pp_attr_bold }
    if style.attributes.contains(.dim) { attributes |= pp_attr_dim }
    if style.attributes.contains(.reverse) { attributes |= pp_attr_reverse }
    if style.attributes.contains(.underline) { attributes |= pp_attr_underline }
    if !usesColor, style.foreground == .muted { attributes |= pp_attr_dim }
    return attributes
  }

  private func pair(of style: TextStyle) -> Int16 {
    guard usesColor, style.foreground != .standard || style.background != .standard else {
      return 0
    }
    let key = Int(style.foreground.rawValue) << 8 | Int(style.background.rawValue)
    if let pair = pairs[key] { return pair }
    let pair = Int16(pairs.count + 1)
    let foreground = style.foreground.paletteIndex(of: colorCount, isOnLight: isOnLight) ?? -1
    let background = style.background.paletteIndex(of: colorCount, isOnLight: isOnLight) ?? -1
    guard init_pair(pair, Int16(foreground), Int16(background)) == OK else { return 0 }
    pairs[key] = pair
    return pair
  }

  // MARK: - The stream

  private func configure() {
    unsafe clearok(window, true)
    unsafe idlok(window, false)  // inserting lines or characters would move pixels along
    unsafe idcok(window, false)
    unsafe scrollok(window, false)
  }

  private func takeBytes() -> [UInt8] {
    var pointer: UnsafeMutablePointer<UInt8>?
    let count = unsafe pp_memory_stream_take(stream, &pointer)
    guard count > 0, let pointer = unsafe pointer else { return [] }
    defer { unsafe free(pointer) }
    return unsafe Array(UnsafeBufferPointer(start: pointer, count: count))
  }
}

// MARK: - Version

extension Curses {
  /// The version of ncurses that is loaded.
  nonisolated static var libraryVersion: String {
    guard let text = unsafe curses_version() else { return "" }
    let words = unsafe String(cString: text)
    return words.hasPrefix("ncurses ") ? String(words.dropFirst(8)) : words
  }
}
