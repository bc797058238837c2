public import PickerModel

/// A colour that text is drawn in.
public enum VTColor: Hashable, Sendable {
  /// The terminal's own.
  case standard
  /// A palette entry, 0 to 255.
  case palette(Int)
  /// A colour of its own.
  case rgb(RGBColor)
}

/// How text is drawn.
public struct VTStyle: Hashable, Sendable {
  /// Bold.
  public var isBold = false
  /// Dim.
  public var isDim = false
  /// Italic.
  public var isItalic = false
  /// Underlined.
  public var isUnderlined = false
  /// Blinking.
  public var isBlinking = false
  /// Foreground and background swapped.
  public var isReversed = false
  /// Invisible.
  public var isInvisible = false
  /// Struck through.
  public var isStruck = false
  /// The foreground.
  public var foreground = VTColor.standard
  /// The background.
  public var background = VTColor.standard

  /// The terminal's own style.
  public static let plain = VTStyle()

  /// Whether a colour other than the terminal's own is set.
  public var hasColor: Bool { foreground != .standard || background != .standard }
}

/// One cell of the screen.
public struct VTCell: Equatable, Sendable {
  /// The character with what is combined with it; empty in the right half of a wide one.
  public var text: String
  /// How it is drawn.
  public var style: VTStyle
  /// The number of cells that the character takes: 1 or 2; 0 in the right half of a wide one.
  public var width: Int
  /// Whether something was written here since the cell was last erased.
  public var isWritten: Bool

  /// A cell with nothing in it.
  public static let blank = VTCell(text: " ", style: .plain, width: 1, isWritten: false)
}

/// A picture that was drawn.
public struct VTImage: Sendable {
  /// The picture.
  public let image: SixelImage
  /// The cells that it touches; rows may lie below the screen.
  public let rect: CellRect
  /// The size of the screen at that time.
  public let screenSize: CellSize
  /// Whether it was on its way while the size changed: the program has not cleared the screen since.
  public let isOvertaken: Bool
  /// Whether it came between the begin and the end of a synchronized update.
  public let isSynchronized: Bool
  /// Whether the cursor was put in place since the last picture.
  public let isPositioned: Bool
  /// The number of bytes of the stream up to its end, in whole pieces as they were fed.
  public let serial: Int
}

/// What a program asked the terminal.
public enum VTQuery: Hashable, Sendable {
  /// `CSI c`
  case primaryAttributes
  /// `CSI > c`
  case secondaryAttributes
  /// `CSI = c`
  case tertiaryAttributes
  /// `CSI > q`
  case version
  /// `CSI 14 t`: the text area in pixels.
  case textAreaPixels
  /// `CSI 16 t`: a cell in pixels.
  case cellPixels
  /// `CSI 18 t`: the text area in cells.
  case textAreaCells
  /// `CSI ? item ; action ; value S`
  case graphics(item: Int, action: Int)
  /// `CSI ? mode $ p`
  case privateMode(Int)
  /// `CSI mode $ p`
  case ansiMode(Int)
  /// `OSC number ; ? ST`
  case dynamicColor(Int)
  /// `OSC 4 ; number ; ? ST`
  case paletteColor(Int)
  /// `CSI 6 n`, with the cursor's place
  case cursorPosition(CellPoint)
  /// `CSI 5 n`
  case status
  /// `CSI ? u`
  case kittyKeyboard
  /// `APC G … ST` with a query in it
  case kittyGraphics([UInt8])
  /// `DCS + q … ST`
  case terminfo([UInt8])
  /// `DCS $ q … ST`
  case setting([UInt8])
}

/// What happened on the screen, in order.
public enum VTOperation: Equatable, Sendable {
  /// Text from a cell on, in one row, not broken by anything else.
  case text(CellPoint, String)
  /// The picture with this index in `images`.
  case image(Int)
  /// Cells were erased without being written: `ED`, `EL`, `ECH`.
  case erase(String, CellPoint)
  /// A DEC private mode was set or reset.
  case mode(Int, Bool)
  /// Rows moved up (positive) or down.
  case scroll(Int)
  /// The bell rang.
  case bell
  /// The screen has a new size.
  case resize(CellSize)
}
