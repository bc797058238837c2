extension PickerState {
  /// Shows the photos of a folder alone, or all of them; picks stay.
  mutating func setCollection(_ collection: FolderCollection?) {
    guard collection != self.collection else { return }
    let before = cursorID
    self.collection = collection
    applyFilters()
    isPreviewing = false
    // A folder is looked at from its start, unless the photo under the cursor is in it.
    if before.flatMap({ catalog.index(of: $0) }) == nil { viewport.goTo(0) }
    settleCursor()
  }

  /// Goes to the next folders of the list, or for negative numbers to the previous ones; before the
  /// first there are all photos.
  mutating func stepCollection(by steps: Int) {
    var list = CollectionList(folders, present: collection)
    let before = list.list.cursor
    list.list.move(steps < 0 ? .up : .down, count: Int(min(steps.magnitude, 1_000_000)))
    guard list.list.cursor != before, let row = list.row(at: list.list.cursor) else {
      notice = Notice(
        kind: .info, text: steps < 0 ? "These are all photos" : "This is the last folder")
      return
    }
    setCollection(row.folder.map { FolderCollection(folder: $0) })
  }

  /// The path of the collection for people, from the folder that holds everything; nil for all
  /// photos.
  public var collectionLabel: String? {
    guard let collection else { return nil }
    let label =
      folders.known(collection.folder).map { folders.label($0, from: folders.root) }
      ?? collection.folder.displayString
    return collection.includesSubfolders ? label : label + " alone"
  }

  // MARK: - Counting

  /// Counts the folders of assets that arrive or change: those that the caller's filter allows.
  mutating func countFolders(of batch: [Asset]) {
    var seen = AssetIDSet(capacity: Int(catalog.handleCount))
    for asset in batch.reversed() where !seen.contains(asset.id) {
      seen.insert(asset.id)
      let old = catalog[asset.id].flatMap { isAllowed($0) ? $0.path.folder : nil }
      let new = isAllowed(asset) ? asset.path.folder : nil
      if old == new { continue }
      if let old { folders.add(-1, to: old) }
      if let new { folders.add(1, to: new) }
    }
    folders.sort()
  }

  /// Takes away what leaves the library.
  mutating func uncountFolders(of gone: Set<AssetID>) {
    for id in gone {
      if let asset = catalog[id], isAllowed(asset) { folders.add(-1, to: asset.path.folder) }
    }
  }

  private func isAllowed(_ asset: Asset) -> Bool { baseFilter?.matches(asset) ?? true }
}
