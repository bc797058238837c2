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
  /// Whether the file vanished.
  let isMissing: Bool
  /// What a search found of the name, in characters from the start.
  var found: [Range<Int>] = []
  /// What a search found where it did not find the name: folder, day or camera.
  var note: String?

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
    let left = rect.maxColumn - column
    let shortNote = note.map { TerminalText.truncatedInMiddle($0, toColumns: left / 2) } ?? ""
    let mark =
      shortNote.isEmpty ? marks.first { CellWidth.of($0) + 8 <= left } ?? "" : shortNote
    if !mark.isEmpty {
      let start = rect.maxColumn - CellWidth.of(mark)
      let markStyle = shortNote.isEmpty ? style : FoundText.style(over: style)
      frame.canvas.put(mark, at: CellPoint(column: start, row: row), style: markStyle)
    }
    let room = left - (mark.isEmpty ? 0 : CellWidth.of(mark) + 1)
    FoundText(text: asset.path.name.displayString, found: found).draw(
      into: &frame, at: CellPoint(column: column, row: row), columns: max(0, room), style: style)
  }

  /// What a picture can't show, the best first: the first one for which there is room is drawn.
  private var marks: [String] {
    if isMissing { return ["missing", "gone"] }
    if isTruncated { return ["cut"] }
    let marks = Wording.marks(of: asset)
    guard let best = marks.first else { return [] }
    // Without its length rather than not at all.
    let short = best.split(separator: " ").first.map { [String($0)] } ?? []
    return (marks.count > 1 ? [marks.joined(separator: " ")] : []) + [best] + short
  }
}
