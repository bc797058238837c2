internal import PickerModel

/// Walks folders breadth first and collects names, in slices of time.
///
/// Folders behind symbolic links come last, so that what can be reached without a link is. Every
/// folder is listed once, by device and inode, so loops end. A link to a folder that holds one of
/// the roots is not followed: it would make the library all of the disk.
internal final class FolderWalk {
  /// What the walk tells its owner.
  internal enum Finding {
    /// A name to look into.
    case candidate(Candidate)
    /// A symbolic link to a file, to be looked into once all real names are known.
    case link(Candidate)
    /// A folder that cannot be listed.
    case problem(FileError, isRoot: Bool)
  }

  private struct Waiting {
    let folder: FileName
    let depth: Int
    let isRoot: Bool
    /// Whether folders in it are left alone: they are known.
    var isShallow = false
  }

  /// How many folders were listed.
  internal private(set) var folderCount = 0

  private let request: ScanRequest
  private var waiting: [Waiting] = []
  private var next = 0
  private var linked: [Waiting] = []
  private var seen: Set<FileIdentity> = []
  private var rootsAndAbove: Set<FileIdentity> = []
  private var current: Current?

  private final class Current {
    var listing: FolderListing
    /// The listing's folder, for calls while the listing itself is being advanced.
    let descriptor: Int32
    let place: Waiting
    let device: UInt64
    let number: UInt32

    init(_ listing: consuming FolderListing, place: Waiting, device: UInt64, number: Int) {
      descriptor = listing.folder.rawValue
      self.listing = listing
      self.place = place
      self.device = device
      self.number = UInt32(truncatingIfNeeded: number)
    }
  }

  /// Creates a walk over the folders that are among the roots.
  internal init(_ request: ScanRequest) {
    self.request = request
  }

  /// Adds a root.
  internal func add(root: FileName) {
    let folder = FolderPath.trimmed(root)
    waiting.append(Waiting(folder: folder, depth: 1, isRoot: true))
    noteFoldersAbove(folder)
  }

  /// Adds what has changed to a walk of no roots.
  ///
  /// - Parameters:
  ///   - changes: The folders to list.
  ///   - roots: The library's roots: a link that leads above them is not followed here either.
  internal func add(_ changes: FolderChanges, roots: [FileName]) {
    for root in roots { noteFoldersAbove(FolderPath.trimmed(root)) }
    for (folder, depth) in changes.folders where !changes.isInTree(folder) {
      waiting.append(
        Waiting(folder: folder, depth: depth, isRoot: depth == 1, isShallow: true))
    }
    for (folder, depth) in changes.trees where !leadsAboveRoots(folder) {
      waiting.append(Waiting(folder: folder, depth: depth, isRoot: depth == 1))
    }
  }

  private func leadsAboveRoots(_ folder: FileName) -> Bool {
    let path = Self.openable(folder)
    guard
      let link = try? FileCalls.status(at: FileCalls.currentFolder, path, followingLast: false),
      link.kind == .symlink,
      let target = try? FileCalls.status(at: FileCalls.currentFolder, path, followingLast: true)
    else { return false }
    return rootsAndAbove.contains(target.identity)
  }

  /// Walks until a point in time.
  ///
  /// - Returns: true when all folders were listed.
  internal func advance(until deadline: Int64, _ report: (Finding) -> Void) -> Bool {
    while true {
      if current == nil, !openNext(report) { return true }
      guard let current else { continue }
      var isOver = false
      do throws(SystemError) {
        isOver = try !current.listing.next(includingHidden: request.includesHidden) { entry in
          add(entry, of: current, report)
        }
      } catch {
        report(
          .problem(FileError(path: current.place.folder, error), isRoot: current.place.isRoot))
        isOver = true
      }
      if isOver { self.current = nil }
      if FileCalls.now() >= deadline { return self.current == nil && isDone }
    }
  }

  private var isDone: Bool { next >= waiting.count && linked.isEmpty }

  // MARK: - Folders

