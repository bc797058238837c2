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
  /// The cameras of this scan.
  internal let cameras = CameraTable()
  /// What is known of files from earlier; never with limited access.
  internal let index: IndexReader?

  /// Creates a reader.
  internal init(door: PhotoDoor, index: IndexReader? = nil) {
    self.door = door
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
      let file = try door.open(path, isKnownRegular: candidate.isKnownRegular)
      let head = try HeaderReader.head(of: file)
      let status = file.status
      switch FileSniffer.verdict(head: head, name: path.name) {
      case .asset(let format):
        var header =
          HeaderReader.header(of: file, head: head, cameras: cameras) ?? PhotoHeader(format: format)
        // Before the name has its say: a file may be renamed.
        index?.note(.photo(header), of: status)
        KindRecognizer.complete(&header, name: path.name)
        return .asset(Self.asset(path, status, header))
      case .broken(let format):
        return .asset(Self.asset(path, status, PhotoHeader(format: format)))
      case .other:
        // Another name could make something broken of what says nothing; a sidecar's row is kept.
        if FileSniffer.isSomethingElse(ByteView(head)), CompanionKind(path.name) != .sidecar {
          index?.note(.other, of: status)
        }
        return .problem(FileError(path: path.fileName, kind: .notPhoto))
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
      id: AssetID(0), path: path, identity: status.identity, byteCount: status.byteCount,
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
