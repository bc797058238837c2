import PhotoLibrary

/// What `--resume` asks for.
enum ResumeOption: Equatable, Sendable {
  /// The session that ended last.
  case newest
  /// The session of this name.
  case session(String)
  /// A list of the sessions.
  case list

  /// Takes the option's value.
  ///
  /// - Throws: `UsageError` for what can be no session's name.
  init(_ value: [UInt8]?) throws(UsageError) {
    guard let value else {
      self = .newest
      return
    }
    let text = String(decoding: value, as: UTF8.self)
    if text == "list" {
      self = .list
    } else if SessionStore.isID(text) {
      self = .session(text)
    } else {
      throw UsageError.unknown("--resume value", text, known: ["list"])
    }
  }
}

extension OptionName {
  /// Whether a session that is gone on with has it from before, because it says what can be picked
  /// and how; the others say where it goes, who may see what, and what this terminal is like.
  var isResumed: Bool {
    switch self {
    case .multi, .max, .min, .atCap, .sets, .noRecursive, .depth, .hidden, .noWatch, .filter,
      .search,
      .sort, .reverse, .thumbnailSize, .title, .disable, .noCache:
      true
    case .preselect, .preselectFrom, .control, .resume, .filesFrom, .files0From, .approved,
      .approved0, .client, .reason, .library, .libraryAccess, .all, .album, .format, .null, .output,
      .fdSocket, .continuous,
      .graphics,
      .cellSize, .noMouse, .json, .help, .version:
      false
    }
  }
}

extension PickOptions {
  /// Checks that nothing contradicts what an unfinished session brings with it.
  func checkResume() throws(UsageError) {
    guard resume != nil else { return }
    let other = tokens.first { token in
      guard case .option(let name, _) = token else { return true }
      return name.isResumed && name != .noCache
        || [.preselect, .preselectFrom, .filesFrom, .files0From].contains(name)
    }
    guard let other else { return }
    switch other {
    case .operand:
      throw UsageError("--resume takes no path: it goes on with the folders from before")
    case .option(let name, _):
      throw UsageError(
        "--\(name.rawValue) does not go with --resume, which has what was said before")
    }
  }
}
