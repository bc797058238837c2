public import PickerModel

/// Makes the thumbnails that are wanted, the most urgent one first, one at a time.
///
/// What is wanted is said as a whole: ``setWanted(_:)`` replaces the list, most urgent first. What is
/// not on it any more is dropped, or given up if it is being decoded; a result that comes all the
/// same goes to the cache. When every wanted thumbnail has something to show, those that came from a
/// file's own preview are checked against the picture.
///
/// *Isolation:* an actor that never blocks; decoding happens on the decoder's own queue.
public actor ThumbnailPipeline {
  /// Every change of a wanted thumbnail's state, in order, for one consumer.
  public nonisolated let updates: AsyncStream<ThumbnailUpdate>

  private let continuation: AsyncStream<ThumbnailUpdate>.Continuation
  private let decoder: any ThumbnailDecoding
  private var cache: ThumbnailCache
  private var background: RGBColor

  private var wanted: [ThumbnailRequest] = []
  private var progress: [ThumbnailRequest: Progress] = [:]
  private var running: Running?
  private var nextGeneration = 0
  private var failures: [ThumbnailRequest: LoadFailure] = [:]

  /// How far a wanted thumbnail is.
  private enum Progress {
    /// Nothing to show yet.
    case waiting
    /// The file's own preview is shown and was not checked yet.
    case unchecked(PixelBuffer)
    /// Nothing more to do.
    case settled
  }

  /// The one thumbnail that is being decoded.
  private struct Running {
    var request: ThumbnailRequest
    var generation: Int
    var isCheck: Bool
    var task: Task<Void, Never>
  }

  /// Failures of thumbnails that are not wanted any more are remembered up to this many.
  private static let keptFailureCount = 4_096

  /// Creates a pipeline that opens photos through a door.
  ///
  /// - Parameters:
  ///   - door: what opens photos for the default decoder.
  ///   - background: what lies behind transparent pixels.
  ///   - cacheByteLimit: the most bytes of thumbnails that are kept.
  ///   - decoder: what decodes; by default a ``DecodeWorker`` behind the door.
  public init(
    door: PhotoDoor, background: RGBColor = .black, cacheByteLimit: Int = 64_000_000,
    decoder: (any ThumbnailDecoding)? = nil
  ) {
    self.decoder = decoder ?? DecodeWorker(door: door)
    self.background = background
    cache = ThumbnailCache(byteLimit: cacheByteLimit)
    (updates, continuation) = AsyncStream.makeStream(of: ThumbnailUpdate.self)
  }

  deinit {
    continuation.finish()
  }

  // MARK: - What is wanted

  /// Says what is wanted from now on, most urgent first.
  ///
  /// A newly wanted thumbnail is reported at once: as loaded from the cache, as failed before, or as
  /// loading. One that is dropped before it was loaded is reported as idle. Equal requests count once.
  public func setWanted(_ requests: [ThumbnailRequest]) {
    var seen: Set<ThumbnailRequest> = []
    let list = requests.filter { seen.insert($0).inserted }
    if wanted.contains(where: { $0.region != nil }), !list.contains(where: { $0.region != nil }) {
      let decoder = decoder
      Task { await decoder.releaseSource() }
    }
    for request in wanted where !seen.contains(request) {
      if case .waiting? = progress.removeValue(forKey: request) { send(request, .idle) }
    }
    wanted = list
    for request in list where progress[request] == nil { begin(request) }
    giveUpRunningIfUnwanted()
    pump()
  }

  /// Tries a failed thumbnail again, if it is wanted.
  public func retry(_ request: ThumbnailRequest) {
    failures[request] = nil
    guard case .settled? = progress[request], cached(request) == nil else { return }
    progress[request] = .waiting
    send(request, .loading)
    pump()
  }

  /// Changes what lies behind transparent pixels and makes the thumbnails that show it again.
  public func setBackground(_ color: RGBColor) {
    guard color != background else { return }
    background = color
    cache.removeAll { $0.dependsOnBackground }
    // One that is on its way may have been blended with the old colour.
    if let running { give(up: running) }
    for request in wanted {
      if case .settled? = progress[request], failures[request] == nil, cached(request) == nil {
        progress[request] = .waiting
      }
    }
    pump()
  }

  /// Ends ``updates`` and gives up what is being decoded.
  public func finish() {
    wanted = []
    progress = [:]
    if let running { give(up: running) }
    continuation.finish()
  }

  // MARK: - One after the other

  private func begin(_ request: ThumbnailRequest) {
    if let failure = failures[request] {
      progress[request] = .settled
      send(request, .error(failure))
    } else if let result = cached(request) {
      let isUnchecked = result.thumbnail.source == .embedded && request.format == .jpeg
      progress[request] = isUnchecked ? .unchecked(result.thumbnail.pixels) : .settled
      send(request, .loaded(result.thumbnail))
    } else {
      progress[request] = .waiting
      send(request, .loading)
    }
  }

  /// Starts the next piece of work unless one is running.
  private func pump() {
    guard running == nil, let (request, isCheck) = next() else { return }
    nextGeneration += 1
    let generation = nextGeneration
    let work = isCheck ? request.inFull : request
    let color = background
    let decoder = decoder
    let task = Task { [weak self] in
      let outcome: Result<ThumbnailResult, ThumbnailError>
      do throws(ThumbnailError) {
        outcome = .success(try await decoder.decode(work, background: color))
      } catch {
        outcome = .failure(error)
      }
      await self?.complete(generation, outcome)
    }
    running = Running(request: request, generation: generation, isCheck: isCheck, task: task)
  }

  private func next() -> (ThumbnailRequest, isCheck: Bool)? {
    var check: ThumbnailRequest?
    for request in wanted {
      switch progress[request] {
      case .waiting?: return (request, false)
      case .unchecked? where check == nil: check = request
      default: break
      }
    }
    return check.map { ($0, true) }
  }

  private func complete(_ generation: Int, _ outcome: Result<ThumbnailResult, ThumbnailError>) {
    guard let finished = running, finished.generation == generation else { return }
    running = nil
    switch outcome {
    case .success(let result): accept(result, finished)
    case .failure(let error): refuse(error, finished)
    }
    pump()
  }

  private func accept(_ result: ThumbnailResult, _ finished: Running) {
    let request = finished.request
    let isCurrent = !finished.task.isCancelled
    // Regions are cut out quickly, and many of them would drive the thumbnails out.
    if request.region == nil, isCurrent || !result.dependsOnBackground {
      cache.insert(result, for: ThumbnailKey(result.version, target: request.target))
    }
    guard isCurrent || !result.dependsOnBackground, let state = progress[request] else { return }
    switch state {
    case .waiting:
      let thumbnail = result.thumbnail
      let isUnchecked = thumbnail.source == .embedded && request.format == .jpeg
      progress[request] = isUnchecked ? .unchecked(thumbnail.pixels) : .settled
      send(request, .loaded(thumbnail))
    case .unchecked(let shown) where finished.isCheck:
      progress[request] = .settled
      let pixels = result.thumbnail.pixels
      if pixels.size != shown.size || ThumbnailDifference.isVisible(pixels, shown) {
        send(request, .loaded(result.thumbnail))
      }
    case .unchecked, .settled: break
    }
  }

  private func refuse(_ error: ThumbnailError, _ finished: Running) {
    let request = finished.request
    if error.isCancellation { return }
    if finished.isCheck, !error.isDamage {
      // A limit or a file that vanished: the preview is better than nothing.
      if progress[request] != nil { progress[request] = .settled }
      return
    }
    // A preview of a damaged picture is not to come back as if it were one.
    if request.region == nil { cache.remove(ThumbnailKey(request)) }
    if failures.count >= Self.keptFailureCount { failures.removeAll() }
    failures[request] = error.failure
    guard progress[request] != nil else { return }
    progress[request] = .settled
    send(request, .error(error.failure))
  }

  // MARK: - Giving up

  /// Gives up the running work if it is not wanted, or a check while something has nothing to show.
  private func giveUpRunningIfUnwanted() {
    guard let running else { return }
    let isWanted = progress[running.request] != nil
    let isInTheWay =
      running.isCheck
      && wanted.contains { if case .waiting? = progress[$0] { true } else { false } }
    if !isWanted || isInTheWay { give(up: running) }
  }

  private func give(up work: Running) {
    work.task.cancel()
  }

  // MARK: - States

  private func cached(_ request: ThumbnailRequest) -> ThumbnailResult? {
    guard request.region == nil, let result = cache.find(ThumbnailKey(request)) else { return nil }
    return request.quality == .full && result.thumbnail.source == .embedded ? nil : result
  }

  private func send(_ request: ThumbnailRequest, _ state: LoadState<Thumbnail>) {
    continuation.yield(ThumbnailUpdate(request: request, state: state))
  }
}
