public import Observation

/// The picker's observable state on the main actor: intents and library news in, read-only state
/// out.
///
/// A thin shell around ``PickerState``, which decides everything, and the table of load states. A
/// view that reads inside of `withObservationTracking` is told once of the next change.
@MainActor
@Observable
public final class PickerModel {
  /// Everything but the pictures.
  public private(set) var state: PickerState

  // Changes whenever a picture on the screen does, and stands for all of them in observation.
  private var pictureRevision: UInt64 = 0

  @ObservationIgnored private var tiles = ThumbnailTable()
  @ObservationIgnored private var previews = ThumbnailTable()
  @ObservationIgnored private var crop = ZoomedPicture()

  /// Creates the model of a picker with an empty library.
  public init(configuration: PickerConfiguration) {
    state = PickerState(configuration: configuration)
  }

  // MARK: - Intents

  /// Does what a person wants.
  ///
  /// - Returns: The work that is left to the caller, in order.
  public func apply(_ intent: Intent) -> [PickerEffect] {
    var effects = state.apply(intent)
    updateTargets()
    for case .retry(let id) in effects where !forgetFailure(of: id) {
      effects.removeAll { $0 == .retry(id) }
      state.show(Notice(kind: .info, text: "Nothing to try again here"))
    }
    return effects
  }

  // MARK: - The library

  /// A scan starts again; the first one is under way from the start.
  public func beginScan() { state.beginScan() }

  /// Changes follow that nobody asked for; see `PickerState.beginChanges`.
  public func beginChanges() { state.beginChanges() }

  /// Assets were found; see `PickerState.add`.
  ///
  /// Known ones take their new state and lose their picture where the file changed.
  ///
  /// - Complexity: O(n) copies of 4 bytes and O(m log n) comparisons for a batch of m.
  public func add(_ batch: [Asset]) {
    for asset in batch {
      if let known = state.asset(asset.id), !known.hasSameContent(as: asset) {
        forgetPictures(of: asset.id)
      }
    }
    state.add(batch)
  }

  /// Known assets have changed: the same as ``add(_:)``.
  public func update(_ batch: [Asset]) { add(batch) }

  /// Files vanished: picked ones stay, as missing.
  public func markRemoved(_ ids: [AssetID]) { state.markRemoved(ids) }

  /// Folders or files could not be read.
  public func noteScanFailures(_ count: Int = 1) { state.noteScanFailures(count) }

  /// The scan is over.
  public func finishScan() { state.finishScan() }

  /// Says what is to be picked from the start, in order.
  public func preselect(_ items: [Preselection]) { state.preselect(items) }

  /// Changes the rules while picking.
  public func setRules(_ rules: SelectionRules) { state.setRules(rules) }

  /// Changes the minimum, the maximum, or both, and says so; see `PickerState.changeRules`.
  ///
  /// - Throws: What contradicts itself; then nothing has changed.
  public func changeRules(minimum: Int?, maximum: Int?) throws(SelectionRulesError) {
    try state.changeRules(minimum: minimum, maximum: maximum)
  }

  /// Changes the words at the left of the title line.
  public func setTitle(_ title: String) { state.setTitle(title) }

  /// Says what else is to be picked; see `PickerState.preselectMore`.
  public func preselectMore(_ items: [Preselection]) { state.preselectMore(items) }

  /// Confirms the picks for the caller; see `PickerState.confirmFromOutside`.
  public func confirmFromOutside() { state.confirmFromOutside() }

  /// Ends the picker without picks for the caller.
  public func cancelFromOutside() { state.cancelFromOutside() }

  /// Says what day it is; see ``PickerState/setToday(_:offsetSeconds:)``.
  public func setToday(_ day: CivilDate, offsetSeconds: Int) {
    state.setToday(day, offsetSeconds: offsetSeconds)
  }

  /// Shows a message in the status line.
  public func show(_ notice: Notice) { state.show(notice) }

  // MARK: - The screen

  /// The screen has another size.
  ///
  /// - Parameters:
  ///   - screen: Its cells.
  ///   - cellPixels: The pixels of a cell as the pictures use them; 0×0 where there are no pictures.
  public func layoutChanged(screen: CellSize, cellPixels: PixelSize) {
    state.resize(to: screen, cellPixels: cellPixels)
    updateTargets()
  }

  /// Shows tiles or a list.
  public func setPresentation(_ presentation: Presentation) {
    state.setPresentation(presentation)
    updateTargets()
  }

  // MARK: - Pictures

