internal import CShims
internal import Glibc
internal import PickerModel

extension TerminalScreen {
  /// How long an ESC waits for the rest of a sequence.
  private static let escapeMilliseconds = 35
  /// The same while the terminal answers, perhaps over a slow line: an answer that is broken up
  /// after its ESC must not be taken for the key.
  private static let answeringEscapeMilliseconds = 400
  /// How long after a question, or an answer, more answers are expected; and how long when the last
  /// one is there already, because multiplexers answer some of them out of order.
  private static let answerMilliseconds = (open: 3000, closed: 1500)
  /// How long a paste waits for its end.
  private static let pasteMilliseconds = 1000

  // MARK: - Input

  func readInput() {
    guard !isClosed, !isStopped else { return }
    let bytes = device.read()
    if bytes.isEmpty {
      if device.isGone { terminate(SIGHUP) }
      return
    }
    sources?.cancelTimer(.escape)
    // A paste whose end was lost must not take the keyboard with it.
    let isInterrupt = parser.isPasteOpen && bytes == [0x03]
    deliver(isInterrupt ? parser.interruptPaste() : parser.feed(bytes))
    guard !isClosed else { return }
    if parser.isPasteOpen {
      sources?.after(.escape, milliseconds: Self.pasteMilliseconds) { [weak self] in
        guard let self else { return }
        deliver(parser.endPaste())
      }
    }
    guard parser.isEscapePending else { return }
    let patience = isAnswering ? Self.answeringEscapeMilliseconds : Self.escapeMilliseconds
    sources?.after(.escape, milliseconds: patience) { [weak self] in
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

  /// True while answers are on their way.
  private var isAnswering: Bool {
    let patience = Self.answerMilliseconds
    return ContinuousClock.now - lastAnswer
      < .milliseconds(openFenceCount > 0 ? patience.open : patience.closed)
  }

  private func take(_ reply: TerminalReply) {
    lastAnswer = .now
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
    if let background = known.background, curses.useBackground(isLight: background.isLight) {
      stage.forgetShown()
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
      lastAnswer = .now
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
    pp_stop_group(SIGTSTP)
    returnToForeground(remembers: true)
  }

  /// Continued after a stop that nobody announced (SIGSTOP).
  private func continued() {
    guard !isStopped else { return }
    isStopped = true
    returnToForeground(remembers: false)
  }

  /// Comes back to the screen, as soon as the terminal is this process group's.
  ///
  /// After `bg` it is not: the group stops again, as any that wants to write.
  private func returnToForeground(remembers: Bool) {
    var futileStops = 0
    while true {
      let signals = EventSources.pendingSignals()
      if let ending = signals.first(where: EventSources.endings.contains) {
        // After a stop that nobody announced the screen is still ours to restore.
        if !remembers { isStopped = !device.isForeground }
        terminate(ending)
        return
      }
      if device.isForeground { break }
      // An orphaned group does not stop, and nobody will bring it to the foreground.
      if futileStops == 5 {
        terminate(SIGHUP)
        return
      }
      let start = ContinuousClock.now
      pp_stop_group(SIGTTOU)
      futileStops = ContinuousClock.now - start < .milliseconds(2) ? futileStops + 1 : 0
    }
    if remembers { device.rememberSettings() }
    isStopped = false
    enterScreen()
    windowChanged()
  }

  private func terminate(_ signal: Int32) {
    close(signals: .ignored)
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
