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
    case .subtype(let kinds): return Self.text(of: kinds)
    case .format(let format): return "format:" + format.filterName
    case .name(let pattern): return "name:'\(pattern)'"
    case .folder(let folder, let includesSubfolders):
      return "folder:'"
        + FolderText.text(for: folder, includesSubfolders: includesSubfolders) + "'"
    case .folderName(let pattern): return "folder:'\(pattern)'"
    case .date(let range): return "date\(range)"
    case .camera(let pattern): return "camera:'\(pattern)'"
    case .duration(let comparison, let duration):
      return "duration" + comparison.rawValue + DurationText.text(for: duration)
    case .megapixels(let comparison, let count):
      return "megapixels" + comparison.rawValue + Self.text(of: count)
    case .rating(let comparison, let stars): return "rating\(comparison.rawValue)\(stars)"
    case .label(let pattern): return "label:'\(pattern)'"
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

  /// One kind's word; several kinds are a call, which reads as the filters and not as the set.
  private static func text(of kinds: AssetSubtypes) -> String {
    let words = kinds.filterWords
    return words.count == 1 ? words[0] : "all(" + words.joined(separator: ", ") + ")"
  }

  private static func text(of count: Double) -> String {
    Int(exactly: count).map(String.init) ?? String(count)
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

extension AssetSubtypes {
  /// Every kind with its word in a filter.
  public static let filterNamed: [(subtype: AssetSubtypes, word: String)] = [
    (.livePhoto, "livePhotos"), (.screenshot, "screenshots"), (.panorama, "panoramas"),
    (.burst, "bursts"), (.screenRecording, "screenRecordings"), (.slomo, "slomoVideos"),
    (.timelapse, "timelapseVideos"), (.depthEffect, "depthEffectPhotos"),
    (.cinematic, "cinematicVideos"), (.spatial, "spatialMedia"), (.animated, "animated"),
    (.raw, "raw"),
  ]

  /// The words of the kinds in the set, as a filter has them.
  public var filterWords: [String] {
    Self.filterNamed.filter { contains($0.subtype) }.map(\.word)
  }
}
