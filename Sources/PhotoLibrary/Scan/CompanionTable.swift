internal import PickerModel

/// The names of one folder and stem, where one of them may be another's companion.
internal final class CompanionGroup {
  /// Names that were not looked into yet, sidecars left out.
  internal fileprivate(set) var unread: [Candidate] = []
  /// Names of sidecars.
  internal fileprivate(set) var sidecars: [Candidate] = []
  /// Something has come since the group was last looked into.
  internal fileprivate(set) var hasNews = true
  /// There are too many names to be one photo: each is looked into by itself.
  internal fileprivate(set) var isCrowded = false
  /// What the sidecars say, once somebody has read them.
  internal var contents: [AssetPath: Sidecar] = [:]
  /// Sidecars that were read, whatever came of it.
  internal var readSidecars: Set<AssetPath> = []

  /// Hands out the names that were not looked into, always in the same order.
  internal func takeUnread() -> [Candidate] {
    defer {
      unread = []
      hasNews = false
    }
    return unread.sorted { $0.path.name < $1.path.name }
  }

  fileprivate func add(_ candidate: Candidate) {
    if CompanionKind(candidate.path.name) == .sidecar {
      if sidecars.count < PairTable.largestGroup { sidecars.append(candidate) }
    } else if !isCrowded {
      unread.append(candidate)
    }
    if unread.count > PairTable.largestGroup {
      unread = []
      isCrowded = true
    }
    hasNews = true
  }
}

/// Finds the names that have to be looked at together.
///
/// Only names with the extension of a movie, a raw file or a sidecar make a group; others join one.
/// So a library of plain photos pays one look at each extension.
internal struct CompanionTable {
  private var groups: [StemKey: CompanionGroup] = [:]
  private var newKeys: Set<StemKey> = []
  private var newFolders: Set<UInt32> = []
  // Photos that were shown before all names were known, by stem.
  private var shownEarly: [StemKey: [Asset]] = [:]

  /// Creates an empty table.
  internal init() {}

  /// Takes in a name that was found.
  internal mutating func add(_ candidate: Candidate) {
    guard let kind = CompanionKind(candidate.path.name) else {
      if groups.isEmpty { return }
      let key = StemKey(candidate.path)
      guard let group = groups[key] else { return }
      if newKeys.contains(key) {
        newFolders.insert(candidate.folderNumber)
      } else {
        group.add(candidate)
      }
      return
    }
    let key = kind == .sidecar ? Self.sidecarKey(candidate.path) : StemKey(candidate.path)
    if let group = groups[key] {
      group.add(candidate)
    } else {
      let group = CompanionGroup()
      group.add(candidate)
      groups[key] = group
      newKeys.insert(key)
      newFolders.insert(candidate.folderNumber)
    }
  }

  /// Lets the names that were found earlier join the groups that are new.
  internal mutating func complete(with queue: CandidateQueue) {
    if newKeys.isEmpty { return }
    queue.forEach { candidate in
      guard newFolders.contains(candidate.folderNumber),
        CompanionKind(candidate.path.name) == nil
      else { return }
      let key = StemKey(candidate.path)
      if newKeys.contains(key) { groups[key]?.add(candidate) }
    }
    newKeys = []
    newFolders = []
  }

  /// The group that a name is in, if any.
  internal func group(of path: AssetPath) -> CompanionGroup? {
    if groups.isEmpty { return nil }
    return groups[Self.key(of: path)]
  }

  /// Notes a photo that was shown although companions may still be found.
  internal mutating func noteEarly(_ asset: Asset) {
    shownEarly[StemKey(asset.path), default: []].append(asset)
  }

  /// The photos of a stem that were shown early, once.
  internal mutating func takeEarly(_ path: AssetPath) -> [Asset] {
    if shownEarly.isEmpty { return [] }
    return shownEarly.removeValue(forKey: Self.key(of: path)) ?? []
  }

  /// Forgets who was shown early and has no companion: all names are known.
  internal mutating func forgetEarly() {
    shownEarly = shownEarly.filter { groups[$0.key] != nil }
  }

  /// The stem that a name belongs to, whatever it is.
  internal static func key(of path: AssetPath) -> StemKey {
    CompanionKind(path.name) == .sidecar ? sidecarKey(path) : StemKey(path)
  }

  /// The stem that a sidecar is for: `IMG_1.xmp` and `IMG_1.CR2.xmp` are for `IMG_1`.
  internal static func sidecarKey(_ path: AssetPath) -> StemKey {
    let bytes = path.name.bytes
    guard let start = StemKey.extensionStart(bytes) else { return StemKey(path) }
    let inner = FileName(bytes: Array(bytes[..<(start - 1)]))
    let innerPath = AssetPath(folder: path.folder, name: inner)
    if FileSniffer.format(forName: inner) != nil { return StemKey(innerPath) }
    return StemKey(folder: path.folder, stem: inner.bytes.map(StemKey.lowered))
  }
}
