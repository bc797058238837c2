internal import PickerModel

/// Walks a path below a library's roots one component at a time, never leaving them.
///
/// Every step opens one name in an already open folder and does not follow it if it is a symbolic
/// link, so nothing can be swapped in between a check and its use. `..` goes back to the folder that
/// the walk came from; the kernel is never asked for it.
internal struct PathWalk {
  /// Where a walk ended.
  internal struct End {
    /// The root that it ended below.
    internal let root: LibraryRoots.Root
    /// The way down from there, without symbolic links.
    internal let way: [FileName]
    /// What is there.
    internal let status: FileStatus
    /// The file, opened with `O_PATH`.
    internal let file: HeldFile
  }

  private struct Step {
    let name: FileName
    let isFromSymlink: Bool
  }

  /// As many symbolic links as Linux follows in one path.
  private static let symlinkLimit = 40

  /// The library.
  internal let roots: LibraryRoots

  /// Walks to a regular file.
  internal func walk(
    _ names: [FileName], from start: LibraryRoots.Root
  ) throws(FileError.Kind) -> End {
    var root = start
    var waiting = Array(names.reversed().map { Step(name: $0, isFromSymlink: false) })
    var folders: [Folder] = []
    var links = 0
    while let step = waiting.popLast() {
      if step.name == PathComponents.parent {
        guard folders.popLast() != nil else {
          throw step.isFromSymlink ? .leavesBySymlink : .leavesByParent
        }
        continue
      }
      let here = folders.last?.descriptor.rawValue ?? root.folder.rawValue
      let descriptor = try Self.attempt { () throws(SystemError) in
        try FileCalls.open(at: here, step.name.bytes, for: .look, followingLast: false)
      }
      let status = try Self.attempt { () throws(SystemError) in
        try FileCalls.status(of: descriptor.rawValue)
      }
      switch status.kind {
      case .folder:
        // A file's root holds that file alone, wherever a link in it leads.
        if root.onlyFile != nil { throw .leavesBySymlink }
        folders.append(Folder(name: step.name, descriptor: descriptor))
      case .regular:
        guard waiting.isEmpty else { throw .isNotFolder }
        if let only = root.onlyFile, only != step.name { throw .leavesBySymlink }
        return End(
          root: root, way: folders.map(\.name) + [step.name], status: status,
          file: HeldFile(descriptor))
      case .symlink:
        links += 1
        if links > Self.symlinkLimit { throw .symlinkLoop }
        let target = try Self.attempt { () throws(SystemError) in
          try FileCalls.target(ofLinkAt: here, step.name.bytes)
        }
        var names = PathComponents(target)
        if target.first == UInt8(ascii: "/") {
          guard let (other, way) = roots.root(for: names) else { throw .leavesBySymlink }
          root = other
          folders = []
          names.parts = other.onlyFile.map { [$0] } ?? Array(way)
        }
        waiting += names.parts.reversed().map { Step(name: $0, isFromSymlink: true) }
      case .special, .unknown:
        throw .isSpecialFile
      }
    }
    throw .isFolder
  }

  private final class Folder {
    let name: FileName
    let descriptor: Descriptor

    init(name: FileName, descriptor: consuming Descriptor) {
      self.name = name
      self.descriptor = descriptor
    }
  }

  private static func attempt<Value: ~Copyable>(
    _ call: () throws(SystemError) -> Value
  ) throws(FileError.Kind) -> Value {
    do {
      return try call()
    } catch {
      throw error.kind
    }
  }
}

extension FileError.Kind: Error {}
