import PhotoLibrary
import PickerModel
import TermRender

/// `--resume`: finds the session to go on with, or lists those that there are.
enum Resuming {
  /// The options of the session that is asked for, with what was given now.
  ///
  /// Files that can't be relied upon are told of, left alone and passed over.
  ///
  /// - Throws: `CommandError` where there is none, or it may not be gone on with like this.
  static func options(_ options: PickOptions) throws(CommandError) -> PickOptions {
    guard let wish = options.resume, wish != .list else { return options }
    let session = try session(wish)
    try check(session, options.library)
    do throws(UsageError) {
      return try ArgumentParser.options(of: session, with: options.tokens)
    } catch {
      throw CommandError(error.message)
    }
  }

  private static func session(_ wish: ResumeOption) throws(CommandError) -> UnfinishedSession {
    guard let store = SessionStore.ofUser() else {
      throw CommandError("--resume: no state folder is known: HOME is not set")
    }
    var isInUse = false
    do throws(SessionProblem) {
      if case .session(let id) = wish { return try claim(id, in: store) }
      let ids = try store.ids()
      for (index, id) in ids.enumerated().reversed() {
        do throws(SessionProblem) {
          let session = try claim(id, in: store)
          if index > 0 {
            Diagnostics.report(
              "going on with \(id); 'photopick --resume=list' lists the others")
          }
          return session
        } catch {
          Diagnostics.report(line(error))
          if error.isInUse { isInUse = true }
        }
      }
    } catch {
      throw CommandError("--resume: " + line(error))
    }
    throw CommandError("--resume: no \(isInUse ? "other " : "")unfinished session is kept")
  }

  private static func read(
    _ id: String, in store: SessionStore
  ) throws(SessionProblem) -> UnfinishedSession {
    try UnfinishedSession(store.read(id), id: id, file: store.file(of: id))
  }

  /// Reads a session that no other photopick shall go on with before this one ends.
  private static func claim(
    _ id: String, in store: SessionStore
  ) throws(SessionProblem) -> UnfinishedSession {
    let claim = try store.claim(id)
    var session = try UnfinishedSession(claim.bytes, id: id, file: store.file(of: id))
    session.claim = claim
    return session
  }

  private static func line(_ problem: SessionProblem) -> String {
    "\(TerminalText.sanitized(problem.file.displayString)): "
      + TerminalText.sanitized(problem.reason)
  }

  /// Going on never shows more than could be seen before.
  private static func check(
    _ session: UnfinishedSession, _ options: LibraryOptions
  ) throws(CommandError) {
    if let client = session.client {
      guard options.client?.text != client else { return }
      throw CommandError(
        "--resume: that session was for \(TerminalText.sanitized(client)): give --client "
          + "\(TerminalText.sanitized(client)) again")
    }
    if session.isLimited, options.approvedFile == nil, options.client == nil {
      throw CommandError(
        "--resume: that session had limited access: give --approved FILE or --client ID again")
    }
  }

  // MARK: - Listing

  /// Writes the list of sessions to standard output.
  ///
  /// - Returns: The exit status.
  static func list(_ output: OutputOptions) -> ExitStatus {
    guard let store = SessionStore.ofUser() else {
      Diagnostics.report("--resume: no state folder is known: HOME is not set")
      return .failure
    }
    var sessions: [UnfinishedSession] = []
    do throws(SessionProblem) {
      for id in try store.ids().reversed() {
        do throws(SessionProblem) {
          sessions.append(try read(id, in: store))
        } catch {
          Diagnostics.report(line(error))
        }
      }
    } catch {
      Diagnostics.report("--resume: " + line(error))
      return .failure
    }
    let isJSON = output.isFormatGiven && output.format == .json
    do throws(ResultError) {
      try ResultDestination(file: output.file).write(isJSON ? json(sessions) : text(sessions))
    } catch {
      Diagnostics.report(error.message)
      return .failure
    }
    return .success
  }

  private static func text(_ sessions: [UnfinishedSession]) -> [UInt8] {
    var text = ""
    for session in sessions {
      let first = session.paths.first.map { TerminalText.sanitized($0.displayString) }
      let more = session.paths.count > 1 ? " and \(session.paths.count - 1) more" : ""
      text += "\(session.id)  \(Wording.photos(session.picks.count))  "
      text += (first ?? "the default folder") + more
      if let client = session.client {
        text += "  (--client \(TerminalText.sanitized(client)))"
      } else if session.isLimited {
        text += "  (limited access)"
      }
      text += "\n"
    }
    return Array(text.utf8)
  }

  private static func json(_ sessions: [UnfinishedSession]) -> [UInt8] {
    let values = sessions.map { session in
      var members = [
        JSONMember("id", .string(session.id)),
        JSONMember("saved", .string(session.saved)),
        JSONMember("count", .integer(Int64(session.picks.count))),
        JSONMember("paths", .array(session.paths.map { .string(FileURI.of(AssetPath($0))) })),
        JSONMember("isLimited", .bool(session.isLimited)),
      ]
      if let client = session.client { members.append(JSONMember("client", .string(client))) }
      return JSONValue.object(members)
    }
    let document = JSONValue.object([
      JSONMember("version", .integer(1)), JSONMember("sessions", .array(values)),
    ])
    return document.encoded(isPretty: true) + [UInt8(ascii: "\n")]
  }
}
