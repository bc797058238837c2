/// A predicate over assets, built from kinds and attributes with `any`, `all` and `not`.
///
///     let filter: AssetFilter = .all(of: [.images, .not(.format(.png))])
///
/// The logic has two values. A predicate about something that is not known (the size in pixels, the
/// date, the camera, the length, a rating, a label) is false, and so its `not` is true.
///
/// `=` between measures that people round means "rounds to": `duration=10s` holds for 10.4 seconds,
/// `megapixels=12` for 12.19, `duration=10.4s` for 10.41. `<` and its like compare exactly.
public indirect enum AssetFilter: Hashable, Sendable {
  /// Assets of a media type.
  case mediaType(MediaType)
  /// Assets of a kind; of several kinds at once where there are several in the set.
  case subtype(AssetSubtypes)
  /// Files of a format.
  case format(FileFormat)
  /// Files whose name matches.
  case name(GlobPattern)
  /// Files in a folder, by the path that leads to them, and in the folders in it where told so.
  ///
  /// The empty path is the current folder.
  case folder(FileName, includesSubfolders: Bool)
  /// Files in a folder whose name matches, or in the folders in such a one, as far as their path
  /// tells.
  case folderName(GlobPattern)
  /// Assets that were taken in a span of time, by the camera's own clock.
  case date(CaptureDateRange)
  /// Assets by what took them.
  ///
  /// The pattern is compared with the model, the maker, and both as people read them; one without
  /// `*`, `?` and `[…]` may stand anywhere in them.
  case camera(GlobPattern)
  /// Videos and Live Photos by their length.
  case duration(Comparison, Duration)
  /// Pictures by how many million pixels they have.
  case megapixels(Comparison, Double)
  /// Assets by their stars: 0 to 5, -1 for rejected ones.
  case rating(Comparison, Int)
  /// Assets whose colour label matches.
  case label(GlobPattern)
  /// Files by their size in bytes.
  case byteCount(Comparison, Int64)
  /// Pictures by their displayed width in pixels.
  case width(Comparison, Int)
  /// Pictures by their displayed height in pixels.
  case height(Comparison, Int)
  /// Pictures by their displayed shape.
  case aspect(Aspect)
  /// Assets that pass at least one filter; none if there are no filters.
  case any(of: [AssetFilter])
  /// Assets that pass every filter; all if there are no filters.
  case all(of: [AssetFilter])
  /// Assets that fail a filter.
  case not(AssetFilter)

  /// Still images.
  public static let images = AssetFilter.mediaType(.image)
  /// Videos.
  public static let videos = AssetFilter.mediaType(.video)
  /// Stills with a short movie.
  public static let livePhotos = AssetFilter.subtype(.livePhoto)
  /// Pictures of a screen.
  public static let screenshots = AssetFilter.subtype(.screenshot)
  /// Panoramas.
  public static let panoramas = AssetFilter.subtype(.panorama)
  /// Photos of bursts.
  public static let bursts = AssetFilter.subtype(.burst)
  /// Videos of a screen.
  public static let screenRecordings = AssetFilter.subtype(.screenRecording)
  /// Slow-motion videos.
  public static let slomoVideos = AssetFilter.subtype(.slomo)
  /// Time-lapse videos.
  public static let timelapseVideos = AssetFilter.subtype(.timelapse)
  /// Photos with depth data.
  public static let depthEffectPhotos = AssetFilter.subtype(.depthEffect)
  /// Videos with depth data.
  public static let cinematicVideos = AssetFilter.subtype(.cinematic)
  /// Photos and videos for two eyes.
  public static let spatialMedia = AssetFilter.subtype(.spatial)
  /// Pictures that move.
  public static let animated = AssetFilter.subtype(.animated)
  /// Cameras' raw files, alone or beside their JPEG.
  public static let raw = AssetFilter.subtype(.raw)

  /// A comparison of numbers.
  public enum Comparison: String, Hashable, Sendable, CaseIterable {
    /// `<`
    case less = "<"
    /// `<=`
    case atMost = "<="
    /// `=`
    case equal = "="
    /// `>=`
    case atLeast = ">="
    /// `>`
    case greater = ">"

    /// Tells whether the comparison holds between two values.
    public func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
      switch self {
      case .less: left < right
      case .atMost: left <= right
      case .equal: left == right
      case .atLeast: left >= right
      case .greater: left > right
      }
    }

    /// The same, but equal is what rounds to the right value, to as many decimals as that one has.
    func holds(_ left: Double, rounded right: Double) -> Bool {
      guard case .equal = self else { return holds(left, right) }
      var scale = 1.0
      while scale < 1_000_000, (right * scale).rounded() != right * scale { scale *= 10 }
      return (left * scale).rounded() == (right * scale).rounded()
    }
  }

  /// The shape of a picture as displayed.
  public enum Aspect: String, Hashable, Sendable, CaseIterable {
    /// Higher than wide.
    case portrait
    /// Wider than high.
    case landscape
    /// As wide as high.
    case square
  }

  /// Tells whether an asset passes.
  ///
  /// - Complexity: O(n) in the size of the filter. It recurses as deep as the filter is nested: a
  ///   filter
  ///   from the parser is at most ``AssetFilterParser/maximumDepth`` deep.
  public func matches(_ asset: Asset) -> Bool {
    switch self {
    case .mediaType(let type): asset.mediaType == type
    case .subtype(let kinds): Self.kinds(of: asset).isSuperset(of: kinds)
    case .format(let format): asset.format == format
    case .name(let pattern): pattern.matches(asset.path.name)
    case .folder(let folder, let includesSubfolders):
      includesSubfolders
        ? FolderText.isInside(asset.path.folder, folder)
        : FolderText.isSame(asset.path.folder, folder)
    case .folderName(let pattern): Self.hasComponent(asset.path.folder, pattern)
    case .date(let range): asset.creationDate.map(range.contains) ?? false
    case .camera(let pattern): asset.camera.map { Self.matches($0, pattern) } ?? false
    case .duration(let comparison, let duration):
      asset.duration.map { comparison.holds($0, rounded: DurationText.seconds(of: duration)) }
        ?? false
    case .megapixels(let comparison, let count):
      asset.pixelSize.map { comparison.holds(Self.megapixels(of: $0), rounded: count) } ?? false
    case .rating(let comparison, let stars):
      asset.extras?.rating.map { comparison.holds(Int($0), stars) } ?? false
    case .label(let pattern): asset.extras?.label.map(pattern.matches) ?? false
    case .byteCount(let comparison, let count): comparison.holds(asset.byteCount, count)
    case .width(let comparison, let width):
      asset.pixelSize.map { comparison.holds($0.width, width) } ?? false
    case .height(let comparison, let height):
      asset.pixelSize.map { comparison.holds($0.height, height) } ?? false
    case .aspect(let aspect): asset.pixelSize.map { Self.aspect(of: $0) == aspect } ?? false
    case .any(let filters): filters.contains { $0.matches(asset) }
    case .all(let filters): filters.allSatisfy { $0.matches(asset) }
    case .not(let filter): !filter.matches(asset)
    }
  }

  private static func kinds(of asset: Asset) -> AssetSubtypes {
    asset.format == .raw ? asset.subtypes.union(.raw) : asset.subtypes
  }

  private static func hasComponent(_ folder: FileName, _ pattern: GlobPattern) -> Bool {
    folder.bytes.split(separator: UInt8(ascii: "/")).contains {
      pattern.matches(FileName(bytes: Array($0)))
    }
  }

  private static func matches(_ camera: Camera, _ pattern: GlobPattern) -> Bool {
    [camera.name, camera.model, camera.make].contains { text in
      guard !text.isEmpty else { return false }
      return pattern.isLiteral ? pattern.matchesPart(of: text) : pattern.matches(text)
    }
  }

  private static func megapixels(of size: PixelSize) -> Double {
    Double(size.width) * Double(size.height) / 1_000_000
  }

  private static func aspect(of size: PixelSize) -> Aspect {
    size.width == size.height ? .square : (size.width > size.height ? .landscape : .portrait)
  }
}
