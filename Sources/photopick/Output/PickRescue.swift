import PhotoLibrary
import PickerModel
import TermRender

/// Keeps picks that could not be handed over: a broken pipe, a lost connection, a full disk, a signal,
/// a name that the format can't carry.
///
/// May be used from any thread, but not from two at a time.
struct PickRescue: Sendable {
  private let options: PickOptions
  private let library: OpenedLibrary
  private let store = SessionStore.ofUser()
  private let id: String

  /// How long standard error is waited for, in milliseconds, when a signal ends the program.
  private static let patience: Int32 = 200

  /// Prepares for the end of a picker.
  init(_ options: PickOptions, _ library: OpenedLibrary) {
    self.options = options
    self.library = library
    id = options.resumed?.id ?? UnfinishedSession.newID()
  }

  /// Keeps picks for `--resume`, readable by their owner alone, and tells so on standard error.
  ///
  /// Without picks nothing is kept. Where even this can't be written, that is told, and the picks
  /// themselves.
  func keep(_ content: ResultContent) {
    let count = content.assets.count
    guard count + content.failures.count > 0 else { return }
    do throws(SessionProblem) {
      guard let store else { return tell(content, "no state folder is known") }
      try store.keep(UnfinishedSession.document(content, options, library), as: id)
      Diagnostics.report(
        "the picks (\(Wording.photos(count))) are kept: 'photopick --resume=\(id)' goes on with "
          + "them", patience: Self.patience)
    } catch {
      tell(content, "\(TerminalText.sanitized(error.file.displayString)): \(error.reason)")
    }
  }

  private func tell(_ content: ResultContent, _ reason: String) {
    Diagnostics.report(
      "the picks could not be kept either (\(reason)); they are:", patience: Self.patience)
    for item in content.assets.prefix(Diagnostics.listedLimit) {
      Diagnostics.report("  " + FileURI.of(item.asset.path), patience: Self.patience)
    }
    Diagnostics.reportUnlisted(of: content.assets.count)
  }

  /// The picks were handed over, or a person does not want them: a session that was gone on with is
  /// kept no longer.
  func finished() {
    if options.resumed != nil { store?.remove(id) }
  }
}
