internal import Glibc
public import PickerModel

/// Confines the process before it becomes another program: of the libraries that program can read
/// what was approved, and nothing else; all the rest of the system is as it was.
///
/// Landlock can only allow. So everything beside the way from `/` down to a protected folder gets a
/// rule of its own, and the folders on the way get none: in them nothing can be listed or made, and
/// what comes to be there later is out of reach. A protected folder is looked for by all mounts that
/// lead to it.
public struct ProgramConfinement: Sendable {
  /// What can be read of the libraries.
  public enum Photos: Sendable {
    /// These files.
    case approved(ApprovedSet)
    /// All that is in these folders.
    case folders([FileName])
  }

  /// What can be read of the libraries.
  public let photos: Photos
  /// The libraries.
  public let libraries: [FileName]
  /// Folders that are out of reach altogether, there or not: grants, picks, thumbnails.
  public let secrets: [FileName]

  /// Describes a confinement.
  public init(to photos: Photos, in libraries: [FileName], hiding secrets: [FileName]) {
    self.photos = photos
    self.libraries = libraries
    self.secrets = secrets
  }

  /// The folders of photopick's own, in which a program could widen its grant or see photos that are
  /// not in it: grants, kept picks, metadata, and the thumbnails of all programs (freedesktop.org
  /// Thumbnail Managing Standard).
  public static var ownFolders: [FileName] {
    var folders: [FileName] = []
    if let store = GrantStore.ofUser() { folders.append(AssetPath(store.folder).folder) }
    if let store = SessionStore.ofUser() { folders.append(AssetPath(store.folder).folder) }
    if let index = MetadataIndex.ofUser() {
      let cache = AssetPath(index.folder).folder
      folders += [index.folder, FolderPath.join(cache, "thumbnails")]
    }
    return folders
  }

  /// The most rules beside those for photos.
  internal static let ruleLimit = 100_000

  /// Confines the process, for good, with all that it starts.
  ///
  /// To be called on the only thread that there is.
  ///
  /// - Returns: What the kernel does not keep the program from, as a clause for people; nil where
  ///   nothing is missing.
  /// - Throws: where the program would not be kept from the photos.
  public func enter() throws(ProgramConfinementError) -> String? {
    let coverage = LandlockCoverage.ofKernel()
    if let shortfall = coverage.shortfall, coverage.version == 0 {
      throw ProgramConfinementError(shortfall)
    }
    let threadCount = Landlock.threadCount
    if threadCount != 1 {
      throw ProgramConfinementError("the process has \(threadCount) threads")
    }
    do throws(SystemError) {
      try confine()
    } catch {
      if error.code == EXDEV {
        throw ProgramConfinementError(
          "the library is '/': give the folder of the photos instead")
      }
      if error.code == E2BIG {
        throw ProgramConfinementError(
          "more than \(Self.ruleLimit) files and folders lie beside the way to the library: "
            + "move it into a folder of its own")
      }
      throw ProgramConfinementError("Landlock: \(error.text)")
    }
    guard Seccomp.closeSideDoors() else {
      throw ProgramConfinementError("the kernel has no seccomp filters")
    }
    HeldFile.restoreLimit()
    return coverage.shortfall
  }

  /// Confines the calling thread.
  internal func confine() throws(SystemError) {
    let rules = try LandlockRules()
    let mounts = try MountTable.ofProcess()
    var tree = PathTree()
    for folder in libraries + secrets {
      let path = Self.canonical(folder)
      // The root can't be left out.
      if path.parts.isEmpty { throw SystemError(code: EXDEV) }
      for way in mounts.ways(to: path) { tree.insert(way.parts[...]) }
    }
    var failure: SystemError?
    if case .approved(let set) = photos {
      set.forEachFile { file in
        do throws(SystemError) {
          try rules.allow(.readFile, on: file)
        } catch {
          failure = error
        }
      }
    }
    if let failure { throw failure }
    var builder = RuleBuilder(rules: rules)
    try builder.allowBeside(tree, at: "/")
    if case .folders(let folders) = photos {
      // A library above the grants would open them: what is beside them is read then.
      let hidden = secrets.map(Self.canonical)
      for folder in folders {
        let path = Self.canonical(folder)
        let inner = hidden.compactMap { $0.behind(path) }
        if inner.isEmpty {
          try builder.allowReading(folder)
        } else {
          var tree = PathTree()
          for way in inner { tree.insert(way) }
          try builder.allowBeside(tree, at: folder, .read)
        }
      }
    }
    try builder.finish()
  }

  /// The path without symbolic links; what is not there keeps its name below what is.
  internal static func canonical(_ path: FileName) -> PathComponents {
    if let descriptor = try? FileCalls.open(at: FileCalls.currentFolder, path.bytes, for: .look),
      let real = try? FileCalls.path(of: descriptor.rawValue)
    {
      return PathComponents(real)
    }
    let own = AssetPath(FolderPath.trimmed(path))
    if own.folder.bytes.isEmpty || own.folder == path { return PathComponents(path.bytes) }
    var above = canonical(own.folder)
    above.parts.append(own.name)
    return above
  }
}

