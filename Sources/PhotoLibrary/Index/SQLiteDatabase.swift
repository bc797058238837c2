internal import CSQLite

/// What SQLite reported.
internal struct SQLiteError: Error, Equatable {
  /// The extended result code.
  internal let code: Int32

  private var primary: Int32 { code & 0xFF }

  /// The file is damaged or no database.
  internal var isDamage: Bool { primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB }

  /// Somebody else holds it.
  internal var isBusy: Bool { primary == SQLITE_BUSY || primary == SQLITE_LOCKED }

  /// What SQLite calls it.
  internal var message: String {
    guard let text = unsafe sqlite3_errstr(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}

/// A connection to an SQLite database: the only door to the library.
///
/// Not thread-safe: it belongs to one queue.
@safe
internal final class SQLiteDatabase {
  private let handle: OpaquePointer

  /// The version that is loaded.
  internal static var libraryVersion: String {
    guard let text = unsafe sqlite3_libversion() else { return "unknown" }
    return unsafe String(cString: text)
  }

  /// Opens a database file that exists.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - patience: how long to wait for others, in milliseconds.
  /// - Throws: what `sqlite3_open_v2` reports.
  internal init(path: [UInt8], patience: Int32) throws(SQLiteError) {
    if path.contains(0) { throw SQLiteError(code: SQLITE_CANTOPEN) }
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
    let code = unsafe (path + [0]).withUnsafeBytes { bytes in
      unsafe sqlite3_open_v2(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), &opened, flags, nil)
    }
    guard let opened = unsafe opened else { throw SQLiteError(code: SQLITE_NOMEM) }
    guard code == SQLITE_OK else {
      let extended = unsafe sqlite3_extended_errcode(opened)
      unsafe sqlite3_close_v2(opened)
      throw SQLiteError(code: extended == SQLITE_OK ? code : extended)
    }
    unsafe handle = opened
    _ = unsafe sqlite3_extended_result_codes(opened, 1)
    _ = unsafe sqlite3_busy_timeout(opened, patience)
    // No row is worth more than a few kilobytes, and the file may be anybody's work.
    _ = unsafe sqlite3_limit(opened, SQLITE_LIMIT_LENGTH, 1 << 20)
  }

  deinit {
    // A statement that still lives keeps a zombie that goes with it.
    unsafe sqlite3_close_v2(handle)
  }

  /// Runs a statement that has no parameters, its rows dropped.
  internal func run(_ sql: String) throws(SQLiteError) {
    let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    if code != SQLITE_OK { throw SQLiteError(code: code) }
  }

  /// Compiles a statement to be run many times.
  internal func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    var statement: OpaquePointer?
    let code = unsafe sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement = unsafe statement else {
      throw SQLiteError(code: code == SQLITE_OK ? SQLITE_ERROR : code)
    }
    return unsafe SQLiteStatement(statement)
  }

  /// The first column of a query's first row.
  internal func number(_ sql: String) throws(SQLiteError) -> Int64? {
    let statement = try prepare(sql)
    return try statement.step() ? statement.integer(0) : nil
  }
}

/// A compiled statement.
@safe
internal final class SQLiteStatement {
  private let handle: OpaquePointer

  fileprivate init(_ handle: OpaquePointer) {
    unsafe self.handle = handle
  }

  deinit {
    unsafe sqlite3_finalize(handle)
  }

  /// Sets a parameter, from 1.
  internal func bind(_ index: Int32, _ value: Int64) {
    _ = unsafe sqlite3_bind_int64(handle, index, value)
  }

  /// Sets a parameter to a copy of bytes.
  internal func bind(_ index: Int32, _ bytes: [UInt8]) {
    let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    _ = unsafe bytes.withUnsafeBytes { raw in
      unsafe sqlite3_bind_blob64(handle, index, raw.baseAddress, UInt64(raw.count), transient)
    }
  }

  /// Goes to the next row.
  ///
  /// - Returns: false behind the last one.
  internal func step() throws(SQLiteError) -> Bool {
    switch unsafe sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      reset()
      throw SQLiteError(code: code)
    }
  }

  /// Makes the statement ready to be run again.
  internal func reset() {
    _ = unsafe sqlite3_reset(handle)
  }

  /// A column of the row as a number.
  internal func integer(_ column: Int32) -> Int64 {
    unsafe sqlite3_column_int64(handle, column)
  }

  /// A column of the row as bytes.
  internal func bytes(_ column: Int32) -> [UInt8] {
    guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: max(0, count)))
  }
}
