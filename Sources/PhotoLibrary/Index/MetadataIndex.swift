internal import Dispatch
internal import Glibc
public import PickerModel
internal import Synchronization

/// What the headers of photos said, kept on disk: a second look at a library opens no photo.
///
/// One SQLite file in the user's cache folder, shared by all running pickers and safe to delete at
/// any time. A row is found by device and inode and believed only while size, time of modification
/// and time of change are what they were; so it is never trusted over the file. Whatever goes wrong
/// with it (it is damaged, locked, read-only, gone, the disk is full), the index is done without.
///
/// The journal is a rollback journal that is not synced: the write-ahead log would need memory that
/// is mapped from a file, which another program can pull away. After a power failure the file may be
/// damaged; then it is made anew.
public final class MetadataIndex: Sendable {
  /// How large the file may become, and what is thrown away then.
  internal struct Limits: Sendable {
    /// The most pages of 4 KiB: 128 MiB, a million photos.
    var pageCount: Int64 = 32_768
    /// How old a file's last change must be for it to be kept, in seconds: one that was changed a
    /// moment ago may be changed again without its times telling.
    var settledAge: Int64 = 2
    /// How long a writer waits for another one, in milliseconds.
    var patience: Int32 = 500
    /// After how many days a use is noted anew.
    var useInterval: Int64 = 7
  }

  /// The folder.
  public let folder: FileName

  internal let limits: Limits
  private let queue = DispatchQueue(label: "photopick.index", qos: .utility)
  private let writer: IndexWriter
  private let isBroken = Atomic(false)

  /// The index of the process's user.
  ///
  /// - Returns: that in `$XDG_CACHE_HOME/photopick`, by default below `~/.cache` (XDG Base Directory
  ///   Specification 0.8); nil where there is no home.
  public static func ofUser() -> MetadataIndex? {
    defaultFolder { name in
      guard let value = unsafe getenv(name) else { return nil }
      return unsafe FileName(bytes: Array(String(cString: value).utf8))
    }.map { MetadataIndex(folder: $0) }
  }

  /// The folder by an environment.
  internal static func defaultFolder(environment: (String) -> FileName?) -> FileName? {
    func absolute(_ name: String) -> FileName? {
      environment(name).flatMap { $0.bytes.first == UInt8(ascii: "/") ? $0 : nil }
    }
    let cache = absolute("XDG_CACHE_HOME") ?? absolute("HOME").map { FolderPath.join($0, ".cache") }
    return cache.map { FolderPath.join(FolderPath.trimmed($0), "photopick") }
  }

  /// An index in a folder; nothing is opened yet.
  public convenience init(folder: FileName) {
    self.init(folder: folder, limits: Limits())
  }

  /// An index with limits of its own.
  internal init(folder: FileName, limits: Limits) {
    self.folder = folder
    self.limits = limits
    writer = IndexWriter(folder: folder, limits: limits)
  }

  /// Waits until all that was handed over is written, or given up.
  public func flush() async {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume() }
    }
  }

  // MARK: - For a scan

  /// A reader for one scan, on the caller's queue; nil where there is nothing to read.
  internal func makeReader() -> IndexReader? {
    isBroken.load(ordering: .relaxed) ? nil : try? IndexReader(folder: folder, limits: limits)
  }

  /// Hands rows over to be written, some time soon.
  internal func write(_ rows: [IndexRow], used: [FileIdentity]) {
    if rows.isEmpty && used.isEmpty || isBroken.load(ordering: .relaxed) { return }
    let (queue, writer) = (queue, writer)
    queue.async { [weak self] in
      dispatchPrecondition(condition: .onQueue(queue))
      if !writer.write(rows, used: used) { self?.isBroken.store(true, ordering: .relaxed) }
    }
  }
}

/// A row to be written.
internal struct IndexRow: Sendable {
  /// The file.
  internal let identity: FileIdentity
  /// What ``IndexCoder`` made of it.
  internal let bytes: [UInt8]
}

/// Opens the database.
internal enum IndexStore {
  /// Marks the file as ours: "pick".
  private static let applicationID = 0x7069_636B
  private static let layout = 1
  private static let table =
    "CREATE TABLE photo (device INTEGER NOT NULL, inode INTEGER NOT NULL, "
    + "used INTEGER NOT NULL, entry BLOB NOT NULL, PRIMARY KEY (device, inode)) WITHOUT ROWID"

  /// Opens the database in a folder, makes it where it is missing, and makes it anew where it is
  /// damaged or of another layout.
  ///
  /// - Throws: where there can be none, for people to read.
  internal static func open(
    _ folder: FileName, patience: Int32, limits: MetadataIndex.Limits
  ) throws(IndexProblem) -> SQLiteDatabase {
    let place = try IndexFolder(folder)
    var problem = SQLiteError(code: 0)
    for _ in 0..<2 {
      try place.prepareFile()
      do throws(SQLiteError) {
        let database = try SQLiteDatabase(path: place.file, patience: patience)
        if try isReady(database, limits) { return database }
      } catch {
        problem = error
        if !error.isDamage { break }
      }
      place.removeFile()
    }
    throw IndexProblem(problem.message)
  }

  /// Deletes a damaged database.
  internal static func remove(_ folder: FileName) {
    if let place = try? IndexFolder(folder) { place.removeFile() }
  }

  private static func isReady(
    _ database: SQLiteDatabase, _ limits: MetadataIndex.Limits
  ) throws(SQLiteError) -> Bool {
    // A schema from outside runs nothing, and pages are checked before they are believed.
    try database.run("PRAGMA trusted_schema=OFF")
    try database.run("PRAGMA cell_size_check=ON")
    try database.run("PRAGMA mmap_size=0")
    try database.run("PRAGMA synchronous=OFF")
    switch try contents(of: database) {
    case .ours: break
    case .foreign: return false
    case .nothing:
      try database.run("BEGIN IMMEDIATE")
      if try database.number("SELECT count(*) FROM sqlite_schema") == 0 {
        try database.run(table)
        try database.run("PRAGMA user_version=\(layout)")
        try database.run("PRAGMA application_id=\(applicationID)")
      }
      try database.run("COMMIT")
    }
    try database.run("PRAGMA journal_mode=TRUNCATE")
    try database.run("PRAGMA max_page_count=\(limits.pageCount)")
    try database.run("PRAGMA cache_size=-8192")
    return true
  }

  private enum Contents {
    /// A new file.
    case nothing
    /// The table as it is made here, and nothing beside it: a trigger would run with every row.
    case ours
    /// Something else.
    case foreign
  }

  /// What a database holds, by one snapshot: between two reads another picker may make the table,
  /// and a file that is half new and half old looks like somebody else's.
  private static func contents(of database: SQLiteDatabase) throws(SQLiteError) -> Contents {
    try database.run("BEGIN")
    let all = try database.number("SELECT count(*) FROM sqlite_schema")
    let own = try database.number("SELECT count(*) FROM sqlite_schema WHERE sql = '\(table)'")
    let mark = try database.number("PRAGMA application_id")
    let version = try database.number("PRAGMA user_version")
    try database.run("COMMIT")
    if all == 0, mark == 0 { return .nothing }
    let isOurs = all == 1 && own == 1 && mark == Int64(applicationID) && version == Int64(layout)
    return isOurs ? .ours : .foreign
  }
}
