/// One option as the command line, the help text and the man page know it.
struct OptionSpec: Sendable {
  /// What follows the option.
  enum Argument: Equatable, Sendable {
    /// Nothing.
    case none
    /// A value, named for the help text.
    case required(String)
    /// A value only when joined: `--multi=5`, `-m5`.
    case optional(String)
  }

  /// Which option it is.
  let name: OptionName
  /// The one-letter form, if there is one.
  let short: Character?
  /// What follows it.
  let argument: Argument
  /// One line for `--help`.
  let help: String
  /// The commands that take it.
  let commands: Set<CommandName>
}

/// The commands.
enum CommandName: String, CaseIterable, Sendable {
  /// Browse and pick; the default.
  case pick
  /// Print the library as JSON.
  case list
  /// Copy photos into the library without reading it.
  case add
  /// Tell what this terminal and this build can do.
  case doctor
  /// Tell what clients may see.
  case accessStatus = "access status"
  /// Ask the person about a client.
  case accessRequest = "access request"
  /// Let the person change what a client may see.
  case accessManage = "access manage"
  /// Give a client photos.
  case accessGrant = "access grant"
  /// Take photos away from a client.
  case accessRevoke = "access revoke"
  /// Run a program that can read what a client may see.
  case accessExec = "access exec"
}

/// The long names of all options.
enum OptionName: String, CaseIterable, Sendable {
  // Selection
  case multi
  case max
  case min
  case atCap = "at-cap"
  case preselect
  case preselectFrom = "preselect-from"
  case sets
  case control
  case resume
  // Source
  case noRecursive = "no-recursive"
  case depth
  case hidden
  case filesFrom = "files-from"
  case files0From = "files0-from"
  case noWatch = "no-watch"
  // Library
  case filter
  case search
  case sort
  case reverse
  // Access
  case approved
  case approved0
  case client
  case reason
  case library
  case libraryAccess = "library-access"
  case all
  // Adding
  case album
  // Output
  case format
  case null
  case output
  case fdSocket = "fd-socket"
  case continuous
  // Screen
  case graphics
  case cellSize = "cell-size"
  case thumbnailSize = "thumbnail-size"
  case title
  case noMouse = "no-mouse"
  case disable
  // Cache
  case noCache = "no-cache"
  // About
  case json
  case help
  case version
}

/// All options, in the order of the help text.
enum OptionTable {
  /// A group of options under one heading of the help text.
  struct Section: Sendable {
    /// The heading.
    let title: String
    /// Its options.
    let options: [OptionSpec]
  }

  private static let picking: Set<CommandName> = [.pick]
  private static let library: Set<CommandName> = [.pick, .list]
  private static let choosing: Set<CommandName> = [.accessRequest, .accessManage]
  private static let screen: Set<CommandName> = choosing.union([.pick, .doctor])
  private static let access: Set<CommandName> = choosing.union([
    .accessStatus, .accessGrant, .accessRevoke, .accessExec,
  ])
  private static let disablable = "search, preview, sort, ..."
  private static let everywhere = Set(CommandName.allCases)

