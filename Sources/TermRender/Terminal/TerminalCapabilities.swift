public import PickerModel

/// What a terminal can do, as far as it said so.
public struct TerminalCapabilities: Hashable, Sendable {
  /// The terminal answered the probe.
  public var isKnown = false
  /// Its name and version, `XTerm(379)`.
  public var name: String?
  /// The numbers of its primary device attributes.
  public var deviceAttributes: [Int] = []
  /// It draws sixels.
  public var hasSixel = false
  /// It draws a frame at once: synchronized output, mode 2026.
  public var hasSynchronizedOutput = false
  /// Its sixel colour registers, or nil when it did not tell.
  public var colorRegisterCount: Int?
  /// The largest sixel that it draws, or nil when it did not tell.
  public var graphicLimit: PixelSize?
  /// How many sixels stay on its screen, or nil for as many as there is room.
  ///
  /// xterm keeps 16 and does not say so.
  public var graphicCountLimit: Int?
  /// The colour behind text.
  public var background: RGBColor?
  /// A cell in pixels, as it answered (`CSI 16 t`).
  public var cellPixels: PixelSize?
  /// The colours of text: 0, 8, 16, 88 or 256.
  public var paletteColorCount = 0
  /// It takes 24-bit colours for text (`COLORTERM`).
  public var hasDirectColor = false

  /// Creates the capabilities of a terminal that has said nothing.
  public init() {}

  /// Takes an answer in.
  ///
  /// - Returns: True when the answer is the last of the probe.
  mutating func note(_ reply: TerminalReply) -> Bool {
    switch reply {
    case .deviceAttributes(let numbers):
      isKnown = true
      deviceAttributes = numbers
      hasSixel = numbers.dropFirst().contains(4)
      return true
    case .version(let text):
      name = TerminalText.sanitized(text)
      // xterm's MAX_GRAPHICS; a page of more loses its oldest at the next repaint.
      if text.hasPrefix("XTerm(") { graphicCountLimit = 16 }
    case .colorRegisters(let count):
      if count > 1 { colorRegisterCount = count }
    case .graphicLimit(let size):
      if size.width > 0, size.height > 0 { graphicLimit = size }
    case .mode(2026, let status):
      hasSynchronizedOutput = status == 1 || status == 2
    case .background(let color):
      background = color
    case .cellPixels(let size):
      cellPixels = size
    case .areaPixels, .mode, .other:
      break
    }
    return false
  }
}

extension RGBColor {
  /// Its relative luminance is above one half.
  ///
  /// Source: Rec. 709 weights; a square in place of sRGB's exponent of about 2.2.
  var isLight: Bool {
    let (red, green, blue) = (Double(red), Double(green), Double(blue))
    return 0.2126 * red * red + 0.7152 * green * green + 0.0722 * blue * blue > 0.5 * 255 * 255
  }
}
