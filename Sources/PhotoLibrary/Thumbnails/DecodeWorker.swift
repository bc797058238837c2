internal import Dispatch
public import PickerModel

/// Owns the decoder, on a private serial queue: a process of its own where the door has one.
public actor DecodeWorker: ThumbnailDecoding {
  private let executor: QueueExecutor
  private let door: PhotoDoor
  private let limits: DecodeLimits
  private let client: DecoderClient?
  private lazy var decoder = PhotoDecoder(limits: limits)
  private lazy var regions = RegionCutter(decoder: decoder)

  /// Creates a worker; nothing is opened or started yet.
  public init(door: PhotoDoor, limits: DecodeLimits = .standard) {
    self.door = door
    self.limits = limits
    client = door.decoder.map { DecoderClient($0, limits: limits) }
    executor = QueueExecutor(label: "photopick.decode")
  }

  /// The private queue.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Opens and decodes one photo.
  ///
  /// A file that was replaced since the scan is decoded as what it is now.
  ///
  /// - Throws: `.file` where it can't be opened, `.decode` where it can't be decoded.
  public func decode(
    _ request: ThumbnailRequest, background: RGBColor
  ) async throws(ThumbnailError) -> ThumbnailResult {
    if Task.isCancelled { throw .decode(.cancelled) }
    let file: OpenFile
    do throws(FileError) {
      file = try door.open(request.path)
    } catch {
      throw .file(error)
    }
    let version = FileVersion(
      identity: file.status.identity, byteCount: file.byteCount, modified: file.status.modified)
    var format = request.format
    // A decoder looks for itself.
    if client == nil, version != request.version {
      let head = (try? file.bytes(at: 0, count: FileSniffer.headByteCount)) ?? []
      format = FileSniffer.format(ofHead: head) ?? format
    }
    do throws(DecodeError) {
      let (thumbnail, dependsOnBackground) =
        if let region = request.region {
          try decode(region, of: file, request, version, format, background)
        } else {
          try decode(
            file,
            DecodeRequest(
              format: format, target: request.target, background: background,
              allowsEmbedded: request.quality == .fast))
        }
      return ThumbnailResult(
        thumbnail: thumbnail, version: version, dependsOnBackground: dependsOnBackground)
    } catch {
      throw .decode(error)
    }
  }

  /// Lets go of the photo that regions are cut out of.
  public func releaseSource() {
    if let client { client.releaseSource() } else { regions.release() }
  }

  private func decode(
    _ file: borrowing OpenFile, _ request: DecodeRequest
  ) throws(DecodeError) -> (Thumbnail, dependsOnBackground: Bool) {
    if let client { return try client.thumbnail(file, request) }
    let photo = try decoder.decode(file, request)
    return (photo.thumbnail, photo.dependsOnBackground)
  }

  private func decode(
    _ region: PhotoRegion, of file: borrowing OpenFile, _ request: ThumbnailRequest,
    _ version: FileVersion, _ format: FileFormat, _ background: RGBColor
  ) throws(DecodeError) -> (Thumbnail, dependsOnBackground: Bool) {
    if let client {
      return try client.region(
        DecoderRequest.Region(
          version: version, format: format, region: region, target: request.target,
          background: background), file)
    }
    return try regions.cut(
      region, of: file, version, format, target: request.target, background: background)
  }

  /// The largest power of two, at most 8, that leaves a region enough pixels; more where the whole
  /// photo would take too much memory.
  static func reduction(for region: PhotoRegion, target: PixelSize) -> Int {
    let room = min(
      region.size.width / max(1, target.width), region.size.height / max(1, target.height))
    var reduction = 1
    while reduction < 8, reduction * 2 <= room { reduction *= 2 }
    let pixels = Double(region.photo.width) * Double(region.photo.height)
    while reduction < 8,
      pixels / Double(reduction * reduction) > Double(PreviewZoom.maximumSourcePixelCount)
    {
      reduction *= 2
    }
    return reduction
  }
}
