extension PickerState {
  // MARK: - The scan

  /// A scan starts again.
  ///
  /// Vanished assets that are not picked any more lose their tiles.
  public mutating func beginScan() {
    progress.isScanning = true
    progress.failures = 0
    reportedMissing = []
    dropUnpickedMissing()
  }

  private mutating func dropUnpickedMissing() {
    let gone = missing.filter { !isPicked($0) }
    if !gone.isEmpty {
      missing.subtract(gone)
      removeFromCatalog(Array(gone))
    }
  }

  /// Changes in the library follow that nobody asked for: files came, changed or went meanwhile.
  ///
  /// From now on the cursor stays on its asset even where the person never moved it, so that Enter
  /// hands over what was looked at. Vanished assets that are not picked any more lose their tiles.
  public mutating func beginChanges() {
    if viewport.itemCount > 0, !progress.isScanning { hasSettledCursor = true }
    dropUnpickedMissing()
  }

  /// Assets were found, or known ones have changed.
  ///
  /// The cursor stays on its asset and that one at its height on the screen; a cursor that nobody
  /// moved stays on the first item. Preselected assets become picks in the caller's order, before
  /// all others, even beyond the maximum.
  public mutating func add(_ batch: [Asset]) {
    guard !batch.isEmpty else { return }
    facets.insert(batch)
    countFolders(of: batch)
    keepingCursor { $0.insert(batch) }
    progress.found = catalog.all.count
    updateMenu()
    if !missing.isEmpty { missing.subtract(batch.map(\.id)) }
    pickPreselected(in: batch)
  }

  /// Files vanished: picked ones stay, as missing; the others go.
  public mutating func markRemoved(_ ids: [AssetID]) {
    var gone = [AssetID]()
    for id in ids where catalog[id] != nil {
      if isPicked(id) { missing.insert(id) } else { gone.append(id) }
    }
    reportedMissing.formUnion(missing.intersection(ids))
    missing.subtract(gone)
    removeFromCatalog(gone)
  }

  /// Folders or files could not be read.
  public mutating func noteScanFailures(_ count: Int = 1) {
    progress.failures += max(0, min(count, Int.max - progress.failures))
  }

  /// The scan is over.
  ///
  /// A missing file that this scan did not report is there again: a scan says nothing of what is as
  /// it was.
  public mutating func finishScan() {
    progress.isScanning = false
    missing.formIntersection(reportedMissing)
    progress.found = catalog.all.count
    updateMenu()
    let count = pending.paths.count
    if count > 0 {
      notice = Notice(
        kind: .error, text: "\(Notice.photos(count)) preselected, but not in the library")
    }
  }

  /// Says what is to be picked from the start, in order; what is in the library is picked now.
  public mutating func preselect(_ items: [Preselection]) {
    pending = PendingPreselection(items)
    let catalog = catalog
    pickPreselected(in: catalog.all.lazy.compactMap { catalog[$0] })
  }

  /// Shows a message.
  public mutating func show(_ notice: Notice) {
    self.notice = notice
  }

  // MARK: - The screen

  /// The screen has another size.
  ///
  /// - Parameters:
  ///   - size: Its cells.
  ///   - cellPixels: The pixels of a cell as pictures use them, 0×0 where there are none; nil for as
  ///     before.
  public mutating func resize(to size: CellSize, cellPixels: PixelSize? = nil) {
    if let cellPixels {
      self.cellPixels = PixelSize(
        width: min(max(0, cellPixels.width), 1000), height: min(max(0, cellPixels.height), 1000))
    }
    screen = ScreenLayout(
      screen: CellSize(columns: min(size.columns, 10_000), rows: min(size.rows, 10_000)))
    shapeViewport()
  }

  /// Tiles or a list.
  public mutating func setPresentation(_ presentation: Presentation) {
    self.presentation = presentation
    shapeViewport()
  }

  /// Gives the viewport the columns and rows that the screen has room for.
  mutating func shapeViewport() {
    switch presentation {
    case .tiles:
      let layout = gridLayout
      viewport.resize(columns: layout.columns, visibleRows: layout.visibleRows)
    case .list: viewport.resize(columns: 1, visibleRows: listLayout.visibleRows)
    }
    shapeTray()
    shapeMenu()
  }

