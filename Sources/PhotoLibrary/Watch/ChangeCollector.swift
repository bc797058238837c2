internal import PickerModel

/// A folder that is watched.
internal struct WatchedFolder: Hashable {
  /// Its path as the scan has it.
  internal let path: FileName
  /// Its depth: 1 for a root.
  internal let depth: Int
  /// Whether it was named on the command line.
  internal let isRoot: Bool
}

/// Which watch stands for which folder, both ways.
internal struct WatchTable {
  private var folders: [Int32: WatchedFolder] = [:]
  private var watches: [FileName: Int32] = [:]

  /// How many folders are watched.
  internal var count: Int { folders.count }

  /// The folder of a watch.
  internal subscript(watch: Int32) -> WatchedFolder? { folders[watch] }

  /// The watch of a folder.
  internal func watch(of path: FileName) -> Int32? { watches[path] }

  /// Notes that a watch stands for a folder from now on.
  internal mutating func set(_ folder: WatchedFolder, for watch: Int32) {
    remove(watch)
    if let other = watches[folder.path] { folders[other] = nil }
    folders[watch] = folder
    watches[folder.path] = watch
  }

  /// Forgets a watch.
  internal mutating func remove(_ watch: Int32) {
    guard let old = folders.removeValue(forKey: watch) else { return }
    if watches[old.path] == watch { watches[old.path] = nil }
  }

  /// Forgets the watches of a folder and of all below it.
  ///
  /// - Returns: Their numbers.
  /// - Complexity: O(n) in the watches.
  internal mutating func removeTree(_ path: FileName) -> [Int32] {
    let gone = folders.filter { FolderPath.isInside($0.value.path, path) }.map(\.key)
    for watch in gone { remove(watch) }
    return gone
  }
}

/// Turns events into the places to look at again: a value, without a clock and without files.
///
/// What a path leads to and what time it is comes from outside.
internal struct ChangeCollector {
  /// What a name in a folder turns out to be.
  internal enum Entry {
    /// A file or something else that is no folder.
    case file
    /// A symbolic link to something that is no folder.
    case link
    /// A symbolic link to a folder.
    case folderLink
    /// Gone already.
    case nothing
  }

  /// A new file that is being written.
  internal struct Writing: Hashable {
    /// Its folder's depth.
    internal let depth: Int
    /// When to look at whether it has changed since, in nanoseconds.
    internal var deadline: Int64
    /// What it was when it was last looked at.
    internal var version: FileVersion?
  }

  /// The most files that are waited for at a time.
  internal static let writingLimit = 1_024

  /// What is watched.
  internal var table = WatchTable()
  /// Where to look again.
  internal private(set) var changes = FolderChanges()
  /// The files that are being written.
  internal private(set) var writing: [AssetPath: Writing] = [:]
  /// Roots that are not where they were.
  internal private(set) var goneRoots: [FileName] = []
  /// Watches that stand for nothing any more, to be ended.
  internal private(set) var unwatched: [Int32] = []
  /// Whether the last event was the first half of a move.
  internal private(set) var isMoving = false

  private let includesHidden: Bool
  private let maximumDepth: Int?
  private let changeLimit: Int
  private let writingQuiet: Int64

  /// Creates a collector.
  ///
  /// - Parameters:
  ///   - includesHidden: Whether names that begin with a dot matter.
  ///   - maximumDepth: How many levels of folders matter; nil for all.
  ///   - changeLimit: How many places are told apart; more of them are everything.
  ///   - writingQuiet: How long a file that was made and not closed must stay as it is to count, in
  ///     nanoseconds.
  internal init(
    includesHidden: Bool, maximumDepth: Int?, changeLimit: Int, writingQuiet: Int64
  ) {
    self.writingQuiet = writingQuiet
    self.includesHidden = includesHidden
    self.maximumDepth = maximumDepth
    self.changeLimit = changeLimit
  }

  /// Takes the changes away, the unfinished files with them.
  internal mutating func take() -> FolderChanges {
    var taken = changes
    taken.unfinished = Set(writing.keys)
    changes = FolderChanges()
    return taken
  }

  /// Takes the gone roots away.
  internal mutating func takeGoneRoots() -> [FileName] {
    defer { goneRoots = [] }
    return goneRoots
  }

  /// Takes the watches away that are to be ended.
  internal mutating func takeUnwatched() -> [Int32] {
    defer { unwatched = [] }
    return unwatched
  }

  /// Events were lost: everything is to be looked at.
  internal mutating func lose() {
    changes = FolderChanges()
    changes.isEverything = true
    writing = [:]
  }

  // MARK: - Events

