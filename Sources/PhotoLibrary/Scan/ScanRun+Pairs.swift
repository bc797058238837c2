internal import PickerModel

/// A file that may be one asset together with others.
internal struct PairedFile {
  /// What it tells by itself.
  internal let asset: Asset
  /// The asset that was shown for it in this scan; nil while it is a part of another.
  internal var shown: Asset?
}

extension ScanRun {
  /// Looks into all names of one stem and shows what they are together.
  ///
  /// Together, so that a pair never appears as two assets first.
  internal func readTogether(_ group: CompanionGroup, _ candidate: Candidate) {
    let candidates = group.takeUnread()
    if areAllNamesKnown, !known.isEmpty, areUnchanged(candidates, group.sidecars) { return }
    var touched: Set<PairTable.Handle> = []
    for asset in companions.takeEarly(candidate.path) {
      touched.formUnion(enter(asset, shown: asset))
    }
    for candidate in candidates {
      if let asset = look(into: candidate) { touched.formUnion(enter(asset)) }
    }
    readSidecars(of: group)
    if !group.contents.isEmpty {
      touched.formUnion(pairs.handles(of: CompanionTable.key(of: candidate.path)))
    }
    show(touched)
  }

  /// Puts a file into the table of pairs.
  ///
  /// - Parameters:
  ///   - asset: What it tells by itself.
  ///   - shown: The asset that was shown for it already.
  /// - Returns: the files that may have to be shown anew, itself among them.
  internal func enter(_ asset: Asset, shown: Asset? = nil) -> Set<PairTable.Handle> {
    let (handle, changed) = pairs.insert(PairMember(asset))
    members.append(PairedFile(asset: asset, shown: shown))
    return Set(changed).union([handle])
  }

  /// Shows what has become of files.
  internal func show(_ handles: Set<PairTable.Handle>) {
    for handle in handles.sorted() {
      let new = joined(handle)
      switch (members[handle].shown, new) {
      case (nil, nil): break
      case (nil, let new?): members[handle].shown = show(new)
      case (let old?, nil):
        members[handle].shown = nil
        takeBack(old)
      case (let old?, let new?):
        let new = new.with(id: old.id)
        guard new != old else { break }
        members[handle].shown = new
        showAgain(new)
      }
    }
  }

  /// The asset that a file is with what belongs to it; nil for one that belongs to another.
  private func joined(_ handle: PairTable.Handle) -> Asset? {
    guard case .asset(let movie, let isStated, let raws) = pairs.place(of: handle) else {
      return nil
    }
    let asset = members[handle].asset
    let rawAssets = raws.map { members[$0].asset }
    var sidecars: [Sidecar] = []
    if let group = companions.group(of: asset.path), !group.contents.isEmpty {
      sidecars = SidecarReader.sidecars(
        of: asset.path.name, raws: rawAssets.map(\.path.name), among: Array(group.contents.keys)
      ).compactMap { group.contents[$0] }
    }
    return asset.joined(
      movie: movie.map { members[$0].asset }, isStated: isStated, raws: rawAssets,
      sidecars: sidecars)
  }

  private func readSidecars(of group: CompanionGroup) {
    let sidecarReader = SidecarReader(reader)
    for candidate in group.sidecars
    where group.readSidecars.insert(candidate.path).inserted {
      group.contents[candidate.path] = sidecarReader.read(
        candidate.path, status: candidate.status)
    }
  }

  /// Whether all of a stem is known and as it was: then nothing of it is opened.
  ///
  /// Files that are free for a pair are not left out: their partner may be new.
  private func areUnchanged(_ candidates: [Candidate], _ sidecars: [Candidate]) -> Bool {
    var assets: [Asset] = []
    var resources: [AssetPath: AssetResource] = [:]
    for candidate in candidates {
      guard let asset = known[candidate.path] else { continue }
      assets.append(asset)
      for resource in asset.foreignResources { resources[resource.path] = resource }
    }
    guard !assets.isEmpty else { return false }
    var identities: [FileIdentity] = []
    for candidate in candidates + sidecars {
      if let asset = known[candidate.path] {
        guard isUnchanged(candidate, asset) else { return false }
        let hasMovie = asset.otherResources.contains { $0.role == .pairedVideo }
        if asset.extras?.contentIdentifier != nil, !hasMovie { return false }
        identities.append(asset.identity)
      } else if let resource = resources.removeValue(forKey: candidate.path),
        let status = try? candidate.status ?? reader.door.status(of: candidate.path),
        status.identity == resource.identity, status.byteCount == resource.byteCount,
        status.modified == resource.modified
      {
        if resource.role != .sidecar { identities.append(resource.identity) }
      } else {
        return false
      }
    }
    // One that is not among the names has gone, or lies elsewhere and may have.
    guard resources.isEmpty else { return false }
    seen.formUnion(identities)
    for asset in assets {
      known[asset.path] = nil
      noteThere(asset)
    }
    tally.assetCount += assets.count
    return true
  }
}
