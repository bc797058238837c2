internal import Dispatch
public import PickerModel

/// Owns the decoder, on a private serial queue: the only place where photos are decoded.
public actor DecodeWorker: ThumbnailDecoding {
  private let executor: QueueExecutor
  private let door: PhotoDoor
  private let limits: DecodeLimits
  private lazy var decoder = PhotoDecoder(limits: limits)
  /// The photo that regions are cut out of, and what its sides were divided by; one at a time.
  private var source: (version: FileVersion, reduction: Int, picture: SourcePicture)?

  /// Creates a worker; nothing is opened or started yet.
  public init(door: PhotoDoor, limits: DecodeLimits = .standard) {
    self.door = door
    self.limits = limits
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
    if version != request.version {
      let head = (try? file.bytes(at: 0, count: FileSniffer.headByteCount)) ?? []
      format = FileSniffer.format(ofHead: head) ?? format
    }
    if let region = request.region {
      return try decode(region, of: file, request, version, format, background)
    }
    let wanted = DecodeRequest(
      format: format, target: request.target, background: background,
      allowsEmbedded: request.quality == .fast)
    do throws(DecodeError) {
      let photo = try decoder.decode(file, wanted)
      return ThumbnailResult(
        thumbnail: photo.thumbnail, version: version, dependsOnBackground: photo.dependsOnBackground
      )
    } catch {
      throw .decode(error)
    }
  }

  /// Lets go of the photo that regions are cut out of.
  public func releaseSource() {
    source = nil
  }

  // MARK: - Regions

  private func decode(
    _ region: PhotoRegion, of file: borrowing OpenFile, _ request: ThumbnailRequest,
    _ version: FileVersion, _ format: FileFormat, _ background: RGBColor
  ) throws(ThumbnailError) -> ThumbnailResult {
    do throws(DecodeError) {
      let reduction = Self.reduction(for: region, target: request.target)
      if source?.version != version || source.map({ $0.reduction > reduction }) ?? true {
        // The old one goes first: two of them are never there.
        source = nil
        let picture = try decoder.source(file, format: format, reduction: reduction)
        source = (version, reduction, picture)
      }
      if Task.isCancelled { throw .cancelled }
      guard let picture = source?.picture else { throw .cancelled }
      let pixels = decoder.crop(picture, region, target: request.target, background: background)
      return ThumbnailResult(
        thumbnail: Thumbnail(pixels: pixels, isTruncated: picture.isTruncated), version: version,
        dependsOnBackground: picture.raster.layout.hasAlpha || picture.isTruncated)
    } catch {
      throw .decode(error)
    }
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
