public import PickerModel

extension ScanRequest {
  /// The same request as a rescan of what has changed.
  ///
  /// - Parameters:
  ///   - changes: Where to look.
  ///   - known: The assets that are in the library now, all of them.
  ///   - missing: Those of them whose file was missing the last time.
  ///   - firstID: One above the highest id that was ever given out.
  /// - Returns: The request.
  public func rescan(
    of changes: FolderChanges, known: [Asset], missing: Set<AssetID>, firstID: UInt32
  ) -> ScanRequest {
    var request = rescan(known: known, firstID: firstID)
    request.changes = changes.joined(with: known)
    request.missing = missing
    return request
  }

  /// The known assets that a rescan may find changed or gone.
  internal var concerned: [Asset] {
    guard let changes, !changes.isEverything else { return known }
    // Assets of a folder often follow each other.
    var last: (folder: FileName, isConcerned: Bool)?
    return known.filter { asset in
      if let last, last.folder == asset.path.folder { return last.isConcerned }
      let isConcerned = changes.concern(asset.path.folder)
      last = (asset.path.folder, isConcerned)
      return isConcerned
    }
  }

  /// The known assets elsewhere that are one of these files.
  ///
  /// - Complexity: O(n) in the library, without a system call.
  internal func elsewhere(_ files: Set<FileIdentity>) -> [Asset] {
    guard let changes, !changes.isEverything, !files.isEmpty else { return [] }
    return known.filter { files.contains($0.identity) && !changes.concern($0.path.folder) }
  }
}

extension FolderChanges {
  /// The same with the folders that have to be looked at together: the parts of one asset can lie
  /// in several.
  ///
  /// - Complexity: O(n) in the library.
  fileprivate func joined(with known: [Asset]) -> FolderChanges {
    if isEverything { return self }
    var changes = self
    for asset in known {
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
