/// A file name or a path as the bytes that the kernel knows, compared byte by byte.
///
/// A name on Linux is any byte sequence without `/` and NUL, a path any without NUL. `String` would
/// repair invalid UTF-8 and fold canonically equivalent names into one; both lose files.
public struct FileName: Hashable, Sendable {
  /// The bytes, without a terminating NUL.
  public let bytes: [UInt8]

  /// Creates a name from bytes.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Creates a name from the UTF-8 bytes of a string.
  public init(_ string: String) {
    self.bytes = Array(string.utf8)
  }

  /// The name as text, or nil if the bytes are not valid UTF-8.
  ///
  /// - Complexity: O(n) in the number of bytes.
  public var utf8String: String? {
    String(validating: bytes, as: UTF8.self)
  }

  /// The name as text for people: invalid bytes become U+FFFD.
  ///
  /// Never a key and never a path to open. Control characters are still in it: whoever draws it
  /// escapes them.
  public var displayString: String {
    String(decoding: bytes, as: UTF8.self)
  }
}

extension FileName: Comparable {
  /// Orders by byte value, the order of `LC_ALL=C sort`.
  public static func < (left: FileName, right: FileName) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

extension FileName: ExpressibleByStringLiteral {
  /// Creates a name from a literal's UTF-8 bytes.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}
