public import PickerModel

/// One thumbnail that is wanted: of which file as the scan saw it, how large, and how good.
///
/// Equal requests are one piece of work. Another modification time is another request.
public struct ThumbnailRequest: Hashable, Sendable {
  /// The asset's handle.
  public let id: AssetID
  /// Where the file is.
  public let path: AssetPath
  /// What the file system calls it.
  public let identity: FileIdentity
  /// The file's length in bytes.
  public let byteCount: Int64
  /// When it was last modified.
  public let modified: FileTime
  /// The format, by content.
  public let format: FileFormat
  /// The box in pixels that the upright picture is fitted into.
  public let target: PixelSize
  /// How good it must be.
  public let quality: Quality
  /// The part of the photo that is wanted, to be exactly as large as the target; nil for all of it.
  public let region: PhotoRegion?

  /// How good a thumbnail must be.
  public enum Quality: UInt8, Hashable, Sendable {
    /// The preview in the file will do, and is checked against the picture when there is time.
    case fast
    /// From the picture itself.
    case full
  }

  /// Creates a request.
  public init(
    asset: Asset, target: PixelSize, quality: Quality = .fast, region: PhotoRegion? = nil
  ) {
    id = asset.id
    path = asset.path
    identity = asset.identity
    byteCount = asset.byteCount
    modified = asset.modified
    format = asset.format
    self.target = target
    self.quality = quality
    self.region = region
  }

  /// The content that the scan saw.
  internal var version: FileVersion {
    FileVersion(identity: identity, byteCount: byteCount, modified: modified)
  }

  /// The same thumbnail from the picture itself.
  internal var inFull: ThumbnailRequest {
    ThumbnailRequest(self, quality: .full)
  }

  private init(_ other: ThumbnailRequest, quality: Quality) {
    id = other.id
    path = other.path
    identity = other.identity
    byteCount = other.byteCount
    modified = other.modified
    format = other.format
    target = other.target
    self.quality = quality
    region = other.region
  }

  /// Hashes what differs between files; the path is compared but not hashed.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(identity)
    hasher.combine(modified)
    hasher.combine(target)
    hasher.combine(quality)
    hasher.combine(region)
  }
}

/// A change of one thumbnail's state.
public struct ThumbnailUpdate: Sendable {
  /// Which one.
  public let request: ThumbnailRequest
  /// What is known of it now.
  public let state: LoadState<Thumbnail>

  /// Creates an update.
  public init(request: ThumbnailRequest, state: LoadState<Thumbnail>) {
    self.request = request
    self.state = state
  }
}

/// The content and the size of a thumbnail: what the cache is keyed by.
internal struct ThumbnailKey: Hashable, Sendable {
  /// What the file system calls the file.
  var identity: FileIdentity
  /// The file's length in bytes.
  var byteCount: Int64
  /// When it was last modified.
  var modified: FileTime
  /// The box in pixels.
  var target: PixelSize

  /// The key of the file as the scan saw it.
  init(_ request: ThumbnailRequest) {
    identity = request.identity
    byteCount = request.byteCount
    modified = request.modified
    target = request.target
  }

  /// The key of the file as `fstat(2)` saw it.
  init(_ version: FileVersion, target: PixelSize) {
    identity = version.identity
    byteCount = version.byteCount
    modified = version.modified
    self.target = target
  }
}

/// Which content a path led to when it was opened.
public struct FileVersion: Hashable, Sendable {
  /// What the file system calls the file.
  public var identity: FileIdentity
  /// The file's length in bytes.
  public var byteCount: Int64
  /// When it was last modified.
  public var modified: FileTime

  /// Creates a version.
  public init(identity: FileIdentity, byteCount: Int64, modified: FileTime) {
    self.identity = identity
    self.byteCount = byteCount
    self.modified = modified
  }
}
