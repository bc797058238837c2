import PhotoLibrary
import PickerModel
import TermRender

/// `photopick pick`: browse, pick, hand over.
@MainActor
enum PickCommand {
  /// Runs the picker and writes the result.
  ///
  /// - Returns: The exit status.
  static func run(_ options: PickOptions) async -> Int32 {
    let destination = ResultDestination(file: options.output.file)
    let library: OpenedLibrary
    let preselection: [Preselection]
    let screen: TerminalScreen
    do {
      try checkCaller(options)
      try destination.check()
      library = try OpenedLibrary(options.library)
      preselection = try Self.preselection(options, library)
      screen = try TerminalScreen(options: options.screen.screenOptions(mouse: options.usesMouse))
    } catch let error as CommandError {
      error.messages.forEach(Diagnostics.report)
      return error.status.rawValue
    } catch let error as ResultError {
      Diagnostics.report(error.message)
      return ExitStatus.failure.rawValue
    } catch let error as TerminalError {
      Diagnostics.report(error.userMessage)
      return ExitStatus.failure.rawValue
    } catch {
      Diagnostics.report("\(error)")
      return ExitStatus.failure.rawValue
    }
    let session = PickSession(options: options, library: library, screen: screen)
    session.model.preselect(preselection)
    let end = await session.run()
    report(session, library)
    if session.controlProblemCount > 0 { reportControl(session) }
    switch end {
    case .readerGone:
      Diagnostics.report("nobody reads the events on standard output any more")
      PickRescue.keep(unconfirmed(session.model, library))
      return ExitStatus.failure.rawValue
    case .signal(let number):
      PickRescue.keep(unconfirmed(session.model, library))
      return ExitStatus.endedBySignal(number)
    case .nothingToPick:
      let isRootGone = session.model.totalCount == 0 && !session.problems.isEmpty
      Diagnostics.reportNothing(total: session.model.totalCount)
      return (isRootGone ? ExitStatus.failure : .nothingToPick).rawValue
    case .outcome(.cancelled):
      _ = await session.feed?.finish(.cancelled)
      return ExitStatus.cancelled.rawValue
    case .outcome(.confirmed):
      guard let result = session.model.result else { return ExitStatus.failure.rawValue }
      let content = content(of: result, library)
      if let feed = session.feed, await !feed.finish(.committed(content)) {
        Diagnostics.report("nobody reads the events on standard output any more")
        PickRescue.keep(content)
        return ExitStatus.failure.rawValue
      }
      let isTold = session.feed != nil && destination.file == nil
      return isTold ? status(of: content) : handOver(content, options, destination).rawValue
    }
  }

  // MARK: - Before

  /// Checks the descriptors that the caller talks through, before anything else is opened.
  private static func checkCaller(_ options: PickOptions) throws(CommandError) {
    if let control = options.control, let problem = ControlChannel.problem(with: control) {
      throw CommandError("--control \(control): \(problem)")
    }
    guard options.isContinuous else { return }
    if StandardStreams.wasOutputClosed {
      throw CommandError("--continuous: standard output is closed: nobody would get the events")
    }
    if StandardStreams.isOutputTerminal {
      throw CommandError(
        "--continuous: standard output is the terminal, where the picker is: "
          + "send it to a file or a program")
    }
  }

  private static func preselection(
    _ options: PickOptions, _ library: OpenedLibrary
  ) throws(CommandError) -> [Preselection] {
    var paths = options.preselected
    if let file = options.preselectFile {
      do {
        // An earlier result will do as well as lines.
        paths += try ApprovedList.read(file)
      } catch {
        throw CommandError("--preselect-from " + TerminalText.sanitized(error.userMessage))
      }
    }
    // With limited access a path says no more than its name: nothing is asked of the file system.
    let isLimited = library.door.isLimited
    return paths.map { path in
      Preselection(path: path, identity: isLimited ? nil : FileIdentity(of: path))
    }
  }

  // MARK: - After

  private static func report(_ session: PickSession, _ library: OpenedLibrary) {
    for problem in session.problems { Diagnostics.report(OpenedLibrary.line(problem)) }
    Diagnostics.reportUnlisted(of: session.problemCount)
    Diagnostics.report(library.refusals)
  }

  private static func reportControl(_ session: PickSession) {
    for problem in session.controlProblems { Diagnostics.report("--control: " + problem) }
    Diagnostics.reportUnlisted(of: session.controlProblemCount)
  }

  /// The result with the files as they are now.
  private static func content(of result: PickResult, _ library: OpenedLibrary) -> ResultContent {
    var items: [ResultContent.Item] = []
    var failures: [ResultFailure] = []
    for item in result.items {
      do throws(FileError) {
        let asset = try library.door.refreshed(item.asset)
        items.append(
          ResultContent.Item(position: item.position, place: item.place, asset: asset))
      } catch {
        failures.append(failure(item, error))
      }
    }
    failures += result.failures.map { failure in
      ResultFailure(
        position: failure.position, place: failure.place, path: AssetPath(failure.path),
        code: failure.reason == .vanished ? "missing" : "notInLibrary",
        reason: failure.reason.message)
    }
    Diagnostics.report(failures)
    return ResultContent(
      outcome: .picked, rules: result.rules, access: result.access, client: library.client,
      setNames: result.setNames, assets: items,
      failures: failures + library.refusals)
  }

  private static func status(of content: ResultContent) -> Int32 {
    (content.assets.isEmpty ? ExitStatus.failure : .success).rawValue
  }

  private static func handOver(
    _ content: ResultContent, _ options: PickOptions, _ destination: ResultDestination
  ) -> ExitStatus {
    do {
      try destination.write(ResultFormatter.bytes(content, format: options.output.format))
    } catch {
      Diagnostics.report(error.message)
      PickRescue.keep(content)
      return .failure
    }
    return content.assets.isEmpty ? .failure : .success
  }

  /// The picks of a person whose connection or terminal went away.
  private static func unconfirmed(
    _ model: PickerModel, _ library: OpenedLibrary
  ) -> ResultContent {
    let sets = model.sets
    let items = sets.picks.enumerated().compactMap { index, id -> ResultContent.Item? in
      guard let asset = model.asset(id), let set = sets.index(of: id),
        let position = sets.position(of: id)
      else { return nil }
      let place = sets.hasNames ? PlaceInSet(set: set, position: position) : nil
      return ResultContent.Item(position: index + 1, place: place, asset: asset)
    }
    return ResultContent(
      outcome: .picked, rules: model.rules, access: model.access, client: library.client,
      setNames: sets.names, assets: items, failures: [])
  }

  /// Why a pick can't be handed over: its path leads to no photo any more.
  private static func failure(_ item: PickedItem, _ error: FileError) -> ResultFailure {
    ResultFailure(
      position: item.position, place: item.place, path: item.asset.path, code: error.code,
      reason: error.kind == .missing
        ? "the file vanished after it was picked"
        : "the file was replaced after it was picked: \(error.userMessage)")
  }
}

extension ScreenOptions {
  /// The options in the terminal's words.
  func screenOptions(mouse: Bool) -> TerminalScreen.Options {
    var options = TerminalScreen.Options()
    options.usesMouse = mouse
    options.cellPixels = cellSize
    options.pictures =
      switch graphics {
      case .auto: nil
      case .sixel: .sixel
      case .blocks: .blocks
      case .none: PictureMode.none
      }
    return options
  }
}
