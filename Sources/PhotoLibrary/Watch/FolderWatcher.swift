internal import Dispatch
public import PickerModel

/// Tells when something happens in the folders of a library, so that it can be looked at again.
///
/// On inotify(7). The scan puts each folder under watch just before it lists it, so nothing falls
/// between the two; breadth first, so that the folders nearest the roots are watched where there
/// are too many. A burst of events is one piece of news: the watcher waits until there is quiet,
/// then says so once, and no more until ``take()``.
///
/// What it can't see is told by ``News/incomplete(_:)``: folders beyond the limit, and what other
/// machines do on network file systems. Nothing polls; while nothing happens no timer exists.
///
/// *Isolation*: all state belongs to the watcher's own serial queue. ``take()`` waits for it, for
/// less than a millisecond, and must not be called from the main actor.
///
/// *Memory*: at most ``Limits`` and 1,024 unfinished files.
public final class FolderWatcher: Sendable {
  /// What a watcher tells.
  public enum News: Hashable, Sendable {
    /// Something changed and it is quiet now: ``FolderWatcher/take()`` says where.
    case changed
    /// A named folder was removed, renamed or unmounted.
    case rootGone(FileName)
    /// Not all changes are followed; told at most once.
    case incomplete(Reason)
  }

  /// Why not all changes are followed.
  public enum Reason: Hashable, Sendable {
    /// There are more folders than are watched, or than the system lets a user watch.
    case tooManyFolders(watched: Int)
    /// A folder is on a network or a FUSE file system, where others' changes cause no events.
    case remoteFileSystem
    /// The system refuses, with this `errno`.
    case refused(errno: Int32)
  }

  /// How much a watcher takes on, and how long it waits.
  public struct Limits: Hashable, Sendable {
    /// The most folders that are watched; the kernel keeps about 1 KB for each.
    public var folderCount = 8_192
    /// The most places that are told apart; more of them are everything.
    public var changeCount = 512
    /// How long nothing must have happened, in nanoseconds.
    public var quiet: Int64 = 100_000_000
    /// How long a burst can put off the news, in nanoseconds.
    public var patience: Int64 = 1_000_000_000
    /// How long a file that was made and not closed must stay as it is to count, in nanoseconds.
    public var writingQuiet: Int64 = 1_000_000_000

    /// Creates the usual limits.
    public init() {}
  }

  /// What happens, for one reader.
  public let news: AsyncStream<News>

  private let queue = DispatchQueue(label: "photopick.watch")
  private let state: State

  /// Creates a watcher that watches nothing yet.
  ///
  /// - Parameters:
  ///   - request: The scan that it will belong to; hidden names and depth count as there.
  ///   - limits: How much it takes on.
  public init(for request: ScanRequest, limits: Limits = Limits()) {
    let (stream, continuation) = AsyncStream.makeStream(of: News.self)
    news = stream
    state = State(
      ChangeCollector(
        includesHidden: request.includesHidden, maximumDepth: request.maximumDepth,
        changeLimit: limits.changeCount, writingQuiet: limits.writingQuiet),
      limits: limits, queue: queue, continuation: continuation)
    queue.async { [state] in state.start() }
  }

  deinit { stop() }

  /// Says where to look again, and forgets it.
  ///
  /// Until ``lookEnded()`` nothing is told.
  public func take() -> FolderChanges { queue.sync { state.take() } }

  /// The look that ``take()`` began is over.
  ///
  /// The longer it took, the longer the watcher waits with the next news: a folder in which
  /// something happens all the time costs a tenth of a core at most.
  public func lookEnded() { queue.async { [state] in state.lookEnded() } }

  /// Ends all watches and the news.
  public func stop() { queue.async { [state] in state.stop() } }

  /// Puts a folder under watch, just before it is listed.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - identity: What the file system calls it.
  ///   - keepsOther: Whether a folder that is watched under another path, and is still there, stays
  ///     what it is.
  /// - Returns: False for such a folder: its files are in the library already.
  internal func watch(
    _ folder: WatchedFolder, identity: FileIdentity, keepsOther: Bool
  ) -> Bool {
    queue.sync { state.watch(folder, identity: identity, keepsOther: keepsOther) }
  }

  /// How many folders are watched.
  internal var watchedCount: Int { queue.sync { state.collector.table.count } }

  /// Takes events as if the kernel had sent them.
  internal func inject(_ events: [FolderEvent]) { queue.sync { state.take(events) } }
}

/// What a watcher owns.
///
/// Unchecked, and safe: every method is called on the watcher's serial queue alone, the handlers
/// included.
private final class State: @unchecked Sendable {
  var collector: ChangeCollector

  private let limits: FolderWatcher.Limits
  private let queue: DispatchQueue
  private let continuation: AsyncStream<FolderWatcher.News>.Continuation
  private var source: (any DispatchSourceRead)?
  private var descriptor: Int32?
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  private var hasStopped = false
  private var isIncomplete = false
  private var isFull = false
  private var remoteDevices: [UInt64: Bool] = [:]

  private var firstEvent: Int64?
  private var lastEvent: Int64 = 0
  private var notBefore: Int64 = 0
  private var lookStart: Int64?
  private var hasTold = false
  private var timer: (any DispatchSourceTimer)?

  init(
    _ collector: ChangeCollector, limits: FolderWatcher.Limits, queue: DispatchQueue,
    continuation: AsyncStream<FolderWatcher.News>.Continuation
  ) {
    self.collector = collector
    self.limits = limits
    self.queue = queue
    self.continuation = continuation
  }

  // MARK: - Life

