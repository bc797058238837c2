internal import Glibc
public import PickerModel

/// The photos that limited access is limited to.
///
/// Each path was followed once, when the set was made; what is opened later is the place that it led
/// to then, below the root that is held open, through no symbolic link (`openat2(2)` with
/// `RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS`; where that call is not to be had,
/// one component at a time with `O_NOFOLLOW`). So a link that is turned to another file later opens
/// nothing.
public struct ApprovedSet: Sendable {
  /// The approved photos, in the order of the list, each once.
  public let paths: [AssetPath]
  /// How many photos that is: the files that a grant says belong to another one are not counted.
  public let photoCount: Int
  /// Paths of the list that are not part of the set, each with its reason.
  public let refusals: [FileError]

  private let places: [AssetPath: LibraryRoots.Place]
  /// What each must prove to be when it is opened; empty where the list names paths alone.
  private let proofs: [AssetPath: AssetProof]

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
    var proofs: [AssetPath: AssetProof] = [:]
    var accepted: [AssetPath] = []
    var refusals = problems
    var places: [AssetPath: LibraryRoots.Place] = [:]
    var identities: Set<FileIdentity> = []
    for item in items {
      do throws(FileError) {
        let place = try roots.resolve(item.path)
        if let proof = item.proof { try Self.check(place, proof) }
        guard identities.insert(place.status.identity).inserted else { continue }
        places[place.path] = place
        proofs[place.path] = item.proof
        if !item.isPart { photoCount += 1 }
        accepted.append(place.path)
      } catch {
        refusals.append(error)
      }
    }
    self.paths = accepted
    self.refusals = refusals
    self.places = places
    self.proofs = proofs
    self.photoCount = photoCount
  }

  private static func check(
    _ place: LibraryRoots.Place, _ proof: AssetProof
  ) throws(FileError) {
    let descriptor: Descriptor
    do throws(SystemError) {
      descriptor = try open(place.way, beneath: place.root.folder.rawValue)
    } catch {
      throw FileError(path: place.path.fileName, error)
    }
    if !proof.holds(for: descriptor.rawValue) {
      throw FileError(path: place.path.fileName, kind: .replacedByFile)
    }
  }

  /// How many files are approved.
  public var count: Int { paths.count }

  /// Whether a path is in the set, by its name alone.
  public func contains(_ path: AssetPath) -> Bool {
    places[path] != nil
  }

  /// Opens an approved photo.
  internal func open(_ path: AssetPath) throws(FileError) -> OpenFile {
    let name = path.fileName
    guard let place = places[path] else { throw FileError(path: name, kind: .notApproved) }
    let descriptor: Descriptor
    do throws(SystemError) {
      descriptor = try Self.open(place.way, beneath: place.root.folder.rawValue)
    } catch {
      throw error.code == ELOOP
        ? FileError(path: name, kind: .replacedBySymlink) : FileError(path: name, error)
    }
    if let proof = proofs[path], !proof.holds(for: descriptor.rawValue) {
      throw FileError(path: name, kind: .replacedByFile)
    }
    return try OpenFile(descriptor, path: name)
  }

  private static func open(
    _ way: [UInt8], beneath folder: Int32
  ) throws(SystemError) -> Descriptor {
    do {
      return try FileCalls.open(beneath: folder, way, for: .read, throughSymlinks: false)
    } catch {
      guard error.code == ENOSYS || error.code == EPERM else { throw error }
      return try openByComponents(way, beneath: folder)
    }
  }

  /// The same for kernels before 5.6 and sandboxes that know no `openat2(2)`.
  internal static func openByComponents(
    _ way: [UInt8], beneath folder: Int32
  ) throws(SystemError) -> Descriptor {
    let names = PathComponents(way).parts
    guard let last = names.last, !names.contains(PathComponents.parent) else {
      throw SystemError(code: EXDEV)
    }
    guard let first = names.dropLast().first else {
      return try FileCalls.open(at: folder, last.bytes, for: .read, followingLast: false)
    }
    var current = try step(first, in: folder)
    for name in names.dropFirst().dropLast() {
      current = try step(name, in: current.rawValue)
    }
    return try FileCalls.open(at: current.rawValue, last.bytes, for: .read, followingLast: false)
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
