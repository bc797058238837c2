/// How text looks: attributes and two colours of a small palette.
public struct TextStyle: Hashable, Sendable {
  /// Bold, dim and so on.
  public var attributes: Attributes
  /// The colour of the characters.
  public var foreground: TextColor
  /// The colour behind them.
  public var background: TextColor

  /// Attributes that every terminal has.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// The set as bits.
    public let rawValue: UInt8

    /// Creates a set from bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Bold or bright.
    public static let bold = Attributes(rawValue: 1)
    /// Dim or faint.
    public static let dim = Attributes(rawValue: 2)
    /// Foreground and background exchanged.
    public static let reverse = Attributes(rawValue: 4)
    /// Underlined.
    public static let underline = Attributes(rawValue: 8)
  }

  /// Creates a style.
  public init(
    _ attributes: Attributes = [], foreground: TextColor = .standard,
    background: TextColor = .standard
  ) {
    self.attributes = attributes
    self.foreground = foreground
    self.background = background
  }

  /// The terminal's own look.
  public static let plain = TextStyle()
}

/// The colours that text may have, by what they say; the terminal's theme decides the shade.
public enum TextColor: UInt8, Hashable, Sendable, CaseIterable {
  /// The terminal's own colour.
  case standard
  /// The cursor and what is picked.
  case accent
  /// Something picked.
  case success
  /// A warning: the cap, the access banner.
  case warning
  /// An error.
  case failure
  /// Less important text, frames.
  case muted
  /// Black, for text on a coloured background.
  case black
  /// White.
  case white

  /// The number in the terminal's palette, or nil for the terminal's own colour.
  ///
  /// Bright colours are readable on black and dark ones on white, not the other way round.
  ///
  /// - Parameters:
  ///   - count: How many colours the terminal has; with fewer than 16 the bright ones become their
  ///     plain versions.
  ///   - isOnLight: The terminal's background is light.
  /// - Returns: The palette's number.
  func paletteIndex(of count: Int, isOnLight: Bool = false) -> Int? {
    if isOnLight { return indexOnLight(of: count) }
    return switch self {
    case .standard: nil
    case .accent: count >= 16 ? 14 : 6
    case .success: count >= 16 ? 10 : 2
    case .warning: count >= 16 ? 11 : 3
    case .failure: count >= 16 ? 9 : 1
    case .muted: count >= 256 ? 245 : count >= 16 ? 8 : 7
    case .black: 0
    case .white: count >= 16 ? 15 : 7
    }
  }

  /// With 256 colours from the fixed part of the palette; else from the first eight, whose yellow is
  /// unreadable on white in most themes: magenta warns instead.
  private func indexOnLight(of count: Int) -> Int? {
    switch self {
    case .standard: nil
    case .accent: count >= 256 ? 25 : 4
    case .success: count >= 256 ? 28 : 2
    case .warning: count >= 256 ? 130 : 5
    case .failure: count >= 256 ? 124 : 1
    case .muted: count >= 256 ? 240 : count >= 16 ? 8 : 0
    case .black: 0
    case .white: count >= 16 ? 15 : 7
    }
  }
}
