public import PickerModel

/// Looks into one file and says whether it is an asset.
internal struct AssetReader {
  /// What a look into a file told.
  internal enum Finding {
    /// An asset.
    case asset(Asset)
    /// Not an asset, or not there any more.
    case nothing
    /// Not usable, for this reason.
    case problem(FileError)
  }

  /// The door that the file is opened through.
  internal let door: PhotoDoor

  /// Looks into a file.
  ///
  /// A file that cannot be read but has the name of a photo is an asset all the same: it gets an
  /// error tile and can be picked.
  internal func read(_ candidate: Candidate, id: AssetID) -> Finding {
    let path = candidate.path
    do throws(FileError) {
      let file = try door.open(path, isKnownRegular: candidate.isKnownRegular)
      let head = try HeaderReader.head(of: file)
      let status = file.status
      switch FileSniffer.verdict(head: head, name: path.name) {
      case .asset(let format):
        let header =
          HeaderReader.header(of: file, head: head) ?? PhotoHeader(format: format)
        return .asset(Self.asset(id, path, status, header))
      case .broken(let format):
        return .asset(Self.asset(id, path, status, PhotoHeader(format: format)))
      case .other:
        return .problem(FileError(path: path.fileName, kind: .notPhoto))
      }
    } catch {
      switch error.kind {
      case .permissionDenied, .system:
        guard let format = FileSniffer.format(forName: path.name),
          let status = try? candidate.status ?? door.status(of: path), status.kind == .regular
        else { return .problem(error) }
        return .asset(Self.asset(id, path, status, PhotoHeader(format: format)))
      default:
        return .problem(error)
      }
    }
  }

  private static func asset(
    _ id: AssetID, _ path: AssetPath, _ status: FileStatus, _ header: PhotoHeader
  ) -> Asset {
    var resources: [AssetResource] = []
    if let movie = header.embeddedMovie {
      resources.append(
        AssetResource(
          role: .pairedVideo, path: path, identity: status.identity, modified: status.modified,
          format: movie.format, byteOffset: movie.byteOffset, byteCount: movie.byteCount))
    }
    let hasExtras =
      !resources.isEmpty || header.rating != nil || header.label != nil
      || header.contentIdentifier != nil || header.burstIdentifier != nil
    return Asset(
      id: id, path: path, identity: status.identity, byteCount: status.byteCount,
      modified: status.modified, format: header.format, orientation: header.orientation,
      pixelSize: header.displayedSize, creationDate: header.captureDate,
      duration: header.duration ?? header.embeddedMovie?.duration, kinds: header.kinds,
      camera: header.camera,
      extras: hasExtras
        ? AssetExtras(
          resources: resources, rating: header.rating, label: header.label,
          contentIdentifier: header.contentIdentifier, burstIdentifier: header.burstIdentifier)
        : nil)
  }
}

extension PhotoDoor {
  /// Looks at an asset once more before it is handed over.
  ///
  /// - Parameter asset: The asset as the scan saw it.
  /// - Returns: The same, or what its path leads to now where the file was replaced or changed. One
  ///   that may not be read stays as it was: its path is still good for others.
  /// - Throws: `.missing`, `.isFolder`, `.isSpecialFile`, `.notPhoto`, `.replacedBySymlink` and the
  ///   like: the path leads to no photo any more.
  public func refreshed(_ asset: Asset) throws(FileError) -> Asset {
    do throws(FileError) {
      let status = try open(asset.path).status
      if status.identity == asset.identity, status.byteCount == asset.byteCount,
        status.modified == asset.modified
      {
        return asset
      }
    } catch {
      if case .permissionDenied = error.kind { return asset }
      if case .system = error.kind { return asset }
      throw error
    }
    let candidate = Candidate(
      path: asset.path, identity: nil, status: nil, isKnownRegular: false, isNamed: true,
      order: SortOrder())
    switch AssetReader(door: self).read(candidate, id: asset.id) {
    case .asset(let fresh): return fresh
    case .nothing: throw FileError(path: asset.path.fileName, kind: .missing)
    case .problem(let error): throw error
    }
  }
}
