internal import CShims
internal import Glibc
internal import PickerModel

/// Why there is no index.
public struct IndexProblem: Error, Hashable, Sendable {
  /// The reason, as a clause for people.
  public let message: String

  /// Creates a problem.
  internal init(_ message: String) {
    self.message = message
  }
}

/// The folder that the index is in: the caller's own, closed to everybody else.
///
/// The only file that knows `pp_cache.h`.
internal struct IndexFolder: ~Copyable {
  /// The database's name.
  internal static let fileName = "index.sqlite"
  /// What SQLite puts beside it.
  private static let companionNames = [
    "index.sqlite-journal", "index.sqlite-wal", "index.sqlite-shm",
  ]

  private let descriptor: Descriptor
  /// The database's path.
  internal let file: [UInt8]

  /// Opens the folder, and makes it where it is missing.
  ///
  /// - Throws: for a folder that is a symbolic link or somebody else's, and on a file system that is
  ///   shared with other machines: their locks are slow and not to be relied upon.
  internal init(_ folder: FileName) throws(IndexProblem) {
    guard folder.bytes.first == UInt8(ascii: "/"), !folder.bytes.contains(0) else {
      throw IndexProblem("the cache folder's path is not absolute")
    }
    // The cache folder may be missing in a home, a home may not.
    if let slash = folder.bytes.lastIndex(of: UInt8(ascii: "/")), slash > 0 {
      _ = unsafe Self.withPath(Array(folder.bytes[..<slash])) { unsafe mkdir($0, 0o700) }
    }
    let result = unsafe Self.withPath(folder.bytes) { unsafe pp_private_directory($0) }
    guard result >= 0 else { throw IndexProblem(Self.message(-result)) }
    descriptor = Descriptor(owning: result)
    file = folder.bytes + Array("/\(Self.fileName)".utf8)
  }

  /// Makes sure that there is a database file that is safe to open, empty where there was none.
  ///
  /// - Throws: for a symbolic link or a file of somebody else in its place, or in that of a file that
  ///   SQLite puts beside it.
  internal func prepareFile() throws(IndexProblem) {
    for name in Self.companionNames {
      let result = check(name)
      if result != 0, result != -ENOENT { throw IndexProblem(Self.message(-result)) }
    }
    var result = check(Self.fileName)
    if result == -ENOENT {
      result = unsafe Self.withPath(Array(Self.fileName.utf8)) { name in
        unsafe pp_private_create(descriptor.rawValue, name)
      }
      // Another picker was faster.
      if result == -EEXIST { result = check(Self.fileName) }
    }
    if result != 0 { throw IndexProblem(Self.message(-result)) }
  }

  /// Deletes the database.
  internal func removeFile() {
    for name in [Self.fileName] + Self.companionNames {
      _ = unsafe Self.withPath(Array(name.utf8)) {
        unsafe pp_private_remove(descriptor.rawValue, $0)
      }
    }
  }

  private func check(_ name: String) -> Int32 {
    unsafe Self.withPath(Array(name.utf8)) { unsafe pp_private_check(descriptor.rawValue, $0) }
  }

  /// The time by the clock that file systems take theirs from.
  internal static func now() -> FileTime {
    var (seconds, nanoseconds): (Int64, Int64) = (0, 0)
    unsafe pp_coarse_time(&seconds, &nanoseconds)
    return FileTime(seconds: seconds, nanoseconds: Int32(truncatingIfNeeded: nanoseconds))
  }

  private static func withPath(
    _ path: [UInt8], _ body: (UnsafePointer<CChar>) -> Int32
  ) -> Int32 {
    let characters = path.map { CChar(bitPattern: $0) } + [0]
    return unsafe characters.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return -EINVAL }
      return unsafe body(base)
    }
  }

  private static func message(_ code: Int32) -> String {
    switch code {
    case ELOOP: "a symbolic link is in its place"
    case EPERM: "it belongs to somebody else"
    case EOPNOTSUPP: "the cache folder is on a network file system"
    case EACCES: "it is not a file that may be used"
    default: SystemError(code: code).text
    }
  }
}