  private func openNext(_ report: (Finding) -> Void) -> Bool {
    while !isDone {
      if next >= waiting.count {
        waiting = linked
        linked = []
        next = 0
      }
      let place = waiting[next]
      next += 1
      if next > 4_096 {
        waiting.removeFirst(next)
        next = 0
      }
      do throws(SystemError) {
        let descriptor = try FileCalls.open(
          at: FileCalls.currentFolder, Self.openable(place.folder), for: .list)
        if let bounds = request.bounds, !bounds.contains(descriptor.rawValue) { continue }
        let status = try FileCalls.status(of: descriptor.rawValue)
        guard seen.insert(status.identity).inserted, isOurs(place, status.identity) else {
          continue
        }
        folderCount += 1
        current = Current(
          FolderListing(descriptor), place: place, device: status.identity.device,
          number: folderCount)
        return true
      } catch {
        report(.problem(FileError(path: place.folder, error), isRoot: place.isRoot))
      }
    }
    return false
  }

  /// Puts a folder under watch before it is listed, so that nothing falls between the two.
  ///
  /// - Returns: False for one that is in the library under another path.
  private func isOurs(_ place: Waiting, _ identity: FileIdentity) -> Bool {
    // One of whom only the entries have changed is watched, or could not be.
    if place.isShallow { return true }
    return request.watcher?.watch(
      WatchedFolder(path: place.folder, depth: place.depth, isRoot: place.isRoot),
      identity: identity, keepsOther: request.changes?.isEverything == false) ?? true
  }

  private static func openable(_ folder: FileName) -> [UInt8] {
    folder.bytes.isEmpty ? [UInt8(ascii: ".")] : folder.bytes
  }

  private func noteFoldersAbove(_ root: FileName) {
    var path = Self.openable(root)
    for _ in 0..<64 {
      guard
        let status = try? FileCalls.status(
          at: FileCalls.currentFolder, path, followingLast: true)
      else { return }
      // The root of the file system is above itself.
      if !rootsAndAbove.insert(status.identity).inserted { return }
      path += Array("/..".utf8)
    }
  }

  // MARK: - Entries

  private func add(
    _ entry: FolderListing.Entry, of current: Current, _ report: (Finding) -> Void
  ) {
    let place = current.place
    var kind = entry.kind
    var status: FileStatus?
    if kind == .unknown
      || (kind == .regular && Candidate.needsStatus(request.order))
    {
      status = try? FileCalls.status(
        at: current.descriptor, entry.name.bytes, followingLast: false)
      guard let status else { return }
      kind = status.kind
    }
    switch kind {
    case .regular:
      report(
        .candidate(
          Candidate(
            path: AssetPath(folder: place.folder, name: entry.name),
            identity: FileIdentity(device: current.device, inode: entry.inode), status: status,
            isKnownRegular: true, isNamed: false, folderNumber: current.number,
            order: request.order)))
    case .folder:
      if let deeper = deeper(place, entry.name) { waiting.append(deeper) }
    case .symlink:
      // A link that leads nowhere or in circles is nobody's photo.
      guard
        let target = try? FileCalls.status(
          at: current.descriptor, entry.name.bytes, followingLast: true)
      else { return }
      addLink(entry.name, to: target, of: current, report)
    case .special, .unknown:
      break
    }
  }

  private func addLink(
    _ name: FileName, to target: FileStatus, of current: Current, _ report: (Finding) -> Void
  ) {
    let place = current.place
    switch target.kind {
    case .regular:
      report(
        .link(
          Candidate(
            path: AssetPath(folder: place.folder, name: name), identity: target.identity,
            status: target, isKnownRegular: false, isNamed: false,
            folderNumber: current.number, order: request.order)))
    case .folder:
      guard !rootsAndAbove.contains(target.identity), let deeper = deeper(place, name) else {
        return
      }
      linked.append(deeper)
    default:
      break
    }
  }

  private func deeper(_ place: Waiting, _ name: FileName) -> Waiting? {
    if place.isShallow { return nil }
    if let limit = request.maximumDepth, place.depth >= limit { return nil }
    return Waiting(
      folder: FolderPath.join(place.folder, name), depth: place.depth + 1, isRoot: false)
  }
}
