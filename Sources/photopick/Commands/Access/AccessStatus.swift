import PhotoLibrary
import PickerModel
import TermRender

/// `access status`: what is decided, for people and in JSON (docs/access.schema.json).
enum AccessStatus {
  /// Tells the state of one client, or of all.
  ///
  /// - Returns: The exit status.
  /// - Throws: `ResultError` where it can't be written, `GrantProblem` for a store that can't be
  ///   listed.
  @MainActor
  static func run(_ options: AccessOptions) throws -> ExitStatus {
    let store = try AccessRun.store(options)
    if let client = options.client {
      try write(client, options, store)
      return .success
    }
    let policy = AdministratorPolicy()
    if let problem = policy.problem {
      Diagnostics.report(AccessWording.line(problem) + ": access is restricted for all programs")
    }
    var clients = try store.clients()
    if options.level == .read, let additions = GrantStore.ofUser(for: .addOnly) {
      clients += try additions.clients().filter { !clients.contains($0) }
    }
    let all = clients.sorted { $0.text < $1.text }.map {
      ClientAccess(of: $0, in: store, under: policy, for: options.level)
    }
    if all.isEmpty { Diagnostics.report("nothing was decided about any program yet") }
    if options.isJSON {
      try write(
        .object([version, JSONMember("clients", .array(all.map { .object(members($0)) }))]))
    } else {
      try write(all.map(text).joined())
    }
    return .success
  }

  /// Tells the state of one client.
  ///
  /// - Throws: `ResultError` where it can't be written.
  static func write(
    _ client: ClientID, _ options: AccessOptions, _ store: GrantStore
  ) throws(ResultError) {
    let access = ClientAccess(of: client, in: store, for: options.level)
    if options.isJSON {
      try write(.object([version] + members(access)))
    } else {
      try write(text(access))
    }
  }

  // MARK: - Text

  /// A line with the state, and what else is known below it.
  private static func text(_ access: ClientAccess) -> String {
    var lines = ["\(access.client.text): \(AccessWording.state(access))"]
    if let grant = access.grant {
      if !grant.reason.isEmpty {
        lines.append(fact("reason", TerminalText.sanitized(grant.reason)))
      }
      lines.append(fact("asked", Wording.localTime(FileTime(seconds: grant.created))))
      lines.append(fact("answered", Wording.localTime(FileTime(seconds: grant.answered))))
      if grant.changed != grant.answered {
        lines.append(fact("changed", Wording.localTime(FileTime(seconds: grant.changed))))
      }
      for library in grant.libraries where grant.decision != .denied {
        lines.append(fact("library", TerminalText.sanitized(library.path.displayString)))
      }
    }
    if access.level == .read, let adding = adding(access), adding.status != .notDetermined {
      lines.append(fact("adding", adding.status.rawValue))
    }
    switch access.status {
    case .denied where access.problem != nil, .restricted, .notDetermined:
      for line in AccessWording.refusal(access) { lines.append(fact("note", line)) }
    case .limited where access.grant?.decision == .authorized && access.level == .read:
      lines.append(fact("note", AccessWording.atMostLimited(access.client)))
    case .denied, .authorized, .limited: break
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What is decided about adding, for a client of which seeing is told.
  private static func adding(_ access: ClientAccess) -> ClientAccess? {
    GrantStore.ofUser(for: .addOnly).map {
      ClientAccess(of: access.client, in: $0, for: .addOnly)
    }
  }

  private static func fact(_ label: String, _ value: String) -> String {
    "  " + label + String(repeating: " ", count: max(1, 10 - label.count)) + value
  }

  // MARK: - JSON

  private static let version = JSONMember("version", .integer(1))

  private static func members(_ access: ClientAccess) -> [JSONMember] {
    var members = [
      JSONMember("client", .string(access.client.text)),
      JSONMember("status", .string(access.status.rawValue)),
      JSONMember("maximum", .string(access.rule.ceiling.rawValue)),
      JSONMember("libraryAccess", .string(access.level.rawValue)),
    ]
    if access.level == .read, let adding = adding(access) {
      members.append(JSONMember("addOnlyStatus", .string(adding.status.rawValue)))
    }
    if let grant = access.grant {
      members += [
        JSONMember("reason", .string(grant.reason)),
        JSONMember("created", .string(date(grant.created))),
        JSONMember("answered", .string(date(grant.answered))),
        JSONMember("changed", .string(date(grant.changed))),
        JSONMember("approved", .integer(Int64(grant.approvedCount))),
        JSONMember("libraries", .array(grant.libraries.map { path($0.path) })),
        JSONMember(
          "items",
          .array(grant.approved.filter { !$0.isPart }.map { path(grant.path(of: $0)) })),
      ]
    }
    if let problem = access.problem ?? access.policyProblem {
      members.append(
        JSONMember(
          "problem",
          .object([
            JSONMember("file", path(problem.file)),
            JSONMember("message", .string(problem.userMessage)),
          ])))
    }
    return members
  }

  private static func path(_ path: FileName) -> JSONValue {
    .object([
      JSONMember("uri", .string(FileURI.of(AssetPath(path)))),
      JSONMember("path", path.utf8String.map { .string($0) } ?? .null),
    ])
  }

  private static func date(_ seconds: Int64) -> String {
    ISODate.text(seconds: seconds, separator: "T", showsSeconds: true) + "Z"
  }

  // MARK: - Writing

  private static func write(_ value: JSONValue) throws(ResultError) {
    try ResultDestination(file: nil).write(value.encoded(isPretty: true) + [UInt8(ascii: "\n")])
  }

  private static func write(_ text: String) throws(ResultError) {
    try ResultDestination(file: nil).write(Array(text.utf8))
  }
}
