internal import Glibc
public import PickerModel

/// The documents of picking sessions that ended before their picks were handed over: one file each, in
/// a folder that nobody else can reach into.
///
/// What is in a document is the caller's business. A file that is not the user's own, that others can
/// write, that has several names or is no regular file is never read and never removed. Every call may
/// block on a slow disk.
public struct SessionStore: Sendable {
  /// The folder, absolute.
  public let folder: FileName

  /// The most documents that are kept side by side; the oldest make room.
  public static let maximumCount = 16
  /// The longest document, in bytes: some hundred thousand picks.
  public static let byteLimit = 256 << 20

  /// A store in a folder; nothing is opened or made yet.
  ///
  /// - Parameter folder: Its absolute path.
  public init(folder: FileName) {
    self.folder = FolderPath.trimmed(folder)
  }

  /// The store of the process's user: `$XDG_STATE_HOME/photopick/unfinished`, by default below
  /// `~/.local/state` (XDG Base Directory Specification 0.8).
  ///
  /// - Returns: nil where there is no home.
  public static func ofUser() -> SessionStore? {
    if let state = environment("XDG_STATE_HOME"), state.bytes.first == UInt8(ascii: "/") {
      return SessionStore(folder: FolderPath.join(state, "photopick/unfinished"))
    }
    guard let home = environment("HOME"), home.bytes.first == UInt8(ascii: "/") else { return nil }
    return SessionStore(folder: FolderPath.join(home, ".local/state/photopick/unfinished"))
  }

  private static func environment(_ name: String) -> FileName? {
    guard let value = unsafe getenv(name) else { return nil }
    let count = unsafe strlen(value)
    return FileName(bytes: (0..<count).map { unsafe UInt8(bitPattern: value[$0]) })
  }

  /// Seconds since 1970 UTC.
  public static func now() -> Int64 { PrivateFiles.wallSeconds() }

  /// The path of a document.
  public func file(of id: String) -> FileName { FolderPath.join(folder, FileName(id + ".json")) }

