internal import PickerModel

/// What the rules of ``PairTable`` ask of a file.
internal struct PairMember: Hashable, Sendable {
  /// Where it is.
  internal let path: AssetPath
  /// Its folder and stem.
  internal let stem: StemKey
  /// The format, by content.
  internal let format: FileFormat
  /// The content identifier, if it states one.
  internal let identifier: String?
  /// Its length in seconds, if it is a movie that tells.
  internal let duration: Double?
  /// When it was taken, in seconds of the camera's own clock.
  internal let localSeconds: Int64?
  /// Whether it could have a movie: a still that has one in its own file already doesn't.
  internal let takesMovie: Bool

  /// Creates a member from an asset as one file alone tells it.
  internal init(_ asset: Asset) {
    path = asset.path
    stem = StemKey(asset.path)
    format = asset.format
    identifier = asset.extras?.contentIdentifier
    duration = asset.duration
    localSeconds = asset.creationDate?.localSeconds
    takesMovie =
      asset.mediaType == .image && !asset.otherResources.contains { $0.role == .pairedVideo }
  }

  /// A QuickTime or MPEG-4 movie; no camera pairs a still with another format.
  internal var isMovie: Bool { format == .mov || format == .mp4 }

  /// A camera's raw file.
  internal var isRaw: Bool { format == .raw }

  /// A format that cameras and phones take photos in: a GIF beside an MP4 is the same animation
  /// twice, and no Live Photo.
  internal var isCameraFormat: Bool {
    switch format {
    case .jpeg, .heic, .heif, .avif, .raw: true
    default: false
    }
  }

  /// The name without extension, to the letter.
  internal var exactStem: ArraySlice<UInt8> {
    let name = path.name.bytes
    return name[..<(StemKey.extensionStart(name).map { $0 - 1 } ?? name.count)]
  }
}
