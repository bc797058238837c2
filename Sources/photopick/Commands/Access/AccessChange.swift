import PhotoLibrary
import PickerModel
import TermRender

/// `access grant` and `access revoke`: what scripts change.
///
/// All that is named is done, or nothing.
enum AccessChange {
  /// Gives photos.
  ///
  /// - Returns: The exit status.
  /// - Throws: what is refused, and what keeps the store from being written.
  @MainActor
  static func grant(_ options: AccessOptions) throws -> ExitStatus {
    let client = try AccessRun.client(options)
    let store = try AccessRun.store(options)
    let access = ClientAccess(of: client, in: store, for: options.level)
    if access.status == .restricted {
      throw CommandError(messages: AccessWording.refusal(access), status: .denied)
    }
    if options.isAll, access.rule.ceiling == .limited, options.level == .read {
      throw CommandError(AccessWording.atMostLimited(client), status: .denied)
    }
    let approval = try AccessRun.approval(options.libraries, or: access.grant)
    try AccessRun.check(approval, under: access.rule)
    let files = try entries(options.paths, in: approval)
    if let problem = access.problem { Diagnostics.report(AccessWording.replaced(problem)) }
    let now = GrantStore.now()
    var isFull = false
    try store.update(client) { entry in
      var grant = Grant(client: client, decision: .denied, at: now)
      if case .grant(let stored) = entry { grant = stored }
      // What the administrator does not let all be seen of is given one by one.
      if options.level == .read, access.rule.ceiling == .limited, grant.decision == .authorized {
        grant.deny(at: now)
      }
      if options.isAll {
        grant.authorize(approval.libraries, at: now)
      } else if !grant.approve(files, of: approval.libraries, at: now) {
        isFull = true
        return nil
      }
      return grant
    }
    if isFull { throw CommandError(AccessWording.full) }
    return try report(options, store)
  }

  /// Takes photos away.
  ///
  /// - Returns: The exit status.
  /// - Throws: what is refused, and what keeps the store from being written.
  @MainActor
  static func revoke(_ options: AccessOptions) throws -> ExitStatus {
    let client = try AccessRun.client(options)
    let store = try AccessRun.store(options)
    let access = ClientAccess(of: client, in: store, for: options.level)
    if let problem = access.problem { Diagnostics.report(AccessWording.replaced(problem)) }
    let now = GrantStore.now()
    if options.isAll {
      try store.update(client) { entry in
        var grant = Grant(client: client, decision: .denied, at: now)
        if case .grant(let stored) = entry { grant = stored }
        grant.deny(at: now)
        return grant
      }
      return try report(options, store)
    }
    var unknown: [FileName] = []
    var isAuthorized = false
    try store.update(client) { entry in
      guard case .grant(var grant) = entry, grant.decision == .limited else {
        if case .grant(let grant) = entry { isAuthorized = grant.decision == .authorized }
        unknown = options.paths
        return nil
      }
      var numbers: Set<Int> = []
      for path in options.paths {
        let found = grant.approvedFiles(at: path)
        if found.isEmpty { unknown.append(path) }
        numbers.formUnion(found)
      }
      guard unknown.isEmpty else { return nil }
      grant.remove(numbers, at: now)
      return grant
    }
    if isAuthorized {
      throw CommandError(
        "\(client.text) may see all photos: single ones can't be taken away; choose some with "
          + "\(AccessWording.manage(client)), or use --all")
    }
    if !unknown.isEmpty {
      throw CommandError(
        messages: unknown.map {
          "\(TerminalText.sanitized($0.displayString)): is not approved for \(client.text)"
        })
    }
    return try report(options, store)
  }

  /// The entries of files; one that can't be approved is the end of it.
  private static func entries(
    _ paths: [FileName], in approval: Approval
  ) throws(CommandError) -> [Grant.ApprovedFile] {
    var entries: [Grant.ApprovedFile] = []
    var problems: [FileError] = []
    for path in paths {
      do throws(FileError) {
        entries += try approval.entries(of: Approval.Photo(path: path))
      } catch {
        problems.append(error)
      }
    }
    if !problems.isEmpty { throw CommandError(messages: problems.map(OpenedLibrary.line)) }
    return entries
  }

  /// Tells what is decided now.
  @MainActor
  private static func report(
    _ options: AccessOptions, _ store: GrantStore
  ) throws -> ExitStatus {
    try AccessStatus.write(try AccessRun.client(options), options, store)
    return .success
  }
}
