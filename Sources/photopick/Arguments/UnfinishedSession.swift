import PhotoLibrary
import PickerModel

/// What is needed to go on with a picker that was ended before its picks were handed over.
///
/// Its document is a result like any other, docs/result.schema.json, with one more member, `session`.
/// It holds no grant: what may be seen is decided anew by whoever goes on.
struct UnfinishedSession: Sendable {
  /// A pick.
  struct Pick: Equatable, Sendable {
    /// Where it was, absolute.
    var path: FileName
    /// What the file system called it, where that was known.
    var identity: FileIdentity?
    /// The length of its file, where that was known.
    var byteCount: Int64?
    /// The name of its set, if there were sets.
    var set: String?
  }

  /// The name of its document.
  let id: String
  /// The options that said what can be picked and how.
  let options: [ArgumentToken]
  /// The folders or files, absolute; none for the default one.
  let paths: [FileName]
  /// Whether they were a list, in which a folder is not looked into.
  let isList: Bool
  /// The picks in order.
  let picks: [Pick]
  /// When it was kept, for people.
  let saved: String
  /// The program whose grant limited it, if one did.
  let client: String?
  /// Whether only approved photos could be seen.
  let isLimited: Bool
  /// What keeps other processes from going on with it, too; nil where it was only looked at.
  var claim: SessionClaim?

  /// The names of the sets, in order.
  private var setNames: [String] {
    for case .option(.sets, let value?) in options {
      return String(decoding: value, as: UTF8.self).split(separator: ",").map(String.init)
    }
    return []
  }

  /// The picks in the model's words.
  var preselection: [Preselection] {
    let names = setNames
    return picks.map { pick in
      let set = pick.set.flatMap { names.firstIndex(of: $0) } ?? 0
      return Preselection(
        path: pick.path, identity: pick.identity, byteCount: pick.byteCount, set: set)
    }
  }
}
