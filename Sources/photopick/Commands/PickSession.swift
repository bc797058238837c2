internal import Dispatch
import Observation
import PhotoLibrary
import PickerModel
import TermRender

/// One run of the picker: ties model, library, pictures and terminal together.
///
/// Everything here runs on the main actor and nothing waits: keys and news change the model, the model
/// asks for a frame, and a frame is made when the terminal has taken the one before.
@MainActor
final class PickSession {
  /// How a run ended.
  enum End: Equatable, Sendable {
    /// The person is done.
    case outcome(PickOutcome)
    /// The scan is over and nothing matches.
    case nothingToPick
    /// A signal, by its number.
    case signal(Int32)
    /// Nobody reads the events of `--continuous` any more.
    case readerGone
  }

  /// The model.
  let model: PickerModel
  /// What could not be read, for standard error after the screen is gone.
  private(set) var problems: [FileError] = []
  /// How many could not be read.
  private(set) var problemCount = 0

  /// The commands of the caller that were wrong, for standard error after the screen is gone.
  var controlProblems: [String] = []
  /// How many were wrong.
  var controlProblemCount = 0
  /// What tells the caller how the picks change, if that was asked for.
  let feed: EventFeed?
  /// Whether signals that come after the screen is gone wait for an `EndingSignals`.
  var keepsSignals = false

  private let options: PickOptions
  private let screen: TerminalScreen
  private let library: LibraryFeed
  private let pictures: PictureFeed
  private let details: DetailsFeed
  private let isListWanted: Bool
  private var keys: KeyMap
  private var lastClick: (position: CellPoint, time: ContinuousClock.Instant)?
  private var isFrameScheduled = false
  private var isFrameWaiting = false
  private var spinner: (any DispatchSourceTimer)?
  private var tick = 0
  private var end: CheckedContinuation<End, Never>?
  private var hasEnded = false

  private static let doubleClick = Duration.milliseconds(400)

  /// Creates a session on an open terminal.
  init(options: PickOptions, library: OpenedLibrary, screen: TerminalScreen) {
    self.screen = screen
    self.options = options
    isListWanted = options.screen.graphics == .none
    keys = KeyMap(hasSets: !options.setNames.isEmpty)
    var configuration = PickerConfiguration(
      title: options.title ?? library.title, rules: options.rules, access: library.access,
      order: options.library.order, baseFilter: options.library.filter,
      searchText: options.library.searchText, thumbnailSize: options.thumbnailSize,
      presentation: isListWanted ? .list : .tiles, disabled: options.disabled,
      setNames: options.setNames)
    configuration.confirmsAtCursor = options.confirmsAtCursor
    configuration.resumesPicks = options.resumed != nil
    model = PickerModel(configuration: configuration)
    feed =
      options.isContinuous
      ? EventFeed(model: model, writer: EventWriter(descriptor: StandardStreams.output)) : nil
    self.library = LibraryFeed(model: model, library: library, isWatching: options.isWatching)
    pictures = PictureFeed(model: model, pipeline: ThumbnailPipeline(door: library.door))
    details = DetailsFeed(worker: DetailsWorker(door: library.door))
  }

  /// Runs until the person is done, nothing can be picked, or a signal ends it; closes the screen.
  func run() async -> End {
    screen.onInput = { [weak self] in self?.handle($0) }
    screen.onResize = { [weak self] in self?.layoutChanged() }
    screen.onCapabilities = { [weak self] in self?.capabilitiesChanged() }
    screen.onReadyForFrame = { [weak self] in self?.terminalIsReady() }
    screen.onTermination = { [weak self] in self?.finish(.signal($0)) }
    pictures.onChange = { [weak self] in self?.frameNeeded() }
    library.onProblem = { [weak self] in self?.note($0) }
    library.onScanned = { [weak self] in self?.libraryScanned() }
    details.onChange = { [weak self] in self?.frameNeeded() }
    StandardError.silence()
    capabilitiesChanged()
    library.start()
    startTalking(options)
    let result = await withCheckedContinuation { end = $0 }
    library.stop()
    spinner?.cancel()
    pictures.stop()
    details.stop()
    screen.close(signals: keepsSignals ? .kept : .byDefault)
    StandardError.restore()
    return result
  }

  /// Ends the run; the first end counts.
  func finish(_ result: End) {
    guard !hasEnded else { return }
    hasEnded = true
    end?.resume(returning: result)
    end = nil
  }

  // MARK: - The terminal

  private func layoutChanged() {
    // Until the terminal has answered, pictures are made for what it most likely is.
    let showsPictures = !isListWanted && (screen.isProbing || screen.pictureMode != .none)
    let cell = showsPictures ? screen.cellPixels : PixelSize(width: 0, height: 0)
    model.layoutChanged(screen: screen.size, cellPixels: cell)
    frameNeeded()
  }

