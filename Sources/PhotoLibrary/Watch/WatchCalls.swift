internal import CShims
internal import Glibc
internal import PickerModel

/// The calls of inotify(7): the only file that knows `pp_watch.h`.
internal enum WatchCalls {
  /// What to make of a failed call.
  internal enum Failure: Equatable {
    /// The user's watches are used up (`ENOSPC`, `fs.inotify.max_user_watches`).
    case isExhausted
    /// The folder is not there any more, or is none.
    case isGone
    /// Another `errno`.
    case other(Int32)
  }

  /// Opens a queue of events.
  ///
  /// - Throws: `EMFILE` where the user has too many of them, and the like.
  internal static func open() throws(SystemError) -> Descriptor {
    let result = pp_watch_open()
    if result < 0 { throw SystemError(code: -result) }
    return Descriptor(owning: result)
  }

  /// Watches a folder.
  ///
  /// - Returns: The watch's number, the same one for a folder that is watched already.
  internal static func watch(
    _ folder: FileName, with descriptor: Int32
  ) -> Result<Int32, WatchFailure> {
    let result = unsafe withPath(folder) { unsafe pp_watch_add(descriptor, $0) }
    if result >= 0 { return .success(result) }
    switch -result {
    case ENOSPC: return .failure(WatchFailure(kind: .isExhausted))
    case ENOENT, ENOTDIR, ELOOP, EACCES: return .failure(WatchFailure(kind: .isGone))
    default: return .failure(WatchFailure(kind: .other(-result)))
    }
  }

  /// Why a folder can't be watched.
  internal struct WatchFailure: Error, Equatable {
    /// What it is.
    internal let kind: Failure
  }

  /// Ends a watch; one that is over already is no error.
  internal static func unwatch(_ watch: Int32, with descriptor: Int32) {
    _ = pp_watch_remove(descriptor, watch)
  }

  /// Whether others can change a folder without an event: network, FUSE and shared file systems.
  internal static func isRemote(_ folder: FileName) -> Bool {
    unsafe withPath(folder) { unsafe pp_watch_is_remote($0) } == 1
  }

  private static func withPath(
    _ path: FileName, _ body: (UnsafePointer<CChar>) -> Int32
  ) -> Int32 {
    if path.bytes.contains(0) { return -EINVAL }
    var bytes = path.bytes.isEmpty ? [UInt8(ascii: ".")] : path.bytes
    bytes.append(0)
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe buffer.withMemoryRebound(to: CChar.self) { text -> Int32 in
        guard let base = text.baseAddress else { return -EINVAL }
        return unsafe body(base)
      }
    }
  }
}

/// One event of inotify(7).
internal struct FolderEvent: Hashable {
  /// What happened.
  internal struct Change: OptionSet, Hashable {
    /// The bits, as the kernel has them.
    internal let rawValue: UInt32

    /// Creates a set from the kernel's bits.
    internal init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    private init(_ bit: pp_watch_event) {
      rawValue = bit.rawValue
    }

    /// Times, permissions or the number of links have changed.
    internal static let attributes = Change(PP_WATCH_ATTRIBUTES)
    /// A file that was open for writing was closed.
    internal static let written = Change(PP_WATCH_WRITTEN)
    /// An entry was renamed, or moved out of the folder.
    internal static let movedFrom = Change(PP_WATCH_MOVED_FROM)
    /// An entry has a new name, or was moved into the folder.
    internal static let movedTo = Change(PP_WATCH_MOVED_TO)
    /// An entry is new: a file that is yet to be written, a folder, a link.
    internal static let created = Change(PP_WATCH_CREATED)
    /// An entry was removed.
    internal static let deleted = Change(PP_WATCH_DELETED)
    /// The folder itself was removed.
    internal static let folderDeleted = Change(PP_WATCH_FOLDER_DELETED)
    /// The folder itself was renamed or moved.
    internal static let folderMoved = Change(PP_WATCH_FOLDER_MOVED)
    /// The folder's file system was unmounted.
    internal static let unmounted = Change(PP_WATCH_UNMOUNTED)
    /// Events were lost.
    internal static let overflow = Change(PP_WATCH_OVERFLOW)
    /// The watch is over.
    internal static let ended = Change(PP_WATCH_ENDED)
    /// The entry is a folder.
    internal static let isFolder = Change(PP_WATCH_IS_FOLDER)
  }

  /// The watch's number; -1 for lost events.
  internal let watch: Int32
  /// What happened.
  internal let change: Change
  /// The entry's name; empty for the folder itself.
  internal let name: FileName

  /// Creates an event.
  internal init(watch: Int32, change: Change, name: FileName = "") {
    self.watch = watch
    self.change = change
    self.name = name
  }

  /// The events in what one `read(2)` gave.
  ///
  /// `struct inotify_event`: watch 4, mask 4, cookie 4, length 4, then the name with NULs behind. A
  /// record that does not fit is left out.
  internal static func events(in bytes: ArraySlice<UInt8>) -> [FolderEvent] {
    func word(_ index: Int) -> UInt32 {
      (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[index + $1]) << UInt32(8 * $1) }
    }
    var events: [FolderEvent] = []
    var start = bytes.startIndex
    while bytes.endIndex - start >= 16 {
      let length = Int(word(start + 12))
      let nameStart = start + 16
      guard length <= bytes.endIndex - nameStart else { break }
      events.append(
        FolderEvent(
          watch: Int32(bitPattern: word(start)), change: Change(rawValue: word(start + 4)),
          name: FileName(bytes: Array(bytes[nameStart..<nameStart + length].prefix { $0 != 0 }))))
      start = nameStart + length
    }
    return events
  }
}
