internal import PickerModel

/// A path taken apart: its components without empty ones and dots.
internal struct PathComponents: Hashable {
  /// The components; `..` is kept, for only the file system knows what is above a link's target.
  internal var parts: [FileName]

  /// Takes a path apart.
  internal init(_ path: [UInt8]) {
    parts = path.split(separator: UInt8(ascii: "/"))
      .filter { !$0.elementsEqual([UInt8(ascii: ".")]) }
      .map { FileName(bytes: Array($0)) }
  }

  /// Takes apart the path from the root to `path`, which may begin at the current folder.
  ///
  /// The current folder's own path has no links in it, so leading `..` are resolved here.
  internal init(_ path: [UInt8], from currentFolder: PathComponents) {
    self.init(path)
    if path.first == UInt8(ascii: "/") { return }
    var start = currentFolder.parts
    var rest = parts[...]
    while let first = rest.first, first == Self.parent {
      _ = start.popLast()
      rest = rest.dropFirst()
    }
    parts = start + rest
  }

  /// The name of the folder above.
  internal static let parent = FileName(bytes: [UInt8(ascii: "."), UInt8(ascii: ".")])

  /// The components behind a prefix, or nil if the path does not begin with it.
  internal func behind(_ prefix: PathComponents) -> ArraySlice<FileName>? {
    guard parts.starts(with: prefix.parts) else { return nil }
    return parts[prefix.parts.count...]
  }

  /// Components joined by `/`.
  internal static func join(_ parts: some Sequence<FileName>) -> [UInt8] {
    var bytes: [UInt8] = []
    for part in parts {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: "/")) }
      bytes.append(contentsOf: part.bytes)
    }
    return bytes
  }
}
