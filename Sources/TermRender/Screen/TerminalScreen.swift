public import PickerModel

/// The terminal as a screen: frames in, events out, and everything restored at the end.
///
/// Isolation: the main actor. Nothing here waits for the terminal: a frame is composed as bytes and
/// one queue of its own writes it; while that is busy no other frame is composed, so a slow
/// terminal skips frames.
@MainActor
public final class TerminalScreen {
  /// How the screen is to be used.
  public struct Options: Sendable {
    /// Which pictures to draw; nil asks the terminal.
    public var pictures: PictureMode?
    /// A cell's size in pixels, or nil to ask the terminal.
    public var cellPixels: PixelSize?
    /// Clicks and the wheel are reported.
    public var usesMouse = true
    /// Text may be coloured; false under `NO_COLOR`.
    public var usesColor = true
    /// The terminal's device.
    public var devicePath = "/dev/tty"

    /// Creates the usual options; `NO_COLOR` is honoured.
    public init() {
      usesColor = SystemCall.environment("NO_COLOR") == nil
    }
  }

  /// Columns and rows.
  public private(set) var size: CellSize
  /// A cell in pixels.
  public private(set) var cellPixels: PixelSize
  /// What the terminal can do, as far as is known by now.
  public private(set) var capabilities = TerminalCapabilities()
  /// How pictures are drawn; `none` until the terminal has answered.
  public private(set) var pictureMode = PictureMode.none
  /// True until the terminal has answered the probe, or did not in time.
  public private(set) var isProbing = true

  /// Called for every key, click and paste; replies are handled inside.
  public var onInput: (@MainActor (InputEvent) -> Void)?
  /// Called after the size changed: present a frame of the new ``size``.
  public var onResize: (@MainActor () -> Void)?
  /// Called when ``capabilities`` or ``pictureMode`` or ``cellPixels`` changed.
  public var onCapabilities: (@MainActor () -> Void)?
  /// Called when a frame can be composed again after ``isReadyForFrame`` was false.
  public var onReadyForFrame: (@MainActor () -> Void)?
  /// Called after a signal (TERM, HUP, INT, QUIT) ended the session and the terminal was restored,
  /// with its number; also with SIGHUP's when the terminal is gone.
  public var onTermination: (@MainActor (Int32) -> Void)?

  /// True while a presented frame would be composed at once.
  public var isReadyForFrame: Bool { true }

  /// Opens the terminal, enters the alternate screen and sends the probe.
  ///
  /// - Parameter options: How the screen is to be used.
  /// - Throws: ``TerminalError`` when there is no terminal that a screen can be drawn on; nothing
  ///   has been changed then.
  public init(options: Options = Options()) throws(TerminalError) {
    size = CellSize(columns: 80, rows: 24)
    cellPixels = options.cellPixels ?? PixelSize(width: 8, height: 16)
  }

  /// Shows a frame: now, or when the terminal has taken the one before (then only the newest).
  ///
  /// - Parameter frame: What to show; made for the present ``size``, else cut or filled up.
  public func present(_ frame: ScreenFrame) {}

  /// Draws everything again, as after Ctrl-L.
  public func redrawAll() {}

  /// Restores the terminal, stops the process group (Ctrl-Z), and comes back when continued.
  public func suspend() {}

  /// Restores the terminal.
  ///
  /// Later calls do nothing, and so do all other methods afterwards.
  public func close() {}
}