  /// The options by section.
  static let sections: [Section] = [
    Section(
      title: "Selection",
      options: [
        OptionSpec(
          name: .multi, short: "m", argument: .optional("MAX"),
          help: "pick several; with MAX at most that many", commands: picking),
        OptionSpec(
          name: .max, short: nil, argument: .required("N"),
          help: "pick at most N (0: no limit); implies --multi", commands: picking),
        OptionSpec(
          name: .min, short: nil, argument: .required("N"),
          help: "Enter waits until N are picked", commands: picking),
        OptionSpec(
          name: .atCap, short: nil, argument: .required("refuse|replace-oldest"),
          help: "what one more pick does at the maximum", commands: picking),
        OptionSpec(
          name: .preselect, short: nil, argument: .required("PATH"),
          help: "start with PATH picked (repeatable)", commands: picking),
        OptionSpec(
          name: .preselectFrom, short: nil, argument: .required("FILE"),
          help: "start with the paths in FILE picked, one a line", commands: picking),
        OptionSpec(
          name: .sets, short: nil, argument: .required("NAME,..."),
          help: "sort photos into 1 to 9 named sets by keys 1 to 9", commands: picking),
        OptionSpec(
          name: .control, short: nil, argument: .required("FD"),
          help: "read commands from that descriptor while picking", commands: picking),
        OptionSpec(
          name: .resume, short: nil, argument: .optional("ID|list"),
          help: "go on where a picker was ended before its picks were handed over",
          commands: picking),
      ]),
    Section(
      title: "Source",
      options: [
        OptionSpec(
          name: .noRecursive, short: nil, argument: .none,
          help: "the named folders only, not the folders in them", commands: library),
        OptionSpec(
          name: .depth, short: nil, argument: .required("N"),
          help: "at most N folders deep (1: as --no-recursive)", commands: library),
        OptionSpec(
          name: .hidden, short: nil, argument: .none,
          help: "names that begin with a dot, too", commands: library.union(choosing)),
        OptionSpec(
          name: .filesFrom, short: nil, argument: .required("FILE"),
          help: "read paths from FILE, one a line (-: standard input)", commands: library),
        OptionSpec(
          name: .files0From, short: nil, argument: .required("FILE"),
          help: "read NUL-terminated paths from FILE (-: standard input)", commands: library),
        OptionSpec(
          name: .noWatch, short: nil, argument: .none,
          help: "don't follow changes in the folders; R reads again", commands: picking),
      ]),
    Section(
      title: "Library",
      options: [
        OptionSpec(
          name: .filter, short: nil, argument: .required("EXPR"),
          help: "only what matches, as 'images and width>=3000'", commands: library),
        OptionSpec(
          name: .search, short: nil, argument: .required("TEXT"),
          help: "only what TEXT finds, as the key / does", commands: library),
        OptionSpec(
          name: .sort, short: nil, argument: .required("name|date|modified|size|path"),
          help: "order (name: IMG_2 before IMG_10)", commands: library.union(choosing)),
        OptionSpec(
          name: .reverse, short: nil, argument: .none, help: "turn the order around",
          commands: library.union(choosing)),
      ]),
    Section(
      title: "Access",
      options: [
        OptionSpec(
          name: .approved, short: nil, argument: .required("FILE"),
          help: "limited access: only the photos that FILE names exist", commands: library),
        OptionSpec(
          name: .approved0, short: nil, argument: .required("FILE"),
          help: "the same with NUL after each path in FILE", commands: library),
        OptionSpec(
          name: .client, short: nil, argument: .required("ID"),
          help: "what the grant of this program allows",
          commands: library.union(access).union([.add])),
        OptionSpec(
          name: .reason, short: nil, argument: .required("TEXT"),
          help: "what the program wants the photos for", commands: [.accessRequest]),
        OptionSpec(
          name: .library, short: nil, argument: .required("FOLDER"),
          help: "the folder of granted photos (repeatable), or of added ones",
          commands: [.accessGrant, .add]),
        OptionSpec(
          name: .libraryAccess, short: nil, argument: .required("read|add-only"),
          help: "what is decided: seeing photos, or adding some unseen",
          commands: access.subtracting([.accessExec])),
        OptionSpec(
          name: .all, short: nil, argument: .none, help: "all photos instead of some",
          commands: [.accessGrant, .accessRevoke]),
      ]),
    Section(
      title: "Adding",
      options: [
        OptionSpec(
          name: .album, short: nil, argument: .required("NAME"),
          help: "the folder of the library for the photos; made if missing",
          commands: [.add])
      ]),
    Section(
      title: "Output",
      options: [
        OptionSpec(
          name: .format, short: nil, argument: .required("json|jsonl|lines|nul"),
          help: "how picks are written (default: json)",
          commands: library.union(access).union([.add]).subtracting([.accessExec])),
        OptionSpec(
          name: .null, short: "0", argument: .none, help: "the same as --format nul",
          commands: library.union([.accessManage, .add])),
        OptionSpec(
          name: .output, short: "o", argument: .required("FILE"),
          help: "write to FILE instead of standard output",
          commands: library.union([.accessManage])),
        OptionSpec(
          name: .fdSocket, short: nil, argument: .required("FD"),
          help: "send the photos as open files to that Unix socket, without paths",
          commands: library),
        OptionSpec(
          name: .continuous, short: nil, argument: .none,
          help: "tell every change of the picks at once, a line of JSON each", commands: picking),
      ]),
    Section(
      title: "Screen",
      options: [
        OptionSpec(
          name: .graphics, short: nil, argument: .required("auto|sixel|blocks|none"),
          help: "how pictures are shown (default: auto)", commands: screen),
        OptionSpec(
          name: .cellSize, short: nil, argument: .required("WxH"),
          help: "pixels of one character cell, where the terminal lies", commands: screen),
        OptionSpec(
          name: .thumbnailSize, short: nil, argument: .required("small|medium|large|xlarge"),
          help: "tile size (default: medium)", commands: picking.union(choosing)),
        OptionSpec(
          name: .title, short: nil, argument: .required("TEXT"),
          help: "what the title line says instead of the folder", commands: picking),
        OptionSpec(
          name: .noMouse, short: nil, argument: .none, help: "leave the mouse to the terminal",
          commands: picking.union(choosing)),
        OptionSpec(
          name: .disable, short: nil, argument: .required("PART,..."),
          help: "turn parts off: " + disablable, commands: picking),
      ]),
    Section(
      title: "Cache",
      options: [
        OptionSpec(
          name: .noCache, short: nil, argument: .none,
          help: "neither use nor keep what is known from earlier runs",
          commands: library.union(choosing))
      ]),
    Section(
      title: "About",
      options: [
        OptionSpec(
          name: .json, short: nil, argument: .none, help: "doctor, access: answer in JSON",
          commands: access.union([.doctor]).subtracting([.accessManage, .accessExec])),
        OptionSpec(
          name: .help, short: "h", argument: .none, help: "this text", commands: everywhere),
        OptionSpec(
          name: .version, short: "V", argument: .none,
          help: "versions of photopick and its libraries", commands: everywhere),
      ]),
  ]

  /// All options in one list.
  static let all: [OptionSpec] = sections.flatMap(\.options)
}
