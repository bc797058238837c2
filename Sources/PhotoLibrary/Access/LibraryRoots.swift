public import PickerModel

/// The folders and files that make up a library, held open so that paths can be resolved below them.
///
/// Opening a root with `O_PATH` reads nothing of it: no folder is listed here.
public struct LibraryRoots: Sendable {
  /// Roots that could not be opened, with the reason.
  public let problems: [FileError]

  private let folders: [Root]
  private let files: [PathComponents: Root]
  private let currentFolder: PathComponents

  /// One folder of the library, or the folder of one file that belongs to it.
  internal final class Root: Sendable {
    /// The folder, opened with `O_PATH`.
    internal let folder: OpenFolder
    /// The path as the user named it, without trailing slashes.
    internal let name: FileName
    /// The path from `/`, as named.
    internal let named: PathComponents
    /// The path from `/` without symbolic links.
    internal let canonical: PathComponents
    /// The file's name in the folder, if the root is a file.
    internal let onlyFile: FileName?

    fileprivate init(
      folder: OpenFolder, name: FileName, named: PathComponents,
      canonical: PathComponents, onlyFile: FileName?
    ) {
      self.folder = folder
      self.name = name
      self.named = named
      self.canonical = canonical
      self.onlyFile = onlyFile
    }
  }

  /// An open folder that several roots may share: the files of a list are often neighbours.
  internal final class OpenFolder: Sendable {
    private let descriptor: Descriptor

    fileprivate init(_ descriptor: consuming Descriptor) {
      self.descriptor = descriptor
    }

    /// The number, for the length of a call.
    internal var rawValue: Int32 { descriptor.rawValue }
  }

  /// Opens roots.
  ///
  /// Relative paths start at the current folder, now. What cannot be opened is left out and told in
  /// ``problems``.
  public init(_ names: [FileName]) {
    let current = PathComponents((try? FileCalls.currentFolderPath()) ?? [])
    var folders: [Root] = []
    var files: [PathComponents: Root] = [:]
    var open: [PathComponents: OpenFolder] = [:]
    var problems: [FileError] = []
    for name in names {
      do {
        let root = try Self.open(name, from: current, sharing: &open)
        if root.onlyFile == nil {
          folders.append(root)
        } else {
          files[root.canonical] = root
          files[root.named] = root
        }
      } catch {
        problems.append(error)
      }
    }
    self.folders = folders
    self.files = files
    self.problems = problems
    currentFolder = current
  }

  private static func open(
    _ name: FileName, from current: PathComponents,
    sharing open: inout [PathComponents: OpenFolder]
  ) throws(FileError) -> Root {
    let named = PathComponents(name.bytes, from: current)
    do throws(SystemError) {
      let descriptor = try FileCalls.open(at: FileCalls.currentFolder, name.bytes, for: .look)
      let status = try FileCalls.status(of: descriptor.rawValue)
      // Without /proc the path as named must do.
      let canonical = (try? FileCalls.path(of: descriptor.rawValue)).map { PathComponents($0) }
      switch status.kind {
      case .folder:
        return Root(
          folder: OpenFolder(descriptor), name: FolderPath.trimmed(name), named: named,
          canonical: canonical ?? named, onlyFile: nil)
      case .regular:
        let path = canonical ?? named
        var above = path
        guard let file = above.parts.popLast() else { throw SystemError.specialFile }
        let folder: OpenFolder
        if let shared = open[above] {
          folder = shared
        } else {
          let text = [UInt8(ascii: "/")] + PathComponents.join(above.parts)
          folder = OpenFolder(
            try FileCalls.open(at: FileCalls.currentFolder, text, for: .base))
          open[above] = folder
        }
        return Root(folder: folder, name: name, named: named, canonical: path, onlyFile: file)
      default:
        throw SystemError.specialFile
      }
    } catch {
      throw FileError(path: name, error)
    }
  }

  // MARK: - Resolving

  /// Where a path leads: a root and the way down from it.
  internal struct Place: Sendable {
    /// The root below which it is.
    internal let root: Root
    /// The way down from the root's folder, without symbolic links and dots.
    internal let way: [UInt8]
    /// The path in the words of the library: the root as named and the way down.
    internal let path: AssetPath
    /// What is there.
    internal let status: FileStatus
    /// The file, opened with `O_PATH`.
    internal let file: HeldFile
  }

  /// Follows a path to a regular file inside of the library.
  ///
  /// Nothing outside is opened, listed or asked for: what no root's name is the beginning of is
  /// refused by its name alone, and the way down is walked component by component with
  /// `O_PATH|O_NOFOLLOW` from the root. A symbolic link is followed as long as it stays below its
  /// root, or names a place in one of the roots.
  ///
  /// - Throws: `.outsideLibrary`, `.leavesByParent`, `.leavesBySymlink`, `.missing`, `.isFolder`,
  ///   `.isSpecialFile`, `.symlinkLoop`, `.permissionDenied`.
  internal func resolve(_ path: FileName) throws(FileError) -> Place {
    if path.bytes.isEmpty || path.bytes.contains(0) {
      throw FileError(path: path, kind: .invalidName)
    }
    let whole = PathComponents(path.bytes, from: currentFolder)
    guard let (root, way) = root(for: whole) else {
      throw FileError(path: path, kind: .outsideLibrary)
    }
    let start: [FileName] = root.onlyFile.map { [$0] } ?? Array(way)
    if start.isEmpty { throw FileError(path: path, kind: .isFolder) }
    do {
      let end = try PathWalk(roots: self).walk(start, from: root)
      let way = PathComponents.join(end.way)
      // The place that was found, not the words that led to it: links and `..` in those can lead
      // elsewhere by the time that somebody follows the result.
      let shown =
        end.root.onlyFile != nil
        ? end.root.name : FolderPath.join(end.root.name, FileName(bytes: way))
      return Place(
        root: end.root, way: way, path: AssetPath(shown), status: end.status, file: end.file)
    } catch {
      throw FileError(path: path, kind: error)
    }
  }

  /// The root whose name or canonical path a path begins with, the longest if there are several.
  internal func root(for path: PathComponents) -> (Root, ArraySlice<FileName>)? {
    if let file = files[path] { return (file, []) }
    var best: (Root, ArraySlice<FileName>)?
    for root in folders {
      for prefix in [root.named, root.canonical] {
        guard let way = path.behind(prefix) else { continue }
        if best == nil || way.count < (best?.1.count ?? 0) { best = (root, way) }
      }
    }
    return best
  }
}

/// Joins folder paths the way that scans and approved sets both name assets.
internal enum FolderPath {
  /// A folder's path without trailing slashes; the root of the file system stays.
  internal static func trimmed(_ folder: FileName) -> FileName {
    var bytes = folder.bytes
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    return FileName(bytes: bytes)
  }

  /// The path of something below a folder.
  internal static func join(_ folder: FileName, _ name: FileName) -> FileName {
    AssetPath(folder: folder, name: name).fileName
  }
}
