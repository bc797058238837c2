import PhotoLibrary
import PickerModel
import TermRender

/// A result that is ready to be written.
struct ResultContent: Sendable {
  /// How it came about.
  enum Outcome: String, Sendable {
    /// A person picked.
    case picked
    /// The library was listed.
    case listed
  }

  /// How it came about.
  var outcome: Outcome
  /// The rules, for picks.
  var rules: SelectionRules?
  /// What could be seen.
  var access: AccessScope
  /// The program whose grant said so, if one did.
  var client: String?
  /// The state in the result, where it is another than that of `access`: `denied`.
  var status: String?
  /// The names of the sets, in order; none for one list.
  var setNames: [String] = []
  /// The assets in order.
  var assets: [Item]
  /// What could not be handed over.
  var failures: [ResultFailure]

  /// An asset at its position.
  struct Item: Sendable {
    /// The position from 1; a gap is where a failure is.
    let position: Int
    /// Its place in its set; nil without sets.
    var place: PlaceInSet?
    /// The asset.
    let asset: Asset
  }
}

/// Turns a result into bytes.
enum ResultFormatter {
  /// The bytes of a result.
  ///
  /// - Throws: `ResultError.unrepresentable` for a name that the format can't carry.
  /// - Complexity: O(n) time and memory.
  static func bytes(_ content: ResultContent, format: OutputFormat) throws(ResultError) -> [UInt8] {
    switch format {
    case .json: return json(content)
    case .jsonl: return jsonl(content)
    case .lines: return try lines(content)
    case .nul: return content.assets.flatMap { $0.asset.path.bytes + [0] }
    }
  }

  private static func json(_ content: ResultContent) -> [UInt8] {
    document(content).encoded(isPretty: true) + [UInt8(ascii: "\n")]
  }

  /// The result as one document, as ``OutputFormat/json`` has it.
  static func document(_ content: ResultContent) -> JSONValue {
    let names = content.setNames
    var members = [
      JSONMember("version", .integer(1)),
      JSONMember("outcome", .string(content.outcome.rawValue)),
    ]
    if let rules = content.rules {
      members.append(
        JSONMember(
          "selection",
          ResultDocument.selection(rules, count: content.assets.count)))
    }
    members.append(
      JSONMember(
        "access",
        ResultDocument.access(
          content.access, client: content.client, status: content.status)))
    let items = content.assets.map { ResultDocument.item($0, setNames: names) }
    members.append(JSONMember("items", .array(items)))
    if !names.isEmpty {
      members.append(JSONMember("sets", ResultDocument.sets(names, content.assets)))
    }
    let failures = content.failures.map { ResultDocument.failure($0, setNames: names) }
    members.append(JSONMember("failures", .array(failures)))
    return .object(members)
  }

  private static func jsonl(_ content: ResultContent) -> [UInt8] {
    var bytes: [UInt8] = []
    for item in content.assets {
      bytes += ResultDocument.item(item, setNames: content.setNames).encoded()
      bytes.append(UInt8(ascii: "\n"))
    }
    for failure in content.failures {
      let value = ResultDocument.failure(failure, setNames: content.setNames)
      bytes += JSONValue.object([JSONMember("failure", value)]).encoded()
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  private static func lines(_ content: ResultContent) throws(ResultError) -> [UInt8] {
    var bytes: [UInt8] = []
    for item in content.assets {
      let path = item.asset.path.bytes
      if path.contains(UInt8(ascii: "\n")) {
        let shown = TerminalText.sanitized(item.asset.path.fileName.displayString)
        throw .unrepresentable(
          "the name '\(shown)' has a newline in it, which --format lines can't carry: "
            + "use --format nul, json or jsonl")
      }
      bytes += path
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }
}
