import PickerModel
import TermRender

/// Draws the model as a frame: the one place where the parts of the screen come together.
@MainActor
struct FrameBuilder {
  /// The model.
  let model: PickerModel
  /// Whether pictures can be placed at all.
  let showsPictures: Bool
  /// Which edition of an asset's picture is the present one.
  let editions: PictureEditions
  /// A number that goes up while something loads, for the spinner.
  let tick: Int
  /// What was read for the info panel.
  var details: LoadState<[InfoLine]> = .idle
  /// The number typed before a key, if one is being typed.
  let count: Int?

  /// The frame for a screen of a size.
  func frame(for screen: CellSize) -> ScreenFrame {
    var frame = ScreenFrame(canvas: TextCanvas(size: screen))
    let layout = model.state.screen
    if let title = layout.title { TitleView(model: model).draw(into: &frame, title) }
    if model.state.isPreviewing {
      PreviewView(builder: self).draw(into: &frame)
    } else if model.state.isTrayOpen {
      TrayView(builder: self).draw(into: &frame)
    } else if model.state.presentation == .list {
      ListView(model: model).draw(into: &frame)
    } else {
      GridView(builder: self).draw(into: &frame)
    }
    if let info = model.state.infoLayout {
      InfoView(builder: self).draw(into: &frame, info)
    }
    if let status = layout.status {
      StatusView(model: model, count: count).draw(into: &frame, status)
    }
    MenuView(model: model).draw(into: &frame)
    if model.state.isHelpVisible { HelpView(model: model).draw(into: &frame) }
    return frame
  }

  /// What is said of a grid, a list or a preview without an item.
  func emptyText() -> String {
    if model.scanProgress.isScanning { return "Looking for photos…" }
    if model.totalCount > 0 { return Wording.nothingMatches(model) }
    return "No photos here"
  }
}

/// Names the pixels that each picture has at present: equal keys mean equal pixels, so that the
/// screen sends nothing again and finds what it has encoded before.
struct PictureEditions {
  private var tiles: [AssetID: UInt64] = [:]
  private var previews: [AssetID: UInt64] = [:]
  private var zoomed: UInt64 = 0

  /// Notes the pixels of a picture.
  ///
  /// - Parameters:
  ///   - id: Whose picture.
  ///   - isPreview: The preview's picture, else the tile's.
  ///   - thumbnail: The picture.
  /// - Complexity: O(n) in the number of pixels, to hash them.
  mutating func change(_ id: AssetID, isPreview: Bool, to thumbnail: Thumbnail) {
    let edition = Self.edition(of: thumbnail)
    if isPreview { previews[id] = edition } else { tiles[id] = edition }
  }

  /// Notes the pixels of the part that the preview is zoomed into.
  ///
  /// - Complexity: O(n) in the number of pixels, to hash them.
  mutating func changeZoomed(to thumbnail: Thumbnail) {
    zoomed = Self.edition(of: thumbnail)
  }

  private static func edition(of thumbnail: Thumbnail) -> UInt64 {
    var hasher = Hasher()
    unsafe thumbnail.pixels.bytes.withUnsafeBytes { bytes in
      unsafe hasher.combine(bytes: bytes)
    }
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  /// The key of a tile's picture.
  func tile(_ id: AssetID) -> ImageKey {
    ImageKey(owner: UInt64(id.rawValue), revision: tiles[id] ?? 0)
  }

  /// The key of the preview's picture.
  func preview(_ id: AssetID) -> ImageKey {
    ImageKey(owner: UInt64(id.rawValue) | 1 << 32, revision: previews[id] ?? 0)
  }

  /// The key of the part that the preview of a photo is zoomed into.
  ///
  /// It has the owner of the whole picture: one stays on the screen until the other is ready.
  func zoomed(_ id: AssetID) -> ImageKey {
    ImageKey(owner: UInt64(id.rawValue) | 1 << 32, revision: zoomed)
  }
}
