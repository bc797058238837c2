import PhotoLibrary
import PickerModel

/// Carries pictures from the pipeline to the model: what the screen wants one way, what is there the
/// other way.
@MainActor
final class PictureFeed {
  /// Called when a picture on its way changed something that observation does not tell.
  var onChange: (@MainActor () -> Void)?
  /// Which edition of each picture is the present one.
  private(set) var editions = PictureEditions()

  private let model: PickerModel
  private let pipeline: ThumbnailPipeline
  private let wishes: AsyncStream<Wish>.Continuation
  private var wanted: [WantedThumbnail] = []
  private var requests: [ThumbnailRequest] = []
  private var generation = 0
  private var requested: [ThumbnailRequest: Asset] = [:]
  private var background: RGBColor?
  private var tasks: [Task<Void, Never>] = []

  /// What is said to the pipeline, in order.
  private enum Wish: Sendable {
    case want([ThumbnailRequest])
    case retry(ThumbnailRequest)
    case background(RGBColor)
  }

  /// Connects a model and a pipeline.
  init(model: PickerModel, pipeline: ThumbnailPipeline) {
    self.model = model
    self.pipeline = pipeline
    let (stream, continuation) = AsyncStream.makeStream(of: Wish.self)
    wishes = continuation
    tasks.append(
      Task {
        for await wish in stream {
          switch wish {
          case .want(let requests): await pipeline.setWanted(requests)
          case .retry(let request): await pipeline.retry(request)
          case .background(let color): await pipeline.setBackground(color)
          }
        }
      })
    tasks.append(
      Task { @MainActor [weak self] in
        for await update in pipeline.updates { self?.take(update) }
      })
  }

  /// Ends both directions.
  func stop() {
    wishes.finish()
    tasks.forEach { $0.cancel() }
    let pipeline = pipeline
    Task { await pipeline.finish() }
  }

  /// Whether a picture on the screen is on its way.
  var isLoadingVisible: Bool {
    wanted.contains { wish in
      wish.band == .visible && model.asset(wish.asset).map { isLoading($0, wish) } ?? false
    }
  }

  /// Says what is wanted; the same again costs little.
  func want(_ list: [WantedThumbnail]) {
    if generation != model.pictureGeneration {
      // The model has forgotten what the pipeline already reported: it is to report it again.
      generation = model.pictureGeneration
      requests = []
      wishes.yield(.want([]))
    }
    wanted = list
    let previewTarget = model.previewTarget
    var asked: [(request: ThumbnailRequest, asset: Asset)] = []
    asked.reserveCapacity(list.count)
    for wish in list {
      guard let asset = model.asset(wish.asset), PhotoDecoder.decodes(asset.format) else {
        continue
      }
      let isPreview = wish.target == previewTarget && model.state.isPreviewing
      let request = ThumbnailRequest(
        asset: asset, target: wish.target,
        quality: isPreview || wish.region != nil ? .full : .fast, region: wish.region)
      asked.append((request, asset))
    }
    // Not the list: the same photo may be another file by now.
    let requests = asked.map(\.request)
    guard requests != self.requests else { return }
    self.requests = requests
    requested = [:]
    for (request, asset) in asked { requested[request] = asset }
    wishes.yield(.want(requests))
  }

  /// Tries the pictures of an asset again.
  func retry(_ id: AssetID) {
    for (request, asset) in requested where asset.id == id { wishes.yield(.retry(request)) }
  }

  /// Says what lies behind transparent pixels.
  func setBackground(_ color: RGBColor) {
    guard color != background else { return }
    background = color
    wishes.yield(.background(color))
  }

  private func isLoading(_ asset: Asset, _ wish: WantedThumbnail) -> Bool {
    if wish.region != nil {
      guard PhotoDecoder.decodes(asset.format) else { return false }
      if case .loading = model.zoomedPicture(of: asset.id).state { return true }
      return false
    }
    let state =
      wish.target == model.previewTarget && model.state.isPreviewing
      ? model.preview(of: asset.id) : model.thumbnail(of: asset.id)
    if case .loading = state { return true }
    return false
  }

  private func take(_ update: ThumbnailUpdate) {
    guard let asset = requested[update.request] else { return }
    if let region = update.request.region {
      model.setThumbnail(
        update.state, of: asset, target: update.request.target, region: region)
      // A late one is not taken: what is named is what the model has.
      if let picture = model.zoomedPicture(of: asset.id).picture {
        editions.changeZoomed(to: picture)
      }
      return
    }
    if let thumbnail = update.state.value {
      if update.request.target == model.tileTarget {
        editions.change(asset.id, isPreview: false, to: thumbnail)
      }
      if update.request.target == model.previewTarget {
        editions.change(asset.id, isPreview: true, to: thumbnail)
      }
    }
    model.setThumbnail(update.state, of: asset, target: update.request.target)
  }
}
