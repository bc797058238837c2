/// The handle of an asset within one run: small, dense, given out in order of arrival.
///
/// It stays with a path over rescans. It is not the `id` of the result: see ``FileIdentity``.
public struct AssetID: Hashable, Sendable, Comparable {
  /// The position in order of arrival, from 0.
  public let rawValue: UInt32

  /// Creates a handle.
  public init(_ rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Orders by arrival.
  public static func < (left: AssetID, right: AssetID) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// What the file system calls a file: stable across rename, for the `id` of the result.
public struct FileIdentity: Hashable, Sendable {
  /// `st_dev` of the file.
  public let device: UInt64
  /// `st_ino` of the file.
  public let inode: UInt64

  /// Creates an identity from `stat(2)` fields.
  public init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }
}

/// A point in time as the file system stores it: seconds and nanoseconds since 1970 UTC.
public struct FileTime: Hashable, Sendable, Comparable {
  /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
  public let seconds: Int64
  /// Nanoseconds past `seconds`, 0 to 999,999,999.
  public let nanoseconds: Int32

  /// Creates a time.
  public init(seconds: Int64, nanoseconds: Int32 = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// Orders by time.
  public static func < (left: FileTime, right: FileTime) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}

/// One thing a person can pick: a still image, a video or a Live Photo, with what its header tells.
///
/// Everything here is known after the file's header was read; no pixel was decoded.
public struct Asset: Hashable, Sendable, Identifiable {
  /// The handle within this run.
  public let id: AssetID
  /// Where the file is.
  public var path: AssetPath
  /// What the file system calls it.
  public var identity: FileIdentity
  /// The file's length in bytes.
  public var byteCount: Int64
  /// When the file's content was last modified.
  public var modified: FileTime
  /// The format, by content.
  public var format: FileFormat
  /// How the stored picture is turned for display; `up` for HEIF, whose own boxes rule.
  public var orientation: Orientation
  /// The size as displayed, orientation applied; nil when the header does not tell.
  public var pixelSize: PixelSize?
  /// When it was taken, if the file tells.
  public var creationDate: CaptureDate?
  /// Length in seconds: of a video, and of a Live Photo's movie, whose header tells.
  public var duration: Double?
  /// What kinds of photo or video it is, and how sure that is.
  public var kinds: AssetKinds
  /// What it was taken with; one object for all photos of one camera.
  public var camera: Camera?
  /// What few assets have; nil for none of it.
  public var extras: AssetExtras?

  /// Creates an asset.
  public init(
    id: AssetID, path: AssetPath, identity: FileIdentity, byteCount: Int64, modified: FileTime,
    format: FileFormat, orientation: Orientation = .up, pixelSize: PixelSize? = nil,
    creationDate: CaptureDate? = nil, duration: Double? = nil, kinds: AssetKinds = AssetKinds(),
    camera: Camera? = nil, extras: AssetExtras? = nil
  ) {
    self.id = id
    self.path = path
    self.identity = identity
    self.byteCount = byteCount
    self.modified = modified
    self.format = format
    self.orientation = orientation
    self.pixelSize = pixelSize
    self.creationDate = creationDate
    self.duration = duration
    self.kinds = kinds
    self.camera = camera
    self.extras = extras
  }

  /// Still image or video; a Live Photo is an image.
  public var mediaType: MediaType { format.mediaType }

  /// What kinds of photo or video it is, whoever says so.
  public var subtypes: AssetSubtypes { kinds.all }

  /// The files and parts of files beside the asset's own one, as a Live Photo's movie.
  public var otherResources: [AssetResource] { extras?.resources ?? [] }

  /// The point in time for ordering by date: when it was taken, else when the file was modified.
  public var dateForOrdering: FileTime { creationDate?.instant ?? modified }

  /// Tells whether two states of a file can be taken for the same content: a picture of one shows
  /// the other.
  public func hasSameContent(as other: Asset) -> Bool {
    identity == other.identity && modified == other.modified && byteCount == other.byteCount
  }

  /// The same asset under another handle.
  public func with(id: AssetID) -> Asset {
    Asset(
      id: id, path: path, identity: identity, byteCount: byteCount, modified: modified,
      format: format, orientation: orientation, pixelSize: pixelSize, creationDate: creationDate,
      duration: duration, kinds: kinds, camera: camera, extras: extras)
  }
}
