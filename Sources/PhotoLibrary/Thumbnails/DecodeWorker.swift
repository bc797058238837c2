internal import Dispatch
public import PickerModel

/// Owns the decoder, on a private serial queue: the only place where photos are decoded.
public actor DecodeWorker: ThumbnailDecoding {
  private let executor: QueueExecutor
  private let door: PhotoDoor
  private let limits: DecodeLimits
  private lazy var decoder = PhotoDecoder(limits: limits)

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
}
