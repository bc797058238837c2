internal import PickerModel

/// Reads the index during one scan, and collects what the scan finds out anew.
///
/// Belongs to one queue. Any error ends its use; the scan goes on without it.
internal final class IndexReader {
  /// How many look-ups share one read transaction: others can write in between.
  private static let transactionLength = 512

  private let folder: FileName
  private let limits: MetadataIndex.Limits
  private var database: SQLiteDatabase?
  private var query: SQLiteStatement?
  private var openLookups = 0
  private var cameras: [Camera: Camera] = [:]
  private let today: Int64
  private let now: FileTime

  /// Rows to be written.
  internal private(set) var rows: [IndexRow] = []
  /// Files whose last use was noted long ago.
  internal private(set) var used: [FileIdentity] = []

  /// Opens the index.
  ///
  /// - Throws: where there is none to be had.
  internal init(folder: FileName, limits: MetadataIndex.Limits) throws(IndexProblem) {
    self.folder = folder
    self.limits = limits
    now = IndexFolder.now()
    today = now.seconds / 86_400
    let database = try IndexStore.open(folder, patience: 25, limits: limits)
    do throws(SQLiteError) {
      query = try database.prepare("SELECT entry, used FROM photo WHERE device=?1 AND inode=?2")
    } catch {
      throw IndexProblem(error.message)
    }
    self.database = database
  }

  /// What is known of a file.
  ///
  /// - Parameter status: The file as it is now.
  /// - Returns: nil where nothing is known, or the file has changed since.
  internal func entry(of status: FileStatus) -> IndexEntry? {
    guard let database, let query else { return nil }
    do throws(SQLiteError) {
      if openLookups == 0 { try database.run("BEGIN") }
      openLookups += 1
      if openLookups > Self.transactionLength { rest() }
      query.bind(1, Int64(bitPattern: status.identity.device))
      query.bind(2, Int64(bitPattern: status.identity.inode))
      defer { query.reset() }
      guard try query.step() else { return nil }
      guard let entry = IndexCoder.decode(query.bytes(0), of: status) else { return nil }
      let age = today.subtractingReportingOverflow(query.integer(1))
      if age.overflow || age.partialValue >= limits.useInterval { used.append(status.identity) }
      return withOneCamera(entry)
    } catch {
      close(error)
      return nil
    }
  }

  /// One object for all photos of one camera.
  private func withOneCamera(_ entry: IndexEntry) -> IndexEntry {
    guard case .photo(var header) = entry, let camera = header.camera else { return entry }
    if let known = cameras[camera] {
      header.camera = known
      return .photo(header)
    }
    if cameras.count < 4_096 { cameras[camera] = camera }
    return entry
  }

  /// Notes what a file told.
  internal func note(_ entry: IndexEntry, of status: FileStatus) {
    guard database != nil else { return }
    let newest = max(status.modified.seconds, status.changed.seconds)
    let age = now.seconds.subtractingReportingOverflow(newest)
    // A file from the future has clocks that tell nothing.
    guard !age.overflow, age.partialValue >= limits.settledAge else { return }
    rows.append(
      IndexRow(identity: status.identity, bytes: IndexCoder.encode(entry, of: status)))
  }

  /// Takes away what is to be written.
  internal func takeNews() -> (rows: [IndexRow], used: [FileIdentity]) {
    defer {
      rows = []
      used = []
    }
    return (rows, used)
  }

  /// Lets others write.
  internal func rest() {
    if openLookups == 0 { return }
    openLookups = 0
    query?.reset()
    do throws(SQLiteError) {
      try database?.run("COMMIT")
    } catch {
      close(error)
    }
  }

  private func close(_ error: SQLiteError) {
    query = nil
    database = nil
    openLookups = 0
    if error.isDamage { IndexStore.remove(folder) }
  }
}
