import PhotoLibrary
import PickerModel

/// `photopick list`: the library in the form of the result, without a screen.
enum ListCommand {
  /// What a list begins with.
  struct Opened {
    /// The library.
    let library: OpenedLibrary
    /// The socket that photos go through, if one does.
    let socket: SocketHandover?
  }

  /// Checks what the options name and opens the library; reads lists, opens no photo.
  ///
  /// - Throws: `CommandError` for what is missing or can't be read or written.
  static func open(_ options: ListOptions) throws(CommandError) -> Opened {
    let socket = try PickCommand.destination(options.output)
    return Opened(library: try OpenedLibrary(options.library), socket: socket)
  }

  /// Scans, orders, filters and writes.
  ///
  /// - Parameters:
  ///   - options: What to do.
  ///   - opened: The library that was opened before the process was confined; nil opens it now.
  /// - Returns: The exit status.
  static func run(_ options: ListOptions, _ opened: Opened? = nil) async -> ExitStatus {
    let destination = ResultDestination(file: options.output.file)
    let socket: SocketHandover?
    let library: OpenedLibrary
    do throws(CommandError) {
      let opened: Opened = if let opened { opened } else { try open(options) }
      library = opened.library
      socket = opened.socket
    } catch {
      error.messages.forEach { Diagnostics.report($0) }
      return error.status
    }
    Diagnostics.report(library.refusals)
    guard let assets = await scan(library, options.library) else { return .failure }
    var content = ResultContent(
      outcome: .listed, rules: nil, access: library.access, client: library.client,
      assets: assets.enumerated().map { ResultContent.Item(position: $0 + 1, asset: $1) },
      failures: library.refusals)
    do {
      if let socket {
        content = try socket.send(content, through: library.door)
        Diagnostics.report(Array(content.failures.dropFirst(library.refusals.count)))
      }
      if socket == nil || destination.file != nil {
        try destination.write(ResultFormatter.bytes(content, format: options.output.format))
      }
      await library.index?.flush()
    } catch {
      Diagnostics.report(error.message)
      return .failure
    }
    if assets.isEmpty { return .nothingToPick }
    return content.assets.isEmpty ? .failure : .success
  }

  /// The assets that the picker would show, in its order; nil where a named folder can't be read.
  private static func scan(_ library: OpenedLibrary, _ options: LibraryOptions) async -> [Asset]? {
    // The picker's own state decides what matches, so that both always agree.
    var state = PickerState(
      configuration: PickerConfiguration(
        access: library.access, order: options.order, baseFilter: options.filter,
        searchText: options.searchText))
    var hasRootProblem = false
    var problemCount = 0
    for await event in library.scanner.scan(library.request) {
      switch event {
      case .batch(let batch), .updated(let batch): state.add(batch)
      case .removed(let ids): state.markRemoved(ids)
      case .problem(let error):
        problemCount += 1
        if problemCount <= Diagnostics.listedLimit {
          Diagnostics.report(OpenedLibrary.line(error))
        }
      case .rootProblem(let error):
        Diagnostics.report(OpenedLibrary.line(error))
        hasRootProblem = true
      case .progress, .finished: break
      }
    }
    Diagnostics.reportUnlisted(of: problemCount)
    if state.matching.isEmpty { Diagnostics.reportNothing(total: state.totalCount) }
    return hasRootProblem ? nil : state.matching.compactMap { state.asset($0) }
  }
}
