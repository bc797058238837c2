internal import CTestShims
public import PickerModel

/// A terminal's screen: text cells with attributes and the pixels of pictures, fed by bytes.
///
/// It does what xterm does with the sequences that a full-screen program uses, and takes notes for
/// tests: pictures and where they touch, queries, modes, the order of operations, and everything
/// that it does not understand. Pictures are sixels, placed with sixel scrolling on.
public struct VTScreen: Sendable {
  // MARK: State

  /// Columns and rows.
  public private(set) var size: CellSize
  /// A cell in pixels.
  public let cellPixels: PixelSize
  /// Where the next character goes.
  public internal(set) var cursor = CellPoint(column: 0, row: 0)
  /// Whether the cursor is shown.
  public var isCursorVisible: Bool { isSet(25) }
  /// Whether the alternate screen is shown.
  public internal(set) var isAlternate = false
  /// The window's title.
  public internal(set) var title = ""
  /// DEC private modes that were set or reset, by number.
  public internal(set) var privateModes: [Int: Bool] = [7: true, 25: true, 80: false]
  /// Whether a synchronized update is going on.
  public var isUpdating: Bool { isSet(2026) }
  /// Whether the last 1 of the ESC =, ESC > pair was ESC =.
  public internal(set) var isKeypadApplication = false

  // MARK: Notes

  /// The pictures in order of arrival.
  public internal(set) var images: [VTImage] = []
  /// Everything in order; runs of text are joined.
  public internal(set) var operations: [VTOperation] = []
  /// What the stream had in it that no terminal should be sent.
  public internal(set) var problems: [String] = []
  /// The number of synchronized updates that ended.
  public internal(set) var updateCount = 0
  /// The number of times that the bell rang.
  public internal(set) var bellCount = 0
  /// The number of times that a picture made the screen scroll.
  public internal(set) var imageScrollCount = 0
  /// Whether the size changed and the program has not cleared the screen since.
  ///
  /// What comes in between was on its way when the size changed: no program can do better than
  /// clear it, so the rules for edges are not asked of it.
  var awaitsClear = false
  /// The number of characters printed after a picture without the cursor being put in place.
  public internal(set) var unpositionedTextCount = 0
  /// The number of cells with pixels that text was written into.
  public internal(set) var overwrittenPictureCellCount = 0
  /// The number of cells with pixels that were erased by `ED`, `EL` or `ECH` only.
  public internal(set) var erasedPictureCellCount = 0
  /// Modes that were ever mentioned.
  public internal(set) var mentionedModes: Set<Int> = []
  /// The number of bytes fed so far.
  public internal(set) var byteCount = 0
  /// Whether `ED`, `EL` and `ECH` take pixels away as in xterm, or leave them as in VTE.
  public var erasingRemovesPixels = true

  // MARK: Parts

  var parser = VTParser()
  var cells: [VTCell]
  var plane: PixelPlane?
  /// How the next character is drawn.
  public internal(set) var style = VTStyle()
  var isWrapPending = false
  var top = 0
  var bottom: Int
  var saved = SavedCursor()
  var mainScreen: (cells: [VTCell], plane: PixelPlane?, saved: SavedCursor)?
  var queries: [VTQuery] = []
  var lastPrinted: Unicode.Scalar?
  var isInserting = false
  var isLineDrawing = false
  var cursorIsUncertain = false

  /// What `ESC 7` keeps.
  struct SavedCursor: Sendable {
    /// The place.
    var cursor = CellPoint(column: 0, row: 0)
    /// The style.
    var style = VTStyle()
    /// Whether G0 holds the line drawing characters.
    var isLineDrawing = false
  }

  /// Creates a blank screen.
  public init(size: CellSize, cellPixels: PixelSize = PixelSize(width: 8, height: 17)) {
    self.size = CellSize(columns: max(1, size.columns), rows: max(1, size.rows))
    self.cellPixels = cellPixels
    cells = Array(repeating: .blank, count: self.size.columns * self.size.rows)
    bottom = self.size.rows - 1
  }

  // MARK: - Input

  /// Takes bytes of the stream, in any pieces.
  public mutating func feed(_ bytes: some Sequence<UInt8>) {
    var parser = self.parser
    for byte in bytes {
      byteCount += 1
      parser.feed(CollectionOfOne(byte)) { unit in perform(unit) }
    }
    self.parser = parser
  }

  /// Takes text.
  public mutating func feed(_ text: String) {
    feed(text.utf8)
  }

  /// Whether the stream stands between two sequences.
  public var isAtRest: Bool { parser.isAtRest }

  /// Changes the size as a terminal does: what is there is kept at the top left, pixels are lost.
  public mutating func resize(_ newSize: CellSize) {
    let newSize = CellSize(columns: max(1, newSize.columns), rows: max(1, newSize.rows))
    cells = Self.resized(cells, from: size, to: newSize)
    if let main = mainScreen {
      mainScreen = (Self.resized(main.cells, from: size, to: newSize), nil, main.saved)
    }
    plane = nil
    size = newSize
    top = 0
    bottom = newSize.rows - 1
    cursor.column = min(cursor.column, newSize.columns - 1)
    cursor.row = min(cursor.row, newSize.rows - 1)
    isWrapPending = false
    awaitsClear = true
    operations.append(.resize(newSize))
  }

