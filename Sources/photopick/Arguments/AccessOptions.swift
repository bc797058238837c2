import PhotoLibrary
import PickerModel

/// What `access` is asked to do.
enum AccessCommand: Equatable, Sendable {
  /// Tell what clients may see.
  case status
  /// Ask the person about a client.
  case request
  /// Let the person change it.
  case manage
  /// Give photos.
  case grant
  /// Take photos away.
  case revoke
  /// Run a program.
  case exec
}

/// The options of `access`.
struct AccessOptions: Sendable {
  /// What to do.
  var command = AccessCommand.status
  /// The client; nil for all of them.
  var client: ClientID?
  /// What is decided.
  var level = AccessLevel.read
  /// Why the client asks.
  var reason = ""
  /// All photos instead of some.
  var isAll = false
  /// The folders that granted photos are in.
  var libraries: [FileName] = []
  /// The program that is run, and its arguments.
  var program: [[UInt8]] = []
  /// Answer in JSON.
  var isJSON = false
  /// How the picker looks, and the operands: folders or files.
  var pick = PickOptions()

  /// The folders or files that were named.
  var paths: [FileName] { pick.library.paths }

  /// The options of one command.
  ///
  /// - Throws: `UsageError` for what is missing or does not go together.
  func checked(_ name: CommandName) throws(UsageError) -> AccessOptions {
    var options = self
    switch name {
    case .accessRequest: options.command = .request
    case .accessManage: options.command = .manage
    case .accessGrant: options.command = .grant
    case .accessRevoke: options.command = .revoke
    case .accessExec: options.command = .exec
    case .accessStatus, .pick, .list, .add, .doctor: options.command = .status
    }
    if options.command == .status {
      if !paths.isEmpty { throw UsageError("\(name.rawValue) takes no path") }
      return options
    }
    if client == nil { throw UsageError("\(name.rawValue) needs --client ID") }
    switch options.command {
    case .request where reason.isEmpty:
      throw UsageError("access request needs --reason TEXT: the person will read it")
    case .grant, .revoke:
      if level == .addOnly, !isAll {
        throw UsageError(
          "\(name.rawValue): photos can be added or not, with --all; single files mean nothing here"
        )
      }
      if isAll, !paths.isEmpty {
        throw UsageError("\(name.rawValue): --all, or files, not both")
      }
      if !isAll, paths.isEmpty { throw UsageError("\(name.rawValue) needs --all or files") }
    case .exec where !paths.isEmpty:
      throw UsageError(
        "access exec: '--' is missing before the program: "
          + "photopick access exec --client ID -- PROGRAM [ARGUMENT]...")
    case .exec where program.isEmpty:
      throw UsageError("access exec needs a program: -- PROGRAM [ARGUMENT]...")
    case .status, .request, .manage, .exec: break
    }
    return options
  }
}

/// Finds the command behind `access`.
enum AccessArguments {
  private static let commands: [CommandName] = [
    .accessStatus, .accessRequest, .accessManage, .accessGrant, .accessRevoke, .accessExec,
  ]

  /// The command and what follows it.
  ///
  /// - Parameter arguments: What follows the word `access`.
  /// - Returns: nil where nothing follows, or `help` or `--help`.
  /// - Throws: `UsageError` for another word, with the nearest known one.
  static func command(
    _ arguments: ArraySlice<[UInt8]>
  ) throws(UsageError) -> (CommandName, [[UInt8]])? {
    guard let first = arguments.first else { return nil }
    let word = String(decoding: first, as: UTF8.self)
    if ["help", "--help", "-h"].contains(word) { return nil }
    guard let command = commands.first(where: { $0.rawValue == "access " + word }) else {
      if first.first == UInt8(ascii: "-") {
        throw UsageError(
          "access needs a command first: "
            + commands.map { String($0.rawValue.dropFirst(7)) }.joined(separator: ", "))
      }
      throw UsageError.unknown(
        "access command", word, known: commands.map { String($0.rawValue.dropFirst(7)) })
    }
    return (command, Array(arguments.dropFirst()))
  }
}

extension CommandName {
  /// Whether it is one of the commands behind `access`.
  var isAccess: Bool { rawValue.hasPrefix("access ") }

  /// Whether its result is a list of assets.
  var printsPicks: Bool { !isAccess || self == .accessManage }
}
