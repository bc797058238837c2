internal import CShims
internal import Glibc
internal import PickerModel

/// Files that decide something: the only file that knows `pp_private.h`.
internal enum PrivateFiles {
  /// The effective user.
  internal static var user: UInt32 { pp_user() }

  /// Seconds since 1970 UTC.
  internal static func wallSeconds() -> Int64 { pp_wall_seconds() }

  /// Opens a folder below an open one that must be the user's own and nobody else's to write.
  internal static func ownFolder(
    in folder: Int32, _ name: String, creating: Bool
  ) throws(SystemError) -> Descriptor {
    try descriptor(
      unsafe PathArgument.with(Array(name.utf8)) {
        unsafe pp_own_directory(folder, $0, creating ? 1 : 0)
      })
  }

  /// Makes a folder and those above it, and opens it.
  internal static func makePath(_ path: FileName) throws(SystemError) -> Descriptor {
    try descriptor(unsafe PathArgument.with(path.bytes) { unsafe pp_make_path($0) })
  }

  /// Reads a file that must be `owner`'s and nobody else's to write.
  ///
  /// - Throws: as `pp_trusted_file`; `EFBIG` for one that is longer than the limit.
  internal static func read(
    _ name: String, in folder: Int32, owner: UInt32, limit: Int
  ) throws(SystemError) -> [UInt8] {
    let file = try open(name, in: folder, owner: owner)
    return try contents(of: file.rawValue, limit: limit)
  }

  /// Opens a file, as ``read(_:in:owner:limit:)`` does, and locks it against other processes for as
  /// long as the descriptor lives.
  ///
  /// - Throws: `EWOULDBLOCK` where another process has locked it.
  internal static func claim(
    _ name: String, in folder: Int32, owner: UInt32
  ) throws(SystemError) -> Descriptor {
    while true {
      let file = try open(name, in: folder, owner: owner)
      let result = pp_claim_file(file.rawValue)
      // Replaced between the two calls: the new one is meant. Removed: opening it tells.
      if result == -ENOENT { continue }
      try check(result)
      return file
    }
  }

  private static func open(
    _ name: String, in folder: Int32, owner: UInt32
  ) throws(SystemError) -> Descriptor {
    try descriptor(
      unsafe PathArgument.with(Array(name.utf8)) { unsafe pp_trusted_file(folder, $0, owner) })
  }

  /// Reads an open file from where it stands to its end.
  ///
  /// - Throws: what a call reported; `EFBIG` for one that is longer than the limit.
  internal static func contents(of file: Int32, limit: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = try FileCalls.read(file, into: &chunk)
      if count == 0 { return bytes }
      if bytes.count + count > limit { throw SystemError(code: EFBIG) }
      bytes.append(contentsOf: chunk[..<count])
    }
  }

  /// Opens a folder that must be `owner`'s and nobody else's to write.
  internal static func trustedFolder(
    _ path: FileName, owner: UInt32
  ) throws(SystemError) -> Descriptor {
    try descriptor(unsafe PathArgument.with(path.bytes) { unsafe pp_trusted_directory($0, owner) })
  }

  /// Replaces a file: written beside it, flushed to the disk, renamed over it.
  ///
  /// - Parameters:
  ///   - name: The file's name in the folder.
  ///   - temporary: The name that it has until it is whole; what has this name is removed.
  ///   - folder: The open folder.
  ///   - bytes: The new content.
  ///   - beforeRename: Called when the new file is whole and the old one still in place.
  /// - Throws: what a call reported; the old file is in place then, or the disk did not say that it
  ///   has the new one for good.
  internal static func replace(
    _ name: String, by temporary: String, in folder: Int32, with bytes: [UInt8],
    beforeRename: () -> Void
  ) throws(SystemError) {
    do throws(SystemError) {
      let file = try descriptor(
        unsafe PathArgument.with(Array(temporary.utf8)) { unsafe pp_new_file(folder, $0) })
      try check(
        unsafe bytes.withUnsafeBytes { buffer in
          unsafe pp_write_durably(file.rawValue, buffer.baseAddress, buffer.count)
        })
      beforeRename()
      try check(
        unsafe PathArgument.with(Array(temporary.utf8)) { from in
          unsafe PathArgument.with(Array(name.utf8)) { to in
            unsafe pp_rename_durably(folder, from, to)
          }
        })
    } catch {
      _ = unsafe PathArgument.with(Array(temporary.utf8)) { unsafe pp_remove(folder, $0) }
      throw error
    }
  }

  /// Removes a file that is the user's own, as ``read(_:in:owner:limit:)`` has it; any other stays.
  internal static func removeOwn(_ name: String, in folder: Int32) throws(SystemError) {
    let file = try open(name, in: folder, owner: user)
    try check(unsafe PathArgument.with(Array(name.utf8)) { unsafe pp_remove(folder, $0) })
    _ = file.rawValue
  }

  /// Locks a file against other processes, for as long as the descriptor lives.
  ///
  /// Blocks for at most so long, without using the processor.
  internal static func lock(
    _ name: String, in folder: Int32, milliseconds: Int32
  ) throws(SystemError) -> Descriptor {
    try descriptor(
      unsafe PathArgument.with(Array(name.utf8)) { unsafe pp_lock_file(folder, $0, milliseconds) })
  }

  private static func descriptor(_ result: Int32) throws(SystemError) -> Descriptor {
    try check(result)
    return Descriptor(owning: result)
  }

  private static func check(_ result: Int32) throws(SystemError) {
    if result < 0 { throw SystemError(code: -result) }
  }
}