  private static func resized(
    _ cells: [VTCell], from old: CellSize, to new: CellSize
  ) -> [VTCell] {
    var result = [VTCell](repeating: .blank, count: new.columns * new.rows)
    for row in 0..<min(old.rows, new.rows) {
      for column in 0..<min(old.columns, new.columns) {
        result[row * new.columns + column] = cells[row * old.columns + column]
      }
    }
    return result
  }

  /// Hands out the queries since the last call, in order.
  public mutating func takeQueries() -> [VTQuery] {
    defer { queries = [] }
    return queries
  }

  /// Forgets the notes, not the screen: pictures, operations, problems and counts start anew.
  public mutating func forgetNotes() {
    images = []
    operations = []
    problems = []
    updateCount = 0
    bellCount = 0
    imageScrollCount = 0
    unpositionedTextCount = 0
    overwrittenPictureCellCount = 0
    erasedPictureCellCount = 0
  }

  // MARK: - Units

  private mutating func perform(_ unit: VTParser.Unit) {
    switch unit {
    case .print(let scalar): print(scalar)
    case .control(let byte): control(byte)
    case .escape(let intermediates, let final): escape(intermediates, final)
    case .csi(let sequence): perform(sequence)
    case .osc(let content): operatingSystemCommand(content)
    case .dcs(let content): deviceControl(content)
    case .apc(let content, let isApplication):
      if isApplication, content.first == UInt8(ascii: "G") {
        if content.contains(sequence: "a=q") {
          queries.append(.kittyGraphics(content))
        } else {
          problems.append("kitty graphics")
        }
      } else {
        problems.append("APC, PM or SOS string")
      }
    case .malformed(let what): problems.append(what)
    }
  }

  private mutating func control(_ byte: UInt8) {
    switch byte {
    case 0x07:
      bellCount += 1
      operations.append(.bell)
    case 0x08:
      cursor.column = max(0, cursor.column - 1)
      isWrapPending = false
    case 0x09:
      cursor.column = min(size.columns - 1, (cursor.column / 8 + 1) * 8)
    case 0x0A, 0x0B, 0x0C:
      lineFeed()
    case 0x0D:
      cursor.column = 0
      isWrapPending = false
    case 0x0E, 0x0F, 0x00:
      break
    default:
      problems.append("control character \(byte)")
    }
  }

  private mutating func escape(_ intermediates: [UInt8], _ final: UInt8) {
    switch (intermediates.first, final) {
    case (nil, UInt8(ascii: "7")):
      saved = SavedCursor(cursor: cursor, style: style, isLineDrawing: isLineDrawing)
    case (nil, UInt8(ascii: "8")):
      restoreCursor()
    case (nil, UInt8(ascii: "=")): isKeypadApplication = true
    case (nil, UInt8(ascii: ">")): isKeypadApplication = false
    case (nil, UInt8(ascii: "D")): lineFeed()
    case (nil, UInt8(ascii: "E")):
      lineFeed()
      cursor.column = 0
    case (nil, UInt8(ascii: "M")):
      if cursor.row == top { scroll(by: -1) } else { cursor.row = max(0, cursor.row - 1) }
    case (nil, UInt8(ascii: "c")): reset()
    case (nil, UInt8(ascii: "\\")), (nil, UInt8(ascii: "H")): break
    case (UInt8(ascii: "("), let set): isLineDrawing = set == UInt8(ascii: "0")
    case (UInt8(ascii: ")"), _), (UInt8(ascii: "*"), _), (UInt8(ascii: "+"), _),
      (UInt8(ascii: "%"), _):
      break
    default:
      problems.append("ESC \(intermediates) \(final)")
    }
  }

  /// Goes back to where `ESC 7` was.
  mutating func restoreCursor() {
    cursor = CellPoint(
      column: min(saved.cursor.column, size.columns - 1), row: min(saved.cursor.row, size.rows - 1))
    style = saved.style
    isLineDrawing = saved.isLineDrawing
    isWrapPending = false
    cursorIsUncertain = false
  }

  /// Makes everything as at the start, but for the notes.
  mutating func reset() {
    cells = Array(repeating: .blank, count: size.columns * size.rows)
    plane = nil
    style = VTStyle()
    cursor = CellPoint(column: 0, row: 0)
    top = 0
    bottom = size.rows - 1
    privateModes = [7: true, 25: true, 80: false]
    isAlternate = false
    mainScreen = nil
    isWrapPending = false
    isInserting = false
  }

  /// Whether a DEC private mode is set.
  public func isSet(_ mode: Int) -> Bool { privateModes[mode] ?? false }

  // MARK: - Text

