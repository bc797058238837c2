public import PickerModel

/// How a terminal names itself and what it answers to queries.
///
/// - Source: the answers were read from the real terminals of Debian 12.
public struct TerminalProfile: Sendable, CustomTestNameConvertible {
  /// The name, for people.
  public var name: String
  /// `TERM`.
  public var term = "xterm-256color"
  /// `COLORTERM`; nil leaves it unset.
  public var colorTerm: String?
  /// A cell in pixels.
  public var cellPixels = PixelSize(width: 8, height: 17)
  /// What primary device attributes answer, between `CSI ?` and `c`; nil for no answer at all.
  public var attributes: String?
  /// What `CSI > q` answers, as in `XTerm(379)`.
  public var version: String?
  /// The number of sixel colour registers; 0 answers with an error, nil not at all.
  public var registers: Int?
  /// The answer to the question for the largest sixel.
  public var graphicsLimit = GraphicsLimit.screen
  /// Whether synchronized updates are known.
  public var knowsSynchronizedUpdates = false
  /// The background, `rgb:…`.
  public var background: String? = "rgb:1010/1010/1414"
  /// Whether `CSI 14 t`, `16 t` and `18 t` are answered.
  public var answersSizes = true
  /// How long an answer takes.
  public var delayMilliseconds = 0.0
  /// Whether `TIOCGWINSZ` tells pixels.
  public var reportsPixels = true

  /// What is answered to the question for the largest sixel.
  public enum GraphicsLimit: Hashable, Sendable {
    /// The size of the screen in pixels.
    case screen
    /// A size.
    case size(PixelSize)
    /// An error.
    case error
    /// Nothing.
    case mute
  }

  /// xterm as a VT340.
  public static let xterm = TerminalProfile(
    name: "xterm -ti vt340", attributes: "63;1;2;4;6;9;15;16;22;28", version: "XTerm(379)",
    registers: 1024, graphicsLimit: .size(PixelSize(width: 1000, height: 1000)))

  /// xterm as it comes, which swallows sixels.
  public static let plainXterm = TerminalProfile(
    name: "xterm", attributes: "64;1;2;6;9;15;16;17;18;21;22;28", version: "XTerm(379)",
    registers: 0, graphicsLimit: .error)

  /// foot.
  public static let foot = TerminalProfile(
    name: "foot", term: "xterm-256color", colorTerm: "truecolor", attributes: "62;4;22",
    version: "foot(1.13.1)", registers: 1024, knowsSynchronizedUpdates: true)

  /// mlterm.
  public static let mlterm = TerminalProfile(
    name: "mlterm", cellPixels: PixelSize(width: 10, height: 19), attributes: "63;1;2;3;4;7;29",
    registers: 1024, graphicsLimit: .error)

  /// A terminal that answers nothing and tells no pixels.
  public static let mute = TerminalProfile(
    name: "mute", graphicsLimit: .mute, background: nil, answersSizes: false, reportsPixels: false)

  /// xterm behind a line so slow that its answers come after everybody has given up.
  public static let late = {
    var profile = xterm
    profile.name = "late xterm"
    profile.delayMilliseconds = 700
    return profile
  }()

  /// A console without any abilities.
  public static let dumb = TerminalProfile(
    name: "dumb", term: "dumb", graphicsLimit: .mute, background: nil, answersSizes: false,
    reportsPixels: false)

  /// The sixel terminals that matter.
  public static let sixelTerminals = [xterm, foot, mlterm]

  /// The name.
  public var testName: String { name }

  /// The bytes that answer a query, or nil where this terminal keeps silent.
  func answer(_ query: VTQuery, size: CellSize) -> [UInt8]? {
    let width = size.columns * cellPixels.width
    let height = size.rows * cellPixels.height
    let text: String? =
      switch query {
      case .primaryAttributes: attributes.map { "\u{1B}[?\($0)c" }
      case .secondaryAttributes: attributes.map { _ in "\u{1B}[>41;379;0c" }
      case .version: version.map { "\u{1B}P>|\($0)\u{1B}\\" }
      case .textAreaPixels: answersSizes ? "\u{1B}[4;\(height);\(width)t" : nil
      case .cellPixels:
        answersSizes ? "\u{1B}[6;\(cellPixels.height);\(cellPixels.width)t" : nil
      case .textAreaCells: answersSizes ? "\u{1B}[8;\(size.rows);\(size.columns)t" : nil
      case .graphics(1, _):
        registers.map { $0 > 0 ? "\u{1B}[?1;0;\($0)S" : "\u{1B}[?1;3S" }
      case .graphics(let item, _): limitAnswer(item, width: width, height: height)
      case .privateMode(let mode): modeAnswer(mode)
      case .dynamicColor(let number):
        background.map { "\u{1B}]\(number);\(number == 11 ? $0 : "rgb:d8d8/d8d8/d8d8")\u{1B}\\" }
      case .cursorPosition(let point):
        attributes.map { _ in "\u{1B}[\(point.row + 1);\(point.column + 1)R" }
      case .status: attributes.map { _ in "\u{1B}[0n" }
      default: nil
      }
    return text.map { Array($0.utf8) }
  }

  private func limitAnswer(_ item: Int, width: Int, height: Int) -> String? {
    switch graphicsLimit {
    case .screen: "\u{1B}[?\(item);0;\(width);\(height)S"
    case .size(let size): "\u{1B}[?\(item);0;\(size.width);\(size.height)S"
    case .error: "\u{1B}[?\(item);3;0S"
    case .mute: nil
    }
  }

  private func modeAnswer(_ mode: Int) -> String? {
    guard attributes != nil, version != nil || knowsSynchronizedUpdates else { return nil }
    let state = mode == 2026 && !knowsSynchronizedUpdates ? 0 : 2
    return "\u{1B}[?\(mode);\(state)$y"
  }
}

/// Something with a name for the list of a table test's cases.
public protocol CustomTestNameConvertible: CustomStringConvertible {
  /// The name.
  var testName: String { get }
}

extension CustomTestNameConvertible {
  /// The name.
  public var description: String { testName }
}
