internal import Glibc
import PhotoLibrary
import PickerModel
import TermRender

/// The library that a command line names, ready to be scanned.
struct OpenedLibrary: Sendable {
  /// What opens photos.
  let door: PhotoDoor
  /// What to scan.
  let request: ScanRequest
  /// What is known from earlier runs; nil where that is not to be used.
  let index: MetadataIndex?
  /// Which assets may be seen.
  let access: AccessScope
  /// What the approved file names and is refused.
  let refusals: [ResultFailure]
  /// What the title line says unless told otherwise.
  let title: String
  /// The program whose grant says what exists, if one does.
  let client: String?

  /// Finds out what the options name; reads lists, opens no photo.
  ///
  /// - Throws: `CommandError` for a missing or unreadable folder, list or approved file.
  init(_ options: LibraryOptions) throws(CommandError) {
    if let client = options.client {
      self = try Self.granted(to: client, options)
      return
    }
    client = nil
    let named = try Self.named(options)
    title = Self.title(options, named)
    // With limited access not even what is known of the approved photos: nobody else's are near it.
    index = options.usesCache && options.approvedFile == nil ? .ofUser() : nil
    guard let approvedFile = options.approvedFile else {
      door = PhotoDoor(decoder: .thisProgram)
      access = .authorized
      refusals = []
      if options.pathList == nil { try Self.check(named) }
      request = Self.request(
        options.pathList == nil ? .folders(named) : .paths(named), options)
      return
    }
    let paths: [FileName]
    do {
      paths = try ApprovedList.read(
        approvedFile, separatedBy: options.isApprovedNullSeparated ? .nul : .newline)
    } catch {
      throw CommandError("--approved " + TerminalText.sanitized(error.userMessage))
    }
    let roots = LibraryRoots(named)
    if !roots.problems.isEmpty, options.pathList == nil {
      throw CommandError(messages: Self.lines(roots.problems))
    }
    let approved = ApprovedSet(paths, in: roots)
    door = PhotoDoor(approved: approved, decoder: .thisProgram)
    access = .limited(approvedCount: approved.count)
    refusals = approved.refusals.map { Self.failure($0) }
    request = Self.request(.approved(approved), options)
  }

  /// Creates a library of its parts.
  init(
    door: PhotoDoor, request: ScanRequest, index: MetadataIndex?, access: AccessScope,
    refusals: [ResultFailure], title: String, client: String?
  ) {
    self.door = door
    self.request = request
    self.index = index
    self.access = access
    self.refusals = refusals
    self.title = title
    self.client = client
  }

  /// What scans the library.
  var scanner: LibraryScanner { LibraryScanner(door: door, index: index) }

  /// The line for standard error about a path.
  static func line(_ error: FileError) -> String {
    "\(TerminalText.sanitized(error.path.displayString)): \(error.userMessage)"
  }

  /// What a refused path is in the result.
  static func failure(_ refusal: FileError, remedy: String = "") -> ResultFailure {
    ResultFailure(
      path: AssetPath(refusal.path), code: refusal.code, reason: refusal.userMessage + remedy)
  }

  /// What is scanned, by the options.
  static func request(
    _ source: ScanRequest.Source, _ options: LibraryOptions
  ) -> ScanRequest {
    ScanRequest(
      source: source, maximumDepth: options.isRecursive ? options.maximumDepth : 1,
      includesHidden: options.includesHidden, order: options.order)
  }

  /// The folders and files that the options name, or the pictures folder.
  static func named(_ options: LibraryOptions) throws(CommandError) -> [FileName] {
    if let list = options.pathList {
      if let paths = list.paths { return paths }
      do {
        return try PathList.read(list.file, separatedBy: list.isNullTerminated ? .nul : .newline)
      } catch {
        let option = list.isNullTerminated ? "--files0-from " : "--files-from "
        throw CommandError(option + TerminalText.sanitized(error.userMessage))
      }
    }
    if !options.paths.isEmpty { return options.paths }
    guard let folder = DefaultLocation.picturesFolder() else {
      throw CommandError("no pictures folder is known: HOME is not set; name a folder")
    }
    return [folder]
  }

  /// Checks that folders and files can be read.
  static func check(_ roots: [FileName]) throws(CommandError) {
    let problems = LibraryScanner.rootProblems(roots)
    if !problems.isEmpty { throw CommandError(messages: lines(problems)) }
  }

  /// The lines for standard error about folders and files that were named.
  private static func lines(_ problems: [FileError]) -> [String] {
    problems.map { problem in
      // A number after -m is a path: its value must be joined.
      let isNumber = problem.kind == .missing && problem.path.bytes.allSatisfy { 48...57 ~= $0 }
      let name = problem.path.displayString
      return line(problem) + (isNumber ? " (a maximum is --max \(name) or -m\(name))" : "")
    }
  }

  /// What the title line says of folders.
  static func title(_ options: LibraryOptions, _ named: [FileName]) -> String {
    if let list = options.pathList {
      if list.paths != nil { return "a list of photos" }
      return list.file.bytes == [UInt8(ascii: "-")]
        ? "standard input" : list.file.displayString
    }
    guard let first = named.first else { return "" }
    let rest = named.count > 1 ? " and \(named.count - 1) more" : ""
    let absolute = FileName(bytes: FileURI.absolute(AssetPath(first)))
    return abbreviated(absolute.displayString) + rest
  }

  /// The path with `~` for the home folder.
  private static func abbreviated(_ path: String) -> String {
    guard let value = unsafe getenv("HOME") else { return path }
    let home = unsafe String(cString: value)
    guard home.count > 1 else { return path }
    if path == home { return "~" }
    return path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
  }
}