  // MARK: - The cursor

  /// Changes the catalogue, and keeps the cursor on its asset, or near to where it was.
  mutating func keepingCursor(_ change: (inout AssetCatalog) -> Void) {
    let anchor = searchHome ?? cursorID
    change(&catalog)
    var cursor = viewport.cursor
    if !hasSettledCursor, !isSearching {
      cursor = 0
    } else if let anchor, let index = catalog.insertionIndex(of: anchor) {
      cursor = index
    }
    itemsChanged(cursor: cursor)
  }

  private mutating func removeFromCatalog(_ ids: [AssetID]) {
    guard !ids.isEmpty else { return }
    let gone = Set(ids)
    let list = catalog.matching
    // The next survivor takes the cursor, or the one before where none is left.
    let survivor =
      list.dropFirst(viewport.cursor).first { !gone.contains($0) }
      ?? list.prefix(viewport.cursor).last { !gone.contains($0) }
    if let home = searchHome, gone.contains(home) { searchHome = nil }
    uncountFolders(of: gone)
    catalog.remove(ids)
    progress.found = catalog.all.count
    itemsChanged(cursor: survivor.flatMap { catalog.index(of: $0) } ?? 0)
    updateMenu()
  }

  private mutating func itemsChanged(cursor: Int) {
    viewport.replaceItems(count: catalog.matching.count, cursor: cursor)
    if let rangeAnchor, catalog.index(of: rangeAnchor) == nil { self.rangeAnchor = nil }
    if focusedID == nil { isPreviewing = false }
  }

  /// Picks the preselected ones of assets that have arrived, as if they had been there all along.
  mutating func pickPreselected(in batch: some Sequence<Asset>) {
    guard !pending.isEmpty else { return }
    var arrived = [AssetID]()
    for asset in batch where pending.take(asset) { arrived.append(asset.id) }
    arrived = pending.sorted(arrived)
    // Where picks replace each other, one of the person's own would have taken the place.
    let givesWay = !rules.isMultiple || rules.atCap == .replaceOldest
    if givesWay, history.canUndo, let room = selection.room {
      arrived = Array(arrived.prefix(room))
    }
    arrived.removeAll { id in sets.all.dropFirst().contains { $0.contains(id) } }
    if sets.hasNames { pickIntoSets(&arrived) }
    guard !arrived.isEmpty else { return }
    selection.replaceAll(with: pending.merge(arrived, into: selection.picks))
    history.rewrite { [pending] snapshot in
      let others = Set(snapshot.dropFirst().joined())
      let free = others.isEmpty ? arrived : arrived.filter { !others.contains($0) }
      snapshot[0] = pending.merge(free, into: snapshot[0])
    }
  }

  /// Takes those out that go into another set than the first, and puts them there; what a person has
  /// picked meanwhile stays where it is.
  private mutating func pickIntoSets(_ arrived: inout [AssetID]) {
    for set in sets.names.indices.dropFirst() {
      let own = arrived.filter { pending.set(of: $0) == set && !sets.contains($0) }
      guard !own.isEmpty else { continue }
      let present = Set(own)
      arrived.removeAll { present.contains($0) }
      var snapshot = sets.snapshot
      snapshot[set] = pending.merge(own, into: snapshot[set])
      sets.replaceAll(with: snapshot)
      history.rewrite { [pending] old in
        guard set < old.count else { return }
        let others = Set(old.joined())
        old[set] = pending.merge(own.filter { !others.contains($0) }, into: old[set])
      }
    }
  }
}

// MARK: - Rescanning

extension PickerState {
  /// Every asset of the library, in order, for a rescan that keeps their handles.
  ///
  /// - Complexity: O(n).
  public var allAssets: [Asset] { catalog.all.compactMap { catalog[$0] } }

  /// One above the highest handle that was ever in use.
  public var nextID: UInt32 { catalog.handleCount }
}
