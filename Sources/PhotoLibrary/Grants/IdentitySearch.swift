internal import PickerModel

/// Looks for files that were renamed or moved within a library, by what proves that they are the same.
///
/// Folders are listed, nothing is opened to be read; symbolic links are not followed. Only names whose
/// inode number is one of those wanted are looked at.
internal struct IdentitySearch {
  /// The most names that are gone through in one library.
  internal static let nameLimit = 5_000_000

  /// What is looked for, by a number of the caller's.
  internal private(set) var wanted: [Int: AssetProof]

  /// The numbers by inode: of many lost files each candidate is compared with few.
  private var numbers: [UInt64: [Int]] = [:]

  /// Creates a search; what can't be told by its proof alone is not looked for.
  internal init(wanted: [Int: AssetProof]) {
    self.wanted = wanted.filter { $0.value.findsFile }
    for (number, proof) in self.wanted {
      if let inode = proof.inode { numbers[inode, default: []].append(number) }
    }
  }

  /// Goes through a library until all are found.
  ///
  /// - Parameter root: The library's folder, open.
  /// - Returns: The ways down to those that were found.
  /// - Complexity: O(n) in the number of names.
  internal mutating func run(beneath root: Int32) -> [Int: FileName] {
    var found: [Int: FileName] = [:]
    var folders: [[UInt8]] = [[UInt8(ascii: ".")]]
    var next = 0
    var nameCount = 0
    while next < folders.count, !wanted.isEmpty, nameCount < Self.nameLimit {
      let way = folders[next]
      folders[next] = []
      next += 1
      guard
        let descriptor = try? FileCalls.open(
          beneath: root, way, for: .list, throughSymlinks: false)
      else { continue }
      var candidates: [FileName] = []
      var listing = FolderListing(descriptor)
      let numbers = numbers
      let add = { (entry: FolderListing.Entry) in
        nameCount += 1
        let isFolder = entry.kind == .folder || entry.kind == .unknown
        if isFolder { folders.append(Self.join(way, entry.name)) }
        if entry.kind != .folder, numbers[entry.inode] != nil { candidates.append(entry.name) }
      }
      while (try? listing.next(includingHidden: true, add)) == true {}
      for name in candidates {
        let path = Self.join(way, name)
        guard
          let file = try? FileCalls.open(beneath: root, path, for: .look, throughSymlinks: false),
          let facts = try? FileFacts(of: file.rawValue), facts.isRegular, let inode = facts.inode
        else { continue }
        for number in numbers[inode] ?? [] where wanted[number]?.holds(for: facts) ?? false {
          found[number] = FileName(bytes: path)
          wanted[number] = nil
        }
      }
    }
    return found
  }

  private static func join(_ way: [UInt8], _ name: FileName) -> [UInt8] {
    way == [UInt8(ascii: ".")] ? name.bytes : way + [UInt8(ascii: "/")] + name.bytes
  }
}
