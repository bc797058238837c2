import PhotoLibrary
import PickerModel
import TermRender

/// Carries the library to the model: the scan, scans again, and what happens in the folders
/// meanwhile.
///
/// One scan runs at a time; what is asked for or happens meanwhile waits for its end. After the
/// first scan nothing here costs anything until something happens in a folder.
@MainActor
final class LibraryFeed {
  /// Called with a problem that belongs onto standard error at the end.
  var onProblem: (@MainActor (FileError) -> Void)?
  /// Called when a scan that somebody waits for is over, the first one or one asked for.
  var onScanned: (@MainActor () -> Void)?

  private let model: PickerModel
  private let request: ScanRequest
  private let scanner: LibraryScanner
  private let watcher: FolderWatcher?
  private var scan: Task<Void, Never>?
  private var watch: Task<Void, Never>?
  private var running: Kind?
  private var isRescanWanted = false
  private var isLookWanted = false
  private var notice: Notice?
  private var news = News()

  /// What a scan is for.
  private enum Kind {
    /// To find the library.
    case first
    /// To read everything again, as asked.
    case again
    /// To see what has changed in the folders.
    case look
  }

  /// What a scan again has found so far.
  private struct News {
    var new = 0
    var changed = 0
    var gone = 0

    /// The words for the status line.
    var text: String {
      let parts = [(new, "new"), (changed, "changed"), (gone, "gone")].filter { $0.0 > 0 }
      return "Read again: "
        + (parts.isEmpty
          ? "nothing new"
          : parts.map { "\(Wording.count($0.0)) \($0.1)" }.joined(separator: ", "))
    }
  }

  /// Connects a model and a library.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - library: The library.
  ///   - isWatching: Whether changes in the folders are followed; never with limited access and not
  ///     for a list of paths.
  init(model: PickerModel, library: OpenedLibrary, isWatching: Bool) {
    self.model = model
    scanner = library.scanner
    var request = library.request
    var isFolderScan = false
    if case .folders = request.source { isFolderScan = true }
    watcher =
      isWatching && isFolderScan && !library.door.isLimited ? FolderWatcher(for: request) : nil
    request.watcher = watcher
    self.request = request
  }

  /// Starts the first scan.
  func start() {
    let request = request
    run(.first) { request }
    guard let watcher else { return }
    watch = Task { @MainActor [weak self] in
      for await news in watcher.news {
        guard let self else { return }
        self.take(news)
      }
    }
  }

  /// Ends everything.
  func stop() {
    scan?.cancel()
    watch?.cancel()
    watcher?.stop()
  }

  /// Reads everything again; ignored while the first scan or another such one runs.
  func rescan() {
    switch running {
    case .first, .again: return
    case .look: isRescanWanted = true
    case nil:
      news = News()
      model.beginScan()
      let (state, request) = (model.state, request)
      run(.again) { request.rescan(known: state.allAssets, firstID: state.nextID) }
    }
  }

  /// Looks where something has changed; the screen says nothing of it but what is new.
  private func look() {
    guard let watcher else { return }
    // The library is gone through off the main actor: it may be large.
    let (state, request) = (model.state, request)
    run(.look) {
      request.rescan(
        of: watcher.take(), in: state.libraryAssets, missing: state.missing,
        firstID: state.nextID)
    }
  }

  private func run(_ kind: Kind, _ request: @escaping @Sendable () -> ScanRequest) {
    running = kind
    let events = scanner.scan(request)
    scan = Task { @MainActor [weak self] in
      for await event in events {
        guard let self else { return }
        self.take(event)
      }
    }
  }

  // MARK: - News

  private func take(_ event: ScanEvent) {
    switch event {
    case .batch, .updated, .removed: if running == .look { model.beginChanges() }
    default: break
    }
    switch event {
    case .batch(let batch):
      model.add(batch)
      news.new += batch.count
    case .updated(let batch):
      model.update(batch)
      news.changed += batch.count
    case .removed(let ids):
      model.markRemoved(ids)
      news.gone += ids.count
    case .problem(let error), .rootProblem(let error): onProblem?(error)
    case .progress: break
    case .finished: finished()
    }
  }

  private func finished() {
    let kind = running
    running = nil
    switch kind {
    case .first:
      model.finishScan()
      onScanned?()
    case .again:
      model.finishScan()
      model.show(Notice(kind: .info, text: news.text))
      onScanned?()
    case .look: watcher?.lookEnded()
    case nil: break
    }
    if let notice, model.notice?.kind != .error { model.show(notice) }
    notice = nil
    if isRescanWanted {
      isRescanWanted = false
      rescan()
    } else if isLookWanted {
      isLookWanted = false
      look()
    }
  }

  private func take(_ news: FolderWatcher.News) {
    switch news {
    case .changed:
      if running == nil { look() } else { isLookWanted = true }
    case .rootGone(let folder):
      say(Notice(kind: .error, text: Wording.rootGone(folder)))
    case .incomplete(let reason):
      say(Notice(kind: .info, text: Wording.incomplete(reason)))
    }
  }

  /// Shows a message, after the scan where one is running.
  private func say(_ notice: Notice) {
    if running == nil { model.show(notice) } else { self.notice = notice }
  }
}

extension Wording {
  /// What is said when a named folder went away.
  static func rootGone(_ folder: FileName) -> String {
    "\(TerminalText.sanitized(folder.displayString)) is gone: R reads again when it is back"
  }

  /// What is said when not all changes are followed.
  static func incomplete(_ reason: FolderWatcher.Reason) -> String {
    switch reason {
    case .tooManyFolders(let count):
      "Changes are followed in \(Wording.count(count)) folders, not in all: R reads again"
    case .remoteFileSystem:
      "What others change on a network folder is not followed: R reads again"
    case .refused: "Changes are not followed here: R reads again"
    }
  }
}
