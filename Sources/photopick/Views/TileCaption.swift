import PickerModel
import TermRender

/// The line below a picture: the pick's number, the name cut in the middle, marks.
struct TileCaption {
  /// The asset.
  let asset: Asset
  /// The pick's mark, if it is picked.
  let badge: PickBadge?
  /// Whether the cursor is on it.
  let isCursor: Bool
  /// Whether the file ended early.
  let isTruncated: Bool

  /// Draws the caption over its whole row.
  func draw(into frame: inout ScreenFrame, _ rect: CellRect) {
    let width = rect.size.columns
    guard width > 0 else { return }
    let style =
      isCursor ? Theme.cursorCaption : badge == nil ? Theme.caption : Theme.pickedCaption
    frame.canvas.fill(rect, style: style)
    var column = rect.origin.column
    let row = rect.origin.row
    if let badge {
      column += frame.canvas.put(
        badge.text(columns: width), at: CellPoint(column: column, row: row), style: badge.style,
        maxColumns: width)
      if width >= 12 { column += 1 }
    }
    var mark = marks
    let left = rect.maxColumn - column
    if CellWidth.of(mark) + 8 > left { mark = "" }
    if !mark.isEmpty {
      let start = rect.maxColumn - CellWidth.of(mark)
      frame.canvas.put(mark, at: CellPoint(column: start, row: row), style: style)
    }
    let room = left - (mark.isEmpty ? 0 : CellWidth.of(mark) + 1)
    let name = TerminalText.truncatedInMiddle(
      asset.path.name.displayString, toColumns: max(0, room))
    frame.canvas.put(
      name, at: CellPoint(column: column, row: row), style: style, maxColumns: max(0, room))
  }

  /// What a picture can't show: a video's length, RAW, an incomplete file.
  private var marks: String {
    if isTruncated { return "cut" }
    if asset.mediaType == .video {
      return "▶" + (asset.duration.map { " " + Wording.duration($0) } ?? "")
    }
    return asset.format == .raw ? "RAW" : ""
  }
}
