internal import Glibc
public import PickerModel

/// The grants of a user: one document a client, in a folder that nobody else can reach into.
///
/// A document is replaced as a whole (written beside it, flushed, renamed), so readers need no lock;
/// whoever changes one holds the lock from reading to writing. Every call may block on a slow disk, a
/// change for a bounded time on another writer: not for the main actor while a screen is up.
public struct GrantStore: Sendable {
  /// The folder, absolute.
  public let folder: FileName
  /// How long a change waits for another writer, in milliseconds.
  internal var patience: Int32 = 5_000
  /// Called when a new document is whole and the old one still in place.
  internal var beforeRename: @Sendable () -> Void = {}

  /// What is known of a client.
  public enum Entry: Hashable, Sendable {
    /// The person was not asked.
    case none
    /// What the person said.
    case grant(Grant)
    /// Something is there that can't be relied upon.
    case unusable(GrantProblem)
  }

  /// A store in a folder; nothing is opened or made yet.
  ///
  /// - Parameter folder: Its absolute path.
  public init(folder: FileName) {
    self.folder = FolderPath.trimmed(folder)
  }

  /// The store of the process's user: `$XDG_DATA_HOME/photopick/grants`, by default below
  /// `~/.local/share` (XDG Base Directory Specification 0.8); decisions about adding are in
  /// `additions` beside it.
  ///
  /// - Returns: nil where there is no home.
  public static func ofUser(for level: AccessLevel = .read) -> GrantStore? {
    let name = FileName(level == .read ? "photopick/grants" : "photopick/additions")
    if let data = environment("XDG_DATA_HOME"), data.bytes.first == UInt8(ascii: "/") {
      return GrantStore(folder: FolderPath.join(data, name))
    }
    guard let home = environment("HOME"), home.bytes.first == UInt8(ascii: "/") else { return nil }
    return GrantStore(folder: FolderPath.join(FolderPath.join(home, ".local/share"), name))
  }

  private static func environment(_ name: String) -> FileName? {
    guard let value = unsafe getenv(name) else { return nil }
    let count = unsafe strlen(value)
    return FileName(bytes: (0..<count).map { unsafe UInt8(bitPattern: value[$0]) })
  }

  /// The seconds since 1970 UTC that dates are taken from.
  public static func now() -> Int64 { PrivateFiles.wallSeconds() }

  /// The path of a client's document.
  public func file(of client: ClientID) -> FileName {
    FolderPath.join(folder, FileName(client.fileName))
  }

  // MARK: - Reading

  /// What is known of a client.
  public func entry(of client: ClientID) -> Entry {
    do throws(GrantProblem) {
      guard let open = try open(creating: false) else { return .none }
      defer { _ = open.rawValue }
      return entry(of: client, in: open.rawValue)
    } catch {
      return .unusable(error)
    }
  }

  /// All clients with a document, in order.
  ///
  /// - Throws: for a folder that can't be relied upon.
  public func clients() throws(GrantProblem) -> [ClientID] {
    guard let open = try open(creating: false) else { return [] }
    var names: [ClientID] = []
    do throws(SystemError) {
      // A descriptor of its own: listing moves its position.
      var listing = FolderListing(
        try FileCalls.open(at: open.rawValue, [UInt8(ascii: ".")], for: .list))
      while try listing.next(
        includingHidden: false,
        { entry in
          if let name = entry.name.utf8String, let client = ClientID(fileName: name) {
            names.append(client)
          }
        })
      {}
    } catch {
      throw GrantProblem(file: folder, error)
    }
    return names.sorted()
  }

  private func entry(of client: ClientID, in folder: Int32) -> Entry {
    let file = file(of: client)
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try PrivateFiles.read(
        client.fileName, in: folder, owner: PrivateFiles.user,
        limit: GrantDocument.byteLimit)
    } catch {
      if error.code == ENOENT { return .none }
      if error.code == EFBIG { return .unusable(GrantProblem(file: file, kind: .tooLarge)) }
      return .unusable(GrantProblem(file: file, error))
    }
    do throws(GrantProblem.Kind) {
      return .grant(try GrantDocument.decoded(bytes, of: client))
    } catch {
      return .unusable(GrantProblem(file: file, kind: error))
    }
  }

  // MARK: - Changing

  /// Changes what is known of a client, under the lock.
  ///
  /// - Parameters:
  ///   - client: The client.
  ///   - change: Given what is there, gives what is to be there; nil leaves it as it is. A document
  ///     that can't be relied upon is replaced by what this gives.
  /// - Returns: What is there afterwards.
  /// - Throws: for a folder that can't be relied upon, a lock that is not to be had in time, and a
  ///   disk that takes no more; the old document is in place then.
  @discardableResult
  public func update(
    _ client: ClientID, _ change: (Entry) -> Grant?
  ) throws(GrantProblem) -> Entry {
    guard let open = try open(creating: true) else { return .none }
    defer { _ = open.rawValue }
    let file = file(of: client)
    let lock = try lock(in: open.rawValue)
    // Held until the end of the function.
    defer { _ = lock.rawValue }
    let old = entry(of: client, in: open.rawValue)
    guard let new = change(old) else { return old }
    let bytes = GrantDocument.encoded(new)
    guard bytes.count <= GrantDocument.byteLimit else {
      throw GrantProblem(file: file, kind: .tooLarge)
    }
    do throws(SystemError) {
      // Made under the lock only: one that is there is what a killed writer left.
      try PrivateFiles.replace(
        client.fileName, by: ".new", in: open.rawValue, with: bytes, beforeRename: beforeRename)
    } catch {
      throw GrantProblem(file: file, error)
    }
    return .grant(new)
  }

  private func lock(in folder: Int32) throws(GrantProblem) -> Descriptor {
    do throws(SystemError) {
      return try PrivateFiles.lock(".lock", in: folder, milliseconds: patience)
    } catch {
      throw GrantProblem(file: FolderPath.join(self.folder, ".lock"), error)
    }
  }

  /// Opens the folder.
  ///
  /// - Returns: nil where it is missing and not to be made.
  private func open(creating: Bool) throws(GrantProblem) -> Descriptor? {
    let path = AssetPath(folder)
    let above = AssetPath(path.folder)
    guard folder.bytes.first == UInt8(ascii: "/"), let own = path.name.utf8String,
      let parent = above.name.utf8String, !own.isEmpty, !parent.isEmpty
    else { throw GrantProblem(file: folder, SystemError(code: ENOTDIR)) }
    do throws(SystemError) {
      let base =
        creating
        ? try PrivateFiles.makePath(above.folder)
        : try FileCalls.open(at: FileCalls.currentFolder, above.folder.bytes, for: .base)
      // Neither of the two may be somebody else's, or lead elsewhere.
      let data = try PrivateFiles.ownFolder(in: base.rawValue, parent, creating: creating)
      return try PrivateFiles.ownFolder(in: data.rawValue, own, creating: creating)
    } catch {
      if !creating, error.code == ENOENT { return nil }
      throw GrantProblem(file: folder, error)
    }
  }
}
