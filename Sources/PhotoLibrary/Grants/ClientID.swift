/// The name of a program that asks for photos, as `org.example.Collage`.
///
/// 1 to 128 ASCII letters, digits and `.`, `-`, `_`, `@`, `+`, `:`, of which the first is a letter or a
/// digit: no name of these can be mistaken for another by the eye, leave its folder as a file name, or
/// do anything to a terminal. Upper and lower case differ.
public struct ClientID: Hashable, Sendable, Comparable {
  /// The most characters.
  public static let characterLimit = 128
  /// The name.
  public let text: String

  /// Checks a name.
  ///
  /// - Returns: nil for one that is not allowed.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard (1...Self.characterLimit).contains(bytes.count), let first = bytes.first,
      Self.isAlphanumeric(first),
      bytes.allSatisfy({ Self.isAlphanumeric($0) || Self.punctuation.contains($0) })
    else { return nil }
    self.text = text
  }

  /// What a name may be, as a clause for people.
  public static let rule =
    "1 to 128 letters, digits, '.', '-', '_', '@', '+' and ':', beginning with a letter or digit"

  /// Orders by byte value.
  public static func < (left: ClientID, right: ClientID) -> Bool { left.text < right.text }

  /// The name of the client's file.
  internal var fileName: String { text + Self.fileSuffix }

  /// The client whose file has a name; nil for other files.
  internal init?(fileName: String) {
    guard fileName.hasSuffix(Self.fileSuffix) else { return nil }
    self.init(String(fileName.dropLast(Self.fileSuffix.count)))
  }

  private static let fileSuffix = ".json"
  private static let punctuation = Array(".-_@+:".utf8)

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
