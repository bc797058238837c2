public import PickerModel

/// The photos of a limited grant as they are on the disk now.
public struct GrantedPhotos: Sendable {
  /// The approved files that are there and proved to be the approved ones; what is not is among its
  /// refusals.
  public let approved: ApprovedSet
  /// The libraries that are there and proved to be the granted ones.
  public let libraries: [FileName]
  /// The new ways of files that were renamed or moved, by their index in ``Grant/approved``.
  public let moved: [Int: FileName]
}

extension Grant {
  /// Finds the approved files of a limited grant.
  ///
  /// A file whose path leads to it is taken from there. Only when one does not is its library gone
  /// through (folders are listed, nothing is read): what was renamed or moved in it is still
  /// approved. A file that is there under the name of an approved one, and is not it, is refused; so
  /// is everything of a library whose path leads to another folder. May take long in a large
  /// library: not for the main actor while a screen is up.
  ///
  /// - Parameters:
  ///   - named: Folders and files that the caller limits itself to; nil for all libraries. Approved
  ///     files outside of them are left out and not told of.
  ///   - allowed: The folders that the administrator leaves; nil for all. What is outside of them is
  ///     refused as outside of the library.
  /// - Returns: The set, and what has moved.
  public func photos(
    within named: [FileName]? = nil, in allowed: [FileName]? = nil
  ) -> GrantedPhotos {
    let bounds = allowed.map(LibraryBounds.canonical)
    let folders = libraries.map { GrantedFolder($0) }
    let usable = zip(libraries, folders).filter { $0.1.problem == nil }.map(\.0.path)
    var lost: [[Int: AssetProof]] = Array(repeating: [:], count: libraries.count)
    for (index, file) in approved.enumerated() where !folders[file.library].has(file) {
      lost[file.library][index] = file.proof
    }
    var moved: [Int: FileName] = [:]
    for (folder, wanted) in zip(folders, lost) where !wanted.isEmpty {
      moved.merge(folder.find(wanted)) { old, _ in old }
    }
    let roots = LibraryRoots(named ?? usable)
    var items: [ApprovedSet.Item] = []
    var problems = folders.compactMap(\.problem)
    for (index, file) in approved.enumerated() where folders[file.library].problem == nil {
      var now = file
      if let way = moved[index] { now.way = way }
      let path = path(of: now)
      // Of what the caller leaves out nothing is said.
      if named != nil, roots.root(for: PathComponents(path.bytes)) == nil { continue }
      if let bounds, !folders[file.library].isInside(bounds, now.way) {
        problems.append(FileError(path: path, kind: .outsideLibrary))
        continue
      }
      items.append(ApprovedSet.Item(path: path, proof: file.proof, isPart: file.isPart))
    }
    let set = ApprovedSet(items, in: roots, after: problems)
    return GrantedPhotos(approved: set, libraries: usable, moved: moved)
  }

  /// The grant with the ways of files that have moved.
  public func moving(_ moved: [Int: FileName]) -> Grant {
    var grant = self
    for (index, way) in moved where grant.approved.indices.contains(index) {
      grant.approved[index].way = way
    }
    return grant
  }
}

/// The folder of a library that a grant names, opened and proved.
internal struct GrantedFolder: Sendable {
  /// Why it is not the granted one; nil when it is.
  internal let problem: FileError?

  private let handle: Handle?

  private final class Handle: Sendable {
    let descriptor: Descriptor

    init(_ descriptor: consuming Descriptor) {
      self.descriptor = descriptor
    }
  }

  /// Opens the folder of a library.
  internal init(_ library: Grant.Library) {
    do throws(SystemError) {
      let descriptor = try FileCalls.open(
        at: FileCalls.currentFolder, library.path.bytes, for: .base)
      if library.proof.holds(for: descriptor.rawValue) {
        handle = Handle(descriptor)
        problem = nil
      } else {
        handle = nil
        problem = FileError(path: library.path, kind: .libraryReplaced)
      }
    } catch {
      handle = nil
      problem = FileError(path: library.path, error)
    }
  }

  /// The path by which the kernel knows the folder now; nil where it has none any more.
  internal var path: PathComponents? {
    guard let handle, let bytes = try? FileCalls.path(of: handle.descriptor.rawValue) else {
      return nil
    }
    return PathComponents(bytes)
  }

  /// Whether a way down from here ends below one of these folders.
  internal func isInside(_ bounds: [PathComponents], _ way: FileName) -> Bool {
    guard var path else { return false }
    path.parts += PathComponents(way.bytes).parts
    return bounds.contains { path.behind($0) != nil }
  }

  /// Whether an approved file is where it was.
  internal func has(_ file: Grant.ApprovedFile) -> Bool {
    guard let handle,
      let open = try? FileCalls.open(
        beneath: handle.descriptor.rawValue, file.way.bytes, for: .look, throughSymlinks: false)
    else { return false }
    return file.proof.holds(for: open.rawValue)
  }

  /// Looks for files in all of the folder.
  internal func find(_ wanted: [Int: AssetProof]) -> [Int: FileName] {
    guard let handle else { return [:] }
    var search = IdentitySearch(wanted: wanted)
    return search.run(beneath: handle.descriptor.rawValue)
  }
}
