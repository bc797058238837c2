public import PickerModel

extension PhotoDoor {
  /// Looks at an asset once more before it is handed over.
  ///
  /// The files that belong to it are looked at, too: a movie, raw file or sidecar that is gone, has
  /// become something else or belongs to it no more is left out rather than failing the photo, which
  /// is still what the person picked. One that was changed is told as it is now.
  ///
  /// - Parameter asset: The asset as the scan saw it.
  /// - Returns: The same, or what its path leads to now where the file was replaced or changed. One
  ///   that may not be read stays as it was: its path is still good for others.
  /// - Throws: `.missing`, `.isFolder`, `.isSpecialFile`, `.notPhoto`, `.replacedBySymlink` and the
  ///   like: the path leads to no photo any more.
  public func refreshed(_ asset: Asset) throws(FileError) -> Asset {
    do throws(FileError) {
      let status = try open(asset.path).status
      let isSame =
        status.identity == asset.identity && status.byteCount == asset.byteCount
        && status.modified == asset.modified
      if isSame, asset.foreignResources.allSatisfy(isAsBefore) { return asset }
    } catch {
      if case .permissionDenied = error.kind { return asset }
      if case .system = error.kind { return asset }
      throw error
    }
    let reader = AssetReader(door: self)
    return try reader.read(asset.path).joined(with: asset.foreignResources, by: reader)
      .with(id: asset.id)
  }

  private func isAsBefore(_ resource: AssetResource) -> Bool {
    guard let status = try? status(of: resource.path) else { return false }
    return status.identity == resource.identity && status.byteCount == resource.byteCount
      && status.modified == resource.modified
  }
}

extension AssetReader {
  /// What one file tells.
  fileprivate func read(_ path: AssetPath) throws(FileError) -> Asset {
    let candidate = Candidate(
      path: path, identity: nil, status: nil, isKnownRegular: false, isNamed: true,
      order: SortOrder())
    switch read(candidate) {
    case .asset(let asset): return asset
    case .problem(let error): throw error
    }
  }
}

extension Asset {
  /// The resources that are files of their own.
  internal var foreignResources: [AssetResource] {
    guard let extras else { return [] }
    return extras.resources.filter { $0.path != path }
  }

  /// The asset with those of its former companions that still belong to it.
  fileprivate func joined(with resources: [AssetResource], by reader: AssetReader) -> Asset {
    var table = PairTable()
    let own = table.insert(PairMember(self)).handle
    var companions: [PairTable.Handle: Asset] = [:]
    var sidecars: [Sidecar] = []
    for resource in resources {
      if resource.role == .sidecar {
        if let sidecar = SidecarReader(reader).read(resource.path) { sidecars.append(sidecar) }
      } else if let asset = try? reader.read(resource.path) {
        companions[table.insert(PairMember(asset)).handle] = asset
      }
    }
    guard case .asset(let movie, let isStated, let raws) = table.place(of: own) else { return self }
    return joined(
      movie: movie.flatMap { companions[$0] }, isStated: isStated,
      raws: raws.compactMap { companions[$0] }, sidecars: sidecars)
  }
}
