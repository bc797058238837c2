import PhotoLibrary
import PickerModel

/// Turns a command line into an ``Invocation``.
enum ArgumentParser {
  /// Parses the arguments after the program's name.
  ///
  /// The first argument may name a command; `./list` or `-- list` is a folder called list.
  ///
  /// - Throws: `UsageError` naming the option and the remedy.
  static func parse(_ arguments: [[UInt8]]) throws(UsageError) -> Invocation {
    var rest = arguments
    var command = CommandName.pick
    if let first = arguments.first, first == Array("access".utf8) {
      guard let (access, left) = try AccessArguments.command(arguments.dropFirst()) else {
        return .accessHelp
      }
      command = access
      rest = left
    } else if let first = arguments.first, !first.contains(UInt8(ascii: " ")),
      let named = CommandName(rawValue: String(decoding: first, as: UTF8.self))
    {
      command = named
      rest.removeFirst()
    } else if let first = arguments.first, let later = notBuiltYet(first) {
      throw later
    }
    var builder = InvocationBuilder(command)
    if command == .accessExec, let end = rest.firstIndex(of: Array("--".utf8)) {
      // What follows is another program's command line.
      builder.program = Array(rest[(end + 1)...])
      rest = Array(rest[..<end])
    }
    for token in try ArgumentLexer(command: command).tokens(rest) {
      builder.tokens.append(token)
      switch token {
      case .operand(let path): try builder.operand(path)
      case .option(.help, _): return command.isAccess ? .accessHelp : .help
      case .option(.version, _): return .version
      case .option(let name, let value): try builder.apply(name, value: value)
      }
    }
    return try builder.invocation()
  }

  /// The options of a picker that goes on where another was ended.
  ///
  /// - Parameters:
  ///   - session: What that one was.
  ///   - given: What was given now.
  /// - Returns: The options of both.
  /// - Throws: `UsageError` for options that do not go together.
  static func options(
    of session: UnfinishedSession, with given: [ArgumentToken]
  ) throws(UsageError) -> PickOptions {
    var builder = InvocationBuilder(.pick)
    builder.list(session)
    for token in session.options + given {
      guard case .option(let name, let value) = token, name != .resume else { continue }
      builder.tokens.append(token)
      try builder.apply(name, value: value)
    }
    guard case .pick(var options) = try builder.invocation() else {
      throw UsageError("--resume belongs to: pick")
    }
    options.resumed = session
    return options
  }

  /// The commands that the contract names and this version does not have.
  ///
  /// A file or folder of that name is reached as `./show`.
  private static func notBuiltYet(_ word: [UInt8]) -> UsageError? {
    let text = String(decoding: word, as: UTF8.self)
    guard ["show"].contains(text) else { return nil }
    return UsageError(
      "this version has no command '\(text)' (a folder of that name is './\(text)')")
  }
}

/// Collects options until the whole command line is known.
private struct InvocationBuilder {
  private let command: CommandName
  private var library = LibraryOptions()
  private var output = OutputOptions()
  private var screen = ScreenOptions()
  private var pick = PickOptions()
  private var isMulti = false
  private var maximum: Int?
  private var minimum: Int?
  private var atCap = SelectionRules.AtCap.refuse
  private var sortKey = SortOrder.Key.name
  private var isReversed = false
  private var isJSON = false
  private var access = AccessOptions()
  private var album: String?
  /// The program that is to be run, and its arguments.
  var program: [[UInt8]] = []
  /// Everything that was given, in order.
  var tokens: [ArgumentToken] = []

  /// Creates a builder for one command.
  init(_ command: CommandName) {
    self.command = command
  }

  /// Takes over the paths of an unfinished session.
  mutating func list(_ session: UnfinishedSession) {
    if session.isList {
      library.pathList = PathListOption(
        file: FileName("-"), isNullTerminated: true, paths: session.paths)
    } else {
      library.paths = session.paths
    }
  }

  mutating func operand(_ path: [UInt8]) throws(UsageError) {
    guard !path.isEmpty else { throw UsageError("a path must not be empty") }
    library.paths.append(FileName(bytes: path))
  }

