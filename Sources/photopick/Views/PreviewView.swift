import PickerModel
import TermRender

/// One photo alone, as large as the screen allows.
@MainActor
struct PreviewView {
  /// The frame that is being built.
  let builder: FrameBuilder

  private var model: PickerModel { builder.model }

  /// Draws the photo under the cursor and its caption.
  func draw(into frame: inout ScreenFrame) {
    let layout = model.state.previewLayout
    guard let asset = model.focusedAsset else {
      Placeholder.draw(
        [builder.emptyText()], in: layout.picture, into: &frame, style: Theme.placeholder)
      return
    }
    let state = model.preview(of: asset.id)
    let isTruncated = state.value?.isTruncated ?? false
    drawPicture(of: asset, state, in: layout.picture, into: &frame)
    drawCaption(of: asset, isTruncated: isTruncated, in: layout.caption, into: &frame)
  }

  private func drawPicture(
    of asset: Asset, _ state: LoadState<Thumbnail>, in rect: CellRect,
    into frame: inout ScreenFrame
  ) {
    guard rect.size.rows > 0, rect.size.columns > 0 else { return }
    Placeholder.draw(
      state, of: asset, in: rect, into: &frame, hasPictures: builder.showsPictures,
      tick: builder.tick)
    guard builder.showsPictures, let thumbnail = state.value else { return }
    frame.placements.append(
      ImagePlacement(
        key: builder.editions.preview(asset.id), rect: rect, pixels: thumbnail.pixels))
  }

  private func drawCaption(
    of asset: Asset, isTruncated: Bool, in rect: CellRect, into frame: inout ScreenFrame
  ) {
    var column = rect.origin.column + 1
    let row = rect.origin.row
    if let badge = PickBadge(asset.id, in: model.sets) {
      column += frame.canvas.put(
        badge.text(columns: rect.size.columns), at: CellPoint(column: column, row: row),
        style: badge.style)
      column += 1
    }
    let words = [
      asset.path.name.displayString, asset.format.label, isTruncated ? "incomplete file" : nil,
    ].compactMap { $0 }.joined(separator: "  ")
    let room = max(0, rect.maxColumn - column)
    frame.canvas.put(
      TerminalText.truncatedInMiddle(words, toColumns: room),
      at: CellPoint(column: column, row: row), style: Theme.pickedCaption, maxColumns: room)
  }
}
