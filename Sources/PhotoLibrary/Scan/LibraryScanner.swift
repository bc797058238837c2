internal import Dispatch
public import PickerModel
internal import Synchronization

/// Finds the assets of a library.
///
/// Scans run one after the other on the scanner's own serial queue, never on the concurrency pool:
/// a slow disk must not hold up tasks. Names are collected without a `stat(2)` each; the head of the
/// requested order is looked into first, so that the first screen is there while the scan goes on.
///
/// What a scan finds:
/// - a file is an asset by its content, see ``FileSniffer``; devices, sockets and pipes are skipped;
/// - folders behind symbolic links are listed too, each folder once, so loops are harmless;
/// - a file that is reached twice (links, hard links, overlapping roots) is one asset, under its own
///   name rather than a symbolic link's;
/// - a symbolic link that leads nowhere is skipped.
public struct LibraryScanner: Sendable {
  /// The most assets of one batch.
  public static let batchLimit = 2_000

  private let door: PhotoDoor
  private let index: MetadataIndex?
  private let pace: ScanPace
  private let queue = DispatchQueue(label: "photopick.scan")

  /// Creates a scanner that opens files through a door.
  ///
  /// - Parameters:
  ///   - door: the door.
  ///   - index: what is known from earlier scans; neither read nor written with limited access.
  public init(door: PhotoDoor = PhotoDoor(), index: MetadataIndex? = nil) {
    self.init(door: door, index: index, pace: ScanPace())
  }

  /// Creates a scanner with a pace of its own.
  internal init(door: PhotoDoor, index: MetadataIndex? = nil, pace: ScanPace) {
    self.door = door
    self.index = door.isLimited ? nil : index
    self.pace = pace
  }

  /// Scans.
  ///
  /// Cancelling the task that iterates, or dropping the stream, ends the scan within a few files.
  ///
  /// - Parameter request: what to scan.
  /// - Returns: the events; the last one is `.finished`.
  public func scan(_ request: ScanRequest) -> AsyncStream<ScanEvent> { scan { request } }

  /// Scans what is only known when it is this scan's turn.
  ///
  /// - Parameter request: makes the request, on the scanner's queue: it may take its time.
  /// - Returns: the events; the last one is `.finished`.
  public func scan(_ request: @escaping @Sendable () -> ScanRequest) -> AsyncStream<ScanEvent> {
    let (stream, continuation) = AsyncStream<ScanEvent>.makeStream()
    let flag = CancellationFlag()
    continuation.onTermination = { _ in flag.set() }
    let (door, index, pace) = (door, index, pace)
    queue.async {
      let run = ScanRun(
        request(), door: door, index: index, pace: pace, isCancelled: { flag.isSet }
      ) { event in
        continuation.yield(event)
      }
      continuation.yield(.finished(run.run()))
      continuation.finish()
    }
    return stream
  }

  /// The roots that cannot be scanned, to be asked before there is a screen.
  ///
  /// - Returns: an error for each that is missing, may not be listed, or is neither folder nor file.
  public static func rootProblems(_ roots: [FileName]) -> [FileError] {
    roots.compactMap { root in
      do throws(SystemError) {
        let path = FolderPath.trimmed(root).bytes
        let status = try FileCalls.status(
          at: FileCalls.currentFolder, path, followingLast: true)
        switch status.kind {
        case .folder: _ = try FileCalls.open(at: FileCalls.currentFolder, path, for: .list)
        case .regular: break
        default: return FileError(path: root, kind: .isSpecialFile)
        }
        return nil
      } catch {
        return FileError(path: root, error)
      }
    }
  }
}

/// Set once, asked often, from two threads.
private final class CancellationFlag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .relaxed) }

  func set() { value.store(true, ordering: .relaxed) }
}
