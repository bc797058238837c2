internal import PickerModel

/// A grant as a JSON document, version 1; also what `--approved` takes.
///
///     {
///       "version": 1, "client": "org.example.Collage", "status": "limited",
///       "reason": "to make a collage",
///       "created": 1764563833, "answered": 1764563840, "changed": 1764563840,
///       "libraries": [{"uri": "file:///home/ada/Pictures", "inode": "2a", "birth": "1764560000.5",
///                      "handle": "0100000000ab12cd34"}],
///       "approved": [{"uri": "file:///home/ada/Pictures/a.jpg", "library": 0, "inode": "2b",
///                     "birth": "…", "handle": "…", "part": true}]
///     }
///
/// Times are seconds since 1970 UTC; `inode` and `handle` are hexadecimal; `part` stands at a file that
/// came along with the one before. Where the file system proves little there are `device`
/// (hexadecimal), `size` and `modified` as well: see ``AssetProof``. Members that are not known are
/// left out of account: what changes the meaning of the others gets a new version.
public enum GrantDocument {
  /// The version that is written.
  public static let version: Int64 = 1
  /// The largest document that is read, in bytes.
  public static let byteLimit = 48 << 20

  // MARK: - Writing

  /// The document of a grant, with a final newline.
  ///
  /// - Complexity: O(n) in the number of approved files.
  public static func encoded(_ grant: Grant) -> [UInt8] {
    let libraries = grant.libraries.map { library in
      JSONValue.object([uri(library.path)] + members(of: library.proof))
    }
    let approved = grant.approved.map { file in
      JSONValue.object(
        [uri(grant.path(of: file)), JSONMember("library", .integer(Int64(file.library)))]
          + members(of: file.proof) + (file.isPart ? [JSONMember("part", .bool(true))] : []))
    }
    let document = JSONValue.object([
      JSONMember("version", .integer(version)),
      JSONMember("client", .string(grant.client.text)),
      JSONMember("status", .string(grant.decision.rawValue)),
      JSONMember("reason", .string(grant.reason)),
      JSONMember("created", .integer(grant.created)),
      JSONMember("answered", .integer(grant.answered)),
      JSONMember("changed", .integer(grant.changed)),
      JSONMember("libraries", .array(libraries)),
      JSONMember("approved", .array(approved)),
    ])
    return document.encoded(isPretty: true) + [UInt8(ascii: "\n")]
  }

  private static func uri(_ path: FileName) -> JSONMember {
    JSONMember("uri", .string(FilePathURI.of(path)))
  }

  private static func members(of proof: AssetProof) -> [JSONMember] {
    var members: [JSONMember] = []
    if let inode = proof.inode {
      members.append(JSONMember("inode", .string(String(inode, radix: 16))))
    }
    if let birth = proof.birth { members.append(JSONMember("birth", .string(text(birth)))) }
    if let handle = proof.handle {
      members.append(JSONMember("handle", .string(Hexadecimal.text(handle))))
    }
    if let content = proof.content {
      members += [
        JSONMember("device", .string(String(content.device, radix: 16))),
        JSONMember("size", .integer(content.byteCount)),
        JSONMember("modified", .string(text(content.modified))),
      ]
    }
    return members
  }

  private static func text(_ time: FileTime) -> String { "\(time.seconds).\(time.nanoseconds)" }

  // MARK: - Reading

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - client: Whose it must be.
  /// - Returns: The grant.
  /// - Throws: `.corrupt` for anything that is not a whole and sound document, `.newer` for one of a
  ///   later version, `.tooLarge`.
  /// - Complexity: O(n).
  public static func decoded(
    _ bytes: [UInt8], of client: ClientID
  ) throws(GrantProblem.Kind) -> Grant {
    if bytes.count > byteLimit { throw .tooLarge }
    let document: JSONValue
    do throws(JSONSyntaxError) {
      document = try JSONValue(parsing: bytes)
    } catch {
      throw .corrupt("line \(error.line), column \(error.column): \(error.message)")
    }
    guard case .object = document else { throw .corrupt("it is no object") }
    guard case .integer(let version)? = document["version"], version >= 1 else {
      throw .corrupt("\"version\" is missing")
    }
    if version > Self.version { throw .newer(version: version) }
    guard document["client"]?.stringValue == client.text else {
      throw .corrupt("\"client\" is not '\(client.text)'")
    }
    guard let word = document["status"]?.stringValue, let decision = Grant.Decision(rawValue: word)
    else { throw .corrupt("\"status\" is none of authorized, limited, denied") }
    guard let reason = document["reason"]?.stringValue, reason.utf8.count <= Grant.reasonLimit
    else { throw .corrupt("\"reason\" is missing or too long") }
    var grant = Grant(client: client, decision: decision, reason: reason, at: 0)
    grant.created = try time("created", of: document)
    grant.answered = try time("answered", of: document)
    grant.changed = try time("changed", of: document)
    grant.libraries = try libraries(document)
    grant.approved = try approved(document, in: grant.libraries)
    if decision != .denied, grant.libraries.isEmpty { throw .corrupt("\"libraries\" is empty") }
    if decision != .limited, !grant.approved.isEmpty {
      throw .corrupt("\"approved\" stands beside \"\(word)\"")
    }
    return grant
  }

