internal import Dispatch
public import PickerModel

/// Opens photos and reads what the info panel says of them, one after the other on a private queue.
public actor DetailsWorker {
  private let executor = QueueExecutor(label: "photopick.details")
  private let door: PhotoDoor
  private let client: DecoderClient?

  /// Creates a worker; nothing is opened or started yet.
  ///
  /// - Parameter door: what opens photos, and whose processes look into them.
  public init(door: PhotoDoor) {
    self.door = door
    client = door.decoder.map { DecoderClient($0) }
  }

  /// The private queue.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Reads the details of one photo.
  ///
  /// - Throws: why the file can't be opened, or gives no answer.
  public func read(_ asset: Asset) throws(ThumbnailError) -> PhotoDetails {
    let file: OpenFile
    do throws(FileError) {
      file = try door.open(asset.path)
    } catch {
      throw .file(error)
    }
    guard let client else { return PhotoDetailsReader.read(file, asset: asset) }
    do throws(DecodeError) {
      return PhotoDetailsReader.completed(try client.details(file, asset.format), asset)
    } catch {
      throw .decode(error)
    }
  }
}
