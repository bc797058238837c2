import PickerModel

/// Validates JSON against the part of JSON Schema that the project's schemas use.
///
/// Keywords: `$ref` to `#/$defs/…` and `#`, `type`, `const`, `enum`, `required`, `properties`,
/// `additionalProperties` (false), `items`, `minItems`, `maxItems`, `uniqueItems`, `minimum`,
/// `maximum`, `minLength`, `maxLength`, `pattern`, `oneOf`, `if` with `then`. A keyword beyond these is a violation of its own, not ignored.
public struct JSONSchema: Sendable {
  private let root: JSON

  private static let annotations: Set<String> = [
    "$schema", "$id", "title", "description", "$defs", "then",
  ]

  /// Creates a validator from a schema's text.
  ///
  /// - Throws: `NotJSON` where the text is none.
  public init(parsing bytes: [UInt8]) throws(NotJSON) {
    root = try JSON(parsing: bytes)
  }

  /// The schema of the result, as it stands in the documentation.
  ///
  /// - Throws: an error where it is missing or no JSON.
  public static func ofResult() throws -> JSONSchema {
    try JSONSchema(parsing: TestFiles.read(FileName("\(Package.root)/docs/result.schema.json")))
  }

  /// The schema of the messages of `--fd-socket`, as it stands in the documentation.
  ///
  /// - Throws: an error where it is missing or no JSON.
  public static func ofHandover() throws -> JSONSchema {
    try JSONSchema(parsing: TestFiles.read(FileName("\(Package.root)/docs/handover.schema.json")))
  }

  /// The schema of `access status --json`, as it stands in the documentation.
  ///
  /// - Throws: an error where it is missing or no JSON.
  public static func ofAccess() throws -> JSONSchema {
    try JSONSchema(parsing: TestFiles.read(FileName("\(Package.root)/docs/access.schema.json")))
  }

  /// What is wrong with a value, each with where; empty if nothing.
  ///
  /// `definition` is the name under `$defs` to validate against; nil means the whole schema.
  public func violations(in value: JSON, definition: String? = nil) -> [String] {
    var found = [String]()
    let schema = definition.map { root["$defs"]?[$0] ?? .null } ?? root
    check(value, schema, "$", &found)
    return found
  }

  private func check(_ value: JSON, _ schema: JSON, _ place: String, _ found: inout [String]) {
    guard let members = schema.members else {
      found.append("\(place): the schema has no such definition")
      return
    }
    for member in members {
      let keyword = String(decoding: member.name, as: UTF8.self)
      if Self.annotations.contains(keyword) { continue }
      apply(keyword, member.value, to: value, schema, place, &found)
    }
  }

  private func apply(
    _ keyword: String, _ argument: JSON, to value: JSON, _ schema: JSON, _ place: String,
    _ found: inout [String]
  ) {
    switch keyword {
    case "$ref":
      let name = argument.text?.split(separator: "/").last.map(String.init) ?? ""
      check(value, name == "#" ? root : root["$defs"]?[name] ?? .null, place, &found)
    case "oneOf":
      let count = (argument.elements ?? []).count { schema in
        var unmet = [String]()
        check(value, schema, place, &unmet)
        return unmet.isEmpty
      }
      if count != 1 { found.append("\(place): \(count) of the alternatives fit") }
    case "type":
      let names = argument.elements?.compactMap(\.text) ?? [argument.text ?? ""]
      if !names.contains(where: { Self.isType($0, value) }) {
        found.append("\(place): is not of type \(names.joined(separator: " or "))")
      }
    case "const":
      if value != argument { found.append("\(place): is not the constant") }
    case "enum":
      if argument.elements?.contains(value) != true { found.append("\(place): is not listed") }
    case "minimum":
      if let number = value.double, number < argument.double ?? 0 {
        found.append("\(place): is below the minimum")
      }
    case "maximum":
      if let number = value.double, number > argument.double ?? 0 {
        found.append("\(place): is above the maximum")
      }
    case "maxLength":
      if let text = value.text, text.unicodeScalars.count > argument.integer ?? .max {
        found.append("\(place): is too long")
      }
    case "minLength":
      if let text = value.text, text.unicodeScalars.count < argument.integer ?? 0 {
        found.append("\(place): is too short")
      }
    case "pattern":
      guard let text = value.text else { return }
      guard let pattern = argument.text, let regex = try? Regex(pattern) else {
        found.append("\(place): the pattern is none")
        return
      }
      if text.firstMatch(of: regex) == nil { found.append("\(place): '\(text)' does not match") }
    default:
      applyToParts(keyword, argument, to: value, schema, place, &found)
    }
  }

  private func applyToParts(
    _ keyword: String, _ argument: JSON, to value: JSON, _ schema: JSON, _ place: String,
    _ found: inout [String]
  ) {
    switch keyword {
    case "required":
      guard value.members != nil else { return }
      for name in argument.elements?.compactMap(\.text) ?? [] where value[name] == nil {
        found.append("\(place): \(name) is missing")
      }
    case "properties":
      for property in argument.members ?? [] {
        let name = String(decoding: property.name, as: UTF8.self)
        if let part = value[name] { check(part, property.value, "\(place).\(name)", &found) }
      }
    case "additionalProperties":
      for member in value.members ?? [] {
        let name = String(decoding: member.name, as: UTF8.self)
        if schema["properties"]?[name] == nil { found.append("\(place): \(name) is not known") }
      }
    case "if":
      var unmet = [String]()
      check(value, argument, place, &unmet)
      if unmet.isEmpty, let then = schema["then"] { check(value, then, place, &found) }
    case "items":
      for (index, element) in (value.elements ?? []).enumerated() {
        check(element, argument, "\(place)[\(index)]", &found)
      }
    case "maxItems":
      if let elements = value.elements, elements.count > argument.integer ?? .max {
        found.append("\(place): has too many elements")
      }
    case "minItems":
      if let elements = value.elements, elements.count < argument.integer ?? 0 {
        found.append("\(place): has too few elements")
      }
    case "uniqueItems":
      let elements = value.elements ?? []
      for (index, element) in elements.enumerated() where elements[..<index].contains(element) {
        found.append("\(place)[\(index)]: stands twice")
      }
    default:
      found.append("\(place): keyword \(keyword) is not supported here")
    }
  }

  private static func isType(_ name: String, _ value: JSON) -> Bool {
    switch (name, value) {
    case ("null", .null), ("boolean", .bool), ("string", .string), ("array", .array),
      ("object", .object), ("number", .number):
      true
    case ("integer", .number): value.integer != nil
    default: false
    }
  }
}
