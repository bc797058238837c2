import PhotoLibrary
import PickerModel

/// What `add` did, as it is written (docs/add.schema.json).
struct AddResult: Sendable {
  /// A photo that was added.
  struct Item: Sendable {
    /// Its number among those that were named, from 1.
    let position: Int
    /// What it is a copy of.
    let source: FileName
    /// The copy.
    let added: PhotoAdder.Added
  }

  /// A photo that was not.
  struct Failure: Sendable {
    /// Its number among those that were named, from 1.
    let position: Int
    /// The file.
    let source: FileName
    /// Why.
    let failure: PhotoAdder.Failure
  }

  /// The folder.
  let album: FileName
  /// The album's name; nil for the library's folder itself.
  let name: String?
  /// The program that adds.
  let client: String?
  /// What was added.
  let items: [Item]
  /// What was not.
  let failures: [Failure]

  /// The result in a format; `lines` is for names without a newline.
  func bytes(_ format: OutputFormat) -> [UInt8] {
    switch format {
    case .json: return document.encoded(isPretty: true) + [UInt8(ascii: "\n")]
    case .jsonl:
      return (items.map(Self.value) + failures.map(Self.value))
        .flatMap { $0.encoded() + [UInt8(ascii: "\n")] }
    case .lines: return items.flatMap { $0.added.path.bytes + [UInt8(ascii: "\n")] }
    case .nul: return items.flatMap { $0.added.path.bytes + [0] }
    }
  }

  private var document: JSONValue {
    var members = [JSONMember("version", .integer(1)), JSONMember("outcome", .string("added"))]
    if let client { members.append(JSONMember("client", .string(client))) }
    members += [
      JSONMember(
        "album",
        .object(
          [JSONMember("name", name.map { .string($0) } ?? .null)] + Self.place(album))),
      JSONMember("items", .array(items.map(Self.value))),
      JSONMember("failures", .array(failures.map(Self.value))),
    ]
    return .object(members)
  }

  private static func value(_ item: Item) -> JSONValue {
    .object(
      [JSONMember("position", .integer(Int64(item.position)))] + place(item.added.path) + [
        JSONMember("byteCount", .integer(item.added.byteCount)),
        JSONMember("source", .object(place(item.source))),
      ])
  }

  private static func value(_ failure: Failure) -> JSONValue {
    .object(
      [JSONMember("position", .integer(Int64(failure.position)))] + place(failure.source) + [
        JSONMember("code", .string(failure.failure.code)),
        JSONMember("message", .string(failure.failure.userMessage)),
      ])
  }

  private static func place(_ path: FileName) -> [JSONMember] {
    [
      JSONMember("uri", .string(FileURI.of(AssetPath(path)))),
      JSONMember("path", path.utf8String.map { .string($0) } ?? .null),
    ]
  }
}
