/// A predicate over assets, built from kinds and attributes with `any`, `all` and `not`.
///
///     let filter: AssetFilter = .all(of: [.images, .not(.format(.png))])
///
/// The logic has two values. An asset whose size in pixels is not known fails every predicate about
/// it, and so passes the `not` of such a predicate.
public indirect enum AssetFilter: Hashable, Sendable {
  /// Assets of a media type.
  case mediaType(MediaType)
  /// Files of a format.
  case format(FileFormat)
  /// Files whose name matches.
  case name(GlobPattern)
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
    case .format(let format): asset.format == format
    case .name(let pattern): pattern.matches(asset.path.name)
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

  private static func aspect(of size: PixelSize) -> Aspect {
    size.width == size.height ? .square : (size.width > size.height ? .landscape : .portrait)
  }
}

// MARK: - Text

extension AssetFilter: CustomStringConvertible {
  /// The canonical text, which the parser reads as an equal value.
  public var description: String { text(inside: .top) }

  /// What an expression stands in: the tighter it binds, the more needs parentheses.
  private enum Context: Int {
    case top, or, and, not
  }

  private func text(inside context: Context) -> String {
    switch self {
    case .mediaType(.image): return "images"
    case .mediaType(.video): return "videos"
    case .format(let format): return "format:" + format.filterName
    case .name(let pattern): return "name:'\(pattern)'"
    case .byteCount(let comparison, let count):
      return "size" + comparison.rawValue + ByteCountText.text(for: count)
    case .width(let comparison, let width): return "width\(comparison.rawValue)\(width)"
    case .height(let comparison, let height): return "height\(comparison.rawValue)\(height)"
    case .aspect(let aspect): return "aspect:" + aspect.rawValue
    case .any(let filters):
      return Self.joined(filters, call: "any", word: " or ", own: .or, inside: context)
    case .all(let filters):
      return Self.joined(filters, call: "all", word: " and ", own: .and, inside: context)
    case .not(let filter): return "not " + filter.text(inside: .not)
    }
  }

  private static func joined(
    _ filters: [AssetFilter], call: String, word: String, own: Context, inside context: Context
  ) -> String {
    guard filters.count >= 2 else {
      return call + "(" + filters.map { $0.text(inside: .top) }.joined(separator: ", ") + ")"
    }
    let text = filters.map { $0.text(inside: own) }.joined(separator: word)
    return context.rawValue >= own.rawValue ? "(" + text + ")" : text
  }
}

extension FileFormat {
  /// The name that `format:` takes, and the first of those it knows this format by.
  public var filterName: String { filterNames[0] }

  /// All names that `format:` knows this format by, in lowercase.
  public var filterNames: [String] {
    switch self {
    case .jpeg: ["jpeg", "jpg"]
    case .heic: ["heic"]
    case .heif: ["heif"]
    case .avif: ["avif"]
    case .png: ["png"]
    case .webp: ["webp"]
    case .gif: ["gif"]
    case .tiff: ["tiff", "tif"]
    case .bmp: ["bmp"]
    case .jpegXL: ["jxl", "jpegxl"]
    case .raw: ["raw"]
    case .mov: ["mov", "quicktime"]
    case .mp4: ["mp4", "m4v"]
    case .webm: ["webm"]
    case .matroska: ["mkv", "matroska"]
    }
  }
}
