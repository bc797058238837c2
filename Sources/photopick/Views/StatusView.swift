import PickerModel
import TermRender

/// The last line: picks, position, the photo under the cursor; or a message; or the search prompt.
@MainActor
struct StatusView {
  /// The model.
  let model: PickerModel
  /// The number typed before a key, if one is being typed.
  let count: Int?

  /// Draws the line; in the search prompt it also places the cursor.
  func draw(into frame: inout ScreenFrame, _ rect: CellRect) {
    if model.state.isSearching, !model.state.isHelpVisible {
      drawPrompt(into: &frame, rect)
    } else {
      drawStatus(into: &frame, rect)
    }
  }

  private func drawPrompt(into frame: inout ScreenFrame, _ rect: CellRect) {
    let field = model.searchField
    let row = rect.origin.row
    let found = "\(Wording.count(model.matching.count)) of \(Wording.count(model.totalCount)) found"
    let foundWidth = rect.size.columns > 40 ? CellWidth.of(found) + 2 : 0
    let room = max(0, rect.size.columns - 2 - foundWidth)
    // The part before the cursor stays in view; what comes after it fills the rest.
    let before = String(field.text.prefix(field.cursor))
    var head = before
    while CellWidth.of(head) > room, !head.isEmpty { head.removeFirst() }
    var width = frame.canvas.put(
      "/", at: CellPoint(column: rect.origin.column, row: row), style: Theme.count,
      maxColumns: rect.size.columns)
    var style = Theme.count
    if field.isSelected { style.attributes.formSymmetricDifference(.reverse) }
    width += frame.canvas.put(
      head, at: CellPoint(column: rect.origin.column + width, row: row), style: style,
      maxColumns: max(0, rect.size.columns - width))
    let tail = String(field.text.dropFirst(field.cursor))
    frame.canvas.put(
      tail, at: CellPoint(column: rect.origin.column + width, row: row), style: Theme.count,
      maxColumns: max(0, room + 1 - width))
    if foundWidth > 0 {
      let start = rect.maxColumn - foundWidth
      frame.canvas.put(found, at: CellPoint(column: start, row: row), style: Theme.detail)
    }
    frame.cursor = CellPoint(column: min(rect.maxColumn - 1, rect.origin.column + width), row: row)
  }

  private func drawStatus(into frame: inout ScreenFrame, _ rect: CellRect) {
    let row = rect.origin.row
    // A message needs the room more than the reminder does.
    let isHelpOff = model.state.disabled.contains(.help)
    let help = count.map { Wording.plain($0) } ?? (isHelpOff ? "" : "? help")
    let wanted = model.notice.map { CellWidth.of(picks) + CellWidth.of($0.text) + 14 } ?? 24
    let hasHelp = rect.size.columns >= wanted || count != nil
    let room = rect.size.columns - 1 - (hasHelp ? CellWidth.of(help) + 3 : 0)
    guard room > 0 else { return }
    var column = rect.origin.column + 1
    let end = column + room
    func put(_ text: String, _ style: TextStyle) {
      let left = end - column
      guard left > 0 else { return }
      column += frame.canvas.put(
        TerminalText.truncatedAtEnd(text, toColumns: left),
        at: CellPoint(column: column, row: row), style: style, maxColumns: left)
    }
    if let notice = model.notice, CellWidth.of(picks) + CellWidth.of(notice.text) + 2 > room {
      put(notice.text, style(of: notice))
      return
    }
    put(picks, Theme.count)
    if let notice = model.notice {
      put("  ", Theme.status)
      put(notice.text, style(of: notice))
    } else if let prefix = mode {
      put("  ", Theme.status)
      put(prefix, Theme.info)
    } else if let asset = model.focusedAsset {
      put("    " + position + "  ", Theme.status)
      let facts = facts(asset)
      let left = end - column
      // The preview has the name in its caption.
      if !model.state.isPreviewing {
        let name = TerminalText.truncatedInMiddle(
          asset.path.name.displayString,
          toColumns: max(min(left, 12), left - CellWidth.of(facts) - 2))
        put(name + "  ", Theme.count)
      }
      put(facts, Theme.detail)
    }
    if hasHelp {
      let start = rect.maxColumn - CellWidth.of(help) - 1
      frame.canvas.put(help, at: CellPoint(column: start, row: row), style: Theme.detail)
    }
  }

  private var picks: String {
    let rules = model.rules
    if model.sets.hasNames { return setCounts + hidden }
    let count = Wording.count(model.selection.count)
    if !rules.isMultiple, model.selection.count < 2 {
      return (model.selection.count == 0 ? "pick one" : "1 picked") + hidden
    }
    var text = rules.maximum.map { "\(count) of \(Wording.count($0)) picked" } ?? "\(count) picked"
    if rules.minimum > 1 { text += " (min \(Wording.count(rules.minimum)))" }
    return text + hidden
  }

  /// `keep 12 · reject 3`, with the maximum of each: `keep 12/20 · reject 3/20`.
  private var setCounts: String {
    let limit = model.rules.maximum.map { "/" + Wording.count($0) } ?? ""
    let counts = zip(model.sets.names, model.sets.all)
      .map { "\($0) \(Wording.count($1.count))\(limit)" }
    return counts.joined(separator: " · ")
      + (model.rules.minimum > 1 ? " (min \(Wording.count(model.rules.minimum)))" : "")
  }

  /// How many picks the filter or the search hides; counted while they are few.
  private var hidden: String {
    guard model.matching.count < model.totalCount, model.sets.count <= 1_000 else { return "" }
    let count = model.sets.picks.count { !model.state.isShown($0) }
    return count == 0 ? "" : " (\(Wording.count(count)) not shown)"
  }

  /// What a range that is being marked would do.
  private var mode: String? {
    guard let range = model.state.range else { return nil }
    let keys = model.sets.hasNames ? "1 to \(model.sets.names.count) sort" : "Space picks"
    return "Range of \(Wording.photos(range.count)): \(keys), Esc leaves"
  }

  private var position: String {
    if model.state.isTrayOpen {
      return "\(Wording.count(model.state.trayViewport.cursor + 1))/"
        + Wording.count(model.state.traySelection.count)
    }
    guard !model.matching.isEmpty else { return "0/0" }
    return "\(Wording.count(model.viewport.cursor + 1))/\(Wording.count(model.matching.count))"
  }

  private func facts(_ asset: Asset) -> String {
    [
      Wording.date(asset), asset.pixelSize.map(Wording.dimensions),
      asset.duration.map(Wording.duration), Wording.bytes(asset.byteCount),
      model.isMissing(asset.id) ? "missing" : nil,
    ].compactMap { $0 }.joined(separator: "  ")
  }

  private func style(of notice: Notice) -> TextStyle {
    switch notice.kind {
    case .info: Theme.info
    case .refused: Theme.refused
    case .error: Theme.error
    }
  }
}
