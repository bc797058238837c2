internal import PickerModel

/// Writes the index; belongs to the index' own queue.
///
/// `@unchecked`, for the queue's sake: it is made on another one, and used on that alone.
internal final class IndexWriter: @unchecked Sendable {
  private let folder: FileName
  private let limits: MetadataIndex.Limits
  private var database: SQLiteDatabase?
  private var hasFailed = false

  /// Creates a writer that opens the database when there is something to write.
  internal init(folder: FileName, limits: MetadataIndex.Limits) {
    self.folder = folder
    self.limits = limits
  }

  /// Writes rows in one transaction.
  ///
  /// - Returns: false when there is no use in trying again; a write that others were in the way of is
  ///   lost, and no harm done.
  internal func write(_ rows: [IndexRow], used: [FileIdentity]) -> Bool {
    guard !hasFailed else { return false }
    do throws(SQLiteError) {
      let database: SQLiteDatabase
      if let open = self.database {
        database = open
      } else {
        guard let opened = try? IndexStore.open(folder, patience: limits.patience, limits: limits)
        else {
          hasFailed = true
          return false
        }
        database = opened
        self.database = opened
      }
      try makeRoom(database)
      try database.run("BEGIN IMMEDIATE")
      do throws(SQLiteError) {
        try insert(rows, used, into: database)
        try database.run("COMMIT")
      } catch {
        try? database.run("ROLLBACK")
        throw error
      }
      return true
    } catch {
      if error.isBusy { return true }
      database = nil
      hasFailed = true
      if error.isDamage { IndexStore.remove(folder) }
      return false
    }
  }

  private func insert(
    _ rows: [IndexRow], _ used: [FileIdentity], into database: SQLiteDatabase
  ) throws(SQLiteError) {
    let today = IndexFolder.now().seconds / 86_400
    let insertion = try database.prepare("INSERT OR REPLACE INTO photo VALUES (?1, ?2, ?3, ?4)")
    for row in rows {
      insertion.bind(1, Int64(bitPattern: row.identity.device))
      insertion.bind(2, Int64(bitPattern: row.identity.inode))
      insertion.bind(3, today)
      insertion.bind(4, row.bytes)
      _ = try insertion.step()
      insertion.reset()
    }
    let use = try database.prepare("UPDATE photo SET used=?3 WHERE device=?1 AND inode=?2")
    for identity in used {
      use.bind(1, Int64(bitPattern: identity.device))
      use.bind(2, Int64(bitPattern: identity.inode))
      use.bind(3, today)
      _ = try use.step()
      use.reset()
    }
  }

  /// Throws away a quarter of the rows, those that were used least lately, when the file is nearly as
  /// large as it may be.
  private func makeRoom(_ database: SQLiteDatabase) throws(SQLiteError) {
    let all = try database.number("PRAGMA page_count") ?? 0
    let free = try database.number("PRAGMA freelist_count") ?? 0
    guard all - free > limits.pageCount * 7 / 8 else { return }
    let count = (try database.number("SELECT count(*) FROM photo") ?? 0) / 4
    try database.run(
      "DELETE FROM photo WHERE (device, inode) IN "
        + "(SELECT device, inode FROM photo ORDER BY used LIMIT \(count))")
  }
}
