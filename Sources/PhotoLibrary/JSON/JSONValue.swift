internal import CJansson
internal import Glibc

/// A JSON value (RFC 8259) whose objects keep the order of their members.
///
/// The only door to jansson: it reads hostile documents (strict UTF-8, bounded depth, no duplicate
/// keys) and writes results.
public indirect enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without a fraction, within 64 bits.
  case integer(Int64)
  /// Any other number.
  case number(Double)
  /// Text.
  case string(String)
  /// Values in order.
  case array([JSONValue])
  /// Members in order.
  case object([JSONMember])
}

/// One member of a JSON object.
public struct JSONMember: Hashable, Sendable {
  /// The name.
  public let key: String
  /// The value.
  public let value: JSONValue

  /// Creates a member.
  public init(_ key: String, _ value: JSONValue) {
    self.key = key
    self.value = value
  }
}

/// Where and why a document is not JSON.
public struct JSONSyntaxError: Error, Hashable, Sendable {
  /// The line, from 1; 0 when the document as a whole is at fault.
  public let line: Int
  /// The column in bytes, from 1.
  public let column: Int
  /// What is wrong, in jansson's words.
  public let message: String
}

// MARK: - Reading

extension JSONValue {
  /// Parses a document.
  ///
  /// - Parameter bytes: UTF-8 text of one JSON value.
  /// - Throws: `JSONSyntaxError` for anything that is not strict JSON, for duplicate keys, strings
  ///   with U+0000, and nesting beyond 2,048.
  /// - Complexity: O(n).
  public init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
    var error = json_error_t()
    let flags = Int(JSON_REJECT_DUPLICATES) | Int(JSON_DECODE_ANY)
    let root = unsafe bytes.withUnsafeBytes { raw in
      unsafe json_loadb(
        raw.baseAddress?.assumingMemoryBound(to: CChar.self), raw.count, flags, &error)
    }
    guard let root = unsafe root else {
      let text = unsafe withUnsafeBytes(of: error.text) { raw in
        unsafe String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
      }
      throw JSONSyntaxError(
        line: max(0, Int(error.line)), column: max(0, Int(error.column)), message: text)
    }
    defer { unsafe json_decref(root) }
    self = unsafe JSONValue(root)
  }

  private init(_ json: UnsafeMutablePointer<json_t>) {
    switch unsafe json.pointee.type {
    case JSON_OBJECT:
      var members: [JSONMember] = []
      unsafe members.reserveCapacity(json_object_size(json))
      var iterator = unsafe json_object_iter(json)
      while let current = unsafe iterator {
        if let key = unsafe json_object_iter_key(current),
          let value = unsafe json_object_iter_value(current)
        {
          unsafe members.append(JSONMember(String(cString: key), JSONValue(value)))
        }
        unsafe iterator = unsafe json_object_iter_next(json, current)
      }
      self = .object(members)
    case JSON_ARRAY:
      var elements: [JSONValue] = []
      for index in 0..<(unsafe json_array_size(json)) {
        if let element = unsafe json_array_get(json, index) {
          unsafe elements.append(JSONValue(element))
        }
      }
      self = .array(elements)
    case JSON_STRING:
      let bytes = unsafe UnsafeRawBufferPointer(
        start: json_string_value(json), count: json_string_length(json))
      self = unsafe .string(String(decoding: bytes, as: UTF8.self))
    case JSON_INTEGER: self = unsafe .integer(Int64(json_integer_value(json)))
    case JSON_REAL: self = unsafe .number(json_real_value(json))
    case JSON_TRUE: self = .bool(true)
    case JSON_FALSE: self = .bool(false)
    default: self = .null
    }
  }
}

// MARK: - Writing

extension JSONValue {
  /// The value as UTF-8 text without a final newline.
  ///
  /// - Parameter isPretty: Indented by two spaces, else on one line.
  /// - Returns: The bytes; numbers that JSON can't say (infinity) are written as `null`.
  /// - Complexity: O(n).
  public func encoded(isPretty: Bool = false) -> [UInt8] {
    guard let root = unsafe built() else { return Array("null".utf8) }
    defer { unsafe json_decref(root) }
    // JSON_INDENT(2) and JSON_REAL_PRECISION(15) of jansson.h, which are macros.
    let format = (isPretty ? 2 : 0) | (15 << 11) | Int(JSON_ENCODE_ANY)
    guard let text = unsafe json_dumps(root, format) else { return Array("null".utf8) }
    defer { unsafe free(text) }
    var bytes: [UInt8] = []
    var cursor = unsafe text
    while unsafe cursor.pointee != 0 {
      unsafe bytes.append(UInt8(bitPattern: cursor.pointee))
      unsafe cursor += 1
    }
    return bytes
  }

  /// A new reference to jansson's form of the value.
  private func built() -> UnsafeMutablePointer<json_t>? {
    switch self {
    case .null: return unsafe json_null()
    case .bool(let value): return unsafe value ? json_true() : json_false()
    case .integer(let value): return unsafe json_integer(json_int_t(value))
    case .number(let value): return unsafe value.isFinite ? json_real(value) : json_null()
    case .string(let value):
      var value = value
      return value.withUTF8 { text in
        unsafe text.withMemoryRebound(to: CChar.self) { characters in
          unsafe json_stringn(characters.baseAddress, characters.count)
        }
      }
    case .array(let elements):
      let array = unsafe json_array()
      for element in elements { unsafe _ = json_array_append_new(array, element.built()) }
      return unsafe array
    case .object(let members):
      let object = unsafe json_object()
      for member in members {
        unsafe _ = json_object_set_new(object, member.key, member.value.built())
      }
      return unsafe object
    }
  }
}

// MARK: - Access

extension JSONValue {
  /// The member of an object, or nil.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The text, if the value is a string.
  public var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The elements, if the value is an array.
  public var arrayValue: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }
}

// MARK: - Version

extension JSONValue {
  /// The version of jansson that is loaded.
  static var libraryVersion: String { unsafe String(cString: jansson_version_str()) }
}