  /// Takes an event in.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - now: The time in nanoseconds.
  ///   - look: What a path leads to, asked only for new entries.
  internal mutating func take(_ event: FolderEvent, now: Int64, look: (AssetPath) -> Entry) {
    isMoving = event.change.contains(.movedFrom)
    if event.change.contains(.overflow) { return lose() }
    guard let folder = table[event.watch] else { return }
    if event.change.contains(.ended) {
      // Ended by the kernel: the folder was removed or its file system unmounted.
      table.remove(event.watch)
      return
    }
    if !event.change.isDisjoint(with: [.folderDeleted, .folderMoved, .unmounted]) {
      return leave(folder, event)
    }
    guard !event.name.bytes.isEmpty else { return }
    if !includesHidden, event.name.bytes.first == UInt8(ascii: ".") { return }
    if event.change.contains(.isFolder) {
      takeFolder(event, in: folder)
    } else {
      takeFile(event, in: folder, now: now, look: look)
    }
  }

  private mutating func takeFolder(_ event: FolderEvent, in folder: WatchedFolder) {
    guard !event.change.isDisjoint(with: [.created, .deleted, .movedFrom, .movedTo]) else { return }
    let path = FolderPath.join(folder.path, event.name)
    if event.change.contains(.movedFrom) { unwatchTree(path) }
    noteTree(path, depth: folder.depth + 1)
  }

  private mutating func takeFile(
    _ event: FolderEvent, in folder: WatchedFolder, now: Int64, look: (AssetPath) -> Entry
  ) {
    let path = AssetPath(folder: folder.path, name: event.name)
    if event.change.contains(.created) {
      switch look(path) {
      case .nothing: return
      case .folderLink: return noteTree(path.fileName, depth: folder.depth + 1)
      case .link: break
      case .file where writing.count < Self.writingLimit:
        let (deadline, overflow) = now.addingReportingOverflow(writingQuiet)
        writing[path] = Writing(
          depth: folder.depth, deadline: overflow ? .max : deadline, version: nil)
        return
      case .file: break
      }
    } else if event.change.contains(.attributes) {
      if writing[path] != nil { return }
    } else {
      writing[path] = nil
      if event.change.contains(.movedTo), case .folderLink = look(path) {
        return noteTree(path.fileName, depth: folder.depth + 1)
      }
      if !event.change.isDisjoint(with: [.deleted, .movedFrom]) {
        // A link to a folder is a folder to us, and no folder to the kernel.
        let name = path.fileName
        if table.watch(of: name) != nil {
          unwatchTree(name)
          return noteTree(name, depth: folder.depth + 1)
        }
      }
    }
    note(folder.path, depth: folder.depth)
  }

  /// The folder itself is not where it was.
  private mutating func leave(_ folder: WatchedFolder, _ event: FolderEvent) {
    unwatchTree(folder.path)
    if folder.isRoot, !goneRoots.contains(folder.path) { goneRoots.append(folder.path) }
    noteTree(folder.path, depth: folder.depth)
  }

  // MARK: - Files that are being written

  /// The earliest time at which a file that is being written is to be looked at.
  internal var nextDeadline: Int64? { writing.values.map(\.deadline).min() }

  /// Lets files count that nobody has written to for a while.
  ///
  /// - Parameters:
  ///   - now: The time in nanoseconds.
  ///   - version: What is at a path; nil where it is gone.
  internal mutating func settle(now: Int64, version: (AssetPath) -> FileVersion?) {
    for (path, file) in writing where file.deadline <= now {
      let current = version(path)
      if let current, file.version != current {
        let (deadline, overflow) = now.addingReportingOverflow(writingQuiet)
        writing[path]?.deadline = overflow ? .max : deadline
        writing[path]?.version = current
      } else {
        writing[path] = nil
        note(path.folder, depth: file.depth)
      }
    }
  }

  // MARK: -

  private mutating func note(_ folder: FileName, depth: Int) {
    guard !changes.isEverything else { return }
    changes.folders[folder] = depth
    limit()
  }

  private mutating func noteTree(_ folder: FileName, depth: Int) {
    guard !changes.isEverything else { return }
    if let maximumDepth, depth > maximumDepth { return }
    changes.trees[folder] = depth
    limit()
  }

  private mutating func limit() {
    if changes.folders.count + changes.trees.count > changeLimit {
      changes = FolderChanges()
      changes.isEverything = true
    }
  }

  private mutating func unwatchTree(_ folder: FileName) {
    unwatched += table.removeTree(folder)
    writing = writing.filter { !FolderPath.isInside($0.key.folder, folder) }
  }
}
