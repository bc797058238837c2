internal import Glibc
internal import PickerModel

/// Looks into files and says what their bytes tell: in a decoder's process where the door has one,
/// and then many files at a time.
///
/// Belongs to one queue, which it may block.
internal final class FileInspector {
  /// A file as it was when it was opened, and what is in it.
  internal typealias Inspection = (status: FileStatus, content: FileContent)

  /// How many requests are on their way at a time: one is answered while the next one is read.
  private static let requestCount = 2
  /// Files that nobody has asked for after all are forgotten past this many.
  private static let foundLimit = 256

  /// The files that will be asked for next, to be looked into along the way.
  private var upcoming: ArraySlice<Candidate> = []
  /// What is known of a file before anybody looks into it: then it is not looked into early.
  internal var isKnown: (Candidate) -> Bool = { _ in true }

  private let door: PhotoDoor
  private let cameras: CameraTable
  private let client: DecoderClient?

  private var requests: [Request] = []
  private var found: [AssetPath: Inspection] = [:]
  /// Files that were on their way when a decoder ended: the one that did it is among them, so they are
  /// looked into one by one.
  private var suspects: Set<AssetPath> = []
  private var sharedCameras: [Camera: Camera] = [:]

  private struct Request {
    let number: UInt64
    var files: [(path: AssetPath, status: FileStatus)]
  }

  /// Creates an inspector.
  ///
  /// - Parameters:
  ///   - door: what opens files, and whether they are looked into in this process.
  ///   - cameras: the cameras of this scan.
  internal init(door: PhotoDoor, cameras: CameraTable = CameraTable()) {
    self.door = door
    self.cameras = cameras
    client = door.decoder.map { DecoderClient($0) }
  }

  /// Says what will be asked for after a candidate.
  internal func expect(_ candidates: [Candidate], after index: Int) {
    if client == nil { return }
    if upcoming.endIndex != candidates.endIndex || upcoming.startIndex <= index || index == 0 {
      upcoming = candidates[(index + 1)...]
    }
    if index == 0 {
      suspects = []
      if found.count > Self.foundLimit { found = [:] }
    }
  }

  /// Looks into a file.
  ///
  /// - Throws: why it can't be opened.
  internal func look(into candidate: Candidate) throws(FileError) -> Inspection {
    guard let client else {
      let file = try door.open(candidate.path, isKnownRegular: candidate.isKnownRegular)
      return (file.status, .look(into: file, cameras))
    }
    if let inspection = found.removeValue(forKey: candidate.path) { return inspection }
    while requests.contains(where: { $0.files.contains { $0.path == candidate.path } }) {
      receive(from: client)
      sendUpcoming(to: client)
      if let inspection = found.removeValue(forKey: candidate.path) { return inspection }
    }
    let file = try door.open(candidate.path, isKnownRegular: candidate.isKnownRegular)
    if suspects.remove(candidate.path) != nil || !requests.isEmpty {
      return (file.status, alone(file, client))
    }
    sendUpcoming(to: client, after: file, candidate.path)
    while !requests.isEmpty {
      receive(from: client)
      if let inspection = found.removeValue(forKey: candidate.path) { return inspection }
    }
    suspects.remove(candidate.path)
    return (file.status, alone(file, client))
  }

  /// What an open XMP file says; nil for one that is none.
  internal func sidecar(_ file: borrowing OpenFile) -> SidecarContent? {
    guard let client else { return SidecarContent(of: file) }
    settle(client)
    return try? client.sidecar(file)
  }

  // MARK: - One

  private func alone(_ file: borrowing OpenFile, _ client: DecoderClient) -> FileContent {
    settle(client)
    let byteCount = file.byteCount
    do throws(DecodeError) {
      let content = try file.withDescriptor { descriptor throws(DecodeError) in
        let number: UInt64
        do throws(DecoderEnd) {
          number = try client.sendHeaders([(descriptor, byteCount)])
        } catch {
          throw .decoder(error)
        }
        return try client.receiveHeaders(number, 1)
      }
      return content.first.map(shared) ?? .failed(.nonsense)
    } catch {
      if case .decoder(let end) = error { return .failed(end) }
      return .failed(.signal(SIGALRM))
    }
  }

  /// Waits until nothing is on its way.
  private func settle(_ client: DecoderClient) {
    while !requests.isEmpty { receive(from: client) }
  }

  // MARK: - Many

  private func receive(from client: DecoderClient) {
    guard var request = requests.first else { return }
    do throws(DecodeError) {
      let contents = try client.receiveHeaders(request.number, request.files.count)
      for (file, content) in zip(request.files, contents) {
        found[file.path] = (file.status, shared(content))
      }
      request.files.removeFirst(contents.count)
      if request.files.isEmpty { requests.removeFirst() } else { requests[0] = request }
    } catch {
      for request in requests { suspects.formUnion(request.files.map(\.path)) }
      requests = []
    }
  }

  /// Opens the files that come next and sends them, until enough is on its way.
  private func sendUpcoming(to client: DecoderClient) {
    while requests.count < Self.requestCount, suspects.isEmpty {
      var batch = Batch()
      fill(&batch)
      if batch.files.isEmpty { return }
      send(batch, to: client)
    }
  }

  /// The same, beginning with a file that is open.
  private func sendUpcoming(
    to client: DecoderClient, after file: borrowing OpenFile, _ path: AssetPath
  ) {
    var batch = Batch()
    file.withDescriptor { descriptor in
      batch.files.append((path, file.status, descriptor))
      if suspects.isEmpty { fill(&batch) }
      send(batch, to: client)
    }
    sendUpcoming(to: client)
  }

  private func fill(_ batch: inout Batch) {
    for _ in 0..<ChildLink.fileLimit {
      guard batch.files.count < ChildLink.fileLimit, let next = upcoming.popFirst() else { return }
      guard !isKnown(next), found[next.path] == nil,
        !batch.files.contains(where: { $0.path == next.path }),
        let file = try? door.open(next.path, isKnownRegular: next.isKnownRegular)
      else { continue }
      let status = file.status
      batch.files.append((next.path, status, batch.keep(file)))
    }
  }

  private func send(_ batch: borrowing Batch, to client: DecoderClient) {
    do throws(DecoderEnd) {
      let number = try client.sendHeaders(batch.files.map { ($0.descriptor, $0.status.byteCount) })
      requests.append(Request(number: number, files: batch.files.map { ($0.path, $0.status) }))
    } catch {
      suspects.formUnion(batch.files.map(\.path))
    }
  }

  /// Files that are open until they are sent.
  private struct Batch: ~Copyable {
    var files: [(path: AssetPath, status: FileStatus, descriptor: Int32)] = []
    private var kept: [KeptFile] = []

    mutating func keep(_ file: consuming OpenFile) -> Int32 {
      let kept = KeptFile(file)
      self.kept.append(kept)
      return kept.descriptor
    }
  }

  private final class KeptFile {
    private let file: OpenFile

    init(_ file: consuming OpenFile) {
      self.file = file
    }

    var descriptor: Int32 { file.withDescriptor { $0 } }
  }

  /// The same with one object for all photos of one camera.
  private func shared(_ content: FileContent) -> FileContent {
    guard case .photo(var header) = content, let camera = header.camera else { return content }
    if let known = sharedCameras[camera] {
      header.camera = known
      return .photo(header)
    }
    if sharedCameras.count < CameraTable.limit { sharedCameras[camera] = camera }
    return content
  }
}