  private static func time(
    _ key: String, of document: JSONValue
  ) throws(GrantProblem.Kind) -> Int64 {
    // Up to the year 9999: what is printed from it must not overflow.
    guard case .integer(let seconds)? = document[key], (0...253_402_300_799).contains(seconds)
    else { throw .corrupt("\"\(key)\" is no time") }
    return seconds
  }

  private static func libraries(
    _ document: JSONValue
  ) throws(GrantProblem.Kind) -> [Grant.Library] {
    guard let elements = document["libraries"]?.arrayValue, elements.count <= Grant.libraryLimit
    else { throw .corrupt("\"libraries\" is missing or too long") }
    var libraries: [Grant.Library] = []
    for element in elements {
      guard let path = path(of: element), let proof = proof(of: element) else {
        throw .corrupt("library \(libraries.count + 1) is not sound")
      }
      libraries.append(Grant.Library(path: path, proof: proof))
    }
    return libraries
  }

  private static func approved(
    _ document: JSONValue, in libraries: [Grant.Library]
  ) throws(GrantProblem.Kind) -> [Grant.ApprovedFile] {
    guard let elements = document["approved"]?.arrayValue, elements.count <= Grant.approvedLimit
    else { throw .corrupt("\"approved\" is missing or too long") }
    var files: [Grant.ApprovedFile] = []
    files.reserveCapacity(elements.count)
    for element in elements {
      guard let path = path(of: element), let proof = proof(of: element),
        case .integer(let number)? = element["library"], number >= 0, number < libraries.count,
        let way = PathComponents(path.bytes).behind(
          PathComponents(libraries[Int(number)].path.bytes)), !way.isEmpty
      else { throw .corrupt("approved file \(files.count + 1) is not sound") }
      let isPart = element["part"] == .bool(true)
      if isPart, files.isEmpty { throw .corrupt("approved file 1 is a part of nothing") }
      files.append(
        Grant.ApprovedFile(
          library: Int(number), way: FileName(bytes: PathComponents.join(way)), proof: proof,
          isPart: isPart))
    }
    return files
  }

  /// An absolute path without `.`, `..` and empty components.
  private static func path(of element: JSONValue) -> FileName? {
    guard let text = element["uri"]?.stringValue,
      let path = ApprovedList.path(ofURI: text), !path.bytes.contains(0),
      path.bytes.count < PathList.pathLimit
    else { return nil }
    let parts = PathComponents(path.bytes)
    guard !parts.parts.contains(PathComponents.parent) else { return nil }
    let plain = [UInt8(ascii: "/")] + PathComponents.join(parts.parts)
    return plain == path.bytes ? path : nil
  }

  private static func proof(of element: JSONValue) -> AssetProof? {
    var (inode, birth, handle): (UInt64?, FileTime?, [UInt8]?) = (nil, nil, nil)
    var content: AssetProof.Content?
    if let value = element["inode"] {
      guard let number = number(value) else { return nil }
      inode = number
    }
    if let value = element["birth"] {
      guard let time = time(value) else { return nil }
      birth = time
    }
    if let value = element["handle"] {
      guard let text = value.stringValue, let bytes = Hexadecimal.bytes(text),
        (5...AssetProof.handleLimit).contains(bytes.count)
      else { return nil }
      handle = bytes
    }
    if let value = element["device"] {
      guard let device = number(value), case .integer(let size)? = element["size"], size >= 0,
        let modified = element["modified"].flatMap(time)
      else { return nil }
      content = AssetProof.Content(device: device, byteCount: size, modified: modified)
    }
    let proof = AssetProof(inode: inode, birth: birth, handle: handle, content: content)
    return proof.isSound ? proof : nil
  }

  private static func number(_ value: JSONValue) -> UInt64? {
    guard let text = value.stringValue, text.utf8.count <= 16 else { return nil }
    return text.utf8.first == UInt8(ascii: "+") ? nil : UInt64(text, radix: 16)
  }

  /// `seconds.nanoseconds`.
  private static func time(_ value: JSONValue) -> FileTime? {
    guard let parts = value.stringValue?.split(separator: ".", omittingEmptySubsequences: false),
      parts.count == 2, let seconds = Int64(parts[0]), let nanoseconds = Int32(parts[1]),
      (0..<1_000_000_000).contains(nanoseconds)
    else { return nil }
    return FileTime(seconds: seconds, nanoseconds: nanoseconds)
  }
}

extension GrantProblem.Kind: Error {}

/// Bytes as hexadecimal digits.
internal enum Hexadecimal {
  private static let digits = Array("0123456789abcdef".utf8)

  /// Two digits a byte.
  internal static func text(_ bytes: [UInt8]) -> String {
    String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The bytes, or nil for what is not pairs of digits.
  internal static func bytes(_ text: String) -> [UInt8]? {
    let values = text.utf8.map { digits.firstIndex(of: $0) }
    guard values.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: values.count, by: 2) {
      guard let high = values[index], let low = values[index + 1] else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return bytes
  }
}

/// Absolute paths as `file:` URIs (RFC 8089, percent-encoding by RFC 3986).
internal enum FilePathURI {
  /// The URI of an absolute path; every byte of the name is in it.
  internal static func of(_ path: FileName) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text = Array("file://".utf8)
    for byte in path.bytes {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        text.append(byte)
      default: text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
