/// The picture of the part of a photo that the preview is zoomed into; one at a time.
struct ZoomedPicture: Sendable {
  private var asset: AssetID?
  private var session = 0
  private var region: PhotoRegion?
  private var picture: Thumbnail?
  private var failure: (region: PhotoRegion, reason: LoadFailure)?

  /// Creates an empty place.
  init() {}

  /// Takes a state of a part.
  mutating func set(
    _ state: LoadState<Thumbnail>, of id: AssetID, _ region: PhotoRegion, session: Int
  ) {
    if asset != id || self.session != session { self = ZoomedPicture() }
    asset = id
    self.session = session
    switch state {
    case .loaded(let thumbnail):
      picture = thumbnail
      self.region = region
      failure = nil
    case .error(let reason): failure = (region, reason)
    case .idle, .loading: break
    }
  }

  /// Forgets the picture of an asset.
  mutating func forget(_ id: AssetID) {
    if asset == id { self = ZoomedPicture() }
  }

  /// What there is to show of an asset, and the state of the part that is wanted.
  ///
  /// A picture of another part is shown only within the same session: after a look at the whole
  /// photo that one is what stays.
  func look(
    _ id: AssetID, _ wanted: PhotoRegion, session: Int
  ) -> (picture: Thumbnail?, state: LoadState<Thumbnail>) {
    guard asset == id else { return (nil, .loading) }
    let shown = region == wanted || self.session == session ? picture : nil
    if let picture, region == wanted { return (shown, .loaded(picture)) }
    if let failure, failure.region == wanted { return (shown, .error(failure.reason)) }
    return (shown, .loading)
  }
}
