import PhotoLibrary
import PickerModel
import TermRender

/// `photopick access`: what programs may see.
@MainActor
enum AccessRun {
  /// Runs one of the commands.
  ///
  /// - Returns: The exit status.
  static func run(_ options: AccessOptions) async -> Int32 {
    do {
      switch options.command {
      case .status: return try AccessStatus.run(options).rawValue
      case .grant: return try AccessChange.grant(options).rawValue
      case .revoke: return try AccessChange.revoke(options).rawValue
      case .request: return try await AccessRequest.run(options)
      case .manage: return try await AccessManage.run(options)
      // Before the first thread; see `Preparation`.
      case .exec: throw CommandError("access exec: too late to confine the process")
      }
    } catch let error as CommandError {
      error.messages.forEach(Diagnostics.report)
      return error.status.rawValue
    } catch let error as GrantProblem {
      Diagnostics.report(AccessWording.line(error))
      return ExitStatus.failure.rawValue
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
  }

  /// The person's store.
  ///
  /// - Throws: `CommandError` where there is no home.
  static func store(_ options: AccessOptions) throws(CommandError) -> GrantStore {
    guard let store = GrantStore.ofUser(for: options.level) else {
      throw CommandError("there is no place for grants: neither XDG_DATA_HOME nor HOME is set")
    }
    return store
  }

  /// The client that the options name.
  ///
  /// - Throws: `CommandError` where they name none.
  static func client(_ options: AccessOptions) throws(CommandError) -> ClientID {
    guard let client = options.client else { throw CommandError("access needs --client ID") }
    return client
  }

  /// Checks that the administrator leaves folders to be given.
  ///
  /// - Throws: `CommandError` with exit status 3.
  static func check(_ approval: Approval, under rule: AdministratorPolicy.Rule) throws(CommandError)
  {
    let left = approval.libraries.filter { !rule.leaves($0.path) }
    guard left.isEmpty else {
      throw CommandError(
        messages: left.map {
          "\(TerminalText.sanitized($0.path.displayString)): the administrator does not allow "
            + "photos of this folder (\(AdministratorPolicy.file.displayString))"
        }, status: .denied)
    }
  }

  /// The folders that a grant is about: named, or those of the grant that are there, or the pictures
  /// folder.
  ///
  /// - Throws: `CommandError` for what can't be a library, and where none is known.
  static func approval(_ named: [FileName], or grant: Grant?) throws(CommandError) -> Approval {
    var folders = named
    if folders.isEmpty, let grant {
      let (present, problems) = grant.openLibraries()
      if present.isEmpty, !problems.isEmpty {
        throw CommandError(
          messages: problems.map(OpenedLibrary.line) + [
            "name the folder that the photos are in now"
          ])
      }
      folders = present
    }
    if folders.isEmpty {
      guard let pictures = DefaultLocation.picturesFolder() else {
        throw CommandError("no pictures folder is known: HOME is not set; name a folder")
      }
      folders = [pictures]
    }
    let approval = Approval(folders)
    if !approval.problems.isEmpty {
      throw CommandError(messages: approval.problems.map(OpenedLibrary.line))
    }
    return approval
  }
}