  func start() {
    do throws(SystemError) {
      let owned = try WatchCalls.open()
      let number = owned.rawValue
      let holder = DescriptorHolder(owned)
      let source = DispatchSource.makeReadSource(fileDescriptor: number, queue: queue)
      source.setEventHandler { [weak self] in self?.drain() }
      // Closed only when nothing listens any more.
      source.setCancelHandler { holder.close() }
      source.activate()
      self.source = source
      descriptor = number
    } catch {
      tell(.refused(errno: error.code))
    }
  }

  func stop() {
    guard !hasStopped else { return }
    hasStopped = true
    timer?.cancel()
    timer = nil
    source?.cancel()
    source = nil
    descriptor = nil
    continuation.finish()
  }

  // MARK: - Watching

  func watch(_ folder: WatchedFolder, identity: FileIdentity, keepsOther: Bool) -> Bool {
    guard let descriptor else { return true }
    if remoteDevices[identity.device] == nil, remoteDevices.count < 64 {
      let isRemote = WatchCalls.isRemote(folder.path)
      remoteDevices[identity.device] = isRemote
      if isRemote { tell(.remoteFileSystem) }
    }
    let isKnown = collector.table.watch(of: folder.path) != nil
    if !isKnown, isFull || collector.table.count >= limits.folderCount {
      tell(.tooManyFolders(watched: collector.table.count))
      return true
    }
    switch WatchCalls.watch(folder.path, with: descriptor) {
    case .success(let watch):
      if keepsOther, let other = collector.table[watch], other.path != folder.path,
        isThere(other.path, identity)
      {
        return false
      }
      collector.table.set(folder, for: watch)
    case .failure(let failure):
      switch failure.kind {
      case .isExhausted:
        isFull = true
        tell(.tooManyFolders(watched: collector.table.count))
      case .isGone: break
      case .other(let errno): tell(.refused(errno: errno))
      }
    }
    return true
  }

  private func isThere(_ folder: FileName, _ identity: FileIdentity) -> Bool {
    let path = folder.bytes.isEmpty ? [UInt8(ascii: ".")] : folder.bytes
    let status = try? FileCalls.status(at: FileCalls.currentFolder, path, followingLast: true)
    return status?.identity == identity
  }

  private func tell(_ reason: FolderWatcher.Reason) {
    guard !isIncomplete else { return }
    isIncomplete = true
    continuation.yield(.incomplete(reason))
  }

  // MARK: - Events

  private func drain() {
    // A bound, so that a flood of events can't keep a scan from asking for its watch.
    for _ in 0..<16 {
      guard let descriptor else { return }
      let count: Int
      do throws(SystemError) {
        count = try FileCalls.read(descriptor, into: &buffer)
      } catch {
        break
      }
      if count <= 0 { break }
      handle(FolderEvent.events(in: buffer[..<min(count, buffer.count)]))
    }
    schedule()
  }

  func take(_ events: [FolderEvent]) {
    handle(events)
    schedule()
  }

  private func handle(_ events: [FolderEvent]) {
    let now = FileCalls.now()
    for event in events { collector.take(event, now: now, look: Self.look) }
    if let descriptor {
      for watch in collector.takeUnwatched() { WatchCalls.unwatch(watch, with: descriptor) }
    }
    for root in collector.takeGoneRoots() { continuation.yield(.rootGone(root)) }
    lastEvent = now
    if firstEvent == nil, !collector.changes.isEmpty { firstEvent = now }
  }

  private static func look(_ path: AssetPath) -> ChangeCollector.Entry {
    guard let own = status(path) else { return .nothing }
    guard own.kind == .symlink else { return .file }
    let target = try? FileCalls.status(
      at: FileCalls.currentFolder, path.bytes, followingLast: true)
    return target?.kind == .folder ? .folderLink : .link
  }

  private static func status(_ path: AssetPath) -> FileStatus? {
    try? FileCalls.status(at: FileCalls.currentFolder, path.bytes, followingLast: false)
  }

  // MARK: - News

  func take() -> FolderChanges {
    lookStart = FileCalls.now()
    firstEvent = nil
    return collector.take()
  }

  func lookEnded() {
    let now = FileCalls.now()
    if let lookStart {
      let cost = min(max(0, now - lookStart), 3_000_000_000)
      notBefore = now + 10 * cost
    }
    lookStart = nil
    hasTold = false
    schedule()
  }

  /// Tells, or sets the timer for when it will be time; neither while there is nothing to tell.
  private func schedule() {
    timer?.cancel()
    timer = nil
    guard !hasTold, !hasStopped else { return }
    let now = FileCalls.now()
    collector.settle(now: now) { path in
      Self.status(path).map {
        FileVersion(identity: $0.identity, byteCount: $0.byteCount, modified: $0.modified)
      }
    }
    var next = collector.nextDeadline
    if !collector.changes.isEmpty {
      let first = firstEvent ?? now
      firstEvent = first
      // The second half of a move comes right behind the first: never cut between the two.
      let least: Int64 = collector.isMoving ? limits.quiet / 5 : 0
      let due = max(
        notBefore, min(lastEvent + limits.quiet, max(first + limits.patience, lastEvent + least)))
      if due <= now {
        hasTold = true
        continuation.yield(.changed)
        return
      }
      next = min(next ?? due, due)
    }
    guard let next else { return }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(
      deadline: .now() + .nanoseconds(Int(clamping: max(1_000_000, next - now))),
      leeway: .milliseconds(5))
    timer.setEventHandler { [weak self] in self?.schedule() }
    timer.activate()
    self.timer = timer
  }
}

/// Holds a descriptor until its event source has let go of it.
///
/// Unchecked, and safe: after the creation only the source's cancel handler touches it, once.
private final class DescriptorHolder: @unchecked Sendable {
  private var descriptor: Descriptor?

  init(_ descriptor: consuming Descriptor) {
    self.descriptor = consume descriptor
  }

  func close() {
    descriptor = nil
  }
}
