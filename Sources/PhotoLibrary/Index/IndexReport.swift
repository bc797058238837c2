internal import Glibc
public import PickerModel

/// What `doctor` tells of the index.
public struct IndexReport: Hashable, Sendable {
  /// The database file.
  public let file: FileName
  /// How many photos it knows; nil where it can't be used.
  public let photoCount: Int64?
  /// Its size in bytes; nil where there is none.
  public let byteCount: Int64?
  /// Why it can't be used, if it can't.
  public let problem: String?

  /// Looks at an index; makes it where it is missing.
  public init(of index: MetadataIndex) {
    file = FolderPath.join(index.folder, FileName(IndexFolder.fileName))
    var count: Int64?
    var reason: String?
    do throws(IndexProblem) {
      let database = try IndexStore.open(index.folder, patience: 250, limits: index.limits)
      count = try? database.number("SELECT count(*) FROM photo")
      if count == nil { reason = "it cannot be read now" }
    } catch {
      reason = error.message
    }
    photoCount = count
    problem = reason
    byteCount = try? FileCalls.status(
      at: FileCalls.currentFolder, file.bytes, followingLast: false
    ).byteCount
  }
}
