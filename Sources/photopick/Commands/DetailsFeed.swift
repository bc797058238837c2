import PhotoLibrary
import PickerModel

/// Gets what the info panel says beyond the asset itself: reads the photo under the cursor in the
/// background, the newest wish first.
///
/// One photo is read at a time. What the cursor has left before its turn came is never read.
@MainActor
final class DetailsFeed {
  /// Called when details arrived.
  var onChange: (@MainActor () -> Void)?

  private let worker: DetailsWorker
  private var cache: [AssetID: (asset: Asset, state: LoadState<[InfoLine]>)] = [:]
  private var wish: Asset?
  private var running: Task<Void, Never>?

  /// The most photos whose details are kept.
  private static let cacheLimit = 64

  /// Creates a feed that opens photos through a door.
  init(worker: DetailsWorker) {
    self.worker = worker
  }

  /// What is known of an asset's details.
  func state(of asset: Asset) -> LoadState<[InfoLine]> {
    if let known = cache[asset.id], known.asset.hasSameContent(as: asset) { return known.state }
    return wish == asset || running != nil ? .loading : .idle
  }

  /// Says whose details are wanted now; nil while no panel is open.
  func want(_ asset: Asset?) {
    guard let asset else {
      wish = nil
      return
    }
    if let known = cache[asset.id], known.asset.hasSameContent(as: asset) {
      wish = nil
      return
    }
    wish = asset
    start()
  }

  /// Gives up what is wanted.
  func stop() {
    wish = nil
    running?.cancel()
  }

  private func start() {
    guard running == nil, let asset = wish else { return }
    wish = nil
    let worker = worker
    running = Task { [weak self] in
      let state: LoadState<[InfoLine]>
      do throws(ThumbnailError) {
        state = .loaded(InfoLine.lines(of: try await worker.read(asset)))
      } catch {
        state = .error(error.failure)
      }
      self?.finish(asset, state)
    }
  }

  private func finish(_ asset: Asset, _ state: LoadState<[InfoLine]>) {
    running = nil
    if cache.count >= Self.cacheLimit { cache = [:] }
    cache[asset.id] = (asset, state)
    start()
    onChange?()
  }
}
