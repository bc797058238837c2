import Observation
import PickerModel

/// A front end without a screen: an example of how one is built on the model's public API.
///
/// It does the four things that every front end does. It *draws* when the model says that something
/// changed (into an array of text instead of onto a screen), it turns a person's wishes into intents
/// and *carries out* the effects, it *feeds* the library, and it *loads* the pictures that are wanted.
@MainActor
final class HeadlessFrontEnd {
  /// The picker.
  let model: PickerModel
  /// What was drawn, oldest first.
  private(set) var frames: [Frame] = []
  /// The effects that were carried out, in order.
  private(set) var effects: [PickerEffect] = []

  /// Where the photos are.
  let disk: FakeDisk

  private var needsFrame = true

  /// What one frame shows.
  struct Frame: Equatable {
    /// The line above.
    var title = ""
    /// One text a tile on the screen: a cursor, the number of a pick, the name, the picture's state.
    var tiles: [String] = []
    /// The line below.
    var status = ""
  }

  /// Creates a front end on a disk that nobody has read yet.
  init(_ configuration: PickerConfiguration, disk: FakeDisk) {
    model = PickerModel(configuration: configuration)
    self.disk = disk
    // A front end without cells chooses a size that has the rows and columns that it wants.
    model.layoutChanged(
      screen: CellSize(columns: 100, rows: 30), cellPixels: PixelSize(width: 8, height: 16))
  }

  // MARK: - Draw

  /// Draws, if something has changed since the last time.
  ///
  /// A real front end is called by its main loop; many changes between two calls make one frame.
  ///
  /// - Returns: Whether there was something to draw.
  @discardableResult
  func drawIfNeeded() -> Bool {
    guard needsFrame else { return false }
    needsFrame = false
    let frame = withObservationTracking {
      makeFrame()
    } onChange: { [weak self] in
      // Called once, on the main actor for the model changes nowhere else, and before the change:
      // nothing is read here.
      MainActor.assumeIsolated { self?.needsFrame = true }
    }
    frames.append(frame)
    return true
  }

  private func makeFrame() -> Frame {
    var frame = Frame()
    frame.title = "\(model.title) · \(model.matching.count) of \(model.totalCount)"
    if model.scanProgress.isScanning { frame.title += " …" }
    for id in model.state.visible {
      guard let asset = model.asset(id) else { continue }
      let cursor = id == model.state.cursorID ? ">" : " "
      let number = model.position(of: id).map { "\($0) " } ?? ""
      frame.tiles.append(
        cursor + number + asset.path.name.displayString + pictureMark(of: id)
          + (model.isMissing(id) ? " missing" : ""))
    }
    let maximum = model.rules.maximum.map { " of \($0)" } ?? ""
    frame.status = "\(model.selection.count)\(maximum) picked"
    if let notice = model.notice { frame.status += " · " + notice.text }
    return frame
  }

  private func pictureMark(of id: AssetID) -> String {
    switch model.thumbnail(of: id) {
    case .idle: " ."
    case .loading: " ~"
    case .loaded: ""
    case .error(let failure): " (\(failure.message))"
    }
  }

  // MARK: - Listen

  /// Does what a person wants, and what the model leaves to its front end.
  func perform(_ intent: Intent) {
    for effect in model.apply(intent) {
      effects.append(effect)
      switch effect {
      case .retry(let id): disk.repair(id)
      case .rescan: rescan()
      case .redraw, .suspend, .bell: break
      }
    }
  }

  // MARK: - Feed

  /// Reads the disk in batches, as a scan does that has not seen everything yet.
  func scan(inBatchesOf count: Int) {
    var rest = disk.files[...]
    while !rest.isEmpty {
      model.add(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
      drawIfNeeded()
    }
    model.finishScan()
  }

  /// Reads the disk again, and reports differences alone.
  func rescan() {
    model.beginScan()
    let known = model.state.allAssets
    let there = Set(disk.files.map(\.id))
    model.add(disk.files.filter { model.asset($0.id) != $0 })
    model.markRemoved(known.map(\.id).filter { !there.contains($0) })
    model.finishScan()
  }

  // MARK: - Load

  /// Loads what is wanted now and was not loaded, the most urgent first.
  ///
  /// - Parameter limit: After how many pictures the time is up.
  func loadPictures(limit: Int = .max) {
    var count = 0
    for wish in model.wantedThumbnails where count < limit {
      guard let asset = model.asset(wish.asset) else { continue }
      let state =
        wish.target == model.previewTarget
        ? model.preview(of: asset.id) : model.thumbnail(of: asset.id)
      guard case .idle = state else { continue }
      model.setThumbnail(.loading, of: asset, target: wish.target)
      model.setThumbnail(disk.picture(of: asset), of: asset, target: wish.target)
      count += 1
    }
  }
}

/// A disk that is none: assets and which of them are broken.
@MainActor
final class FakeDisk {
  /// The files, as a scan would find them.
  var files: [Asset]
  private var broken: Set<AssetID> = []

  /// Creates a disk with these names in one folder; handles count from 0.
  init(_ names: [String]) {
    files = names.enumerated().map { index, name in
      Asset(
        id: AssetID(UInt32(index)), path: AssetPath(folder: "album", name: FileName(name)),
        identity: FileIdentity(device: 1, inode: UInt64(index) + 1),
        byteCount: 1_000 * Int64(index + 1), modified: FileTime(seconds: Int64(index)),
        format: name.hasSuffix(".mov") ? .mov : .jpeg,
        pixelSize: PixelSize(width: 40, height: 30))
    }
  }

  /// Breaks a file until somebody tries again.
  func damage(_ id: AssetID) { broken.insert(id) }

  /// Makes a broken file whole.
  func repair(_ id: AssetID) { broken.remove(id) }

  /// Removes a file.
  func remove(_ name: FileName) { files.removeAll { $0.path.name == name } }

  /// Decodes a picture.
  func picture(of asset: Asset) -> LoadState<Thumbnail> {
    if broken.contains(asset.id) {
      return .error(LoadFailure(message: "unreadable", isRetryable: true))
    }
    let pixels = PixelBuffer(
      size: PixelSize(width: 4, height: 3), color: RGBColor(red: 9, green: 8, blue: 7))
    return .loaded(Thumbnail(pixels: pixels))
  }
}
