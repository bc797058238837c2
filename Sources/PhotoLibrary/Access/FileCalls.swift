internal import CShims
internal import Glibc
public import PickerModel

/// A failed system call.
internal struct SystemError: Error, Equatable {
  /// The `errno` value.
  internal let code: Int32

  /// What opening a FIFO's or a device's other end reports.
  internal static let specialFile = SystemError(code: ENXIO)

  /// What `strerror(3)` says, in the C locale's words.
  internal var text: String {
    var buffer = [CChar](repeating: 0, count: 128)
    let status = unsafe strerror_r(code, &buffer, buffer.count)
    if status != 0 { return "error \(code)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      .lowercased()
  }

  /// The reason that people get to read.
  internal var kind: FileError.Kind {
    switch code {
    case ENOENT: .missing
    case EACCES, EPERM: .permissionDenied
    case ENOTDIR: .isNotFolder
    case EISDIR: .isFolder
    case ELOOP: .symlinkLoop
    case ENAMETOOLONG, EINVAL: .invalidName
    case ENXIO: .isSpecialFile
    default: .system(errno: code)
    }
  }
}

/// What `stat(2)` tells of a file.
public struct FileStatus: Hashable, Sendable {
  /// Device and inode.
  public let identity: FileIdentity
  /// The length in bytes.
  public let byteCount: Int64
  /// When the content was last modified.
  public let modified: FileTime
  /// When content, names or rights were last changed (`st_ctim`): no program can set it.
  public let changed: FileTime
  /// What it is.
  public let kind: Kind

  /// What a path can lead to.
  public enum Kind: Hashable, Sendable {
    /// A regular file.
    case regular
    /// A folder.
    case folder
    /// A symbolic link.
    case symlink
    /// A FIFO, a socket or a device.
    case special
    /// The file system does not tell (only in directory listings).
    case unknown
  }

  /// A regular file of which only the length is known.
  internal init(byteCount: Int64) {
    identity = FileIdentity(device: 0, inode: 0)
    self.byteCount = byteCount
    modified = FileTime(seconds: 0)
    changed = FileTime(seconds: 0)
    kind = .regular
  }

  /// Creates a status from the shim's fields.
  internal init(_ raw: pp_file_status) {
    identity = FileIdentity(device: raw.device, inode: raw.inode)
    byteCount = raw.byte_count
    modified = FileTime(seconds: raw.modified_seconds, nanoseconds: raw.modified_nanoseconds)
    changed = FileTime(seconds: raw.changed_seconds, nanoseconds: raw.changed_nanoseconds)
    switch UInt32(bitPattern: raw.kind) {
    case PP_FILE_REGULAR.rawValue: kind = .regular
    case PP_FILE_DIRECTORY.rawValue: kind = .folder
    case PP_FILE_SYMLINK.rawValue: kind = .symlink
    case PP_FILE_UNKNOWN.rawValue: kind = .unknown
    default: kind = .special
    }
  }
}

/// An open file descriptor with one owner, closed at the end of its life.
internal struct Descriptor: ~Copyable, Sendable {
  /// The number, for the length of a call.
  internal let rawValue: Int32

  /// Takes over an open descriptor.
  internal init(owning rawValue: Int32) {
    self.rawValue = rawValue
  }

  deinit {
    _ = pp_close(rawValue)
  }
}

/// The calls into the file system: the only file that knows `pp_file.h`.
///
/// Every call is restarted after `EINTR` and reports `errno` as a thrown ``SystemError``.
internal enum FileCalls {
  /// What a file is opened for.
  internal enum Mode {
    /// To read its bytes. Opening never waits, not even for a FIFO.
    case read
    /// To read a list from it; opening a FIFO waits for its writer, as a user expects of `<(…)`.
    case stream
    /// To look at it (`O_PATH`).
    case look
    /// To list a folder.
    case list
    /// To go on from a folder (`O_PATH`).
    case base

    /// The shim's number.
    fileprivate var rawValue: Int32 {
      switch self {
      case .read: Int32(PP_OPEN_READ.rawValue)
      case .stream: Int32(PP_OPEN_STREAM.rawValue)
      case .look: Int32(PP_OPEN_PATH.rawValue)
      case .list: Int32(PP_OPEN_DIRECTORY.rawValue)
      case .base: Int32(PP_OPEN_DIRECTORY_PATH.rawValue)
      }
    }
  }

  /// The folder that relative paths start from.
  internal static var currentFolder: Int32 { pp_at_current_directory() }

  /// Nanoseconds on a clock that never goes back.
  internal static func now() -> Int64 { pp_monotonic_nanoseconds() }

  /// Whether a descriptor is a block device's.
  internal static func isBlockDevice(_ file: Int32) -> Bool {
    var raw = pp_file_status()
    return unsafe pp_status_of(file, &raw) == 0
      && UInt32(bitPattern: raw.kind) == PP_FILE_BLOCK_DEVICE.rawValue
  }

  // MARK: - Opening

  /// Opens a path below an open folder.
  internal static func open(
    at folder: Int32, _ path: [UInt8], for mode: Mode, followingLast: Bool = true
  ) throws(SystemError) -> Descriptor {
    Descriptor(
      owning: unsafe try check(
        PathArgument.with(path) { pointer in
          unsafe pp_openat(folder, pointer, mode.rawValue, followingLast ? 1 : 0)
        }))
  }

