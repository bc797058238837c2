/// Kinds of photos and videos that a person looks for, as a set.
public struct AssetSubtypes: OptionSet, Hashable, Sendable {
  /// One bit a kind.
  public let rawValue: UInt32

  /// Creates a set from bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// A still with a short movie: Apple's Live Photos, Google's and Samsung's Motion Photos.
  public static let livePhoto = AssetSubtypes(rawValue: 1 << 0)
  /// A picture of a screen.
  public static let screenshot = AssetSubtypes(rawValue: 1 << 1)
  /// A panorama.
  public static let panorama = AssetSubtypes(rawValue: 1 << 2)
  /// One of a burst.
  public static let burst = AssetSubtypes(rawValue: 1 << 3)
  /// A video of a screen.
  public static let screenRecording = AssetSubtypes(rawValue: 1 << 4)
  /// A slow-motion video.
  public static let slomo = AssetSubtypes(rawValue: 1 << 5)
  /// A time-lapse video.
  public static let timelapse = AssetSubtypes(rawValue: 1 << 6)
  /// A photo with depth data, as in portrait mode.
  public static let depthEffect = AssetSubtypes(rawValue: 1 << 7)
  /// A video with depth data, as in cinematic mode.
  public static let cinematic = AssetSubtypes(rawValue: 1 << 8)
  /// A photo or video for two eyes.
  public static let spatial = AssetSubtypes(rawValue: 1 << 9)
  /// A picture that moves: GIF, WebP, PNG or AVIF with more than one frame.
  public static let animated = AssetSubtypes(rawValue: 1 << 10)
  /// A camera's raw file, alone or beside its JPEG.
  public static let raw = AssetSubtypes(rawValue: 1 << 11)

  /// Every kind with its name in the result, in the order in which they are listed there.
  public static let named: [(subtype: AssetSubtypes, name: String)] = [
    (.livePhoto, "livePhoto"), (.screenshot, "screenshot"), (.panorama, "panorama"),
    (.burst, "burst"), (.screenRecording, "screenRecording"), (.slomo, "slomoVideo"),
    (.timelapse, "timelapseVideo"), (.depthEffect, "depthEffectPhoto"),
    (.cinematic, "cinematicVideo"), (.spatial, "spatialMedia"), (.animated, "animated"),
    (.raw, "raw"),
  ]

  /// The names of the kinds in the set (`subtypes` of the result).
  public var names: [String] { Self.named.filter { contains($0.subtype) }.map(\.name) }
}

/// What kinds an asset is, and how sure that is.
public struct AssetKinds: Hashable, Sendable {
  /// What the file itself says, in a field made for that.
  public var stated: AssetSubtypes
  /// What was concluded: from the file's name, its shape, or its neighbours.
  public var inferred: AssetSubtypes

  /// Creates kinds.
  public init(stated: AssetSubtypes = [], inferred: AssetSubtypes = []) {
    self.stated = stated
    self.inferred = inferred
  }

  /// All of them.
  public var all: AssetSubtypes { stated.union(inferred) }
}