  private func capabilitiesChanged() {
    pictures.setBackground(screen.capabilities.background ?? .black)
    layoutChanged()
  }

  private func terminalIsReady() {
    guard isFrameWaiting else { return }
    isFrameWaiting = false
    frameNeeded()
  }

  // MARK: - Frames

  /// Asks for a frame; many calls in one turn of the main queue make one frame.
  private func frameNeeded() {
    guard !hasEnded else { return }
    feed?.picksMayHaveChanged()
    guard !isFrameScheduled else { return }
    isFrameScheduled = true
    Task { @MainActor [weak self] in self?.makeFrame() }
  }

  private func makeFrame() {
    isFrameScheduled = false
    guard !hasEnded else { return }
    feed?.picksMayHaveChanged()
    guard screen.isReadyForFrame else {
      isFrameWaiting = true
      return
    }
    let focus = model.state.isInfoOpen ? model.focusedAsset : nil
    details.want(focus)
    let builder = FrameBuilder(
      model: model, showsPictures: screen.pictureMode != .none, editions: pictures.editions,
      tick: tick, details: focus.map { details.state(of: $0) } ?? .idle, count: keys.count)
    let frame = withObservationTracking {
      builder.frame(for: screen.size)
    } onChange: { [weak self] in
      Task { @MainActor [weak self] in self?.frameNeeded() }
    }
    screen.present(frame)
    pictures.want(model.wantedThumbnails)
    turnSpinner()
  }

  /// The spinner's timer exists only while a picture on the screen is loading.
  private func turnSpinner() {
    let isLoading = screen.pictureMode != .none && pictures.isLoadingVisible
    if !isLoading {
      spinner?.cancel()
      spinner = nil
    } else if spinner == nil {
      let timer = DispatchSource.makeTimerSource(queue: .main)
      timer.schedule(deadline: .now() + .milliseconds(250), repeating: .milliseconds(250))
      timer.setEventHandler { [weak self] in
        MainActor.assumeIsolated {
          self?.tick += 1
          self?.frameNeeded()
        }
      }
      timer.activate()
      spinner = timer
    }
  }

  // MARK: - Input

  private func handle(_ event: InputEvent) {
    switch event {
    case .key(let press):
      let typed = keys.count
      if let intent = keys.intent(for: press, in: model.mode) { apply(intent) }
      if typed != keys.count { frameNeeded() }
    case .paste(let text):
      if model.mode == .search {
        apply(.editSearch(.insert(text)))
      } else if model.mode.isText {
        apply(.menu(.edit(.insert(text))))
      }
    case .mouse(let event): handle(event)
    case .reply: break
    }
  }

  private func handle(_ event: MouseEvent) {
    let zooms = model.mode == .preview && event.modifiers.contains(.control)
    switch event.action {
    case .wheelUp where zooms: apply(.zoom(by: 1))
    case .wheelDown where zooms: apply(.zoom(by: -1))
    case .wheelUp: apply(.scroll(rows: -1))
    case .wheelDown: apply(.scroll(rows: 1))
    case .press(.left):
      if event.modifiers.contains(.control) {
        apply(.click(at: event.position, .toggle))
      } else if !event.modifiers.isDisjoint(with: [.shift, .alt]) {
        apply(.click(at: event.position, .extendRange))
      } else {
        let now = ContinuousClock.now
        let isDouble =
          lastClick.map { $0.position == event.position && now - $0.time < Self.doubleClick }
          ?? false
        lastClick = isDouble ? nil : (event.position, now)
        apply(.click(at: event.position, isDouble ? .openPreview : .moveCursor))
      }
    case .press, .release: break
    }
  }

  private func apply(_ intent: Intent) {
    if intent == .openMenu(.dates), let (day, offset) = LocalClock.today() {
      model.setToday(day, offsetSeconds: offset)
    }
    for effect in model.apply(intent) {
      switch effect {
      case .retry(let id): pictures.retry(id)
      case .rescan: library.rescan()
      case .redraw: screen.redrawAll()
      case .suspend: screen.suspend()
      // The message in the status line says why; the picker makes no noise.
      case .bell: break
      }
    }
    modelChanged()
  }

  /// Does what follows from a change of the model: the end, or the caller's news and a frame.
  func modelChanged() {
    if let outcome = model.outcome { finish(.outcome(outcome)) }
    frameNeeded()
  }

  // MARK: - The library

  private func libraryScanned() {
    if model.state.hasNothingToPick { finish(.nothingToPick) }
  }

  private func note(_ error: FileError) {
    model.noteScanFailures()
    problemCount += 1
    if problems.count < Diagnostics.listedLimit { problems.append(error) }
  }
}