/// Why a program can't be kept from photos, as a clause for people.
public struct ProgramConfinementError: Error, Hashable, Sendable {
  /// The clause.
  public let reason: String

  internal init(_ reason: String) {
    self.reason = reason
  }
}

/// Folders by their names on the way down from `/`.
internal struct PathTree {
  private(set) internal var children: [FileName: PathTree] = [:]
  /// Whether this folder is out of reach with all that is in it.
  private(set) internal var isEnd = false

  /// Adds a way.
  internal mutating func insert(_ way: ArraySlice<FileName>) {
    guard let first = way.first else {
      isEnd = true
      return
    }
    children[first, default: PathTree()].insert(way.dropFirst())
  }
}

/// Allows what is beside protected folders.
private struct RuleBuilder: ~Copyable {
  let rules: LandlockRules
  private var count = 0

  /// Everything but device nodes: a node is a device by another name.
  private static let everything = FileRights.all.subtracting(.makeDevices)

  init(rules: consuming LandlockRules) {
    self.rules = rules
  }

  consuming func finish() throws(SystemError) {
    try rules.enter()
  }

  /// Allows to read a folder and all that is in it.
  mutating func allowReading(_ path: FileName) throws(SystemError) {
    let folder = try FileCalls.open(at: FileCalls.currentFolder, path.bytes, for: .look)
    try allow(.read, on: folder.rawValue)
  }

  /// Allows all that is in a folder but the ways of a tree.
  mutating func allowBeside(
    _ tree: PathTree, at path: FileName, _ rights: FileRights = Self.everything
  ) throws(SystemError) {
    let folder = try FileCalls.open(at: FileCalls.currentFolder, path.bytes, for: .base)
    try allowBeside(tree, in: folder.rawValue, isRoot: path == "/", rights)
  }

  private mutating func allowBeside(
    _ tree: PathTree, in folder: Int32, isRoot: Bool = false, _ rights: FileRights
  ) throws(SystemError) {
    for name in try Self.names(in: folder) {
      if let inner = tree.children[name] {
        if inner.isEnd { continue }
        // A link leads where the other rules decide.
        guard
          let next = try? FileCalls.open(at: folder, name.bytes, for: .base, followingLast: false)
        else { continue }
        try allowBeside(inner, in: next.rawValue, rights)
        continue
      }
      guard
        let file = try? FileCalls.open(at: folder, name.bytes, for: .look, followingLast: false),
        let status = try? FileCalls.status(of: file.rawValue), status.kind != .symlink
      else { continue }
      if isRoot, name == "dev", status.kind == .folder {
        try allowDevices(in: file.rawValue)
      } else {
        try allow(rights, on: file.rawValue)
      }
    }
  }

  /// Allows devices, but no disks: what is on them could be read past the file system.
  private mutating func allowDevices(in folder: Int32) throws(SystemError) {
    try allow(.readFolder, on: folder)
    for name in try Self.names(in: folder) {
      guard
        let file = try? FileCalls.open(at: folder, name.bytes, for: .look, followingLast: false),
        let status = try? FileCalls.status(of: file.rawValue), status.kind != .symlink,
        !FileCalls.isBlockDevice(file.rawValue), !Self.memory.contains(name)
      else { continue }
      if status.kind == .folder, try Self.hasDisks(file.rawValue) {
        try allowDevices(in: file.rawValue)
      } else {
        try allow(Self.everything, on: file.rawValue)
      }
    }
  }

  /// The machine's memory and its ports.
  private static let memory: Set<FileName> = ["mem", "kmem", "port"]

  private static func hasDisks(_ folder: Int32) throws(SystemError) -> Bool {
    for name in (try? names(in: folder)) ?? [] {
      guard
        let file = try? FileCalls.open(at: folder, name.bytes, for: .look, followingLast: false),
        let status = try? FileCalls.status(of: file.rawValue)
      else { continue }
      if FileCalls.isBlockDevice(file.rawValue) { return true }
      if status.kind == .folder, try hasDisks(file.rawValue) { return true }
    }
    return false
  }

  private mutating func allow(_ rights: FileRights, on file: Int32) throws(SystemError) {
    count += 1
    if count > ProgramConfinement.ruleLimit { throw SystemError(code: E2BIG) }
    do throws(SystemError) {
      try rules.allow(rights, on: file)
    } catch {
      // Files of the kernel's own kind (sockets, pipes) take no rule and need none.
      if error.code != EBADFD && error.code != EINVAL && error.code != EBADF { throw error }
    }
  }

  /// The names in a folder; one that can't be listed has none that could be allowed.
  private static func names(in folder: Int32) throws(SystemError) -> [FileName] {
    var names: [FileName] = []
    do throws(SystemError) {
      var listing = FolderListing(
        try FileCalls.open(at: folder, [UInt8(ascii: ".")], for: .list))
      while try listing.next(includingHidden: true, { names.append($0.name) }) {
        if names.count > ProgramConfinement.ruleLimit { throw SystemError(code: E2BIG) }
      }
    } catch {
      if error.code == E2BIG { throw error }
    }
    return names
  }
}
