import PickerModel
import TermRender

/// The words that stand where a picture is not there.
enum Placeholder {
  private static let spinner: [Character] = ["◐", "◓", "◑", "◒"]

  /// The sign of something on its way.
  static func spinner(_ tick: Int) -> Character { spinner[tick % spinner.count] }

  /// Draws what is known of a picture that is not shown.
  ///
  /// - Parameters:
  ///   - state: The load state.
  ///   - asset: Whose picture.
  ///   - rect: The picture's cells.
  ///   - frame: The frame that is being built.
  ///   - hasPictures: Whether pictures are shown at all.
  ///   - isMissing: Whether its file is gone: nothing will come any more.
  ///   - tick: A number that goes up while something loads.
  static func draw(
    _ state: LoadState<Thumbnail>, of asset: Asset, in rect: CellRect,
    into frame: inout ScreenFrame, hasPictures: Bool, isMissing: Bool, tick: Int
  ) {
    let kind = asset.format.label
    if isMissing, state.value == nil {
      draw(
        ["✗ " + kind, "the file is gone"], in: rect, into: &frame, style: Theme.placeholder,
        firstStyle: Theme.failure)
      return
    }
    if hasPictures, !BuildInfo.decodes(asset.format) {
      // Nothing is wrong with the file: there is just no picture of it in this version.
      let size = asset.pixelSize.map(Wording.dimensions)
      draw(
        [kind, size, "no preview"].compactMap { $0 }, in: rect, into: &frame,
        style: Theme.placeholder)
      return
    }
    switch state {
    case .error(let failure):
      let retry = failure.isRetryable ? ["r tries again"] : []
      draw(
        ["✗ " + kind, failure.message] + retry, in: rect, into: &frame, style: Theme.placeholder,
        firstStyle: Theme.failure)
    case .loading where hasPictures:
      let symbol = spinner[tick % spinner.count]
      draw(["\(symbol)", kind], in: rect, into: &frame, style: Theme.placeholder)
    default:
      var lines = [kind]
      if !hasPictures, let size = asset.pixelSize { lines.append(Wording.dimensions(size)) }
      draw(lines, in: rect, into: &frame, style: Theme.placeholder)
    }
  }

  /// Draws lines in the middle of a rectangle, wrapped at words where they are too long.
  static func draw(
    _ lines: [String], in rect: CellRect, into frame: inout ScreenFrame, style: TextStyle,
    firstStyle: TextStyle? = nil
  ) {
    let wrapped = lines.flatMap { wrap(TerminalText.sanitized($0), columns: rect.size.columns) }
      .prefix(max(0, rect.size.rows))
    var row = rect.origin.row + (rect.size.rows - wrapped.count) / 2
    for (number, line) in wrapped.enumerated() {
      let width = CellWidth.of(line)
      let column = rect.origin.column + max(0, (rect.size.columns - width) / 2)
      frame.canvas.put(
        line, at: CellPoint(column: column, row: row),
        style: number == 0 ? firstStyle ?? style : style, maxColumns: rect.size.columns)
      row += 1
    }
  }

  /// Breaks a line at spaces; a longer word is cut in the middle.
  static func wrap(_ text: String, columns: Int) -> [String] {
    guard columns > 0 else { return [] }
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      let candidate = line.isEmpty ? String(word) : line + " " + word
      if CellWidth.of(candidate) <= columns {
        line = candidate
      } else {
        if !line.isEmpty { lines.append(line) }
        line = TerminalText.truncatedInMiddle(String(word), toColumns: columns)
      }
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }
}
