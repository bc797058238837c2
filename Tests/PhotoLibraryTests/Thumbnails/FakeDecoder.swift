import PhotoLibrary
import PickerModel

/// A decoder that does what a photo's name says, and only when the test lets it.
///
/// `fail…` fails, `vanish…` has no file, `embedded…` first answers from the file's own preview,
/// `edited…` has a preview that shows something else, `broken…` has a good preview of a damaged
/// picture, `stubborn…` ignores cancellation, `glass…` shows the background, `big…` is large.
actor FakeDecoder: ThumbnailDecoding {
  /// The names of what was started, in order; `name+full` for the full quality.
  private(set) var started: [String] = []
  /// The names of what was given up.
  private(set) var cancelled: [String] = []

  private var isOpen: Bool
  private var gates: [CheckedContinuation<Void, Never>] = []
  private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  /// - Parameter isOpen: whether work goes through without waiting for the test.
  init(isOpen: Bool = true) {
    self.isOpen = isOpen
  }

  func decode(
    _ request: ThumbnailRequest, background: RGBColor
  ) async throws(ThumbnailError) -> ThumbnailResult {
    let name = request.path.name.displayString
    started.append(request.quality == .full ? "\(name)+full" : name)
    let reached = watchers.filter { $0.count <= started.count }
    watchers.removeAll { $0.count <= started.count }
    for watcher in reached { watcher.continuation.resume() }
    if !isOpen { await withCheckedContinuation { gates.append($0) } }
    if Task.isCancelled, !name.hasPrefix("stubborn") {
      cancelled.append(name)
      throw .decode(.cancelled)
    }
    if name.hasPrefix("fail") { throw .decode(.corrupt("on purpose")) }
    if name.hasPrefix("vanish") {
      throw .file(FileError(path: request.path.fileName, kind: .missing))
    }
    if name.hasPrefix("broken"), request.quality == .full { throw .decode(.truncated) }
    return ThumbnailResult(
      thumbnail: Thumbnail(
        pixels: PixelBuffer(
          size: name.hasPrefix("big")
            ? PixelSize(width: 1_000, height: 1_000) : PixelSize(width: 8, height: 8),
          color: color(name, request, background)),
        source: hasPreview(name) && request.quality == .fast ? .embedded : .primary),
      version: FileVersion(
        identity: request.identity, byteCount: request.byteCount, modified: request.modified),
      dependsOnBackground: name.hasPrefix("glass"))
  }

  private func hasPreview(_ name: String) -> Bool {
    ["embedded", "edited", "broken"].contains { name.hasPrefix($0) }
  }

  private func color(
    _ name: String, _ request: ThumbnailRequest, _ background: RGBColor
  ) -> RGBColor {
    if name.hasPrefix("glass") { return background }
    let isEdited = name.hasPrefix("edited") && request.quality == .full
    return RGBColor(red: isEdited ? 250 : 20, green: 40, blue: 60)
  }

  /// Lets one piece of waiting work through.
  func step() {
    if !gates.isEmpty { gates.removeFirst().resume() }
  }

  /// Lets everything through from now on.
  func open() {
    isOpen = true
    for gate in gates { gate.resume() }
    gates = []
  }

  /// Returns once this many pieces of work were started in all.
  func waitForStart(_ count: Int) async {
    if started.count >= count { return }
    await withCheckedContinuation { watchers.append((count, $0)) }
  }
}

extension ThumbnailRequest {
  /// A request for a made-up photo.
  static func made(
    _ name: String, side: Int = 100, quality: Quality = .fast, modified: Int64 = 1
  ) -> ThumbnailRequest {
    let number = name.utf8.reduce(UInt32(7)) { ($0 &* 31 &+ UInt32($1)) & 0xFFFF }
    return ThumbnailRequest(
      asset: Asset(
        id: AssetID(number), path: AssetPath(folder: "/photos", name: FileName(name)),
        identity: FileIdentity(device: 1, inode: UInt64(number)), byteCount: 1_000,
        modified: FileTime(seconds: modified), format: .jpeg),
      target: PixelSize(width: side, height: side), quality: quality)
  }
}
