import PickerModel
import TermRender

/// The title line: where we are, how many photos, order, filter, search; at the right the access banner.
@MainActor
struct TitleView {
  /// The model.
  let model: PickerModel

  /// Draws the line.
  func draw(into frame: inout ScreenFrame, _ rect: CellRect) {
    let banner = banner
    let bannerWidth = banner.isEmpty ? 0 : CellWidth.of(banner) + 1
    let room = max(0, rect.size.columns - 1 - (bannerWidth > 0 ? bannerWidth + 1 : 0))
    let details = (isTray ? trayDetails : details).joined(separator: " · ")
    let detailsWidth = CellWidth.of(details) + 3
    let titleRoom = max(min(room, 12), room - detailsWidth)
    let title = TerminalText.truncatedInMiddle(
      isTray ? "Picks" : model.title, toColumns: titleRoom)
    var column = rect.origin.column + 1
    let row = rect.origin.row
    column += frame.canvas.put(
      title, at: CellPoint(column: column, row: row), style: Theme.title, maxColumns: room)
    let left = room - (column - rect.origin.column - 1)
    frame.canvas.put(
      TerminalText.truncatedAtEnd(" · " + details, toColumns: left),
      at: CellPoint(column: column, row: row), style: Theme.detail, maxColumns: left)
    if bannerWidth > 0 {
      let start = max(rect.origin.column, rect.maxColumn - bannerWidth)
      frame.canvas.put(banner, at: CellPoint(column: start, row: row), style: Theme.banner)
    }
  }

  private var isTray: Bool { model.state.isTrayOpen }

  /// What the tray shows, and how to leave it.
  private var trayDetails: [String] {
    [
      model.sets.hasNames ? model.sets.names[model.state.traySet] : nil,
      Wording.photos(model.state.traySelection.count), "in the order they are handed over",
      model.state.traySet + 1 < model.sets.all.count ? "p goes on" : "p goes back",
    ].compactMap { $0 }
  }

  private var details: [String] {
    var parts: [String] = []
    let shown = model.matching.count
    let total = model.totalCount
    var photos =
      shown == total
      ? Wording.photos(total) : "\(Wording.count(shown)) of \(Wording.photos(total))"
    if model.scanProgress.isScanning { photos += "…" }
    parts.append(photos)
    if !model.searchText.isEmpty, model.mode != .search { parts.append("/" + model.searchText) }
    if let folder = model.state.collectionLabel { parts.append(folder) }
    if let filter = model.filter { parts.append(filter.description) }
    if let filter = model.baseFilter { parts.append(filter.description) }
    parts.append(model.order.description)
    if model.scanProgress.failures > 0 {
      parts.append("\(Wording.count(model.scanProgress.failures)) unreadable")
    }
    return parts
  }

  private var banner: String {
    guard let count = model.access.approvedCount else { return "" }
    return "Limited access: \(Wording.count(count)) approved "
      + (count == 1 ? "photo" : "photos")
  }
}
