public import PickerModel

extension ScanRequest {
  /// The same request as a rescan of what has changed.
  ///
  /// Goes through the library, so it belongs off the main actor: a scanner takes a closure that makes
  /// the request on the scanner's queue.
  ///
  /// - Parameters:
  ///   - changes: Where to look.
  ///   - library: The assets that are in the library now, all of them.
  ///   - missing: Those of them whose file was missing the last time.
  ///   - firstID: One above the highest id that was ever given out.
  /// - Returns: The request.
  /// - Complexity: O(n) in the library; memory for what is concerned alone.
  public func rescan(
    of changes: FolderChanges, in library: some Sequence<Asset> & Sendable,
    missing: Set<AssetID>, firstID: UInt32
  ) -> ScanRequest {
    let changes = changes.joined(with: library)
    var request = rescan(known: changes.concerned(of: library), firstID: firstID)
    request.changes = changes
    request.missing = missing
    if !changes.isEverything {
      request.elsewhere = { files in
        library.filter { files.contains($0.identity) && !changes.concern($0.path.folder) }
      }
    }
    return request
  }
}

extension FolderChanges {
  /// The assets that may be found changed or gone.
  fileprivate func concerned(of library: some Sequence<Asset>) -> [Asset] {
    if isEverything { return Array(library) }
    // Assets of a folder often follow each other.
    var last: (folder: FileName, isConcerned: Bool)?
    return library.filter { asset in
      if let last, last.folder == asset.path.folder { return last.isConcerned }
      let isConcerned = concern(asset.path.folder)
      last = (asset.path.folder, isConcerned)
      return isConcerned
    }
  }

  /// The same with the folders that have to be looked at together: the parts of one asset can lie
  /// in several.
  fileprivate func joined(with library: some Sequence<Asset>) -> FolderChanges {
    if isEverything { return self }
    var changes = self
    for asset in library {
      let parts = asset.foreignResources
      if parts.isEmpty { continue }
      let folders = Set(parts.map(\.path.folder) + [asset.path.folder])
      if folders.count > 1, folders.contains(where: { concern($0) }) {
        // The depth matters for folders in them alone, and those are left alone.
        for folder in folders where !concern(folder) { changes.folders[folder] = 0 }
      }
    }
    return changes
  }
}
