internal import PickerModel

/// How long the steps of a scan may take, in nanoseconds.
internal struct ScanPace: Sendable {
  /// How long names are collected before the first batch.
  internal var firstWalk: Int64 = 50_000_000
  /// How long the first batch may take to fill: less on a fast disk, fewer assets on a slow one.
  internal var firstBatch: Int64 = 10_000_000
  /// How long names are collected, and then files looked into, between later batches.
  internal var walk: Int64 = 150_000_000
  /// How long a batch may take to fill.
  internal var batch: Int64 = 80_000_000
}

/// One scan, on the scanner's queue: walks, sorts, looks into files and reports.
internal final class ScanRun {
  /// How many assets the first batch has: some screens full.
  private static let firstBatchCount = 128

  private let request: ScanRequest
  private let reader: AssetReader
  private let pace: ScanPace
  private let emit: (ScanEvent) -> Void
  private let isCancelled: () -> Bool

  private var queue: CandidateQueue
  private var links: [Candidate] = []
  private var realFiles: Set<FileIdentity> = []
  private var seen: Set<FileIdentity> = []
  private var known: [AssetPath: Asset] = [:]
  private var knownPaths: [FileIdentity: AssetPath] = [:]
  private var nextID: UInt32
  private var tally = ScanTally()
  private var batch: [Asset] = []
  private var updates: [Asset] = []
  private var flushDeadline: Int64 = 0

  /// Creates a run.
  internal init(
    _ request: ScanRequest, door: PhotoDoor, pace: ScanPace, isCancelled: @escaping () -> Bool,
    emit: @escaping (ScanEvent) -> Void
  ) {
    self.request = request
    self.pace = pace
    reader = AssetReader(door: door)
    self.emit = emit
    self.isCancelled = isCancelled
    queue = CandidateQueue(order: request.order)
    let highest = request.known.map(\.id.rawValue).max()
    nextID = max(request.firstID, highest.map { $0 &+ 1 } ?? 0)
    for asset in request.known {
      known[asset.path] = asset
      knownPaths[asset.identity] = asset.path
    }
  }

  /// Scans, and reports all but the end.
  ///
  /// - Returns: the final tally.
  internal func run() -> ScanTally {
    switch request.source {
    case .folders(let roots): scanFolders(roots)
    case .paths(let paths): scanNamed(paths.map { AssetPath($0) })
    case .approved(let set): scanNamed(set.paths)
    }
    if !isCancelled(), !known.isEmpty {
      emit(.removed(known.values.map(\.id).sorted()))
    }
    tally.waitingCount = 0
    return tally
  }

  // MARK: - Sources

  private func scanNamed(_ paths: [AssetPath]) {
    for path in paths { addNamed(path) }
    readFirst()
    readAll()
  }

  private func addNamed(_ path: AssetPath) {
    var status: FileStatus?
    if Candidate.needsStatus(request.order) { status = try? reader.door.status(of: path) }
    queue.append(
      Candidate(
        path: path, identity: status?.identity, status: status, isKnownRegular: false,
        isNamed: true, order: request.order))
  }

  private func scanFolders(_ roots: [FileName]) {
    let walk = FolderWalk(request)
    for root in roots { add(root, to: walk) }
    var isWalked = walk.advance(until: deadline(pace.firstWalk), take)
    if isWalked { takeLinks() }
    tally.folderCount = walk.folderCount
    readFirst()
    while !isWalked, !isCancelled() {
      isWalked = walk.advance(until: deadline(pace.walk), take)
      tally.folderCount = walk.folderCount
      if isWalked {
        takeLinks()
      } else {
        read(
          queue.takeHead(LibraryScanner.batchLimit), until: deadline(pace.walk))
        flush()
      }
    }
    readAll()
  }

  private func add(_ root: FileName, to walk: FolderWalk) {
    if reader.door.isLimited {
      // Limited access lists no folder, whoever asks.
      report(FileError(path: root, kind: .notApproved), isRoot: true)
      return
    }
    let path = FolderPath.trimmed(root)
    do throws(FileError) {
      let status = try reader.door.status(of: AssetPath(folder: FileName(bytes: []), name: path))
      switch status.kind {
      case .folder: walk.add(root: path)
      case .regular: addNamed(AssetPath(path))
      default: throw FileError(path: root, kind: .isSpecialFile)
      }
    } catch {
      report(FileError(path: root, kind: error.kind), isRoot: true)
    }
  }

