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

  internal let request: ScanRequest
  internal let reader: AssetReader
  private let index: MetadataIndex?
  private let pace: ScanPace
  private let emit: (ScanEvent) -> Void
  private let isCancelled: () -> Bool

  internal var queue: CandidateQueue
  private var links: [Candidate] = []
  private var realFiles: Set<FileIdentity> = []
  internal var seen: Set<FileIdentity> = []
  internal var known: [AssetPath: Asset] = [:]
  private var knownPaths: [FileIdentity: AssetPath] = [:]
  private var nextID: UInt32
  internal var tally = ScanTally()
  private var batch: [Asset] = []
  private var updates: [Asset] = []
  private var removals: [AssetID] = []
  private var flushDeadline: Int64 = 0
  /// Names that have to be looked at together.
  internal var companions = CompanionTable()
  /// Which files are one asset.
  internal var pairs = PairTable()
  /// The files in ``pairs``, by their numbers there.
  internal var members: [PairedFile] = []
  internal private(set) var areAllNamesKnown = false

  /// Creates a run.
  internal init(
    _ request: ScanRequest, door: PhotoDoor, index: MetadataIndex? = nil, pace: ScanPace,
    isCancelled: @escaping () -> Bool, emit: @escaping (ScanEvent) -> Void
  ) {
    self.request = request
    self.pace = pace
    self.index = index
    reader = AssetReader(door: door, index: index?.makeReader())
    self.emit = emit
    self.isCancelled = isCancelled
    queue = CandidateQueue(order: request.order)
    let highest = request.known.map(\.id.rawValue).max()
    nextID = max(request.firstID, highest.map { $0 &+ 1 } ?? 0)
    for asset in request.known {
      known[asset.path] = asset
      knownPaths[asset.identity] = asset.path
    }
    reader.inspector.isKnown = { [unowned self] in isKnown($0) }
  }

  /// Whether a file need not be looked into, most likely.
  private func isKnown(_ candidate: Candidate) -> Bool {
    if known[candidate.path] != nil || candidate.entry != nil { return true }
    if CompanionKind(candidate.path.name) == .sidecar { return true }
    guard let index = reader.index,
      let status = try? candidate.status ?? reader.door.status(of: candidate.path)
    else { return false }
    return index.entry(of: status) != nil
  }

  /// Scans, and reports all but the end.
  ///
  /// - Returns: the final tally.
  internal func run() -> ScanTally {
    switch request.source {
    case .folders(let roots):
      if let changes = request.changes, !changes.isEverything {
        scanChanges(changes, roots)
      } else {
        scanFolders(roots)
      }
    case .paths(let paths): scanNamed(paths.map { AssetPath($0) })
    case .approved(let set): scanNamed(set.paths)
    }
    if !isCancelled(), !known.isEmpty {
      emit(.removed(known.values.map(\.id).sorted()))
    }
    handOverNews(atLeast: 1)
    tally.waitingCount = 0
    return tally
  }

  // MARK: - Sources

  private func scanNamed(_ paths: [AssetPath]) {
    for path in paths { addNamed(path) }
    namesAreComplete()
    readFirst()
    readAll()
  }

  private func addNamed(_ path: AssetPath) {
    var status: FileStatus?
    if Candidate.needsStatus(request.order) { status = try? reader.door.status(of: path) }
    enqueue(
      Candidate(
        path: path, identity: status?.identity, status: status, isKnownRegular: false,
        isNamed: true, order: request.order))
  }

  private func enqueue(_ candidate: Candidate) {
    var candidate = candidate
    if request.order.needsHeader, let status = candidate.status, status.kind == .regular,
      let entry = reader.index?.entry(of: status)
    {
      candidate = candidate.with(entry: entry, order: request.order)
    }
    companions.add(candidate)
    queue.append(candidate)
  }

  /// No name comes any more.
  private func namesAreComplete() {
    takeLinks()
    companions.complete(with: queue)
    companions.forgetEarly()
    areAllNamesKnown = true
  }

  private func scanFolders(_ roots: [FileName]) {
    let walk = FolderWalk(request)
    for root in roots { add(root, to: walk) }
    var isWalked = walk.advance(until: deadline(pace.firstWalk), take)
    if isWalked { namesAreComplete() } else { companions.complete(with: queue) }
    tally.folderCount = walk.folderCount
    readFirst()
    while !isWalked, !isCancelled() {
      isWalked = walk.advance(until: deadline(pace.walk), take)
      tally.folderCount = walk.folderCount
      if isWalked {
        namesAreComplete()
      } else {
        companions.complete(with: queue)
        read(
          queue.takeHead(LibraryScanner.batchLimit), until: deadline(pace.walk))
        flush()
      }
    }
    readAll()
  }

  /// Looks where something has changed, and leaves the rest of the library as it is known.
  private func scanChanges(_ changes: FolderChanges, _ roots: [FileName]) {
    let walk = FolderWalk(request)
    walk.add(changes, roots: roots)
    while !isCancelled() {
      let isWalked = walk.advance(until: deadline(pace.walk)) { finding in
        switch finding {
        case .candidate(let candidate)
        where changes.unfinished.contains(candidate.path) && !isLinkOfKnown(candidate):
          known[candidate.path] = nil
        case .problem(let error, _) where error.kind == .missing || error.kind == .isNotFolder:
          break
        default: take(finding)
        }
      }
      if isWalked { break }
    }
    for root in roots {
      let path = AssetPath(FolderPath.trimmed(root))
      if known[path] != nil { addNamed(path) }
    }
    takeElsewhere()
    namesAreComplete()
    tally.folderCount = walk.folderCount
    readAll()
  }

  /// Whether a new name is one more of a file that is known under another: nobody writes to that.
  private func isLinkOfKnown(_ candidate: Candidate) -> Bool {
    guard let path = candidate.identity.flatMap({ knownPaths[$0] }) else { return false }
    return path != candidate.path
  }

  /// Tells files that are known elsewhere from such that were moved here from there.
  private func takeElsewhere() {
    var files: Set<FileIdentity> = []
    queue.forEachIdentity { files.insert($0) }
    for link in links { link.identity.map { _ = files.insert($0) } }
    for asset in request.elsewhere?(files) ?? [] {
      if (try? reader.door.status(of: asset.path))?.identity == asset.identity {
        seen.insert(asset.identity)
      } else {
        known[asset.path] = asset
        knownPaths[asset.identity] = asset.path
      }
    }
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
    case .candidate(let candidate): enqueue(candidate)
    case .link(let candidate): links.append(candidate)
    case .problem(let error, let isRoot):
      if !known.isEmpty, error.kind != .missing, error.kind != .isNotFolder {
        // What can't be listed is not gone.
        known = known.filter { !FolderPath.isInside($0.key.folder, error.path) }
      }
      report(error, isRoot: isRoot)
    }
  }

  /// Adds the links whose target is not in the library under its own name.
  private func takeLinks() {
    if links.isEmpty { return }
    queue.forEachIdentity { realFiles.insert($0) }
    for link in links {
      guard let identity = link.identity, !realFiles.contains(identity), !seen.contains(identity)
      else { continue }
      enqueue(link)
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
        if now >= flushDeadline, !batch.isEmpty || !updates.isEmpty || !removals.isEmpty { flush() }
      }
      reader.inspector.expect(candidates, after: index)
      read(candidate)
      if batch.count >= LibraryScanner.batchLimit || updates.count >= LibraryScanner.batchLimit {
        flush()
      }
    }
  }

  private func read(_ candidate: Candidate) {
    if let group = companions.group(of: candidate.path), !group.isCrowded {
      if group.hasNews { readTogether(group, candidate) }
      // What is called a sidecar and is none for anybody here may still be something else.
      if CompanionKind(candidate.path.name) == .sidecar,
        group.contents[candidate.path] == nil
          || pairs.handles(of: CompanionTable.key(of: candidate.path)).isEmpty
      {
        readAlone(candidate)
      }
      return
    }
    readAlone(candidate)
  }

  private func readAlone(_ candidate: Candidate) {
    let old = known[candidate.path]
    if let old, isUnchanged(candidate, old), old.foreignResources.isEmpty {
      known[candidate.path] = nil
      guard seen.insert(old.identity).inserted else { return }
      tally.assetCount += 1
      noteThere(old)
      noteShown(old)
      return
    }
    guard let asset = look(into: candidate) else { return }
    if asset.extras?.contentIdentifier != nil {
      show(enter(asset))
    } else {
      noteShown(show(asset))
    }
  }

  /// A file that was missing is there again, as it was.
  internal func noteThere(_ old: Asset) {
    if request.missing.contains(old.id) { updates.append(old) }
  }

  /// A photo that is shown by itself may turn out to have companions.
  private func noteShown(_ asset: Asset) {
    if asset.extras?.contentIdentifier != nil {
      show(enter(asset, shown: asset))
    } else if !areAllNamesKnown {
      companions.noteEarly(asset)
    }
  }

  /// Whether a known file is as it was.
  internal func isUnchanged(_ candidate: Candidate, _ old: Asset) -> Bool {
    guard let status = try? candidate.status ?? reader.door.status(of: candidate.path) else {
      return false
    }
    return status.identity == old.identity && status.byteCount == old.byteCount
      && status.modified == old.modified
  }

  /// What a file tells by itself; nil for one that is no asset or was seen under another name.
  internal func look(into candidate: Candidate) -> Asset? {
    switch reader.read(candidate) {
    case .asset(let asset):
      return seen.insert(asset.identity).inserted ? asset : nil
    case .problem(let error):
      // In a folder, other files and vanished ones are nobody's business.
      if candidate.isNamed { report(error, isRoot: false) }
      return nil
    }
  }

  /// Shows an asset that was not shown in this scan, under the handle that it had before.
  ///
  /// - Returns: the asset with its handle.
  @discardableResult
  internal func show(_ asset: Asset) -> Asset {
    tally.assetCount += 1
    let atPath = known[asset.path]
    // A file that was moved onto another's path is still itself: renumbering a folder must not make
    // picks of other photos.
    let own = atPath?.identity == asset.identity ? atPath : before(asset) ?? atPath
    guard let old = own else {
      let new = asset.with(id: AssetID(nextID))
      nextID &+= 1
      batch.append(new)
      return new
    }
    known[old.path] = nil
    let new = asset.with(id: old.id)
    if new != old || request.missing.contains(old.id) { updates.append(new) }
    return new
  }

  /// Shows a new state of an asset that was shown in this scan.
  internal func showAgain(_ asset: Asset) {
    if let index = batch.lastIndex(where: { $0.id == asset.id }) {
      batch[index] = asset
    } else if let index = updates.lastIndex(where: { $0.id == asset.id }) {
      updates[index] = asset
    } else {
      updates.append(asset)
    }
  }

  /// Takes back an asset that was shown in this scan: it is part of another.
  internal func takeBack(_ asset: Asset) {
    tally.assetCount -= 1
    if let index = batch.lastIndex(where: { $0.id == asset.id }) {
      batch.remove(at: index)
      return
    }
    updates.removeAll { $0.id == asset.id }
    removals.append(asset.id)
  }

  /// The known asset that a file was before it was renamed; nil while its old path leads to it.
  ///
  /// A new file at the old path takes the asset over, as when a program keeps the old one under
  /// another name. File systems give a removed file's number to the next one, so size and time must
  /// agree, too.
  private func before(_ asset: Asset) -> Asset? {
    guard let path = knownPaths[asset.identity], let old = known[path],
      old.byteCount == asset.byteCount, old.modified == asset.modified
    else { return nil }
    guard let there = try? reader.door.status(of: path) else { return old }
    return there.identity != asset.identity && knownPaths[there.identity] != nil ? old : nil
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

  /// Gives what was found out to the index, in transactions that are worth it.
  private func handOverNews(atLeast count: Int) {
    guard let reader = reader.index else { return }
    reader.rest()
    guard reader.rows.count + reader.used.count >= count else { return }
    let news = reader.takeNews()
    index?.write(news.rows, used: news.used)
  }

  private func flush() {
    handOverNews(atLeast: 4_096)
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
    if !removals.isEmpty {
      emit(.removed(removals.sorted()))
      removals = []
    }
    emit(.progress(tally))
  }
}
