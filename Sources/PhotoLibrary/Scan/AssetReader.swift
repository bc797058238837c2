internal import PickerModel

/// Looks into one file and says whether it is an asset.
internal struct AssetReader {
  /// What a look into a file told.
  internal enum Finding {
    /// An asset.
    case asset(Asset)
    /// Not an asset, not there any more or not usable, for this reason.
    case problem(FileError)
  }

  /// The door that the file is opened through.
  internal let door: PhotoDoor
  /// What looks into files.
  internal let inspector: FileInspector
  /// What is known of files from earlier; never with limited access.
  internal let index: IndexReader?

  /// Creates a reader.
  internal init(door: PhotoDoor, index: IndexReader? = nil) {
    self.door = door
    inspector = FileInspector(door: door)
    self.index = door.isLimited ? nil : index
  }

  /// Looks into a file.
  ///
  /// The asset is what this one file tells; its handle is given where it is shown.
  ///
  /// A file that cannot be read but has the name of a photo is an asset all the same: it gets an
  /// error tile and can be picked.
  internal func read(_ candidate: Candidate) -> Finding {
    let path = candidate.path
    if let index, let status = candidate.status ?? (try? door.status(of: path)),
      status.kind == .regular
    {
      switch candidate.entry ?? index.entry(of: status) {
      case .photo(var header):
        KindRecognizer.complete(&header, name: path.name)
        return .asset(Self.asset(path, status, header))
      case .other: return .problem(FileError(path: path.fileName, kind: .notPhoto))
      case .sidecar, nil: break
      }
    }
    do throws(FileError) {
      let (status, content) = try inspector.look(into: candidate)
      switch content {
      case .photo(var header):
        // Before the name has its say: a file may be renamed.
        index?.note(.photo(header), of: status)
        KindRecognizer.complete(&header, name: path.name)
        return .asset(Self.asset(path, status, header))
      case .unknown(let isSomethingElse):
        if !isSomethingElse, let format = FileSniffer.format(forName: path.name) {
          return .asset(Self.asset(path, status, PhotoHeader(format: format)))
        }
        // Another name could make something broken of what says nothing; a sidecar's row is kept.
        if isSomethingElse, CompanionKind(path.name) != .sidecar { index?.note(.other, of: status) }
        return .problem(FileError(path: path.fileName, kind: .notPhoto))
      case .failed:
        // Its tile says what happened.
        guard let format = FileSniffer.format(forName: path.name) else {
          return .problem(FileError(path: path.fileName, kind: .notPhoto))
        }
        return .asset(Self.asset(path, status, PhotoHeader(format: format)))
      case .unreadable(let number):
        throw FileError(path: path.fileName, kind: .system(errno: number))
      }
    } catch {
      switch error.kind {
      case .permissionDenied, .system:
        guard let format = FileSniffer.format(forName: path.name),
          let status = try? candidate.status ?? door.status(of: path), status.kind == .regular
        else { return .problem(error) }
        return .asset(Self.asset(path, status, PhotoHeader(format: format)))
      default:
        return .problem(error)
      }
    }
  }

  private static func asset(
    _ path: AssetPath, _ status: FileStatus, _ header: PhotoHeader
  ) -> Asset {
    var resources: [AssetResource] = []
    if let movie = header.embeddedMovie, movie.byteOffset <= status.byteCount,
      movie.byteCount <= status.byteCount - movie.byteOffset
    {
      resources.append(
        AssetResource(
          role: .pairedVideo, path: path, identity: status.identity, modified: status.modified,
          format: movie.format, byteOffset: movie.byteOffset, byteCount: movie.byteCount))
    }
    let hasExtras =
      !resources.isEmpty || header.rating != nil || header.label != nil
      || header.contentIdentifier != nil || header.burstIdentifier != nil
    return Asset(
      id: AssetID(0), path: path, identity: status.identity, byteCount: status.byteCount,
      modified: status.modified, format: header.format, orientation: header.orientation,
      pixelSize: header.displayedSize, creationDate: header.captureDate,
      duration: (header.duration ?? header.embeddedMovie?.duration).flatMap { seconds in
        seconds.isFinite && seconds >= 0 ? seconds : nil
      }, kinds: header.kinds,
      camera: header.camera,
      extras: hasExtras
        ? AssetExtras(
          resources: resources, rating: header.rating, label: header.label,
          contentIdentifier: header.contentIdentifier, burstIdentifier: header.burstIdentifier)
        : nil)
  }
}
