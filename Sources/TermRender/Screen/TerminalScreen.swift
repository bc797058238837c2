internal import CShims
internal import Glibc
public import PickerModel

/// The terminal as a screen: frames in, events out, and everything restored at the end.
///
/// Isolation: the main actor. Nothing here waits for the terminal: a frame is composed as bytes and
/// one queue of its own writes it; while that is busy no other frame is composed, so a slow
/// terminal skips frames. Between events nothing runs.
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
    public var usesColor: Bool
    /// The terminal's device.
    public var devicePath = "/dev/tty"
    /// The terminal's type, as in `TERM`.
    public var term: String
    /// How long the terminal's answers are waited for before pictures are given up.
    public var probeMilliseconds = 250

    /// Creates the usual options from the environment: `TERM`, `NO_COLOR`.
    public init() {
      usesColor = SystemCall.environment("NO_COLOR") == nil
      term = SystemCall.environment("TERM") ?? ""
    }
  }

  /// How long the screen rests before a page is drawn again for a terminal that keeps few graphics.
  private static let settleMilliseconds = 150

  /// The size of a cell in pixels when nothing tells.
  public nonisolated static let defaultCellPixels = PixelSize(width: 8, height: 16)

  /// Columns and rows.
  public internal(set) var size: CellSize
  /// A cell in pixels.
  public internal(set) var cellPixels: PixelSize
  /// What the terminal can do, as far as is known by now.
  public internal(set) var capabilities = TerminalCapabilities()
  /// How pictures are drawn; `none` until the terminal has answered.
  public internal(set) var pictureMode = PictureMode.none
  /// True until the terminal has answered the probe, or did not in time.
  public internal(set) var isProbing = true

  /// Called for every key, click and paste; replies are handled inside.
  public var onInput: (@MainActor (InputEvent) -> Void)?
  /// Called after the size changed: present a frame of the new ``size``.
  public var onResize: (@MainActor () -> Void)?
  /// Called when ``capabilities``, ``pictureMode`` or ``cellPixels`` changed.
  public var onCapabilities: (@MainActor () -> Void)?
  /// Called when a frame can be composed again after ``isReadyForFrame`` was false.
  public var onReadyForFrame: (@MainActor () -> Void)?
  /// Called after a signal ended the session and the terminal was restored, with its number.
  ///
  /// TERM, HUP, INT and QUIT do; with SIGHUP's also when the terminal is gone. All four are ignored
  /// from then on, so that what is to be saved can be. Without it the signal is sent again with its
  /// default action.
  public var onTermination: (@MainActor (Int32) -> Void)?

  let options: Options
  let device: TerminalDevice
  let curses: Curses
  let writer: OutputWriter
  let stage = ImageStage()
  var sources: EventSources?
  var parser = InputParser()
  var openFenceCount = 0
  /// When the terminal was asked or answered last.
  var lastAnswer = ContinuousClock.now
  var queries: [UInt8] = []
  var frame: ScreenFrame?
  private var needsFrame = false
  private(set) var isClosed = false
  var isStopped = false

  /// Opens the terminal, enters the alternate screen and sends the probe.
  ///
  /// - Parameter options: How the screen is to be used.
  /// - Throws: ``TerminalError`` when there is no terminal that a screen can be drawn on; nothing
  ///   has been changed then.
  public init(options: Options = Options()) throws(TerminalError) {
    guard !options.term.isEmpty, options.term != "dumb" else {
      throw .unsuitable(term: options.term)
    }
    let device = try TerminalDevice(path: options.devicePath)
    let cells = Self.plausible(device.windowSize.cells)
    do throws(TerminalError) {
      curses = try Curses(term: options.term, size: cells, usesColor: options.usesColor)
    } catch {
      device.close()
      throw error
    }
    self.options = options
    self.device = device
    size = cells
    cellPixels = Self.defaultCellPixels
    writer = OutputWriter(descriptor: device.descriptor)
    capabilities.paletteColorCount = curses.colorCount
    let direct = SystemCall.environment("COLORTERM") ?? ""
    capabilities.hasDirectColor = direct == "truecolor" || direct == "24bit"
    begin()
  }

  private func begin() {
    device.enterRawMode(leaving: TerminalSequences.leave)
    // Weak: a write or an encoding may end after the screen is gone.
    writer.onIdle = { [weak self] in self?.becameIdle() }
    stage.onProgress = { [weak self] in
      self?.needsFrame = true
      self?.composeIfReady()
    }
    sources = EventSources(
      descriptor: device.descriptor, onReadable: { [weak self] in self?.readInput() },
      onSignal: { [weak self] in self?.handleSignal($0) })
    updateCellPixels()
    // The Linux console prints what it does not understand.
    if options.term == "linux" {
      writer.write(TerminalSequences.enter(usesMouse: false))
      probeEnded()
    } else {
      openFenceCount += 1
      writer.write(TerminalSequences.enter(usesMouse: options.usesMouse) + TerminalSequences.probe)
      sources?.after(.probe, milliseconds: options.probeMilliseconds) { [weak self] in
        self?.probeEnded()
      }
    }
    // Signals are listened to only since now.
    readSize()
  }

  // MARK: - Frames

  /// True while a presented frame is composed at once.
  public var isReadyForFrame: Bool { !isClosed && !isStopped && !writer.isBusy }

  /// The bytes sent to the terminal so far.
  public var writtenByteCount: Int { writer.byteCount }

  /// Shows a frame: now, or when the terminal has taken the one before (then only the newest).
  ///
  /// Pictures that are not encoded yet follow by themselves.
  ///
  /// - Parameter frame: What to show; made for the present ``size``, else cut or filled up.
  public func present(_ frame: ScreenFrame) {
    guard !isClosed else { return }
    self.frame = frame
    needsFrame = true
    stage.want(frame.placements, screen: size)
    composeIfReady()
  }

  /// Draws everything again, as after Ctrl-L.
  public func redrawAll() {
    guard !isClosed else { return }
    curses.drawAll()
    stage.forgetShown()
    needsFrame = true
    composeIfReady()
  }

  /// Forgets keys that were typed before there was anything to see: they answer no question.
  public func discardInput() {
    if !isClosed { device.discardInput() }
  }

  private func becameIdle() {
    composeIfReady()
    if isReadyForFrame { onReadyForFrame?() }
  }

  func composeIfReady() {
    guard isReadyForFrame, needsFrame, let frame else { return }
    needsFrame = false
    let step = stage.nextStep()
    let flushes = step.flushesGraphics && size.rows >= 3
    if flushes { curses.redrawFirstRows(2) }
    let text = curses.update(frame.canvas, covered: step.covered, cursor: frame.cursor)
    var out: [UInt8] = []
    out.append(contentsOf: queries)
    queries.removeAll()
    if !text.isEmpty || !step.drawings.isEmpty {
      let isAtomic = capabilities.hasSynchronizedOutput
      if isAtomic { out.append(contentsOf: TerminalSequences.beginFrame) }
      if flushes { out.append(contentsOf: TerminalSequences.flushGraphics(rows: size.rows)) }
      out.append(contentsOf: text)
      if !step.drawings.isEmpty {
        out.append(contentsOf: TerminalSequences.saveCursor)
        for drawing in step.drawings {
          guard let bounds = CellRect(around: drawing.tiles.map(\.rect)) else { continue }
          drawing.image.append(at: bounds.origin, to: &out)
        }
        out.append(contentsOf: TerminalSequences.restoreCursor)
      }
      if isAtomic { out.append(contentsOf: TerminalSequences.endFrame) }
    }
    stage.commit(step)
    if step.hasMore { needsFrame = true }
    stage.continueEncoding()
    writer.write(out)
    if stage.wantsToSettle {
      sources?.after(.settle, milliseconds: Self.settleMilliseconds) { [weak self] in
        self?.stage.settle()
        self?.setNeedsFrame()
        self?.composeIfReady()
      }
    }
  }

  // MARK: - The end

  /// Restores the terminal.
  ///
  /// Takes half a second at the most, whatever the terminal does. Later calls do nothing, and so do
  /// all other methods afterwards.
  ///
  /// - Parameter signals: What becomes of INT, TERM, HUP and QUIT.
  public func close(signals: EndingSignals.Fate = .byDefault) {
    guard !isClosed else { return }
    isClosed = true
    if signals == .ignored { EventSources.ignoreEndings() }
    // While stopped it was left already, and may be somebody else's.
    if !isStopped { leaveScreen() }
    sources?.cancel(keepsEndings: signals != .byDefault)
    curses.close()
    // Not under a writer that may still use it; the process ends soon.
    if writer.drain(milliseconds: 50) { device.close() }
  }

  func leaveScreen() {
    let leave = TerminalSequences.leave
    guard writer.drain(milliseconds: 200) else {
      // It takes nothing, or takes its time: the settings come first, and no more of the pictures.
      writer.abandon()
      device.leaveRawMode()
      _ = writer.drain(milliseconds: 60)
      device.discardOutput()
      writer.writeNow(leave, patience: 100)
      return
    }
    awaitFence(milliseconds: 100)
    var last: [UInt8] = [0x1B, 0x5C]
    last += TerminalSequences.spaces(over: stage.shownRects)
    if capabilities.graphicCountLimit != nil, pictureMode == .sixel, size.rows >= 3 {
      last += TerminalSequences.flushGraphics(rows: size.rows)
    }
    if !writer.writeNow(last + leave, patience: 150) {
      device.leaveRawMode()
      device.discardOutput()
      writer.writeNow(leave, patience: 50)
    }
    device.leaveRawMode()
  }

  func enterScreen() {
    device.enterRawMode(leaving: TerminalSequences.leave)
    writer.write(
      TerminalSequences.enter(usesMouse: options.usesMouse && options.term != "linux"))
    curses.drawAll()
    stage.forgetShown()
  }

  func setNeedsFrame() { needsFrame = true }
}
