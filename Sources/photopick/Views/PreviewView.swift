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
    drawPicture(of: asset, state, in: layout.picture, into: &frame)
    let words = [
      Wording.marks(of: asset).joined(separator: " "), zoomText(of: asset),
      state.value?.isTruncated ?? false ? "incomplete file" : "",
      model.isMissing(asset.id) ? "missing" : "",
    ].filter { !$0.isEmpty }
    drawCaption(of: asset, words, in: layout.caption, into: &frame)
  }

  private func drawPicture(
    of asset: Asset, _ state: LoadState<Thumbnail>, in rect: CellRect,
    into frame: inout ScreenFrame
  ) {
    guard rect.size.rows > 0, rect.size.columns > 0 else { return }
    Placeholder.draw(
      state, of: asset, in: rect, into: &frame, hasPictures: builder.showsPictures,
      isMissing: model.isMissing(asset.id), tick: builder.tick)
    guard builder.showsPictures else { return }
    if let picture = model.zoomedPicture(of: asset.id).picture {
      frame.placements.append(
        ImagePlacement(
          key: builder.editions.zoomed(asset.id), rect: rect, pixels: picture.pixels))
      return
    }
    guard let thumbnail = state.value else { return }
    frame.placements.append(
      ImagePlacement(
        key: builder.editions.preview(asset.id), rect: rect, pixels: thumbnail.pixels))
  }

  private func drawCaption(
    of asset: Asset, _ facts: [String], in rect: CellRect, into frame: inout ScreenFrame
  ) {
    var column = rect.origin.column + 1
    let row = rect.origin.row
    if let badge = PickBadge(asset.id, in: model.sets) {
      column += frame.canvas.put(
        badge.text(columns: rect.size.columns), at: CellPoint(column: column, row: row),
        style: badge.style)
      column += 1
    }
    let room = max(0, rect.maxColumn - column)
    let tail = facts.joined(separator: "  ")
    // The name gives way first, but not all of it: what the keys changed is in the tail.
    let nameRoom = max(min(room, 10), room - CellWidth.of(tail) - 2)
    column += frame.canvas.put(
      TerminalText.truncatedInMiddle(asset.path.name.displayString, toColumns: nameRoom),
      at: CellPoint(column: column, row: row), style: Theme.pickedCaption, maxColumns: nameRoom)
    let left = rect.maxColumn - column - 2
    guard left > 0 else { return }
    frame.canvas.put(
      TerminalText.truncatedAtEnd(tail, toColumns: left),
      at: CellPoint(column: column + 2, row: row), style: Theme.caption, maxColumns: left)
  }

  /// The zoom, the place, and why there is no more of it.
  private func zoomText(of asset: Asset) -> String {
    guard builder.showsPictures, BuildInfo.decodes(asset.format),
      let window = model.state.zoomWindow
    else { return "" }
    let region = window.region
    var text = "\(window.percent) %"
    if window.isLimited { text += " (\(model.state.zoom.percent ?? 100) % needs too much memory)" }
    text += "  at \(region.x),\(region.y) of \(Wording.dimensions(region.photo))"
    switch model.zoomedPicture(of: asset.id).state {
    case .loading: return text + "  " + String(Placeholder.spinner(builder.tick))
    case .error(let failure): return text + "  " + failure.message
    case .idle, .loaded: return text
    }
  }
}
