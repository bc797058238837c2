import PickerModel
import TermRender

/// The tray: the picks in their order, as tiles or as a list.
@MainActor
struct TrayView {
  /// The frame that is being built.
  let builder: FrameBuilder

  private var model: PickerModel { builder.model }

  /// Draws the picks on the screen.
  func draw(into frame: inout ScreenFrame) {
    let state = model.state
    let isList = state.presentation == .list
    guard state.traySelection.count > 0 else {
      Placeholder.draw(
        ["Nothing is picked yet", "Space picks a photo in the grid; p goes back"],
        in: state.gridLayout.area, into: &frame, style: Theme.placeholder)
      return
    }
    for (slot, id) in state.trayVisible.enumerated() {
      guard let asset = model.asset(id) else { continue }
      let isCursor = id == state.trayCursorID
      if isList {
        ListView(model: model).draw(
          asset, isCursor: isCursor, isInRange: false, in: state.listLayout.row(at: slot),
          into: &frame)
      } else {
        TileView(builder: builder, asset: asset, isCursor: isCursor, isInRange: false)
          .draw(into: &frame, state.gridLayout.tile(at: slot))
      }
    }
  }
}
