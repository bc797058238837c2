/// A JSON text's value, with the order of members and the bytes of strings kept.
public enum JSON: Equatable, Sendable {
  /// `null`
  case null
  /// `true` or `false`
  case bool(Bool)
  /// A number, as it is written.
  case number(String)
  /// A string's bytes: UTF-8, but for lone surrogates U+DC80 to U+DCFF, which stand for the bytes
  /// 0x80 to 0xFF as in Python's `surrogateescape`.
  case string([UInt8])
  /// An array.
  case array([JSON])
  /// An object, its members in the order of the text.
  case object([JSONPair])

  /// Parses a text.
  ///
  /// - Throws: `NotJSON` where the text is not exactly one JSON value (RFC 8259).
  public init(parsing bytes: [UInt8]) throws(NotJSON) {
    var reader = JSONReader(bytes: bytes)
    self = try reader.readDocument()
  }

  /// Parses a text.
  ///
  /// - Throws: `NotJSON` where the text is not exactly one JSON value (RFC 8259).
  public init(parsing text: String) throws(NotJSON) {
    try self.init(parsing: Array(text.utf8))
  }

  /// The value of an object's member, or nil.
  public subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    let key = Array(name.utf8)
    return members.first { $0.name == key }?.value
  }

  /// The element of an array, or nil outside.
  public subscript(index: Int) -> JSON? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The string, where it is one of valid UTF-8.
  public var text: String? {
    if case .string(let bytes) = self { String(validating: bytes, as: UTF8.self) } else { nil }
  }

  /// The string's bytes.
  public var bytes: [UInt8]? {
    if case .string(let bytes) = self { bytes } else { nil }
  }

  /// The number, where it is a whole one.
  public var integer: Int? {
    if case .number(let text) = self { Int(text) } else { nil }
  }

  /// The number.
  public var double: Double? {
    if case .number(let text) = self { Double(text) } else { nil }
  }

  /// The truth value.
  public var boolean: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The elements of an array.
  public var elements: [JSON]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members of an object.
  public var members: [JSONPair]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// Whether the value is `null`.
  public var isNull: Bool { self == .null }
}

/// A member of a JSON object.
public struct JSONPair: Equatable, Sendable {
  /// The name's bytes.
  public let name: [UInt8]
  /// The value.
  public let value: JSON
}

/// Where and why a text is no JSON.
public struct NotJSON: Error, Equatable, CustomStringConvertible {
  /// What is wrong.
  public let message: String
  /// The byte that it is wrong at.
  public let offset: Int

  /// The message and the place.
  public var description: String { "\(message) at byte \(offset)" }
}
