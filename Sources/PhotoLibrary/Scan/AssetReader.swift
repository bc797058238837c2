internal import PickerModel

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
    Asset(
      id: id, path: path, identity: status.identity, byteCount: status.byteCount,
      modified: status.modified, format: header.format, orientation: header.orientation,
      pixelSize: header.displayedSize, creationDate: header.captureDate,
      duration: header.duration)
  }
}
