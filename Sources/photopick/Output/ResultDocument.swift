import PhotoLibrary
import PickerModel

/// The result as JSON, version 1: docs/result.schema.json.
enum ResultDocument {
  /// What `access` says.
  ///
  /// - Parameters:
  ///   - scope: What could be seen.
  ///   - client: The program whose grant said so, if one did.
  ///   - status: The state, where it is another than that of `scope`.
  /// - Returns: The object.
  static func access(
    _ scope: AccessScope, client: String? = nil, status: String? = nil
  ) -> JSONValue {
    var members = [JSONMember("status", .string(status ?? scope.status))]
    if let client { members.append(JSONMember("client", .string(client))) }
    if let count = scope.approvedCount {
      members.append(JSONMember("approved", .integer(Int64(count))))
    }
    return .object(members)
  }

  /// What `selection` says; a maximum of 0 is none, as on the command line.
  static func selection(_ rules: SelectionRules, count: Int) -> JSONValue {
    .object([
      JSONMember("minimum", .integer(Int64(rules.minimum))),
      JSONMember("maximum", .integer(Int64(rules.maximum ?? 0))),
      JSONMember("count", .integer(Int64(count))),
    ])
  }

  /// One item of a result, with the name of its set where there are sets.
  static func item(_ item: ResultContent.Item, setNames: [String]) -> JSONValue {
    self.item(item.asset, position: item.position, set: name(of: item.place, in: setNames))
  }

  /// The sets: each has its name, its count, and its items numbered from 1.
  static func sets(_ names: [String], _ items: [ResultContent.Item]) -> JSONValue {
    .array(
      names.enumerated().map { index, name in
        let own = items.compactMap { item -> JSONValue? in
          guard let place = item.place, place.set == index else { return nil }
          return self.item(item.asset, position: place.position, set: name)
        }
        return .object([
          JSONMember("name", .string(name)),
          JSONMember("count", .integer(Int64(own.count))),
          JSONMember("items", .array(own)),
        ])
      })
  }

  private static func name(of place: PlaceInSet?, in names: [String]) -> String? {
    guard let place, names.indices.contains(place.set) else { return nil }
    return names[place.set]
  }

  /// One item.
  ///
  /// - Parameters:
  ///   - asset: The asset.
  ///   - position: From 1, in the order of the picks or of the listing.
  ///   - set: The name of its set, if it is in one.
  /// - Returns: The object.
  static func item(_ asset: Asset, position: Int, set: String? = nil) -> JSONValue {
    let uri = JSONValue.string(FileURI.of(asset.path))
    let contentType = JSONValue.string(asset.format.contentType)
    let byteCount = JSONValue.integer(asset.byteCount)
    let place = [JSONMember("position", .integer(Int64(position)))] + setMember(set)
    return .object(
      place + [
        JSONMember("id", .string(identifier(asset.identity))),
        JSONMember("uri", uri),
        JSONMember("path", path(asset.path)),
        JSONMember("mediaType", .string(asset.mediaType.name)),
        JSONMember("subtypes", .array(asset.subtypes.names.map { .string($0) })),
        JSONMember("contentType", contentType),
        JSONMember("uti", .string(asset.format.uniformTypeIdentifier)),
        JSONMember("pixelWidth", integer(asset.pixelSize?.width)),
        JSONMember("pixelHeight", integer(asset.pixelSize?.height)),
        JSONMember("orientation", .integer(Int64(asset.orientation.rawValue))),
        JSONMember("creationDate", asset.creationDate.map { .string(ISODate.text($0)) } ?? .null),
        JSONMember("dateSource", asset.creationDate.map { .string($0.source.name) } ?? .null),
        JSONMember("byteCount", byteCount),
        JSONMember("duration", asset.duration.map { .number($0) } ?? .null),
        JSONMember("resources", .array(resources(of: asset))),
      ])
  }

  /// The asset's own file, then the others; a part of a file has its place in it.
  private static func resources(of asset: Asset) -> [JSONValue] {
    let own = JSONValue.object([
      JSONMember("type", .string(asset.mediaType == .video ? "video" : "photo")),
      JSONMember("uri", .string(FileURI.of(asset.path))),
      JSONMember("contentType", .string(asset.format.contentType)),
      JSONMember("byteCount", .integer(asset.byteCount)),
    ])
    return [own]
      + asset.otherResources.map { resource in
        var members = [
          JSONMember("type", .string(resource.role.name)),
          JSONMember("uri", .string(FileURI.of(resource.path))),
          JSONMember("contentType", .string(contentType(of: resource))),
          JSONMember("byteCount", .integer(resource.byteCount)),
        ]
        if resource.byteOffset > 0 {
          members.append(JSONMember("byteOffset", .integer(resource.byteOffset)))
        }
        return .object(members)
      }
  }

  /// A sidecar has no photo's format.
  private static func contentType(of resource: AssetResource) -> String {
    resource.role == .sidecar ? "application/rdf+xml" : resource.format.contentType
  }

  /// One failure.
  static func failure(_ failure: ResultFailure, setNames: [String] = []) -> JSONValue {
    let set = name(of: failure.place, in: setNames)
    return .object(
      [JSONMember("position", integer(failure.position))] + setMember(set) + [
        JSONMember("uri", .string(FileURI.of(failure.path))),
        JSONMember("path", path(failure.path)),
        JSONMember("code", .string(failure.code)),
        JSONMember("message", .string(failure.reason)),
      ])
  }

  /// The member `set`, where there is a name.
  static func setMember(_ name: String?) -> [JSONMember] {
    name.map { [JSONMember("set", .string($0))] } ?? []
  }

  /// The path as text, or null when it is not valid UTF-8.
  private static func path(_ path: AssetPath) -> JSONValue {
    path.fileName.utf8String.map { .string($0) } ?? .null
  }

  /// The identity in the form `device-inode`, hexadecimal: the same after a rename.
  static func identifier(_ identity: FileIdentity) -> String {
    String(identity.device, radix: 16) + "-" + String(identity.inode, radix: 16)
  }

  private static func integer(_ value: Int?) -> JSONValue {
    value.map { .integer(Int64($0)) } ?? .null
  }
}

/// Something that was asked for and can't be handed over.
struct ResultFailure: Equatable, Sendable {
  /// The position among the picks, from 1, if it was one.
  var position: Int?
  /// Its place in its set, if there are sets and it was a pick.
  var place: PlaceInSet?
  /// Where it was.
  var path: AssetPath
  /// What kind of failure, a stable word: `missing`, `notInLibrary`, or why an approved path was
  /// refused, as ``FileError/code`` has it.
  var code: String
  /// Why, for people.
  var reason: String
}

extension CaptureDate.Source {
  /// The value of `dateSource`.
  var name: String {
    switch self {
    case .exifDateTimeOriginal: "exifDateTimeOriginal"
    case .exifDateTimeDigitized: "exifDateTimeDigitized"
    case .exifDateTime: "exifDateTime"
    case .xmp: "xmp"
    case .iptc: "iptc"
    case .quickTimeCreationDate: "quickTimeCreationDate"
    case .movieHeader: "movieHeader"
    case .gps: "gps"
    case .sidecar: "sidecar"
    }
  }
}
