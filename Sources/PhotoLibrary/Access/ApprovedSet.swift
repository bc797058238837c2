internal import Glibc
public import PickerModel

/// The photos that limited access is limited to.
///
/// Each path was followed once, when the set was made, and the file that it led to is held open from
/// then on (`O_PATH`): what is read later is that file, by `/proc/self/fd`, and no other one that has
/// come under its name. Beyond the limit of open files it is known by device, inode and time of birth
/// instead.
///
/// A file is opened only as long as its place still leads to it, below the root that is held open and
/// through no symbolic link (`openat2(2)` with `RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS |
/// RESOLVE_NO_MAGICLINKS`; where that call is not to be had, one component at a time with
/// `O_NOFOLLOW`): a path that is shown and handed over is never another file's.
public struct ApprovedSet: Sendable {
  /// The approved photos, in the order of the list, each once.
  public let paths: [AssetPath]
  /// How many photos that is: the files that a grant says belong to another one are not counted.
  public let photoCount: Int
  /// Paths of the list that are not part of the set, each with its reason.
  public let refusals: [FileError]

  private let entries: [AssetPath: Entry]

  /// An approved file.
  private struct Entry: Sendable {
    /// The root below which it is.
    let root: LibraryRoots.Root
    /// The way down from there.
    let way: [UInt8]
    /// Device and inode.
    let identity: FileIdentity
    /// The file; nil where the limit of open files is reached.
    let file: HeldFile?
    /// What else it is known by where it is not held: its number can be given out again.
    let known: AssetProof?
    /// What it must prove to be; nil where the list names paths alone.
    let proof: AssetProof?

    init(_ place: LibraryRoots.Place, _ proof: AssetProof?) {
      root = place.root
      way = place.way
      identity = place.status.identity
      file = place.file.hasRoom ? place.file : nil
      known = file == nil ? (try? FileFacts(of: place.file.rawValue))?.proof : nil
      self.proof = proof
    }
  }

  /// Makes a set of the paths that lead to regular files inside of the library.
  ///
  /// - Parameters:
  ///   - paths: as a user writes them: relative ones start at the current folder, as everywhere else
  ///     on the command line.
  ///   - roots: the library. No folder in it is listed.
  public init(_ paths: [FileName], in roots: LibraryRoots) {
    self.init(paths.map { Item(path: $0) }, in: roots)
  }

  /// One file of a list.
  internal struct Item {
    /// Its path.
    internal let path: FileName
    /// What it must prove to be.
    internal var proof: AssetProof?
    /// Whether it belongs to a photo that is in the list itself.
    internal var isPart = false
  }

  /// Makes a set of files that must be the ones that they were when a proof was noted: another file
  /// in the place of one is refused, now and whenever it is opened.
  ///
  /// - Parameters:
  ///   - items: The files.
  ///   - roots: The library.
  ///   - problems: What is to be told of before the refusals.
  internal init(_ items: [Item], in roots: LibraryRoots, after problems: [FileError] = []) {
    var photoCount = 0
    var accepted: [AssetPath] = []
    var refusals = problems
    var entries: [AssetPath: Entry] = [:]
    var identities: Set<FileIdentity> = []
    for item in items {
      do throws(FileError) {
        let place = try roots.resolve(item.path)
        if let proof = item.proof, !proof.holds(for: place.file.rawValue) {
          throw FileError(path: place.path.fileName, kind: .replacedByFile)
        }
        guard identities.insert(place.status.identity).inserted else { continue }
        entries[place.path] = Entry(place, item.proof)
        if !item.isPart { photoCount += 1 }
        accepted.append(place.path)
      } catch {
        refusals.append(error)
      }
    }
    self.paths = accepted
    self.refusals = refusals
    self.entries = entries
    self.photoCount = photoCount
  }

  /// How many files are approved.
  public var count: Int { paths.count }

  /// Whether a path is in the set, by its name alone.
  public func contains(_ path: AssetPath) -> Bool {
    entries[path] != nil
  }

  /// Opens an approved photo.
  internal func open(_ path: AssetPath) throws(FileError) -> OpenFile {
    let (entry, look) = try look(at: path)
    let descriptor: Descriptor
    do throws(SystemError) {
      do throws(SystemError) {
        descriptor = try FileCalls.open(held: entry.file?.rawValue ?? look.rawValue)
      } catch {
        // Without /proc: by name once more, and asked once more who it is.
        guard error.code == ENOENT else { throw error }
        descriptor = try Self.open(entry.way, beneath: entry.root.folder.rawValue, for: .read)
      }
    } catch {
      throw FileError(path: path.fileName, error)
    }
    let file = try OpenFile(descriptor, path: path.fileName)
    if file.status.identity != entry.identity {
      throw FileError(path: path.fileName, kind: .replacedByFile)
    }
    return file
  }