  /// Whether a text can be the name of a document: digits, letters and `-`, a digit first.
  public static func isID(_ text: String) -> Bool {
    guard let first = text.utf8.first, (0x30...0x39).contains(first) else { return false }
    return text.utf8.count <= 64
      && text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-")
      }
  }

  // MARK: - Reading

  /// The documents by name, which is in the order of their age where names begin with the time.
  ///
  /// - Throws: for a folder that can't be relied upon; a missing one is empty.
  public func ids() throws(SessionProblem) -> [String] {
    do throws(SystemError) {
      guard let open = try open(creating: false) else { return [] }
      return try ids(in: open.rawValue)
    } catch {
      throw SessionProblem(file: folder, code: error.code)
    }
  }

  /// Reads a document.
  ///
  /// - Throws: for one that is missing or can't be relied upon.
  public func read(_ id: String) throws(SessionProblem) -> [UInt8] {
    do throws(SystemError) {
      guard Self.isID(id), let open = try open(creating: false) else {
        throw SystemError(code: ENOENT)
      }
      return try PrivateFiles.read(
        id + ".json", in: open.rawValue, owner: PrivateFiles.user, limit: Self.byteLimit)
    } catch {
      throw SessionProblem(file: file(of: id), code: error.code)
    }
  }

  /// Reads a document to go on with it: until the claim is gone no other process can claim it.
  ///
  /// - Throws: for one that is missing or can't be relied upon, and for one that another process has
  ///   claimed.
  public func claim(_ id: String) throws(SessionProblem) -> SessionClaim {
    do throws(SystemError) {
      guard Self.isID(id), let open = try open(creating: false) else {
        throw SystemError(code: ENOENT)
      }
      return try SessionClaim(
        PrivateFiles.claim(id + ".json", in: open.rawValue, owner: PrivateFiles.user))
    } catch {
      throw SessionProblem(file: file(of: id), code: error.code)
    }
  }

  private func ids(in folder: Int32) throws(SystemError) -> [String] {
    var ids: [String] = []
    // A descriptor of its own: listing moves its position.
    var listing = FolderListing(try FileCalls.open(at: folder, [UInt8(ascii: ".")], for: .list))
    while try listing.next(
      includingHidden: false,
      { entry in
        guard let name = entry.name.utf8String, name.hasSuffix(".json") else { return }
        let id = String(name.dropLast(5))
        if Self.isID(id) { ids.append(id) }
      })
    {}
    return ids.sorted()
  }

  // MARK: - Writing

  /// Keeps a document: it is there whole and for good afterwards, or not at all.
  ///
  /// Of more than ``maximumCount`` the first by name go.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - id: Its name; one that is there already is replaced.
  /// - Throws: for a folder that can't be relied upon and a disk that takes no more.
  public func keep(_ bytes: [UInt8], as id: String) throws(SessionProblem) {
    do throws(SystemError) {
      guard Self.isID(id) else { throw SystemError(code: EINVAL) }
      guard bytes.count <= Self.byteLimit else { throw SystemError(code: EFBIG) }
      guard let open = try open(creating: true) else { throw SystemError(code: ENOENT) }
      try PrivateFiles.replace(
        id + ".json", by: "." + id, in: open.rawValue, with: bytes, beforeRename: {})
      makeRoom(in: open.rawValue, for: id)
    } catch {
      throw SessionProblem(file: file(of: id), code: error.code)
    }
  }

  /// Removes a document; one that is not there is no error.
  public func remove(_ id: String) {
    guard Self.isID(id) else { return }
    do throws(SystemError) {
      guard let open = try open(creating: false) else { return }
      try PrivateFiles.removeOwn(id + ".json", in: open.rawValue)
    } catch {}  // It is found again next time.
  }

  private func makeRoom(in folder: Int32, for kept: String) {
    guard let ids = try? ids(in: folder), ids.count > Self.maximumCount else { return }
    for id in ids.prefix(ids.count - Self.maximumCount) where id != kept {
      try? PrivateFiles.removeOwn(id + ".json", in: folder)
    }
  }

  /// Opens the folder.
  ///
  /// - Returns: nil where it is missing and not to be made.
  private func open(creating: Bool) throws(SystemError) -> Descriptor? {
    let path = AssetPath(folder)
    let above = AssetPath(path.folder)
    guard folder.bytes.first == UInt8(ascii: "/"), let own = path.name.utf8String,
      let parent = above.name.utf8String, !own.isEmpty, !parent.isEmpty
    else { throw SystemError(code: ENOTDIR) }
    do throws(SystemError) {
      let base =
        creating
        ? try PrivateFiles.makePath(above.folder)
        : try FileCalls.open(at: FileCalls.currentFolder, above.folder.bytes, for: .base)
      // Neither of the two may be somebody else's, or lead elsewhere.
      let state = try PrivateFiles.ownFolder(in: base.rawValue, parent, creating: creating)
      return try PrivateFiles.ownFolder(in: state.rawValue, own, creating: creating)
    } catch {
      if !creating, error.code == ENOENT { return nil }
      throw error
    }
  }
}

/// A kept session that this process goes on with; it holds the document's lock (`flock(2)`).
public final class SessionClaim: Sendable {
  /// The document.
  public let bytes: [UInt8]
  private let descriptor: Descriptor

  internal init(_ descriptor: consuming Descriptor) throws(SystemError) {
    bytes = try PrivateFiles.contents(of: descriptor.rawValue, limit: SessionStore.byteLimit)
    self.descriptor = descriptor
  }
}

/// Why a kept session can't be used, or not be kept.
public struct SessionProblem: Error, Hashable, Sendable {
  /// The file or folder.
  public let file: FileName
  /// Why, a clause for people.
  public let reason: String
  /// Whether it is not there at all.
  public let isMissing: Bool
  /// Whether another process goes on with it.
  public let isInUse: Bool

  /// Creates a problem that was found in a document.
  public init(file: FileName, reason: String) {
    self.file = file
    self.reason = reason
    isMissing = false
    isInUse = false
  }

  /// Creates a problem from a failed call.
  internal init(file: FileName, code: Int32) {
    self.file = file
    isMissing = code == ENOENT
    isInUse = code == EWOULDBLOCK
    reason =
      switch code {
      case ELOOP: "is a symbolic link"
      case EPERM: "belongs to somebody else, or has several names"
      case EACCES: "can be written by others, or not be read"
      case EINVAL: "is no regular file"
      case EFBIG: "is too large"
      case EWOULDBLOCK: "another photopick is going on with it"
      default: SystemError(code: code).text
      }
  }
}
