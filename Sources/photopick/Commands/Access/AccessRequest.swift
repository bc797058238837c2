import PhotoLibrary
import PickerModel
import TermRender

/// `access request`: asks the person once.
@MainActor
enum AccessRequest {
  /// Asks, unless there is an answer already, and tells the state.
  ///
  /// - Returns: 0 for a client that may see photos, 3 for one that may not, 130 where nothing was
  ///   decided.
  /// - Throws: what keeps it from asking or from noting the answer.
  static func run(_ options: AccessOptions) async throws -> Int32 {
    let client = try AccessRun.client(options)
    let store = try AccessRun.store(options)
    let access = ClientAccess(of: client, in: store, for: options.level)
    guard access.status == .notDetermined else { return try answered(access, options, store) }
    let approval = try AccessRun.approval(options.paths, or: nil)
    try AccessRun.check(approval, under: access.rule)
    // Nobody is asked for an answer that can't be noted.
    try store.update(client) { _ in nil }
    let folders = approval.libraries.map(\.path)
    let screen = try TerminalScreen(
      options: options.pick.screen.screenOptions(mouse: options.pick.usesMouse))
    StandardError.silence()
    let question = AccessQuestion(
      client: client, reason: options.reason, libraries: folders, ceiling: access.rule.ceiling,
      level: options.level)
    let end = await QuestionSession(question, on: screen).run()
    let now = GrantStore.now()
    var grant = Grant(
      client: client, decision: .denied, reason: options.reason, at: now,
      libraries: approval.libraries)
    switch end {
    case .answer(.selectPhotos):
      let choice = PhotoChoice(options: options, client: client, folders: folders)
      switch try await choice.run(on: screen) {
      case .chosen(let assets):
        let files = PhotoChoice.entries(of: assets, in: approval).flatMap(\.self)
        guard grant.approve(files, of: approval.libraries, at: now) else {
          throw CommandError(AccessWording.full)
        }
      case .dismissed: return dismissed(client)
      case .nothing: return ExitStatus.nothingToPick.rawValue
      case .signal(let number): return ExitStatus.endedBySignal(number)
      }
    case .answer(let choice):
      close(screen)
      if choice == .allowAll { grant.authorize(approval.libraries, at: now) }
    case .dismissed:
      close(screen)
      return dismissed(client)
    case .signal(let number):
      close(screen)
      return ExitStatus.endedBySignal(number)
    }
    let answer = grant
    // Somebody may have answered in another window: the first answer counts.
    try store.update(client) { entry in
      if case .none = entry { answer } else { nil }
    }
    return try answered(
      ClientAccess(of: client, in: store, for: options.level), options, store, isNew: true)
  }

  private static func close(_ screen: TerminalScreen) {
    screen.close()
    StandardError.restore()
  }

  private static func dismissed(_ client: ClientID) -> Int32 {
    Diagnostics.report("\(client.text): nothing was decided")
    return ExitStatus.cancelled.rawValue
  }

  /// Tells the state that is noted, and how to change it.
  private static func answered(
    _ access: ClientAccess, _ options: AccessOptions, _ store: GrantStore, isNew: Bool = false
  ) throws -> Int32 {
    try AccessStatus.write(access.client, options, store)
    if access.status == .restricted || access.problem != nil {
      AccessWording.refusal(access).forEach(Diagnostics.report)
    } else if !isNew {
      Diagnostics.report(
        "\(access.client.text): answered already; to change it: "
          + AccessWording.manage(access.client, access.level))
    }
    return (access.status.allowsSomething ? ExitStatus.success : .denied).rawValue
  }
}