  /// Opens a path that must stay below an open folder (`openat2(2)`).
  ///
  /// - Throws: `EXDEV` where it would leave, `ENOSYS` or `EPERM` where the call is not to be had.
  internal static func open(
    beneath folder: Int32, _ path: [UInt8], for mode: Mode, throughSymlinks: Bool
  ) throws(SystemError) -> Descriptor {
    var resolve = Int32(PP_RESOLVE_BENEATH.rawValue)
    if !throughSymlinks { resolve |= Int32(PP_RESOLVE_NO_SYMLINKS.rawValue) }
    return Descriptor(
      owning: unsafe try check(
        PathArgument.with(path) { pointer in
          unsafe pp_openat2(folder, pointer, mode.rawValue, resolve)
        }))
  }

  /// Opens to read what an `O_PATH` descriptor stands for, whatever its names mean by now.
  ///
  /// - Throws: `ENOENT` where there is no `/proc`.
  internal static func open(held descriptor: Int32) throws(SystemError) -> Descriptor {
    Descriptor(owning: try check(pp_reopen(descriptor, Mode.read.rawValue)))
  }

  // MARK: - Asking

  /// `fstat(2)`.
  internal static func status(of descriptor: Int32) throws(SystemError) -> FileStatus {
    var raw = pp_file_status()
    _ = unsafe try check(pp_status_of(descriptor, &raw))
    return FileStatus(raw)
  }

  /// `fstatat(2)`.
  internal static func status(
    at folder: Int32, _ path: [UInt8], followingLast: Bool
  ) throws(SystemError) -> FileStatus {
    var raw = pp_file_status()
    _ = unsafe try check(
      PathArgument.with(path) { pointer in
        unsafe pp_status_at(folder, pointer, followingLast ? 1 : 0, &raw)
      })
    return FileStatus(raw)
  }

  /// `readlinkat(2)`.
  internal static func target(
    ofLinkAt folder: Int32, _ path: [UInt8]
  ) throws(SystemError) -> [UInt8] {
    unsafe try text { buffer, count in
      unsafe PathArgument.with(path) { pointer in
        unsafe pp_read_link(folder, pointer, buffer, count)
      }
    }
  }

  /// The path by which the kernel knows an open file, without symbolic links.
  internal static func path(of descriptor: Int32) throws(SystemError) -> [UInt8] {
    unsafe try text { buffer, count in unsafe pp_path_of(descriptor, buffer, count) }
  }

  /// The current folder, without symbolic links.
  internal static func currentFolderPath() throws(SystemError) -> [UInt8] {
    unsafe try text { buffer, count in unsafe pp_current_directory(buffer, count) }
  }

  // MARK: - Reading

  /// `pread(2)` until the buffer is full or the file ends.
  ///
  /// - Returns: the number of bytes read.
  internal static func read(
    _ descriptor: Int32, at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int {
    guard let base = buffer.baseAddress, buffer.count > 0 else { return 0 }
    return Int(unsafe try check(pp_read_at(descriptor, base, buffer.count, offset)))
  }

  /// One `read(2)`.
  ///
  /// - Returns: the number of bytes read, 0 at the end.
  internal static func read(
    _ descriptor: Int32, into buffer: inout [UInt8]
  ) throws(SystemError) -> Int {
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe pp_read(descriptor, bytes.baseAddress, bytes.count)
    }
    return Int(try check(count))
  }

  /// `pread(2)` until the buffer is full or the file ends.
  ///
  /// - Returns: the number of bytes read.
  internal static func read(
    _ descriptor: Int32, at offset: Int64, into buffer: inout [UInt8]
  ) throws(SystemError) -> Int {
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe pp_read_at(descriptor, bytes.baseAddress, bytes.count, offset)
    }
    return Int(try check(count))
  }

  /// One `getdents64(2)`: raw directory records.
  ///
  /// - Returns: the number of bytes, 0 at the end.
  internal static func list(
    _ folder: Int32, into buffer: inout [UInt8]
  ) throws(SystemError) -> Int {
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe pp_list(folder, bytes.baseAddress, bytes.count)
    }
    return Int(try check(count))
  }

  // MARK: - Conversions

  private static func check<Number: SignedInteger>(_ result: Number) throws(SystemError) -> Number {
    if result < 0 { throw SystemError(code: Int32(clamping: -result)) }
    return result
  }

  /// Calls with the bytes and a NUL behind; a NUL inside would cut the path, so it is refused.

  private static func text(
    _ body: (UnsafeMutablePointer<CChar>, Int) -> Int64
  ) throws(SystemError) -> [UInt8] {
    var result: Int64 = 0
    let capacity = 4_096
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      count = 0
      guard let base = buffer.baseAddress else { return }
      result = unsafe base.withMemoryRebound(to: CChar.self, capacity: capacity) { pointer in
        unsafe body(pointer, capacity)
      }
      count = max(0, Int(result))
    }
    if result < 0 { throw SystemError(code: Int32(clamping: -result)) }
    if result >= capacity { throw SystemError(code: ENAMETOOLONG) }
    return bytes
  }
}