  mutating func apply(_ name: OptionName, value: [UInt8]?) throws(UsageError) {
    let option = OptionValue(option: name, bytes: value ?? [])
    switch name {
    case .multi:
      isMulti = true
      if value != nil { maximum = try option.count() }
    case .max:
      isMulti = true
      maximum = try option.count()
    case .min: minimum = try option.count()
    case .atCap: atCap = try option.choice(["refuse": .refuse, "replace-oldest": .replaceOldest])
    case .preselect: pick.preselected.append(try option.path())
    case .preselectFrom: pick.preselectFile = try option.path()
    case .noRecursive: library.isRecursive = false
    case .depth:
      let depth = try option.count(from: 1)
      library.maximumDepth = depth
    case .hidden: library.includesHidden = true
    case .filesFrom, .files0From:
      guard library.pathList == nil else {
        throw UsageError("one list is read: give --files-from or --files0-from once")
      }
      library.pathList = PathListOption(
        file: try option.path(), isNullTerminated: name == .files0From)
    case .filter: library.filter = try option.filter()
    case .search: library.searchText = try option.text()
    case .sort: sortKey = try option.sortKey()
    case .reverse: isReversed = true
    case .approved, .approved0:
      guard library.approvedFile == nil else {
        throw UsageError("one approved file is read: give --approved or --approved0 once")
      }
      library.approvedFile = try option.path()
      library.isApprovedNullSeparated = name == .approved0
    case .client:
      library.client = try option.client()
      access.client = library.client
    case .reason: access.reason = try option.reason()
    case .library: access.libraries.append(try option.path())
    case .libraryAccess: access.level = try option.choice(AccessLevel.allCases)
    case .all: access.isAll = true
    case .album: album = try option.album()
    case .format:
      if command.printsPicks {
        output.format = try option.choice(OutputFormat.allCases)
        output.isFormatGiven = true
      } else {
        isJSON = try option.choice(["text": false, "json": true])
      }
    case .null: output.format = .nul
    case .output: output.file = try option.path()
    case .fdSocket:
      output.socket = Int32(try option.count())
      if output.socket == 1 || output.socket == 2 {
        throw UsageError("--fd-socket: standard output and error are for other words")
      }
    case .graphics: screen.graphics = try option.choice(GraphicsOption.allCases)
    case .cellSize: screen.cellSize = try option.pixelSize()
    case .thumbnailSize:
      pick.thumbnailSize = try option.choice([
        "small": .small, "medium": .medium, "large": .large, "xlarge": .xlarge,
      ])
    case .title: pick.title = try option.text()
    case .noMouse: pick.usesMouse = false
    case .noWatch: pick.isWatching = false
    case .disable: pick.disabled.formUnion(try option.features())
    case .sets:
      guard pick.setNames.isEmpty else { throw UsageError("give --sets once, with all names") }
      pick.setNames = try option.setNames()
      isMulti = true
    case .continuous: pick.isContinuous = true
    case .control: pick.control = Int32(try option.count())
    case .resume: pick.resume = try ResumeOption(value)
    case .noCache: library.usesCache = false
    case .json: isJSON = true
    case .help, .version: break
    }
  }

  func invocation() throws(UsageError) -> Invocation {
    if library.client != nil, library.approvedFile != nil {
      throw UsageError("--client follows the stored grant: it does not go with --approved")
    }
    var library = library
    library.order = SortOrder(key: sortKey, isReversed: isReversed)
    if library.pathList != nil, !library.paths.isEmpty {
      throw UsageError("name folders and files, or a list of them, not both")
    }
    switch command {
    case .pick:
      var options = pick
      options.library = library
      options.output = output
      options.screen = screen
      options.rules = try rules()
      options.tokens = tokens
      try options.check()
      return .pick(options)
    case .list:
      return .list(ListOptions(library: library, output: output))
    case .add:
      guard !library.paths.isEmpty else { throw UsageError("add needs files") }
      guard access.libraries.count <= 1 else { throw UsageError("add: give --library once") }
      return .add(
        AddOptions(
          sources: library.paths, library: access.libraries.first, album: album,
          client: library.client, format: output.format))
    case .doctor:
      guard library.paths.isEmpty else {
        throw UsageError("doctor takes no path")
      }
      return .doctor(DoctorOptions(isJSON: isJSON, screen: screen))
    case .accessStatus, .accessRequest, .accessManage, .accessGrant, .accessRevoke,
      .accessExec:
      var options = access
      options.program = program
      options.isJSON = isJSON
      options.pick = pick
      options.pick.library = library
      options.pick.output = output
      options.pick.screen = screen
      return .access(try options.checked(command))
    }
  }

  private func rules() throws(UsageError) -> SelectionRules {
    let cap: Int? = isMulti ? maximum.flatMap { $0 == 0 ? nil : $0 } : 1
    let minimum = minimum ?? 1
    if let cap, minimum > cap {
      let remedy =
        isMulti
        ? "lower --min or raise --max" : "add --multi, or --max N with N of \(minimum) or more"
      throw UsageError("--min \(minimum) is above the maximum of \(cap): \(remedy)")
    }
    do {
      return try SelectionRules(
        minimum: minimum, maximum: cap, atCap: atCap, isMultiple: isMulti)
    } catch {
      throw UsageError(error.message)
    }
  }
}
