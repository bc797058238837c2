import PhotoLibrary
import PickerModel

/// One line of `--continuous`.
///
/// Its form is `event` in docs/result.schema.json. Whoever applies `added`, `removed` and `moved` in
/// order to empty lists has the picks after each line.
enum PickEvent: Sendable {
  /// A photo was picked: it has this number in its list, from 1.
  case added(Asset, position: Int, set: String?)
  /// The pick with this number was taken back.
  case removed(Asset, position: Int, set: String?)
  /// The pick with the number `from` has the number `to` now.
  case moved(Asset, from: Int, to: Int, set: String?)
  /// The picks were confirmed, and this is the result.
  case committed(ResultContent)
  /// The person left without picks.
  case cancelled

  /// The line as UTF-8 with its newline.
  ///
  /// - Complexity: O(n) for the result, else O(1).
  var line: [UInt8] { JSONValue.object(members).encoded() + [UInt8(ascii: "\n")] }

  private var members: [JSONMember] {
    switch self {
    case .added(let asset, let position, let set):
      return Self.start("added", set) + [
        JSONMember("item", ResultDocument.item(asset, position: position, set: set))
      ]
    case .removed(let asset, let position, let set):
      return Self.start("removed", set) + Self.name(asset) + [
        JSONMember("position", .integer(Int64(position)))
      ]
    case .moved(let asset, let from, let to, let set):
      return Self.start("moved", set) + Self.name(asset) + [
        JSONMember("from", .integer(Int64(from))), JSONMember("to", .integer(Int64(to))),
      ]
    case .committed(let content):
      return Self.start("committed", nil) + [
        JSONMember("count", .integer(Int64(content.assets.count))),
        JSONMember("result", ResultFormatter.document(content)),
      ]
    case .cancelled: return Self.start("cancelled", nil)
    }
  }

  private static func start(_ event: String, _ set: String?) -> [JSONMember] {
    [JSONMember("event", .string(event))] + ResultDocument.setMember(set)
  }

  private static func name(_ asset: Asset) -> [JSONMember] {
    [
      JSONMember("id", .string(ResultDocument.identifier(asset.identity))),
      JSONMember("uri", .string(FileURI.of(asset.path))),
    ]
  }
}
