import PhotoLibrary
import PickerModel
import TermRender

/// `access manage`: lets the person change what a client may see, and prints what is new.
@MainActor
enum AccessManage {
  /// Shows the picker with the approved photos picked, or the question where access is not limited.
  ///
  /// - Returns: The exit status.
  /// - Throws: what keeps it from asking or from noting the answer.
  static func run(_ options: AccessOptions) async throws -> Int32 {
    let client = try AccessRun.client(options)
    let store = try AccessRun.store(options)
    let destination = ResultDestination(file: options.pick.output.file)
    try destination.check()
    let access = ClientAccess(of: client, in: store, for: options.level)
    if access.status == .restricted || access.status == .notDetermined {
      throw CommandError(messages: AccessWording.refusal(access), status: .denied)
    }
    let approval = try approval(options, access)
    try AccessRun.check(approval, under: access.rule)
    // Nobody chooses what can't be noted.
    try store.update(client) { _ in nil }
    let folders = approval.libraries.map(\.path)
    let choice = PhotoChoice(options: options, client: client, folders: folders)
    var screen: TerminalScreen?
    if access.status != .limited {
      let open = try TerminalScreen(
        options: options.pick.screen.screenOptions(mouse: options.pick.usesMouse))
      StandardError.silence()
      let question = AccessQuestion(
        client: client, reason: access.grant?.reason ?? "", libraries: folders,
        ceiling: access.rule.ceiling, level: options.level,
        present: access.status.rawValue)
      let end = await QuestionSession(question, on: open).run()
      if end != .answer(.selectPhotos) {
        open.close()
        StandardError.restore()
      }
      switch end {
      case .answer(.selectPhotos): screen = open
      case .answer(let answer):
        try note(access, store, options) { grant, now in
          if answer == .allowAll {
            grant.authorize(approval.libraries, at: now)
          } else {
            grant.deny(at: now)
          }
          return true
        }
        return try finish([], client, store, options, destination)
      case .dismissed: return ExitStatus.cancelled.rawValue
      case .signal(let number): return ExitStatus.endedBySignal(number)
      }
    }
    let seen = seen(access.grant, isNamed: !options.paths.isEmpty)
    let known = access.grant?.photos()
    switch try await choice.run(preselected(access.grant, known), on: screen) {
    case .chosen(let assets):
      let entries = PhotoChoice.entries(of: assets, in: approval)
      try note(access, store, options) { grant, now in
        grant.choose(
          entries.flatMap(\.self), of: approval.libraries, insteadOf: seen, at: now)
      }
      let before = Set(seen.map(\.proof))
      let new = zip(assets, entries).filter { _, files in
        files.first.map { !before.contains($0.proof) } ?? false
      }
      return try finish(new.map(\.0), client, store, options, destination)
    case .dismissed: return ExitStatus.cancelled.rawValue
    case .nothing: return ExitStatus.nothingToPick.rawValue
    case .signal(let number): return ExitStatus.endedBySignal(number)
    }
  }

  /// The libraries of the grant that are there, and the folders that are named.
  private static func approval(
    _ options: AccessOptions, _ access: ClientAccess
  ) throws(CommandError) -> Approval {
    guard let grant = access.grant, !options.paths.isEmpty else {
      return try AccessRun.approval(options.paths, or: access.grant)
    }
    return try AccessRun.approval(grant.openLibraries().folders + options.paths, or: nil)
  }

  /// The approved files that the person decides about: not those in a folder that is not there, as on
  /// a drive that is not connected, unless other folders are named for it.
  private static func seen(_ grant: Grant?, isNamed: Bool) -> [Grant.ApprovedFile] {
    guard let grant, !isNamed else { return grant?.approved ?? [] }
    let present = Set(grant.openLibraries().folders)
    return grant.approved.filter { present.contains(grant.libraries[$0.library].path) }
  }

  /// The approved photos that are there, without the files that came along with one.
  private static func preselected(_ grant: Grant?, _ photos: GrantedPhotos?) -> [FileName] {
    guard let grant, let photos else { return [] }
    let now = grant.moving(photos.moved)
    return now.approved.filter { !$0.isPart }.map { now.path(of: $0) }
      .filter { photos.approved.contains(AssetPath($0)) }
  }

  /// Notes a change; a document that can't be relied upon is replaced, and that is told.
  private static func note(
    _ access: ClientAccess, _ store: GrantStore, _ options: AccessOptions,
    _ change: (inout Grant, Int64) -> Bool
  ) throws {
    if let problem = access.problem { Diagnostics.report(AccessWording.replaced(problem)) }
    let now = GrantStore.now()
    var isFull = false
    try store.update(access.client) { entry in
      var grant = Grant(client: access.client, decision: .denied, at: now)
      if case .grant(let stored) = entry { grant = stored }
      isFull = !change(&grant, now)
      return isFull ? nil : grant
    }
    if isFull { throw CommandError(AccessWording.full) }
  }

  /// Writes the new photos, as `pick` writes picks.
  private static func finish(
    _ assets: [Asset], _ client: ClientID, _ store: GrantStore, _ options: AccessOptions,
    _ destination: ResultDestination
  ) throws -> Int32 {
    let access = ClientAccess(of: client, in: store, for: options.level)
    Diagnostics.report("\(client.text): \(AccessWording.state(access))")
    let format = options.pick.output.format
    var content = ResultContent(
      outcome: .picked, rules: PhotoChoice.rules,
      access: access.status == .limited
        ? .limited(approvedCount: access.grant?.approvedCount ?? 0) : .authorized,
      client: client.text,
      assets: assets.enumerated().map { ResultContent.Item(position: $0 + 1, asset: $1) },
      failures: [])
    content.status = access.status.rawValue
    try destination.write(ResultFormatter.bytes(content, format: format))
    return ExitStatus.success.rawValue
  }
}
