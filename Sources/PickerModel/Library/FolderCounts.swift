/// The folders of a library with the numbers of photos in them, kept while the library changes.
///
/// The folders above a folder are known, too. Memory: about 100 bytes a folder beyond its path.
struct FolderCounts: Sendable {
  /// One folder.
  struct Folder: Sendable {
    /// Its path, as the assets have it.
    let path: FileName
    /// The number of the folder that it is in; -1 for none.
    let parent: Int
    /// The photos in it.
    var own = 0
    /// The photos in it and in the folders in it.
    var total = 0
  }

  /// The folders in the order in which they were found.
  private(set) var folders: [Folder] = []
  /// The photos of all folders.
  private(set) var photoCount = 0

  private var numbers: [FileName: Int] = [:]
  // All folders in natural order, and those that are not in it yet.
  private var sorted: [Int] = []
  private var unsorted: [Int] = []
  // Photos come folder by folder.
  private var last: (path: FileName, number: Int)?

  /// Creates an empty table.
  init() {}

  /// Counts photos in a folder, or for negative numbers takes them away.
  ///
  /// - Complexity: O(n) in the depth of the folder.
  mutating func add(_ count: Int, to path: FileName) {
    let number: Int
    if let last, last.path == path { number = last.number } else { number = self.number(of: path) }
    last = (path, number)
    photoCount += count
    folders[number].own += count
    var index = number
    while index >= 0 {
      folders[index].total += count
      index = folders[index].parent
    }
  }

  /// The number of a folder, or nil for one without photos.
  func known(_ path: FileName) -> Int? { numbers[path] }

  /// Sorts the folders that are new.
  ///
  /// - Complexity: O(n), and O(m log m) comparisons for m new ones.
  mutating func sort() {
    guard !unsorted.isEmpty else { return }
    let new = unsorted.sorted {
      NaturalOrder.compareFolders(folders[$0].path, folders[$1].path) < 0
    }
    unsorted = []
    var merged = [Int]()
    merged.reserveCapacity(sorted.count + new.count)
    var old = sorted[...]
    for number in new {
      // Most new folders come after all others, or one after the other.
      var (low, high) = (old.startIndex, old.endIndex)
      while low < high {
        let middle = low + (high - low) / 2
        if NaturalOrder.compareFolders(folders[old[middle]].path, folders[number].path) < 0 {
          low = middle + 1
        } else {
          high = middle
        }
      }
      merged += old[..<low]
      merged.append(number)
      old = old[low...]
    }
    sorted = merged + old
  }

  /// The folders that a person tells apart, in natural order: those with photos in them, and those
  /// in which the ways part.
  ///
  /// - Complexity: O(n).
  var listed: [Int] {
    var branches = [UInt8](repeating: 0, count: folders.count)
    for folder in folders where folder.total > 0 && folder.parent >= 0 {
      branches[folder.parent] = min(2, branches[folder.parent] + 1)
    }
    let root = root
    return sorted.filter { number in
      let folder = folders[number]
      if folder.own > 0 { return true }
      return folder.total > 0 && branches[number] > 1 && number != root
    }
  }

  /// The innermost folder that holds every photo; nil where there is none.
  var root: Int? {
    guard photoCount > 0, var number = folders.firstIndex(where: { $0.own > 0 }) else { return nil }
    while folders[number].total < photoCount {
      number = folders[number].parent
      if number < 0 { return nil }
    }
    return number
  }

  /// The path of a folder from the one that holds everything; of that one, its own name.
  func label(_ number: Int, from root: Int?) -> String {
    let bytes = folders[number].path.bytes
    guard let root, root != number else {
      let name = AssetPath(folders[number].path).name
      return bytes.isEmpty ? "." : name.bytes.isEmpty ? "/" : name.displayString
    }
    var rest = bytes.dropFirst(folders[root].path.bytes.count)
    if rest.first == UInt8(ascii: "/") { rest = rest.dropFirst() }
    return FileName(bytes: Array(rest)).displayString
  }

  // MARK: -

  /// The number of a folder; it and the folders above it get one where they have none.
  private mutating func number(of path: FileName) -> Int {
    if let known = numbers[path] { return known }
    // From the top down, so that parents come first.
    var missing = [path]
    var parent = -1
    while let outer = Self.parent(of: missing[missing.count - 1]) {
      if let known = numbers[outer] {
        parent = known
        break
      }
      missing.append(outer)
    }
    for path in missing.reversed() {
      let number = folders.count
      folders.append(Folder(path: path, parent: parent))
      numbers[path] = number
      unsorted.append(number)
      parent = number
    }
    return parent
  }

  private static func parent(of path: FileName) -> FileName? {
    if path.bytes.isEmpty || path.bytes == [UInt8(ascii: "/")] { return nil }
    return AssetPath(path).folder
  }
}
