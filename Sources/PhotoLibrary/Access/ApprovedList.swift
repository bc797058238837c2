public import PickerModel

/// Reads the list of approved photos: `--approved` and `--approved0`.
///
/// Three forms are told apart by the first byte that is not blank:
/// - `{`: a JSON grant document, an object with `approved`, an array of paths (`"a.jpg"`), of objects
///   with a path (`{"path": "a.jpg"}`) or of objects with a URI (`{"uri": "file:///home/…"}`); or a
///   result of photopick, an object with `items` that have a `uri` or a `path`;
/// - anything else: one path a line (a path that begins with `{` is written `./{`…);
/// - with `.nul`, paths that end with NUL, whatever they begin with.
public enum ApprovedList {
  /// The largest document that is read, in bytes.
  public static let byteLimit = 64 << 20

  /// Reads a list.
  ///
  /// - Parameters:
  ///   - list: the list's path; `-` is standard input.
  ///   - separator: `.nul` for `--approved0`; with `.newline` JSON is recognised too.
  /// - Returns: the paths as written; they have still to be resolved, see ``ApprovedSet``.
  /// - Throws: what is malformed, with line, column and remedy.
  public static func read(
    _ list: FileName, separatedBy separator: PathList.Separator = .newline
  ) throws(PathListError) -> [FileName] {
    let bytes = try PathList.contents(of: list, limit: byteLimit)
    return try parse(bytes, of: list, separatedBy: separator)
  }

  /// Takes a list's bytes apart.
  ///
  /// - Parameters:
  ///   - bytes: the list.
  ///   - list: its name, for errors.
  ///   - separator: `.nul` for `--approved0`; with `.newline` JSON is recognised too.
  /// - Returns: the paths as written.
  /// - Throws: what is malformed, with line, column and remedy.
  public static func parse(
    _ bytes: [UInt8], of list: FileName, separatedBy separator: PathList.Separator = .newline
  ) throws(PathListError) -> [FileName] {
    if bytes.count > byteLimit {
      throw PathListError(list: list, message: "an approved list larger than 64 MiB")
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let content = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
    let first = content.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard separator == .newline, first == UInt8(ascii: "{") else {
      return try PathList.parse(content, of: list, separatedBy: separator)
    }
    return try paths(inDocument: content, list)
  }

  // MARK: - Documents

  private static func paths(
    inDocument bytes: [UInt8], _ list: FileName
  ) throws(PathListError) -> [FileName] {
    let document: JSONValue
    do throws(JSONSyntaxError) {
      document = try JSONValue(parsing: bytes)
    } catch {
      throw PathListError(
        list: list, line: error.line > 0 ? error.line : nil,
        column: error.column > 0 ? error.column : nil,
        message: "malformed JSON: \(error.message)",
        remedy: "expected {\"approved\": [\"path\", …]}, or one path a line")
    }
    for key in ["approved", "items"] {
      guard let value = document[key] else { continue }
      guard let elements = value.arrayValue else {
        throw PathListError(list: list, message: "\"\(key)\" is not an array")
      }
      var paths: [FileName] = []
      for (index, element) in elements.enumerated() {
        guard let path = path(of: element), !path.bytes.isEmpty, !path.bytes.contains(0) else {
          throw PathListError(
            list: list, message: "\"\(key)\", element \(index + 1), names no file",
            remedy: "expected a path, {\"path\": …} or {\"uri\": \"file:///…\"}")
        }
        paths.append(path)
      }
      return paths
    }
    throw PathListError(
      list: list, message: "a JSON document with neither \"approved\" nor \"items\"",
      remedy: "expected {\"approved\": [\"path\", …]}")
  }

  private static func path(of element: JSONValue) -> FileName? {
    if let text = element.stringValue {
      return text.hasPrefix("file:") ? path(ofURI: text) : FileName(text)
    }
    // The URI rules: it can say every name, the path only those that are text.
    if let text = element["uri"]?.stringValue { return path(ofURI: text) }
    return element["path"]?.stringValue.map { FileName($0) }
  }

  /// The path of a `file` URI on this machine (RFC 8089).
  ///
  /// - Returns: nil for another scheme, another host, a query or a broken escape.
  public static func path(ofURI text: String) -> FileName? {
    var rest = Array(text.utf8)[...]
    for prefix in ["file://localhost/", "file:///", "file:/"] {
      guard rest.starts(with: prefix.utf8) else { continue }
      rest = rest.dropFirst(prefix.utf8.count - 1)
      if rest.starts(with: "//".utf8) { return nil }
      return decoded(rest)
    }
    return nil
  }

  private static func decoded(_ text: ArraySlice<UInt8>) -> FileName? {
    var bytes: [UInt8] = []
    var index = text.startIndex
    while index < text.endIndex {
      switch text[index] {
      case UInt8(ascii: "%"):
        guard index + 2 < text.endIndex, let high = hexDigit(text[index + 1]),
          let low = hexDigit(text[index + 2])
        else { return nil }
        bytes.append(high << 4 | low)
        index += 3
      case UInt8(ascii: "?"), UInt8(ascii: "#"):
        return nil
      case let byte:
        bytes.append(byte)
        index += 1
      }
    }
    return FileName(bytes: bytes)
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