  private mutating func print(_ scalar: Unicode.Scalar) {
    var scalar = scalar
    if scalar.value >= 0x80 && scalar.value < 0xA0 {
      problems.append("C1 control U+\(String(scalar.value, radix: 16))")
      return
    }
    if isLineDrawing, let drawn = Self.lineDrawing[scalar] { scalar = drawn }
    let width = Int(pt_character_width(scalar.value))
    if width < 0 {
      problems.append("unprintable U+\(String(scalar.value, radix: 16))")
      return
    }
    if width == 0 {
      combine(scalar)
      return
    }
    if cursorIsUncertain { unpositionedTextCount += 1 }
    if isWrapPending || cursor.column + width > size.columns {
      if isSet(7), width <= size.columns {
        if isWrapPending || width > 1 {
          cursor.column = 0
          lineFeed()
        }
      } else {
        cursor.column = max(0, size.columns - width)
      }
      isWrapPending = false
    }
    if isInserting { insertBlanks(width) }
    note(scalar)
    put(
      VTCell(text: String(Character(scalar)), style: style, width: width, isWritten: true),
      at: cursor)
    if width == 2, cursor.column + 1 < size.columns {
      put(
        VTCell(text: "", style: style, width: 0, isWritten: true),
        at: CellPoint(column: cursor.column + 1, row: cursor.row), isRightHalf: true)
    }
    lastPrinted = scalar
    if cursor.column + width >= size.columns {
      cursor.column = size.columns - 1
      isWrapPending = true
    } else {
      cursor.column += width
    }
  }

  private mutating func combine(_ scalar: Unicode.Scalar) {
    var column = isWrapPending ? cursor.column : cursor.column - 1
    while column > 0, cells[cursor.row * size.columns + column].width == 0 { column -= 1 }
    if column >= 0 {
      cells[cursor.row * size.columns + column].text.unicodeScalars.append(scalar)
    }
  }

  private mutating func note(_ scalar: Unicode.Scalar) {
    if case .text(let start, var run)? = operations.last, start.row == cursor.row,
      runEnd == cursor
    {
      operations.removeLast()
      run.unicodeScalars.append(scalar)
      operations.append(.text(start, run))
    } else {
      operations.append(.text(cursor, String(Character(scalar))))
    }
    let width = Int(pt_character_width(scalar.value))
    runEnd = CellPoint(column: cursor.column + width, row: cursor.row)
  }

  /// The cell behind the last run of text in the notes.
  private var runEnd = CellPoint(column: -1, row: -1)

  /// Prints the last character again.
  mutating func repeatLast(_ count: Int) {
    guard let lastPrinted else { return }
    let wasDrawing = isLineDrawing
    isLineDrawing = false
    for _ in 0..<min(count, size.columns * size.rows) { print(lastPrinted) }
    isLineDrawing = wasDrawing
  }

  /// Puts a cell in place, which takes the pixels there away and breaks wide characters up.
  mutating func put(_ cell: VTCell, at point: CellPoint, isRightHalf: Bool = false) {
    let index = point.row * size.columns + point.column
    if cells[index].width == 0, !isRightHalf, point.column > 0 {
      cells[index - 1].text = " "
      cells[index - 1].width = 1
    }
    if cells[index].width == 2, point.column + 1 < size.columns {
      cells[index + 1].text = " "
      cells[index + 1].width = 1
    }
    cells[index] = cell
    if plane != nil, removePixels(at: point) { overwrittenPictureCellCount += 1 }
  }

  /// Goes one row down; the region scrolls when the cursor is at its end.
  mutating func lineFeed() {
    isWrapPending = false
    if cursor.row == bottom {
      scroll(by: 1)
    } else if cursor.row < size.rows - 1 {
      cursor.row += 1
    }
  }

  private static let lineDrawing: [Unicode.Scalar: Unicode.Scalar] = [
    "`": "◆", "a": "▒", "f": "°", "g": "±", "j": "┘", "k": "┐", "l": "┌", "m": "└", "n": "┼",
    "o": "⎺", "p": "⎻", "q": "─", "r": "⎼", "s": "⎽", "t": "├", "u": "┤", "v": "┴", "w": "┬",
    "x": "│", "y": "≤", "z": "≥", "{": "π", "|": "≠", "}": "£", "~": "·",
  ]
}

extension [UInt8] {
  /// Whether the bytes of a text stand somewhere in here.
  public func contains(sequence text: String) -> Bool {
    firstRange(of: Array(text.utf8)) != nil
  }

  /// The first place where other bytes stand in here, from an index on.
  public func firstRange(of other: [UInt8], from start: Int = 0) -> Range<Int>? {
    guard let first = other.first, count >= other.count else { return nil }
    var index = start
    while index <= count - other.count {
      if self[index] == first, self[index..<(index + other.count)].elementsEqual(other) {
        return index..<(index + other.count)
      }
      index += 1
    }
    return nil
  }

  /// The number of places where the bytes of a text stand in here, without overlap.
  public func occurrences(of text: String) -> Int {
    let other = Array(text.utf8)
    var count = 0
    var start = 0
    while let range = firstRange(of: other, from: start) {
      count += 1
      start = range.upperBound
    }
    return count
  }
}