  private func take(_ finding: FolderWalk.Finding) {
    switch finding {
    case .candidate(let candidate): queue.append(candidate)
    case .link(let candidate): links.append(candidate)
    case .problem(let error, let isRoot): report(error, isRoot: isRoot)
    }
  }

  /// Adds the links whose target is not in the library under its own name.
  private func takeLinks() {
    if links.isEmpty { return }
    queue.forEachIdentity { realFiles.insert($0) }
    for link in links {
      guard let identity = link.identity, !realFiles.contains(identity), !seen.contains(identity)
      else { continue }
      queue.append(link)
    }
    links = []
    realFiles = []
  }

  // MARK: - Reading

  private func readFirst() {
    flushDeadline = deadline(pace.firstBatch)
    read(queue.takeFirstHead(Self.firstBatchCount), until: .max)
    flush()
  }

  private func readAll() {
    while queue.count > 0, !isCancelled() {
      let head = queue.takeHead(LibraryScanner.batchLimit)
      read(head, until: .max)
    }
    flush()
  }

  private func read(_ candidates: [Candidate], until deadline: Int64) {
    for (index, candidate) in candidates.enumerated() {
      if index & 15 == 0 {
        if isCancelled() { return }
        let now = FileCalls.now()
        if now >= deadline {
          for rest in candidates[index...] { queue.append(rest) }
          return
        }
        if now >= flushDeadline, !batch.isEmpty || !updates.isEmpty { flush() }
      }
      read(candidate)
      if batch.count >= LibraryScanner.batchLimit || updates.count >= LibraryScanner.batchLimit {
        flush()
      }
    }
  }

  private func read(_ candidate: Candidate) {
    let old = known[candidate.path]
    if let old, let status = try? candidate.status ?? reader.door.status(of: candidate.path),
      status.identity == old.identity, status.byteCount == old.byteCount,
      status.modified == old.modified
    {
      known[candidate.path] = nil
      if seen.insert(status.identity).inserted { tally.assetCount += 1 }
      return
    }
    let id = old?.id ?? AssetID(nextID)
    switch reader.read(candidate, id: id) {
    case .asset(var asset):
      let moved = old == nil ? before(asset) : nil
      if let moved { asset = asset.with(id: moved.id) }
      // The same file under another name, or a second time under the same.
      guard seen.insert(asset.identity).inserted else { return }
      tally.assetCount += 1
      if old != nil || moved != nil {
        known[moved?.path ?? candidate.path] = nil
        updates.append(asset)
      } else {
        nextID &+= 1
        batch.append(asset)
      }
    case .nothing:
      break
    case .problem(let error):
      // In a folder, other files and vanished ones are nobody's business.
      if candidate.isNamed { report(error, isRoot: false) }
    }
  }

  /// The known asset that a file was before it was renamed; nil while its old path leads anywhere.
  ///
  /// File systems give a removed file's number to the next one, so size and time must agree, too.
  private func before(_ asset: Asset) -> Asset? {
    guard let path = knownPaths[asset.identity], let old = known[path],
      old.byteCount == asset.byteCount, old.modified == asset.modified,
      (try? reader.door.status(of: path)) == nil
    else { return nil }
    return old
  }

  // MARK: - Reporting

  private func report(_ error: FileError, isRoot: Bool) {
    tally.problemCount += 1
    emit(isRoot ? .rootProblem(error) : .problem(error))
  }

  private func deadline(_ nanoseconds: Int64) -> Int64 {
    let (deadline, overflow) = FileCalls.now().addingReportingOverflow(nanoseconds)
    return overflow ? .max : deadline
  }

  private func flush() {
    flushDeadline = deadline(pace.batch)
    tally.waitingCount = queue.count
    if !updates.isEmpty {
      emit(.updated(updates))
      updates = []
    }
    if !batch.isEmpty {
      emit(.batch(batch))
      batch = []
    }
    emit(.progress(tally))
  }
}
