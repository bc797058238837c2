import PickerModel
import TermRender

/// The mark of a pick on its tile and in the list: its number, and with named sets the set's name.
struct PickBadge {
  /// The set, from 0; nil without sets.
  let set: Int?
  private let name: String
  private let position: Int

  /// Creates the badge of an asset; nil for what is not picked.
  init?(_ id: AssetID, in sets: SelectionSets) {
    guard let index = sets.index(of: id), let position = sets.all[index].position(of: id) else {
      return nil
    }
    set = sets.hasNames ? index : nil
    name = sets.hasNames ? sets.names[index] : ""
    self.position = position
  }

  /// The longest form that leaves room: ` keep 3 `, else the set's number; without sets ` 3 `.
  ///
  /// - Parameter columns: The room for badge and name together.
  /// - Returns: The text, with a space at each side where there is room.
  func text(columns: Int) -> String {
    guard let set else { return columns >= 6 ? " \(position) " : "\(position)" }
    let long = " \(name) \(position) "
    if CellWidth.of(long) + 8 <= columns { return long }
    return columns >= 6 ? " \(set + 1) " : "\(set + 1)"
  }

  /// The room that the longest badge of a list needs.
  static func columns(in sets: SelectionSets) -> Int {
    let digits = String(sets.all.map(\.count).max() ?? 0).count
    let name = sets.names.map { CellWidth.of($0) + 1 }.max() ?? 0
    return max(3, name + digits + 2)
  }

  /// The style of the text.
  var style: TextStyle { TextStyle([.bold, .reverse], foreground: color) }

  /// The style of the tile's frame.
  var frameStyle: TextStyle { TextStyle(.bold, foreground: color) }

  /// The set's colour; what is said by it is said by the text, too.
  private var color: TextColor {
    let colors: [TextColor] = [.success, .failure, .warning, .accent, .standard, .muted]
    return colors[(set ?? 0) % colors.count]
  }
}
