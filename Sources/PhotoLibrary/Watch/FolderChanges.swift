public import PickerModel

/// What happened in the folders of a library since it was last asked: where to look again.
///
/// Only says where, never what: whoever looks compares with what is known, so an event too many
/// costs a listing and one too few is made up for by the next in the same folder.
public struct FolderChanges: Hashable, Sendable {
  /// Folders whose own entries have changed, with their depth: 1 for a root.
  public internal(set) var folders: [FileName: Int] = [:]
  /// Folders that came or went with all that is below them, with their depth.
  public internal(set) var trees: [FileName: Int] = [:]
  /// Whether too much has changed to say what: everything is to be looked at.
  public internal(set) var isEverything = false
  /// New files that somebody is still writing: to be left alone until they are complete.
  public internal(set) var unfinished: Set<AssetPath> = []

  /// Creates changes of nothing.
  public init() {}

  /// Whether there is nowhere to look; unfinished files alone are not worth it.
  public var isEmpty: Bool { folders.isEmpty && trees.isEmpty && !isEverything }

  /// Whether the entries of a folder may have changed.
  ///
  /// - Complexity: O(n) in the path's bytes.
  public func concern(_ folder: FileName) -> Bool {
    isEverything || folders[folder] != nil || isInTree(folder)
  }

  /// Whether a folder is one that came or went, or is below one.
  internal func isInTree(_ folder: FileName) -> Bool {
    guard !trees.isEmpty else { return false }
    var path: FileName? = folder
    while let folder = path {
      if trees[folder] != nil { return true }
      path = FolderPath.above(folder)
    }
    return false
  }
}

extension FolderPath {
  /// The folder above by name; nil for the root of the file system and for the current folder.
  internal static func above(_ folder: FileName) -> FileName? {
    let bytes = folder.bytes
    if bytes.isEmpty || bytes == [UInt8(ascii: "/")] { return nil }
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return FileName(bytes: []) }
    return FileName(bytes: Array(bytes[..<max(1, slash)]))
  }

  /// Whether a folder is another one or below it, by name.
  internal static func isInside(_ folder: FileName, _ tree: FileName) -> Bool {
    var path: FileName? = folder
    while let folder = path {
      if folder == tree { return true }
      path = above(folder)
    }
    return false
  }
}
