/// Where an asset's file is: a folder and a name in it.
///
/// The folder's bytes are shared by all assets of the folder, so a library costs the names alone.
public struct AssetPath: Hashable, Sendable {
  /// The folder as the user named it, joined with the way down from there; empty for the current
  /// folder, otherwise without a trailing `/` except for the root.
  public let folder: FileName

  /// The last component.
  public let name: FileName

  /// Creates a path from a folder and a name.
  public init(folder: FileName, name: FileName) {
    self.folder = folder
    self.name = name
  }

  /// Creates a path by splitting at the last `/`.
  public init(_ path: FileName) {
    if let slash = path.bytes.lastIndex(of: UInt8(ascii: "/")) {
      self.folder = FileName(bytes: Array(path.bytes[..<(slash == 0 ? 1 : slash)]))
      self.name = FileName(bytes: Array(path.bytes[(slash + 1)...]))
    } else {
      self.folder = FileName(bytes: [])
      self.name = path
    }
  }

  /// The whole path, ready for `open(2)` but for the NUL.
  ///
  /// - Complexity: O(n) in the number of bytes; allocates.
  public var bytes: [UInt8] {
    if folder.bytes.isEmpty { return name.bytes }
    var joined = [UInt8]()
    joined.reserveCapacity(folder.bytes.count + 1 + name.bytes.count)
    joined.append(contentsOf: folder.bytes)
    if folder.bytes.last != UInt8(ascii: "/") { joined.append(UInt8(ascii: "/")) }
    joined.append(contentsOf: name.bytes)
    return joined
  }

  /// The whole path as a name.
  public var fileName: FileName { FileName(bytes: bytes) }
}
