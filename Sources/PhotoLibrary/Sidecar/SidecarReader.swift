internal import PickerModel

/// Reads the XMP files beside photos (ISO 16684-1).
internal struct SidecarReader {
  /// What files are opened through.
  internal let door: PhotoDoor
  /// What looks into them.
  internal let inspector: FileInspector
  /// What is known of files from earlier.
  internal let index: IndexReader?

  /// Creates a reader.
  internal init(_ reader: AssetReader) {
    door = reader.door
    inspector = reader.inspector
    index = reader.index
  }

  /// Reads a sidecar.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - status: Its state, if it is known already.
  /// - Returns: nil for a file that cannot be read, is larger than ``XMPDocument/maximumByteCount``,
  ///   or is no XMP.
  internal func read(_ path: AssetPath, status: FileStatus? = nil) -> Sidecar? {
    if let index, let status = status ?? (try? door.status(of: path)), status.kind == .regular,
      case .sidecar(let rating, let label, let date)? = index.entry(of: status)
    {
      return sidecar(path, status, rating, label, date)
    }
    guard let file = try? door.open(path), file.byteCount <= XMPDocument.maximumByteCount,
      let content = inspector.sidecar(file)
    else { return nil }
    let (rating, label, date) = (content.rating, content.label, content.captureDate)
    index?.note(.sidecar(rating: rating, label: label, captureDate: date), of: file.status)
    return sidecar(path, file.status, rating, label, date)
  }

  private func sidecar(
    _ path: AssetPath, _ status: FileStatus, _ rating: Int8?, _ label: String?,
    _ captureDate: CaptureDate?
  ) -> Sidecar {
    // A sidecar has no photo's format; the resource needs one.
    let resource = AssetResource(
      role: .sidecar, path: path, identity: status.identity, modified: status.modified,
      format: .tiff, byteCount: status.byteCount)
    return Sidecar(resource: resource, rating: rating, label: label, captureDate: captureDate)
  }

  /// The sidecars of an asset among those of its stem, the one that counts most first.
  ///
  /// The one that names the whole file counts more than the one that names its stem: it is about this
  /// file and no other. Those of the raw files that belong to it come last.
  ///
  /// - Parameters:
  ///   - name: The name of the asset's own file.
  ///   - raws: The names of its raw files.
  ///   - sidecars: All sidecars of the stem.
  /// - Returns: Those that are about the asset.
  /// - Complexity: O(n) in the number of sidecars.
  internal static func sidecars(
    of name: FileName, raws: [FileName], among sidecars: [AssetPath]
  ) -> [AssetPath] {
    var ranked: [(rank: Int, path: AssetPath)] = []
    let whole = lowered(name.bytes)
    let stem = lowered(stemOf(name))
    let others = raws.map { lowered($0.bytes) }
    for path in sidecars {
      let about = lowered(stemOf(path.name))
      let rank: Int
      if about == whole {
        rank = 0
      } else if about == stem {
        rank = 1
      } else if let index = others.firstIndex(of: about) {
        rank = 2 + index
      } else {
        continue
      }
      ranked.append((rank, path))
    }
    return ranked.sorted { ($0.rank, $0.path.name) < ($1.rank, $1.path.name) }.map(\.path)
  }

  private static func lowered(_ bytes: [UInt8]) -> [UInt8] { bytes.map(StemKey.lowered) }

  private static func stemOf(_ name: FileName) -> [UInt8] {
    guard let start = StemKey.extensionStart(name.bytes) else { return name.bytes }
    return Array(name.bytes[..<(start - 1)])
  }
}
