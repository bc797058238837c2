/// What a photo was taken with.
///
/// A reader hands out one object for all photos of one camera, so that an asset carries a pointer.
/// Equality is by content.
public final class Camera: Hashable, Sendable {
  /// The maker as the file has it, blanks at both ends removed; empty where it does not tell.
  public let make: String
  /// The model as the file has it, blanks at both ends removed.
  public let model: String

  /// Creates a camera.
  public init(make: String, model: String) {
    self.make = make
    self.model = model
  }

  /// The name for people: the model, with the maker in front unless the model begins with it.
  public var name: String {
    if make.isEmpty || model.lowercased().hasPrefix(make.lowercased()) { return model }
    return model.isEmpty ? make : make + " " + model
  }

  /// Compares by content.
  public static func == (left: Camera, right: Camera) -> Bool {
    left === right || (left.make == right.make && left.model == right.model)
  }

  /// Feeds make and model.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(make)
    hasher.combine(model)
  }
}

/// A file, or a part of one, that belongs to an asset beside its own file.
public struct AssetResource: Hashable, Sendable {
  /// What it is for.
  public let role: Role
  /// Where it is; the asset's own path for a part of the asset's own file.
  public let path: AssetPath
  /// What the file system calls the file.
  public let identity: FileIdentity
  /// When the file was last modified.
  public let modified: FileTime
  /// The format, by content.
  public let format: FileFormat
  /// Where it begins in the file; 0 for a whole file.
  public let byteOffset: Int64
  /// Its length in bytes.
  public let byteCount: Int64

  /// What a resource is for, in the words of PhotoKit's `PHAssetResourceType`.
  public enum Role: UInt8, Hashable, Sendable, CaseIterable {
    /// The movie of a Live Photo or Motion Photo.
    case pairedVideo
    /// The same shot in another format: the raw file beside a JPEG.
    case alternatePhoto
    /// An XMP file with what people said about the photo.
    case sidecar

    /// The name in the result.
    public var name: String {
      switch self {
      case .pairedVideo: "pairedVideo"
      case .alternatePhoto: "alternatePhoto"
      case .sidecar: "sidecar"
      }
    }
  }

  /// Creates a resource.
  public init(
    role: Role, path: AssetPath, identity: FileIdentity, modified: FileTime, format: FileFormat,
    byteOffset: Int64 = 0, byteCount: Int64
  ) {
    self.role = role
    self.path = path
    self.identity = identity
    self.modified = modified
    self.format = format
    self.byteOffset = byteOffset
    self.byteCount = byteCount
  }
}

/// What few assets have, kept out of ``Asset`` so that the others don't pay for it.
///
/// Immutable; equality is by content.
public final class AssetExtras: Hashable, Sendable {
  /// Files and parts of files beside the asset's own.
  public let resources: [AssetResource]
  /// Stars: 1 to 5, 0 for none given on purpose, -1 for rejected (XMP `xmp:Rating`); nil where
  /// nobody said.
  public let rating: Int8?
  /// The colour label (XMP `xmp:Label`), as the program that set it wrote it.
  public let label: String?
  /// What a Live Photo's still and movie share; nil where there is none.
  public let contentIdentifier: String?
  /// What the photos of one burst share; nil where there is none.
  public let burstIdentifier: String?

  /// Creates extras.
  public init(
    resources: [AssetResource] = [], rating: Int8? = nil, label: String? = nil,
    contentIdentifier: String? = nil, burstIdentifier: String? = nil
  ) {
    self.resources = resources
    self.rating = rating
    self.label = label
    self.contentIdentifier = contentIdentifier
    self.burstIdentifier = burstIdentifier
  }

  /// Compares by content.
  public static func == (left: AssetExtras, right: AssetExtras) -> Bool {
    left === right
      || (left.resources == right.resources && left.rating == right.rating
        && left.label == right.label && left.contentIdentifier == right.contentIdentifier
        && left.burstIdentifier == right.burstIdentifier)
  }

  /// Feeds everything.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(resources)
    hasher.combine(rating)
    hasher.combine(label)
    hasher.combine(contentIdentifier)
    hasher.combine(burstIdentifier)
  }
}
