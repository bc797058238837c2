import PickerModel
import TermRender

/// The grid of tiles.
@MainActor
struct GridView {
  /// The frame that is being built.
  let builder: FrameBuilder

  private var model: PickerModel { builder.model }

  /// Draws the tiles on the screen.
  func draw(into frame: inout ScreenFrame) {
    let layout = model.state.gridLayout
    let visible = model.viewport.visibleRange
    guard !visible.isEmpty else {
      Placeholder.draw(
        [builder.emptyText()], in: layout.area, into: &frame, style: Theme.placeholder)
      return
    }
    let matching = model.matching
    let range = model.state.range
    for index in visible {
      let id = matching[index]
      guard let asset = model.asset(id) else { continue }
      let tile = TileView(
        builder: builder, asset: asset, isCursor: index == model.viewport.cursor,
        isInRange: range?.contains(index) ?? false)
      tile.draw(into: &frame, layout.tile(at: index - visible.lowerBound))
    }
  }
}

/// One tile: the picture or what stands for it, its frame, its caption.
@MainActor
struct TileView {
  /// The frame that is being built.
  let builder: FrameBuilder
  /// The asset.
  let asset: Asset
  /// Whether the cursor is on it.
  let isCursor: Bool
  /// Whether it belongs to the range that is being marked.
  let isInRange: Bool

  private var model: PickerModel { builder.model }

  /// Draws the tile into its cells.
  func draw(into frame: inout ScreenFrame, _ tile: TileFrame) {
    let badge = PickBadge(asset.id, in: model.sets)
    drawFrame(into: &frame, tile, badge)
    drawPicture(into: &frame, tile)
    TileCaption(
      asset: asset, badge: badge, isCursor: isCursor, isTruncated: isTruncated,
      isMissing: model.isMissing(asset.id),
      found: model.state.foundRanges(in: asset), note: model.searchMatchNote(for: asset.id)
    ).draw(into: &frame, tile.caption)
  }

  private var isTruncated: Bool { model.thumbnail(of: asset.id).value?.isTruncated ?? false }

  private func drawPicture(into frame: inout ScreenFrame, _ tile: TileFrame) {
    guard tile.picture.size.rows > 0, tile.picture.size.columns > 0 else { return }
    let state = model.thumbnail(of: asset.id)
    Placeholder.draw(
      state, of: asset, in: tile.picture, into: &frame, hasPictures: builder.showsPictures,
      isMissing: model.isMissing(asset.id), tick: builder.tick)
    if builder.showsPictures, let thumbnail = state.value {
      frame.placements.append(
        ImagePlacement(
          key: builder.editions.tile(asset.id), rect: tile.picture, pixels: thumbnail.pixels))
    }
  }

  /// The frame lies in the gutter, so that a step of the cursor sends no picture again.
  private func drawFrame(into frame: inout ScreenFrame, _ tile: TileFrame, _ badge: PickBadge?) {
    let isPicked = badge != nil
    guard tile.hasSideFrames, isCursor || isPicked || isInRange else { return }
    let outer = tile.outer
    let style =
      badge?.frameStyle ?? (isCursor ? Theme.cursorFrame : Theme.rangeFrame)
    let border: Border = isCursor ? .block : isPicked ? .double : .light
    frame.canvas.frame(outer, border, style: style)
  }
}
