internal import Glibc
import PhotoLibrary
import PickerModel
import TermRender

/// `photopick pick`: browse, pick, hand over.
@MainActor
enum PickCommand {
  /// What a picker begins with.
  struct Opened {
    /// The options, those of a session that is gone on with included.
    let options: PickOptions
    /// The library.
    let library: OpenedLibrary
    /// The socket that picks go through, if one does.
    let socket: SocketHandover?
    /// What starts picked.
    let preselection: [Preselection]
  }

  /// Checks what the options name and opens the library; reads lists, opens no photo.
  ///
  /// - Throws: `CommandError` for what is missing or can't be read or written.
  static func open(_ given: PickOptions) throws(CommandError) -> Opened {
    let options = try Resuming.options(given)
    try checkCaller(options)
    let socket = try destination(options.output)
    let library = try OpenedLibrary(options.library)
    return Opened(
      options: options, library: library, socket: socket,
      preselection: try preselection(options, library))
  }

  /// Checks where the result goes.
  ///
  /// - Returns: The socket, if it goes through one.
  /// - Throws: `CommandError` for a socket that is none, and a place that can't be written.
  nonisolated static func destination(_ output: OutputOptions) throws(CommandError)
    -> SocketHandover?
  {
    let socket = try socket(output)
    if socket != nil, output.file == nil { return socket }
    do throws(ResultError) {
      try ResultDestination(file: output.file).check()
    } catch {
      throw CommandError(error.message)
    }
    return socket
  }

  /// Runs the picker and writes the result.
  ///
  /// - Parameters:
  ///   - given: What to do.
  ///   - opened: What was opened before the process was confined; nil opens it now.
  /// - Returns: The exit status.
  static func run(_ given: PickOptions, _ opened: Opened? = nil) async -> Int32 {
    if given.resume == .list { return Resuming.list(given.output).rawValue }
    let options: PickOptions
    let library: OpenedLibrary
    let socket: SocketHandover?
    let preselection: [Preselection]
    let screen: TerminalScreen
    do {
      let opened = try opened ?? open(given)
      options = opened.options
      library = opened.library
      socket = opened.socket
      preselection = opened.preselection
      screen = try TerminalScreen(options: options.screen.screenOptions(mouse: options.usesMouse))
    } catch let error as CommandError {
      error.messages.forEach { Diagnostics.report($0) }
      return error.status.rawValue
    } catch let error as TerminalError {
      Diagnostics.report(error.userMessage)
      return ExitStatus.failure.rawValue
    } catch {
      Diagnostics.report("\(error)")
      return ExitStatus.failure.rawValue
    }
    let destination = ResultDestination(file: options.output.file)
    let session = PickSession(options: options, library: library, screen: screen)
    session.model.preselect(preselection)
    session.keepsSignals = true
    let end = await session.run()
    let rescue = PickRescue(options, library)
    let unconfirmed = unconfirmed(session.model, library)
    if case .signal(let number) = end {
      // All of them are ignored by now.
      rescue.keep(unconfirmed)
      return ExitStatus.endedBySignal(number)
    }
    // From here on the picks are safe from signals, whatever this thread waits for.
    let signals = EndingSignals { number in
      if end != .outcome(.cancelled), end != .nothingToPick { rescue.keep(unconfirmed) }
      DecoderProgram.endAll()
      exit(ExitStatus.endedBySignal(number))
    }
    defer { signals?.stop() }
    func keep(_ content: ResultContent) {
      if let signals { signals.perform { rescue.keep(content) } } else { rescue.keep(content) }
    }
    report(session, library)
    if session.controlProblemCount > 0 { reportControl(session) }
    switch end {
    case .signal(let number): return ExitStatus.endedBySignal(number)
    case .readerGone:
      Diagnostics.report("nobody reads the events on standard output any more")
      keep(unconfirmed)
      return ExitStatus.failure.rawValue
    case .nothingToPick:
      let isRootGone = session.model.totalCount == 0 && !session.problems.isEmpty
      Diagnostics.reportNothing(total: session.model.totalCount)
      socket?.sendEnd("nothing")
      return (isRootGone ? ExitStatus.failure : .nothingToPick).rawValue
    case .outcome(.cancelled):
      _ = await session.feed?.finish(.cancelled)
      socket?.sendEnd("cancelled")
      rescue.finished()
      return ExitStatus.cancelled.rawValue
    case .outcome(.confirmed):
      guard let result = session.model.result else { return ExitStatus.failure.rawValue }
      var content = content(of: result, library)
      if let feed = session.feed, await !feed.finish(.committed(content)) {
        Diagnostics.report("nobody reads the events on standard output any more")
        keep(content)
        return ExitStatus.failure.rawValue
      }
      if session.feed == nil || socket != nil || destination.file != nil {
        do throws(ResultError) {
          if let socket {
            let known = content.failures.count
            content = try socket.send(content, picked: identities(result), through: library.door)
            Diagnostics.report(Array(content.failures.dropFirst(known)))
          }
          if socket == nil || destination.file != nil {
            try destination.write(ResultFormatter.bytes(content, format: options.output.format))
          }
        } catch {
          Diagnostics.report(error.message)
          keep(content)
          return ExitStatus.failure.rawValue
        }
      }
      guard !content.assets.isEmpty else { return ExitStatus.failure.rawValue }
      rescue.finished()
      return ExitStatus.success.rawValue
    }
  }