  /// The box in pixels of a tile's picture; nil where there are no pictures.
  public var tileTarget: PixelSize? {
    state.presentation == .tiles ? state.pixels(of: state.gridLayout.tile(at: 0).picture.size) : nil
  }

  /// The box in pixels of the preview's picture; nil where there are no pictures.
  public var previewTarget: PixelSize? { state.previewBox }

  /// The pictures that are wanted now, the most urgent first; see
  /// ``PickerState/wantedThumbnails(tile:preview:)``.
  public var wantedThumbnails: [WantedThumbnail] {
    state.wantedThumbnails(tile: tileTarget, preview: previewTarget)
  }

  /// Goes up when pictures were forgotten because their box has another size.
  ///
  /// A box that is changed and changed back before the next frame wants the same pictures as before,
  /// and has none of them: whoever asks for them compares this, too.
  public private(set) var pictureGeneration = 0

  /// The load state of the picture in an asset's tile.
  public func thumbnail(of id: AssetID) -> LoadState<Thumbnail> { picture(of: id, in: tiles) }

  /// The load state of an asset's picture in the preview.
  public func preview(of id: AssetID) -> LoadState<Thumbnail> { picture(of: id, in: previews) }

  /// A picture was loaded, failed or is on its way.
  ///
  /// It is dropped if the asset is another file by now or the box has another size: a late result
  /// never gets onto the wrong tile.
  ///
  /// - Parameters:
  ///   - picture: The load state.
  ///   - asset: The asset as it was when the picture was asked for.
  ///   - target: The box that was asked for.
  ///   - region: The part of the photo that was asked for; nil for all of it.
  public func setThumbnail(
    _ picture: LoadState<Thumbnail>, of asset: Asset, target: PixelSize,
    region: PhotoRegion? = nil
  ) {
    guard let known = state.asset(asset.id), known.hasSameContent(as: asset) else { return }
    if let region {
      guard state.focusedID == asset.id, state.zoomWindow?.region == region else { return }
      crop.set(picture, of: asset.id, region, session: state.zoom.session)
      pictureRevision &+= 1
      return
    }
    var changes = false
    if target == tiles.target {
      changes = tiles.set(picture, for: asset.id)
      prune()
    }
    if target == previews.target {
      changes = previews.set(picture, for: asset.id) || changes
      if previews.count > 8 { previews.keep(only: Set(wantedThumbnails.map(\.asset))) }
    }
    if changes, isOnScreen(asset.id) { pictureRevision &+= 1 }
  }

  /// What is loaded of the part that a zoomed preview shows.
  ///
  /// While another part is on its way the one before stays, as long as it is of the same photo.
  public func zoomedPicture(of id: AssetID) -> (picture: Thumbnail?, state: LoadState<Thumbnail>) {
    _ = pictureRevision
    guard let window = state.zoomWindow else { return (nil, .idle) }
    return crop.look(id, window.region, session: state.zoom.session)
  }

  // MARK: -

  private func updateTargets() {
    if tiles.target != tileTarget || previews.target != previewTarget { pictureGeneration &+= 1 }
    tiles.target = tileTarget
    previews.target = previewTarget
  }

  private func picture(of id: AssetID, in table: ThumbnailTable) -> LoadState<Thumbnail> {
    _ = pictureRevision
    if case .idle = table[id], state.missing.contains(id) {
      return .error(LoadFailure(message: "file vanished", isRetryable: true))
    }
    return table[id]
  }

  private func isOnScreen(_ id: AssetID) -> Bool {
    if state.isPreviewing { return state.focusedID == id }
    return state.isTrayOpen ? state.trayVisible.contains(id) : state.visible.contains(id)
  }

  private func forgetPictures(of id: AssetID) {
    tiles.forget(id)
    previews.forget(id)
    crop.forget(id)
    pictureRevision &+= 1
  }

  /// Makes a failed picture idle again.
  ///
  /// - Returns: Whether it had failed.
  private func forgetFailure(of id: AssetID) -> Bool {
    var hasFailed = false
    for state in [tiles[id], previews[id]] {
      if case .error = state { hasFailed = true }
    }
    if hasFailed { forgetPictures(of: id) }
    return hasFailed
  }

  /// Lets go of pictures that scrolled away, once there are many.
  private func prune() {
    let slots = state.viewport.columns * state.viewport.visibleRows
    guard tiles.count > 64 + 6 * slots else { return }
    tiles.keep(only: Set(wantedThumbnails.map(\.asset)))
  }
}
