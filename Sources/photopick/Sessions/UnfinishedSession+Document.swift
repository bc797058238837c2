import PhotoLibrary
import PickerModel

// MARK: - Writing

extension UnfinishedSession {
  /// A name for a document, by time and chance.
  static func newID() -> String {
    let time = ISODate.text(seconds: SessionStore.now(), separator: "-", showsSeconds: true)
    let digits = time.filter { $0.isNumber }
    let chance = String(UInt32.random(in: .min ... .max) | 0x8000_0000, radix: 16)
    return digits.prefix(8) + "-" + digits.dropFirst(8) + "-" + chance
  }

  /// The document of a picker that ends.
  static func document(
    _ content: ResultContent, _ options: PickOptions, _ library: OpenedLibrary
  ) -> [UInt8] {
    let (paths, isList) = places(options.library, library, content)
    let saved = ISODate.text(seconds: SessionStore.now(), separator: "T", showsSeconds: true) + "Z"
    let session = JSONValue.object([
      JSONMember("version", .integer(1)),
      JSONMember("saved", .string(saved)),
      JSONMember("options", .array(kept(options, content.rules))),
      JSONMember("paths", .array(paths.map { .string(FileURI.of(AssetPath($0))) })),
      JSONMember("isList", .bool(isList)),
    ])
    guard case .object(let members) = ResultFormatter.document(content) else { return [] }
    return JSONValue.object(members + [JSONMember("session", session)]).encoded()
      + [UInt8(ascii: "\n")]
  }

  /// The options for the next run; the rules as they were in the end, for the caller may have changed
  /// them.
  private static func kept(_ options: PickOptions, _ rules: SelectionRules?) -> [JSONValue] {
    let ruling: [OptionName] = [.multi, .max, .min]
    var kept: [(OptionName, String?)] = options.tokens.compactMap { token in
      guard case .option(let name, let value) = token, name.isResumed, !ruling.contains(name)
      else { return nil }
      return (name, value.map { String(decoding: $0, as: UTF8.self) })
    }
    let rules = rules ?? options.rules
    if rules.isMultiple { kept.append((.max, String(rules.maximum ?? 0))) }
    kept.append((.min, String(rules.minimum)))
    return kept.map { name, value in
      .object(
        [JSONMember("name", .string(name.rawValue))]
          + (value.map { [JSONMember("value", .string($0))] } ?? []))
    }
  }

  /// The folders or files that are looked into again.
  private static func places(
    _ options: LibraryOptions, _ library: OpenedLibrary, _ content: ResultContent
  ) -> ([FileName], isList: Bool) {
    switch library.request.source {
    case .folders where library.client != nil && options.paths.isEmpty: return ([], false)
    case .folders(let folders): return (folders, false)
    case .paths(let paths): return (paths, true)
    case .approved:
      if options.pathList == nil { return (options.paths, false) }
      // The list may have come from a pipe; what was picked of it is enough.
      return (content.assets.map(\.asset.path.fileName), true)
    }
  }
}

// MARK: - Reading

extension UnfinishedSession {
  /// Takes a document apart.
  ///
  /// - Throws: `SessionProblem` for what is none.
  init(_ bytes: [UInt8], id: String, file: FileName) throws(SessionProblem) {
    func problem(_ reason: String) -> SessionProblem {
      SessionProblem(file: file, reason: "is no unfinished session: " + reason)
    }
    let root: JSONValue
    do throws(JSONSyntaxError) {
      root = try JSONValue(parsing: bytes)
    } catch {
      throw problem("malformed JSON at line \(error.line)")
    }
    guard let session = root["session"] else { throw problem("it has no member \"session\"") }
    guard session["version"] == .integer(1) else {
      throw problem("another photopick wrote it, in a form that this one does not know")
    }
    guard let options = session["options"]?.arrayValue, let paths = session["paths"]?.arrayValue,
      let saved = session["saved"]?.stringValue
    else { throw problem("parts of \"session\" are missing") }
    var tokens: [ArgumentToken] = []
    for option in options {
      guard let text = option["name"]?.stringValue, let name = OptionName(rawValue: text),
        name.isResumed
      else { throw problem("an option in it is not one that is kept") }
      tokens.append(.option(name, value: option["value"]?.stringValue.map { Array($0.utf8) }))
    }
    var names: [FileName] = []
    for path in paths {
      guard let name = Self.path(path) else { throw problem("a path in it is none") }
      names.append(name)
    }
    self.id = id
    self.options = tokens
    self.paths = names
    self.saved = saved
    isList = session["isList"] == .bool(true)
    client = root["access"]?["client"]?.stringValue
    isLimited = root["access"]?["status"]?.stringValue != "authorized"
    var picks: [(position: Int64, pick: Pick)] = []
    for key in ["items", "failures"] {
      for element in root[key]?.arrayValue ?? [] {
        // What was refused for other reasons was no pick.
        if key == "failures", element["position"] == .null,
          element["code"]?.stringValue != "notInLibrary"
        {
          continue
        }
        guard let uri = element["uri"], let path = Self.path(uri) else {
          throw problem("a pick in it has no place")
        }
        var pick = Pick(path: path, set: element["set"]?.stringValue)
        if let text = element["id"]?.stringValue { pick.identity = Self.identity(text) }
        if case .integer(let count) = element["byteCount"] { pick.byteCount = count }
        var position = Int64.max
        if case .integer(let number) = element["position"] { position = number }
        picks.append((position, pick))
      }
    }
    self.picks = picks.sorted { $0.position < $1.position }.map(\.pick)
  }

  private static func path(_ value: JSONValue) -> FileName? {
    guard let text = value.stringValue, let path = ApprovedList.path(ofURI: text),
      !path.bytes.isEmpty, !path.bytes.contains(0)
    else { return nil }
    return path
  }

  /// The identity that ``ResultDocument/identifier(_:)`` wrote.
  private static func identity(_ text: String) -> FileIdentity? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let device = UInt64(parts[0], radix: 16),
      let inode = UInt64(parts[1], radix: 16)
    else { return nil }
    return FileIdentity(device: device, inode: inode)
  }
}
