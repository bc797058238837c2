import PhotoLibrary
import PickerModel
import TermRender

/// The picker as it chooses the photos of a grant: many, none at all too, over the whole library.
///
/// This is the person's own look at their photos: nothing of it reaches the client but what is chosen.
@MainActor
struct PhotoChoice {
  /// How it ended.
  enum End {
    /// These were chosen, in order.
    case chosen([Asset])
    /// Nothing was decided.
    case dismissed
    /// There is no photo to choose.
    case nothing
    /// A signal, by its number.
    case signal(Int32)
  }

  /// The rules: any number.
  static var rules: SelectionRules {
    (try? SelectionRules(minimum: 0, maximum: nil, isMultiple: true)) ?? .multiple
  }

  /// The options of the command.
  let options: AccessOptions
  /// Whose photos.
  let client: ClientID
  /// The folders to choose from.
  let folders: [FileName]

  /// Shows the picker and closes the screen.
  ///
  /// - Parameters:
  ///   - approved: What is chosen already.
  ///   - screen: The open terminal; nil opens it.
  /// - Returns: How it ended.
  /// - Throws: `CommandError` for folders that can't be read, `TerminalError`.
  func run(_ approved: [FileName] = [], on screen: TerminalScreen? = nil) async throws -> End {
    var pick = options.pick
    pick.library.paths = folders
    pick.library.client = nil
    pick.rules = Self.rules
    pick.confirmsAtCursor = false
    pick.title = "Photos for " + client.text
    let library: OpenedLibrary
    do {
      library = try OpenedLibrary(pick.library)
    } catch {
      screen?.close()
      throw error
    }
    let screen =
      try screen ?? TerminalScreen(options: pick.screen.screenOptions(mouse: pick.usesMouse))
    let session = PickSession(options: pick, library: library, screen: screen)
    session.model.preselect(
      approved.map { Preselection(path: $0, identity: FileIdentity(of: $0)) })
    let end = await session.run()
    for problem in session.problems { Diagnostics.report(OpenedLibrary.line(problem)) }
    switch end {
    case .signal(let number): return .signal(number)
    case .nothingToPick:
      Diagnostics.reportNothing(total: session.model.totalCount)
      return .nothing
    case .outcome(.confirmed):
      let result = session.model.result
      return .chosen(result?.items.map(\.asset) ?? [])
    case .outcome(.cancelled), .readerGone: return .dismissed
    }
  }

  /// The entries of chosen photos; what can't be approved is told of and left out.
  static func entries(of assets: [Asset], in approval: Approval) -> [[Grant.ApprovedFile]] {
    var problems: [FileError] = []
    let entries = assets.map { asset -> [Grant.ApprovedFile] in
      do throws(FileError) {
        return try approval.entries(of: Approval.Photo(asset))
      } catch {
        problems.append(error)
        return []
      }
    }
    for problem in problems.prefix(Diagnostics.listedLimit) {
      Diagnostics.report(OpenedLibrary.line(problem) + ": not approved")
    }
    Diagnostics.reportUnlisted(of: problems.count)
    return entries
  }
}