  /// What `stat(2)` says of an approved photo.
  internal func status(of path: AssetPath) throws(FileError) -> FileStatus {
    let (_, look) = try look(at: path)
    do throws(SystemError) {
      return try FileCalls.status(of: look.rawValue)
    } catch {
      throw FileError(path: path.fileName, error)
    }
  }

  /// Calls with an `O_PATH` descriptor of each file that is still in its place.
  internal func forEachFile(_ body: (Int32) -> Void) {
    for (path, entry) in entries {
      if let file = entry.file {
        body(file.rawValue)
      } else if let (_, look) = try? look(at: path) {
        body(look.rawValue)
      }
    }
  }

  /// The paths of the libraries that files are approved in, without symbolic links.
  internal var rootPaths: [PathComponents] {
    var roots: [ObjectIdentifier: PathComponents] = [:]
    for entry in entries.values { roots[ObjectIdentifier(entry.root)] = entry.root.canonical }
    return Array(roots.values)
  }

  /// Finds the file in its place, and makes sure that it is the approved one.
  private func look(at path: AssetPath) throws(FileError) -> (Entry, HeldFile) {
    let name = path.fileName
    guard let entry = entries[path] else { throw FileError(path: name, kind: .notApproved) }
    let look: HeldFile
    let identity: FileIdentity
    do throws(SystemError) {
      look = HeldFile(
        try Self.open(entry.way, beneath: entry.root.folder.rawValue, for: .look))
      identity = try FileCalls.status(of: look.rawValue).identity
    } catch {
      throw error.code == ELOOP
        ? FileError(path: name, kind: .replacedBySymlink) : FileError(path: name, error)
    }
    guard identity == entry.identity, entry.known?.holds(for: look.rawValue) ?? true,
      entry.proof?.holds(for: look.rawValue) ?? true
    else { throw FileError(path: name, kind: .replacedByFile) }
    return (entry, look)
  }

  private static func open(
    _ way: [UInt8], beneath folder: Int32, for mode: FileCalls.Mode
  ) throws(SystemError) -> Descriptor {
    do {
      return try FileCalls.open(beneath: folder, way, for: mode, throughSymlinks: false)
    } catch {
      guard error.code == ENOSYS || error.code == EPERM else { throw error }
      return try openByComponents(way, beneath: folder, for: mode)
    }
  }

  /// The same for kernels before 5.6 and sandboxes that know no `openat2(2)`.
  internal static func openByComponents(
    _ way: [UInt8], beneath folder: Int32, for mode: FileCalls.Mode = .read
  ) throws(SystemError) -> Descriptor {
    let names = PathComponents(way).parts
    guard let last = names.last, !names.contains(PathComponents.parent) else {
      throw SystemError(code: EXDEV)
    }
    guard let first = names.dropLast().first else {
      return try openLast(last, in: folder, for: mode)
    }
    var current = try step(first, in: folder)
    for name in names.dropFirst().dropLast() {
      current = try step(name, in: current.rawValue)
    }
    return try openLast(last, in: current.rawValue, for: mode)
  }

  private static func openLast(
    _ name: FileName, in folder: Int32, for mode: FileCalls.Mode
  ) throws(SystemError) -> Descriptor {
    let descriptor = try FileCalls.open(at: folder, name.bytes, for: mode, followingLast: false)
    // With O_PATH a link is opened itself.
    if try FileCalls.status(of: descriptor.rawValue).kind == .symlink {
      throw SystemError(code: ELOOP)
    }
    return descriptor
  }

  /// Opens a folder; a symbolic link in its place is told as `ELOOP`, as `openat2(2)` does.
  private static func step(
    _ name: FileName, in folder: Int32
  ) throws(SystemError) -> Descriptor {
    do {
      return try FileCalls.open(at: folder, name.bytes, for: .base, followingLast: false)
    } catch {
      guard error.code == ENOTDIR,
        let status = try? FileCalls.status(at: folder, name.bytes, followingLast: false),
        status.kind == .symlink
      else { throw error }
      throw SystemError(code: ELOOP)
    }
  }
}
