public import PickerModel

/// The folders that a client may see all photos of.
///
/// What is opened is asked for its path by the kernel (`/proc/self/fd`), which must be below a folder
/// that is held open: neither a symbolic link that leads out of the library nor a folder that was
/// exchanged gets anybody anything. Without `/proc` nothing is inside.
public struct LibraryBounds: Sendable {
  /// The folders to look into: the libraries, or what the administrator leaves of them.
  public let folders: [FileName]
  /// Libraries that are not there or are not what they were, each with its reason.
  public let problems: [FileError]

  private let libraries: [GrantedFolder]
  private let allowed: [PathComponents]?

  /// Opens the libraries of a grant.
  ///
  /// - Parameters:
  ///   - libraries: The libraries.
  ///   - allowed: The folders that the administrator leaves; nil for all.
  internal init(_ libraries: [Grant.Library], in allowed: [FileName]?) {
    let opened = libraries.map { GrantedFolder($0) }
    let allowed = allowed.map(Self.canonical)
    self.libraries = opened.filter { $0.problem == nil }
    self.allowed = allowed
    problems = opened.compactMap(\.problem)
    var folders: [FileName] = []
    for path in self.libraries.compactMap(\.path) {
      guard let allowed else {
        folders.append(Self.name(path))
        continue
      }
      if allowed.contains(where: { path.behind($0) != nil }) {
        folders.append(Self.name(path))
      } else {
        folders += allowed.filter { $0.behind(path) != nil }.map(Self.name)
      }
    }
    self.folders = folders
  }

  /// Whether a path leads to something inside.
  public func contains(_ path: FileName) -> Bool {
    guard
      let descriptor = try? FileCalls.open(at: FileCalls.currentFolder, path.bytes, for: .look)
    else { return false }
    return contains(descriptor.rawValue)
  }

  /// Whether an open file or folder is inside.
  internal func contains(_ descriptor: Int32) -> Bool {
    guard let bytes = try? FileCalls.path(of: descriptor) else { return false }
    let path = PathComponents(bytes)
    guard libraries.contains(where: { $0.path.map { path.behind($0) != nil } ?? false }) else {
      return false
    }
    return allowed?.contains { path.behind($0) != nil } ?? true
  }

  /// The paths of folders without symbolic links; those that are not there are left out.
  internal static func canonical(_ folders: [FileName]) -> [PathComponents] {
    folders.compactMap { folder in
      guard
        let descriptor = try? FileCalls.open(
          at: FileCalls.currentFolder, folder.bytes, for: .base),
        let path = try? FileCalls.path(of: descriptor.rawValue)
      else { return nil }
      return PathComponents(path)
    }
  }

  private static func name(_ path: PathComponents) -> FileName {
    FileName(bytes: [UInt8(ascii: "/")] + PathComponents.join(path.parts))
  }
}
