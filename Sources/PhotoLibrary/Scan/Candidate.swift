internal import PickerModel

/// A name that may turn out to be an asset, with what it is ordered by.
internal struct Candidate {
  /// The first eight of 16 bytes of the key, inverted where the order is reversed.
  internal var high: UInt64
  /// The other eight of them.
  internal var low: UInt64
  /// Where the file is.
  internal let path: AssetPath
  /// Which file it is, as far as the folder tells.
  internal let identity: FileIdentity?
  /// The status, where the order needed it or a symbolic link was followed.
  internal var status: FileStatus? { statusBox?.status }
  /// The folder said that it is a regular file itself, not a link to one.
  internal let isKnownRegular: Bool
  /// A person named it: what it is not is worth a message.
  internal let isNamed: Bool
  /// The number of its folder in this scan, 0 for named files.
  internal let folderNumber: UInt32
  /// What the index knows of the file, where the order needed it.
  internal var entry: IndexEntry? { statusBox?.entry }
  /// Apart, for most candidates have none and 100,000 of them are held at a time.
  private let statusBox: StatusBox?

  private final class StatusBox {
    let status: FileStatus
    let entry: IndexEntry?

    init(_ status: FileStatus, _ entry: IndexEntry?) {
      self.status = status
      self.entry = entry
    }
  }

  /// Creates a candidate.
  internal init(
    path: AssetPath, identity: FileIdentity?, status: FileStatus?, isKnownRegular: Bool,
    isNamed: Bool, folderNumber: UInt32 = 0, entry: IndexEntry? = nil, order: SortOrder
  ) {
    self.path = path
    self.identity = identity
    statusBox = status.map { StatusBox($0, entry) }
    self.isKnownRegular = isKnownRegular
    self.isNamed = isNamed
    self.folderNumber = folderNumber
    high = 0
    low = 0
    // Folders are ranked as a whole where paths are ordered; within one, the name decides.
    let keyed =
      order.key == .path ? SortOrder(key: .name, isReversed: order.isReversed) : order
    let key = keyed.sortKey(of: asset)
    high = order.isReversed ? ~key.high : key.high
    low = order.isReversed ? ~key.low : key.low
  }

  /// The same candidate with what the index knows of its file, ordered by that.
  internal func with(entry: IndexEntry, order: SortOrder) -> Candidate {
    Candidate(
      path: path, identity: identity, status: status, isKnownRegular: isKnownRegular,
      isNamed: isNamed, folderNumber: folderNumber, entry: entry, order: order)
  }

  /// Whether what the folder tells is enough for the order.
  internal static func needsStatus(_ order: SortOrder) -> Bool {
    order.key == .modified || order.key == .size || order.needsHeader
  }

  /// A stand-in asset to compare by.
  private var asset: Asset {
    var date: CaptureDate?
    if case .photo(let header)? = entry { date = header.captureDate }
    return Asset(
      id: AssetID(0), path: path, identity: FileIdentity(device: 0, inode: 0),
      byteCount: status?.byteCount ?? 0,
      modified: status?.modified ?? FileTime(seconds: 0), format: .jpeg, creationDate: date)
  }

  /// Whether a candidate comes before another, by all that is known of both.
  internal static func precedes(
    _ left: Candidate, _ right: Candidate, in order: SortOrder
  ) -> Bool {
    order.precedes(left.asset, right.asset)
  }
}

/// Candidates that wait to be looked into, handed out from the head of the order.
internal struct CandidateQueue {
  /// What most comparisons need of a candidate.
  private struct Rank {
    let folder: Int32
    let index: Int32
    let high: UInt64
    let low: UInt64
  }

  private let order: SortOrder
  private var unsorted: [Candidate] = []
  /// Sorted with the head at the end, so that taking is cheap.
  private var sorted: [Candidate] = []

  /// Creates an empty queue.
  internal init(order: SortOrder) {
    self.order = order
  }

  /// How many wait.
  internal var count: Int { unsorted.count + sorted.count }

  /// Adds a candidate.
  internal mutating func append(_ candidate: Candidate) {
    unsorted.append(candidate)
  }

  /// Calls with the identity of every candidate that has one.
  internal func forEachIdentity(_ body: (FileIdentity) -> Void) {
    forEach { $0.identity.map(body) }
  }