  // MARK: - Before

  /// The socket that files are handed over on, if one was named.
  nonisolated static func socket(
    _ options: OutputOptions
  ) throws(CommandError) -> SocketHandover? {
    guard let number = options.socket else { return nil }
    return try SocketHandover(number)
  }

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
    if let resumed = options.resumed { return resumed.preselection }
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

  /// What the file system called each pick when it was picked.
  private static func identities(_ result: PickResult) -> [Int: FileIdentity] {
    Dictionary(
      result.items.map { ($0.position, $0.asset.identity) }, uniquingKeysWith: { first, _ in first }
    )
  }

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
    for missing in result.failures {
      guard let asset = missing.asset else {
        failures.append(failure(missing))
        continue
      }
      // It may be back by now, or may never have been gone: a folder could not be listed.
      do throws(FileError) {
        guard try library.door.open(asset.path).status.identity == asset.identity else {
          failures.append(failure(missing))
          continue
        }
        items.append(
          ResultContent.Item(
            position: missing.position ?? 0, place: missing.place,
            asset: try library.door.refreshed(asset)))
      } catch {
        failures.append(
          error.kind == .missing
            ? failure(missing)
            : ResultFailure(
              position: missing.position, place: missing.place, path: asset.path,
              code: error.code, reason: error.userMessage))
      }
    }
    items.sort { $0.position < $1.position }
    Diagnostics.report(failures)
    return ResultContent(
      outcome: .picked, rules: result.rules, access: result.access, client: library.client,
      setNames: result.setNames, assets: items,
      failures: failures + library.refusals)
  }

  /// The picks as they are known, for a picker that ends before they are handed over.
  private static func unconfirmed(
    _ model: PickerModel, _ library: OpenedLibrary
  ) -> ResultContent {
    let result = model.unconfirmed
    return ResultContent(
      outcome: .picked, rules: result.rules, access: result.access, client: library.client,
      setNames: result.setNames,
      assets: result.items.map {
        ResultContent.Item(position: $0.position, place: $0.place, asset: $0.asset)
      }, failures: result.failures.map(failure))
  }

  /// What was picked or preselected and can't be handed over.
  private static func failure(_ failure: PickFailure) -> ResultFailure {
    ResultFailure(
      position: failure.position, place: failure.place, path: AssetPath(failure.path),
      code: failure.reason == .vanished ? "missing" : "notInLibrary",
      reason: failure.reason.message)
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
