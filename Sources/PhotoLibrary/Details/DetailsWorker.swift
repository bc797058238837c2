internal import Dispatch
public import PickerModel

/// Opens photos and reads what the info panel says of them, one after the other on a private queue.
public actor DetailsWorker<Details: Sendable> {
  private let executor = QueueExecutor(label: "photopick.details")
  private let door: PhotoDoor
  private let reader: @Sendable (borrowing OpenFile, Asset) -> Details

  /// Creates a worker; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - door: what opens photos.
  ///   - reader: what reads an open file; it may block.
  public init(
    door: PhotoDoor, reader: @escaping @Sendable (borrowing OpenFile, Asset) -> Details
  ) {
    self.door = door
    self.reader = reader
  }

  /// The private queue.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Reads the details of one photo.
  ///
  /// - Throws: why the file can't be opened.
  public func read(_ asset: Asset) throws(FileError) -> Details {
    let file = try door.open(asset.path)
    return reader(file, asset)
  }
}