  /// Calls with every candidate.
  internal func forEach(_ body: (Candidate) -> Void) {
    for candidate in unsorted { body(candidate) }
    for candidate in sorted { body(candidate) }
  }

  /// Takes the head of the order away.
  ///
  /// - Parameter limit: how many at most.
  /// - Returns: the candidates in order.
  /// - Complexity: O(n + m log m) where m were added since the last time, else O(limit).
  internal mutating func takeHead(_ limit: Int) -> [Candidate] {
    sortAll()
    let head = Array(sorted.suffix(limit).reversed())
    sorted.removeLast(head.count)
    return head
  }

  /// The same for the very first head, without sorting all.
  ///
  /// - Parameter limit: how many at most.
  /// - Returns: the candidates in order.
  /// - Complexity: O(n) where `limit` is small beside n, else as ``takeHead(_:)``.
  internal mutating func takeFirstHead(_ limit: Int) -> [Candidate] {
    if sorted.isEmpty, order.key != .path, limit * 8 < unsorted.count,
      let head = selectHead(limit)
    {
      return head
    }
    return takeHead(limit)
  }

  /// Sorts what was added, the head at the end.
  private mutating func sortAll() {
    if unsorted.isEmpty { return }
    let added = ranked(unsorted).reversed().map { unsorted[Int($0.index)] }
    unsorted = []
    if sorted.isEmpty {
      sorted = added
      return
    }
    var merged: [Candidate] = []
    merged.reserveCapacity(sorted.count + added.count)
    var next = 0
    for candidate in sorted {
      while next < added.count, Candidate.precedes(candidate, added[next], in: order) {
        merged.append(added[next])
        next += 1
      }
      merged.append(candidate)
    }
    merged += added[next...]
    sorted = merged
  }

  private func ranked(_ candidates: [Candidate]) -> [Rank] {
    let folders = order.key == .path ? folderRanks(candidates) : [:]
    var ranks = candidates.indices.map { index in
      let candidate = candidates[index]
      return Rank(
        folder: folders.isEmpty ? 0 : folders[candidate.path.folder] ?? 0, index: Int32(index),
        high: candidate.high, low: candidate.low)
    }
    ranks.sort { left, right in
      if left.folder != right.folder { return left.folder < right.folder }
      if left.high != right.high { return left.high < right.high }
      if left.low != right.low { return left.low < right.low }
      return Candidate.precedes(
        candidates[Int(left.index)], candidates[Int(right.index)], in: order)
    }
    return ranks
  }

  /// Orders the folders of candidates, each compared a few times instead of once a file.
  private func folderRanks(_ candidates: [Candidate]) -> [FileName: Int32] {
    var samples: [FileName: Int] = [:]
    for index in candidates.indices where samples[candidates[index].path.folder] == nil {
      samples[candidates[index].path.folder] = index
    }
    let folders = samples.sorted { left, right in
      Candidate.precedes(candidates[left.value], candidates[right.value], in: order)
    }
    var ranks: [FileName: Int32] = [:]
    for (rank, folder) in folders.enumerated() { ranks[folder.key] = Int32(rank) }
    return ranks
  }

  /// Finds the head without sorting all: a sample of keys tells roughly how far it reaches.
  private mutating func selectHead(_ limit: Int) -> [Candidate]? {
    let stride = max(1, unsorted.count / 2_048)
    var sample: [UInt64] = []
    for index in Swift.stride(from: 0, to: unsorted.count, by: stride) {
      sample.append(unsorted[index].high)
    }
    sample.sort()
    let rank = min(sample.count - 1, 2 * limit / stride + 8)
    let bound = sample[rank]
    let near = unsorted.indices.filter { unsorted[$0].high <= bound }
    guard near.count >= limit else { return nil }
    let candidates = near.map { unsorted[$0] }
    let taken = ranked(candidates).prefix(limit).map { Int($0.index) }
    // From the back, so that what moves into a gap is never one that is still to be taken.
    for index in taken.map({ near[$0] }).sorted(by: >) {
      unsorted.swapAt(index, unsorted.count - 1)
      unsorted.removeLast()
    }
    return taken.map { candidates[$0] }
  }
}

extension SortOrder {
  /// Whether files are ordered by something that only their header tells.
  internal var needsHeader: Bool { key == .date }
}
