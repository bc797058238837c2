internal import CShims
internal import Glibc
internal import PickerModel

extension TerminalScreen {
  /// How long an ESC waits for the rest of a sequence.
  private static let escapeMilliseconds = 35

  // MARK: - Input

  func readInput() {
    guard !isClosed, !isStopped else { return }
    let bytes = device.read()
    if bytes.isEmpty {
      if device.isGone { terminate(SIGHUP) }
      return
    }
    sources?.cancelTimer(.escape)
    deliver(parser.feed(bytes))
    guard !isClosed, parser.isEscapePending else { return }
    sources?.after(.escape, milliseconds: Self.escapeMilliseconds) { [weak self] in
      guard let self else { return }
      deliver(parser.flush())
    }
  }

  private func deliver(_ events: [InputEvent]) {
    for event in events {
      if isClosed { return }
      if case .reply(let reply) = event {
        take(reply)
      } else {
        onInput?(event)
      }
    }
  }

  // MARK: - Capabilities

  private func take(_ reply: TerminalReply) {
    let before = capabilities
    let isLast = capabilities.note(reply)
    if isLast {
      openFenceCount = max(0, openFenceCount - 1)
      probeEnded()
    } else if !isProbing, capabilities != before {
      settle()
    }
  }

  /// The terminal has said what it had to say, or took too long; a late answer still counts.
  func probeEnded() {
    sources?.cancelTimer(.probe)
    isProbing = false
    settle()
  }

  /// Draws the conclusions from what is known.
  private func settle() {
    updateCellPixels()
    let known = capabilities
    if let wish = options.pictures {
      pictureMode = wish
    } else if known.hasSixel {
      pictureMode = .sixel
    } else if known.isKnown, known.hasDirectColor || known.paletteColorCount >= 256 {
      pictureMode = .blocks
    } else {
      pictureMode = .none
    }
    updateFormat()
    onCapabilities?()
    setNeedsFrame()
    composeIfReady()
  }

  private func updateFormat() {
    guard pictureMode != .none, !isProbing else {
      stage.use(nil, graphicCountLimit: nil)
      return
    }
    let registers = capabilities.colorRegisterCount ?? 256
    stage.use(
      ImageFormat(
        mode: pictureMode, cell: cellPixels, background: capabilities.background ?? .black,
        registerCount: min(1024, max(2, registers)), graphicLimit: capabilities.graphicLimit,
        hasDirectColor: capabilities.hasDirectColor),
      graphicCountLimit: capabilities.graphicCountLimit)
  }

  // MARK: - Size

  static func plausible(_ cells: CellSize) -> CellSize {
    let columns = cells.columns > 0 ? cells.columns : Int(SystemCall.environment("COLUMNS") ?? "")
    let rows = cells.rows > 0 ? cells.rows : Int(SystemCall.environment("LINES") ?? "")
    return CellSize(
      columns: min(2000, max(1, columns ?? 80)), rows: min(1000, max(1, rows ?? 24)))
  }

  private static func plausible(_ cell: PixelSize) -> PixelSize? {
    (2...200).contains(cell.width) && (4...400).contains(cell.height) ? cell : nil
  }

  /// The window's size in pixels over its cells, unless the terminal says otherwise.
  func updateCellPixels() {
    if let wish = options.cellPixels {
      cellPixels = PixelSize(width: max(1, wish.width), height: max(1, wish.height))
      return
    }
    let window = device.windowSize
    let measured = PixelSize(
      width: window.pixels.width / max(1, window.cells.columns),
      height: window.pixels.height / max(1, window.cells.rows))
    cellPixels =
      capabilities.cellPixels.flatMap(Self.plausible) ?? Self.plausible(measured)
      ?? Self.defaultCellPixels
  }

  func readSize() {
    let cells = Self.plausible(device.windowSize.cells)
    guard cells != size else { return }
    size = cells
    changedSize()
  }

  private func changedSize() {
    curses.resize(to: size)
    stage.forgetShown()
    updateCellPixels()
    if !isProbing { updateFormat() }
    setNeedsFrame()
    // The frame at hand is of the old size: its pictures could be cut, or touch the last row.
    if let onResize {
      frame = nil
      onResize()
    }
    composeIfReady()
  }

  private func windowChanged() {
    size = Self.plausible(device.windowSize.cells)
    if options.term != "linux" {
      capabilities.cellPixels = nil
      queries += TerminalSequences.sizeProbe
      openFenceCount += 1
    }
    changedSize()
  }

  // MARK: - Signals

  func handleSignal(_ signal: Int32) {
    guard !isClosed else { return }
    switch signal {
    case SIGWINCH: windowChanged()
    case SIGTSTP: suspend()
    case SIGCONT: continued()
    default: terminate(signal)
    }
  }

  /// Restores the terminal, stops the process group as Ctrl-Z does, and comes back when continued.
  ///
  /// Returns after that; the screen is drawn again.
  public func suspend() {
    guard !isClosed, !isStopped else { return }
    isStopped = true
    leaveScreen()
    pp_stop_group()
    let signals = EventSources.pendingSignals()
    comeBack()
    for signal in signals where signal != SIGCONT && signal != SIGTSTP { handleSignal(signal) }
  }

  /// Continued after a stop that nobody announced (SIGSTOP).
  private func continued() {
    guard !isStopped else { return }
    comeBack()
  }

  private func comeBack() {
    isStopped = false
    enterScreen()
    windowChanged()
  }

  private func terminate(_ signal: Int32) {
    close()
    if let onTermination {
      onTermination(signal)
    } else {
      pp_signal_reset(signal)
      kill(getpid(), signal)
    }
  }

  // MARK: - Late answers

  /// Waits a little for answers that are still on their way, so that no shell takes them for keys.
  func awaitFence(milliseconds: Int32) {
    guard openFenceCount > 0 else { return }
    var parser = InputParser()
    var rest = milliseconds
    while rest > 0, openFenceCount > 0 {
      var one = pollfd(fd: device.descriptor, events: Int16(POLLIN), revents: 0)
      let ready = unsafe poll(&one, 1, min(rest, 20))
      rest -= ready == 0 ? 20 : 1
      guard ready > 0 else { continue }
      let bytes = device.read()
      if bytes.isEmpty { break }
      for case .reply(.deviceAttributes) in parser.feed(bytes) { openFenceCount -= 1 }
    }
    openFenceCount = 0
  }
}
