/// A group of rows of the filter menu: rows of one group widen each other, groups narrow.
public enum FilterGroup: UInt8, Hashable, Sendable, CaseIterable {
  /// Images and videos.
  case media
  /// Live Photos, screenshots and so on.
  case kind
  /// Portrait, landscape, square.
  case shape
  /// Stars.
  case rating
  /// Years, and the months of a year that was chosen.
  case date
  /// What it was taken with.
  case camera
  /// JPEG, HEIC and so on.
  case format
  /// Megapixels.
  case pixels
  /// Bytes.
  case size
  /// Seconds of a video.
  case duration
  /// What was written by hand and is none of the rows.
  case written

  /// Whether at most one row of the group can be asked for: two thresholds together say no more
  /// than the lower one.
  var isExclusive: Bool {
    switch self {
    case .rating, .pixels, .size, .duration: true
    default: false
    }
  }
}

/// A predicate that the filter menu offers in every library.
struct FixedFacet: Sendable {
  /// The group of its row.
  let group: FilterGroup
  /// The words for people.
  let label: String
  /// The predicate.
  let filter: AssetFilter

  /// All of them, at most 62: each is one bit of a ``FacetRecord``.
  ///
  /// They are written as a person would write them for `--filter`.
  static let all: [FixedFacet] = texts.compactMap { group, text, label in
    guard let filter = try? AssetFilter(parsing: text) else { return nil }
    return FixedFacet(group: group, label: label, filter: filter)
  }

  /// The bits of each group.
  static let masks: [UInt64] = FilterGroup.allCases.map { group in
    all.enumerated().reduce(0) { $1.element.group == group ? $0 | 1 << UInt64($1.offset) : $0 }
  }

  private static let texts: [(FilterGroup, text: String, label: String)] =
    [
      (.media, "images", "images"), (.media, "videos", "videos"),
      (.kind, "livePhotos", "Live Photos"), (.kind, "screenshots", "screenshots"),
      (.kind, "panoramas", "panoramas"), (.kind, "bursts", "bursts"),
      (.kind, "depthEffectPhotos", "portraits with depth"), (.kind, "spatialMedia", "spatial"),
      (.kind, "animated", "animated"), (.kind, "raw", "raw"),
      (.kind, "screenRecordings", "screen recordings"), (.kind, "slomoVideos", "slow motion"),
      (.kind, "timelapseVideos", "time-lapse"), (.kind, "cinematicVideos", "cinematic"),
      (.shape, "aspect:portrait", "portrait"), (.shape, "aspect:landscape", "landscape"),
      (.shape, "aspect:square", "square"),
      (.rating, "rating>=1", "★ or better"), (.rating, "rating>=2", "★★ or better"),
      (.rating, "rating>=3", "★★★ or better"), (.rating, "rating>=4", "★★★★ or better"),
      (.rating, "rating>=5", "★★★★★"),
    ]
    + FileFormat.allCases.map { (.format, "format:" + $0.filterName, $0.label) }
    + [
      (.pixels, "megapixels<2", "below 2 megapixels"),
      (.pixels, "megapixels>=12", "12 megapixels or more"),
      (.pixels, "megapixels>=24", "24 megapixels or more"),
      (.size, "size<1MB", "below 1 MB"), (.size, "size>=5MB", "5 MB or more"),
      (.size, "size>=20MB", "20 MB or more"),
      (.duration, "duration<10s", "below 10 seconds"),
      (.duration, "duration>=60s", "a minute or longer"),
    ]
}
