import PickerModel
import TestSupport
import Testing

@Suite struct AssetFilterTests {
  static let portrait = Sample.asset(
    0, "IMG_1.heic", format: .heic, byteCount: 5_000_000,
    pixelSize: PixelSize(width: 3000, height: 4000))
  static let clip = Sample.asset(1, "clip.mov", format: .mov, byteCount: 800)

  @Test(
    "predicates tell what they say",
    arguments: [
      ("images", true, false), ("videos", false, true), ("format:heic", true, false),
      ("format:JPG", false, false), ("format!=heic", false, true), ("name:'img_*'", true, false),
      ("name:*.mov", false, true), ("size>=5MB", true, false), ("size>5MB", false, false),
      ("size<1kB", false, true), ("size=800", false, true), ("size!=800", true, false),
      ("width>=3000", true, false), ("height>4000", false, false), ("aspect:portrait", true, false),
      ("aspect!=portrait", false, true), ("not aspect:square", true, true), ("any()", false, false),
      ("all()", true, true), ("any(videos, name:IMG*)", true, true),
      ("all(images, not format:png)", true, false), ("not images", false, true),
      ("!images", false, true), ("not(videos)", true, false), ("not not images", true, false),
    ] as [(String, Bool, Bool)])
  func predicates(text: String, portrait: Bool, clip: Bool) throws {
    let filter = try AssetFilter(parsing: text)
    #expect(filter.matches(Self.portrait) == portrait)
    #expect(filter.matches(Self.clip) == clip)
  }

  @Test("what is not known fails a predicate and passes its negation")
  func unknownSize() {
    #expect(!AssetFilter.width(.atLeast, 0).matches(Self.clip))
    #expect(AssetFilter.not(.width(.atLeast, 0)).matches(Self.clip))
    #expect(!AssetFilter.aspect(.square).matches(Self.clip))
  }

  static func photo(
    kinds: AssetKinds = AssetKinds(), date: String? = nil, duration: Double? = nil,
    camera: Camera? = nil, folder: String = "photos", pixelSize: PixelSize? = nil,
    extras: AssetExtras? = nil
  ) throws -> Asset {
    var asset = Sample.asset(0, "a.jpg", folder: folder, pixelSize: pixelSize)
    asset.kinds = kinds
    if let date {
      // The zone is far away from UTC: it must not count.
      asset.creationDate = CaptureDate(
        localSeconds: try #require(localSeconds(date)), nanoseconds: 999_999_999,
        offsetMinutes: 720, source: .exifDateTimeOriginal)
    }
    asset.duration = duration
    asset.camera = camera
    asset.extras = extras
    return asset
  }

  /// Seconds of `2024-05-17 14:03:05`, counted by hand.
  static func localSeconds(_ text: String) -> Int64? {
    let parts = text.split(whereSeparator: { "- :".contains($0) }).compactMap { Int64($0) }
    guard parts.count == 6 else { return nil }
    var days: Int64 = 0
    for year in 1970..<max(1970, parts[0]) { days += isLeap(year) ? 366 : 365 }
    let lengths: [Int64] = [31, isLeap(parts[0]) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30]
    days += lengths.prefix(Int(parts[1]) - 1).reduce(0, +) + parts[2] - 1
    return days * 86_400 + parts[3] * 3_600 + parts[4] * 60 + parts[5]
  }

  private static func isLeap(_ year: Int64) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  @Test(
    "dates are compared by the camera's own clock",
    arguments: [
      ("date:2024", "2024-12-31 23:59:59", true), ("date:2024", "2025-01-01 00:00:00", false),
      ("date:2024-02", "2024-02-29 00:00:00", true), ("date:2024-02", "2024-03-01 00:00:00", false),
      ("date:2024-05-17", "2024-05-17 23:59:59", true),
      ("date:2024-05-17", "2024-05-18 00:00:00", false),
      ("date:2024-5-7", "2024-05-07 12:00:00", true),
      ("date:2024-05..2024-06", "2024-06-30 23:59:59", true),
      ("date:2024-05..2024-06", "2024-04-30 23:59:59", false),
      ("date:2024-05..", "2030-01-01 00:00:00", true),
      ("date:..2024-05", "2024-05-31 23:59:59", true),
      ("date:..2024-05", "2024-06-01 00:00:00", false), ("date:..", "1970-01-01 00:00:00", true),
      ("date>=2024-05-17", "2024-05-17 00:00:00", true),
      ("date>2024-05-17", "2024-05-17 23:59:59", false),
      ("date>2024-05-17", "2024-05-18 00:00:00", true),
      ("date<2024", "2023-12-31 23:59:59", true), ("date<2024", "2024-01-01 00:00:00", false),
      ("date<=2024", "2024-12-31 23:59:59", true), ("date!=2024", "2023-01-01 00:00:00", true),
      ("date:2024-05-17T14:03", "2024-05-17 14:03:59", true),
      ("date:'2024-05-17 14:03:05'", "2024-05-17 14:03:06", false),
      ("date>=2024-05-17T14", "2024-05-17 13:59:59", false),
    ] as [(String, String, Bool)])
  func dates(text: String, date: String, expected: Bool) throws {
    #expect(try AssetFilter(parsing: text).matches(Self.photo(date: date)) == expected)
    #expect(try AssetFilter(parsing: text).matches(Self.photo()) == text.contains("!="))
  }

  @Test("a word for each kind tells that kind, in any case, and the singular does, too")
  func kinds() throws {
    for (index, kind) in AssetSubtypes.filterNamed.enumerated() {
      let named = AssetSubtypes.named[index]
      #expect(named.subtype == kind.subtype)
      for word in [kind.word, kind.word.uppercased(), named.name] {
        let filter = try AssetFilter(parsing: word)
        #expect(filter == .subtype(kind.subtype))
        #expect(filter.description == kind.word)
        #expect(filter.matches(try Self.photo(kinds: AssetKinds(stated: kind.subtype))))
        #expect(filter.matches(try Self.photo(kinds: AssetKinds(inferred: kind.subtype))))
        let others = AssetSubtypes(rawValue: .max).subtracting(kind.subtype)
        #expect(!filter.matches(try Self.photo(kinds: AssetKinds(stated: others))))
      }
    }
    #expect(AssetFilter.raw.matches(Sample.asset(0, "a.cr2", format: .raw)))
    let both = AssetFilter.subtype([.raw, .burst])
    #expect(try AssetFilter(parsing: both.description) == .all(of: [.bursts, .raw]))
  }

  @Test(
    "camera, length, megapixels, rating, label and folder tell what they say",
    arguments: [
      ("camera:'iPhone*'", true), ("camera:iphone", true), ("camera:'15 PRO'", true),
      ("camera:apple", true), ("camera:'Apple iPhone 15 Pro'", true), ("camera:'*15'", false),
      ("camera:canon", false), ("camera:'Apple*Pro'", true), ("camera!=canon", true),
      ("duration<3s", true), ("duration<2.9s", false), ("duration=3", true), ("duration=2.9", true),
      ("duration=3.0s", true), ("duration=2.8", false), ("duration>=0:02", true),
      ("duration>1m", false), ("megapixels>=12", true), ("megapixels>12.2", false),
      ("megapixels=12", true), ("megapixels=12.2", true), ("megapixels=12.1", false),
      ("rating>=3", true), ("rating=4", true), ("rating:rejected", false), ("rating!=4", false),
      ("label:red", true), ("label:'r*'", true), ("label:re", false), ("folder:2024", true),
      ("folder:'par*'", true), ("folder:aris", false), ("folder:'pictures/2024'", true),
      ("folder:'pictures/2024/'", true), ("folder:'./pictures/2024'", true),
      ("folder:'pictures/202'", false), ("folder:'pictures/2024/*'", false),
      ("folder:'pictures/2024/Paris/*'", true), ("folder:./", true), ("folder:'./*'", false),
      ("folder:/", false), ("folder:'Pictures/2024'", false),
    ] as [(String, Bool)])
  func attributes(text: String, expected: Bool) throws {
    let asset = try Self.photo(
      duration: 2.9, camera: Camera(make: "Apple", model: "iPhone 15 Pro"),
      folder: "pictures/2024/Paris", pixelSize: PixelSize(width: 4032, height: 3024),
      extras: AssetExtras(rating: 4, label: "Red"))
    let filter = try AssetFilter(parsing: text)
    #expect(filter.matches(asset) == expected)
    // What an asset does not tell fails.
    guard !text.hasPrefix("folder") else { return }
    #expect(filter.matches(Self.clip) == text.contains("!="))
  }

  @Test("a rejected photo has less than no stars, and an unrated one has none to compare")
  func ratings() throws {
    let rejected = try Self.photo(extras: AssetExtras(rating: -1))
    #expect(try AssetFilter(parsing: "rating<0").matches(rejected))
    #expect(try AssetFilter(parsing: "rating=-1").matches(rejected))
    #expect(try AssetFilter(parsing: "rating:Rejected").matches(rejected))
    #expect(!(try AssetFilter(parsing: "rating<5").matches(Self.photo(extras: AssetExtras()))))
  }

  @Test("a folder is the same with and without ./ in front, and the root holds all that is below")
  func folders() {
    func inside(_ folder: FileName, _ outer: FileName) -> Bool {
      AssetFilter.folder(outer, includesSubfolders: true)
        .matches(Sample.asset(0, "a", folder: folder.displayString))
    }
    #expect(inside("./a/b", "a"))
    #expect(inside("./a", ""))
    #expect(inside(".", ""))
    #expect(!inside("/a", ""))
    #expect(inside("/a", "/"))
    #expect(!inside("ab", "a"))
  }

  @Test(
    "a date range prints as people write it",
    arguments: [
      ("date:2024-01..2024-12", "date:2024"), ("date>=2024-01-01", "date>=2024"),
      ("date<=2023", "date<2024"), ("date:2024-05-01..2024-05-31", "date:2024-05"),
      ("date:2024..2024-06", "date:2024-01..2024-06"), ("date>9999", "date>9999"),
      ("date<=9999", "date<=9999"), ("date<0001", "date<0001"), ("date:..", "date:.."),
      ("date:2024-05-17T00:00:00..2024-05-17T23:59", "date:2024-05-17"),
      ("date:2024-05-17T14:03:05", "date:2024-05-17T14:03:05"),
      ("date!=2024", "not date:2024"), ("duration<90", "duration<1m30s"),
      ("duration:1:00:00.5", "duration=1h0.5s"), ("duration>0ms", "duration>0s"),
      ("megapixels>=12.50", "megapixels>=12.5"), ("rating:rejected", "rating=-1"),
      ("folder:'a/b/'", "folder:'a/b'"), ("folder:./a", "folder:'./a'"),
      ("folder:'./*'", "folder:'./*'"), ("folder:'/*'", "folder:'/*'"),
    ])
  func canonicalText(text: String, canonical: String) throws {
    let filter = try AssetFilter(parsing: text)
    #expect(filter.description == canonical)
    #expect(try AssetFilter(parsing: canonical) == filter)
  }

  @Test("and binds tighter than or, not tightest; parentheses and calls are what they are")
  func structure() throws {
    let images = AssetFilter.images
    let videos = AssetFilter.videos
    let png = AssetFilter.format(.png)
    let cases: [(String, AssetFilter)] = [
      ("images or videos and format:png", .any(of: [images, .all(of: [videos, png])])),
      ("(images or videos) and format:png", .all(of: [.any(of: [images, videos]), png])),
      ("images & !videos || format:png", .any(of: [.all(of: [images, .not(videos)]), png])),
      ("images && videos && format:png", .all(of: [images, videos, png])),
      ("(images and videos) and format:png", .all(of: [.all(of: [images, videos]), png])),
      ("any(images, videos or format:png)", .any(of: [images, .any(of: [videos, png])])),
      ("ANY(Images) OR Not VIDEOS", .any(of: [.any(of: [images]), .not(videos)])),
      ("  images\t|\nvideos ", .any(of: [images, videos])),
      ("name:\"it's\"", .name(GlobPattern("it's"))),
      ("name:'it\\'s'", .name(GlobPattern("it's"))),
      ("size : 1.5GiB", .byteCount(.equal, 1_610_612_736)),
    ]
    for (text, expected) in cases {
      #expect(try AssetFilter(parsing: text) == expected, "\(text)")
    }
  }

  @Test("printing a filter and reading it again gives an equal one", .seeded)
  func roundTrip() throws {
    var random = SplitMix64(stream: 6)
    for _ in 0..<3000 {
      let filter = Self.randomFilter(&random, depth: 4)
      let again = try AssetFilter(parsing: filter.description)
      #expect(again == filter, "\(filter)")
      #expect(again.description == filter.description)
    }
  }

  @Test("De Morgan holds", .seeded)
  func deMorgan() {
    var random = SplitMix64(stream: 7)
    for number in 0..<1500 {
      let asset = Sample.asset(UInt32(number), &random)
      let (a, b) = (
        Self.randomFilter(&random, depth: 2), Self.randomFilter(&random, depth: 2)
      )
      #expect(
        AssetFilter.not(.any(of: [a, b])).matches(asset)
          == AssetFilter.all(of: [.not(a), .not(b)]).matches(asset))
      #expect(AssetFilter.not(.not(a)).matches(asset) == a.matches(asset))
    }
  }

  static func randomFilter(_ random: inout SplitMix64, depth: Int) -> AssetFilter {
    switch random.below(depth > 0 ? 18 : 15) {
    case 15: return .not(randomFilter(&random, depth: depth - 1))
    case let kind where kind > 15:
      let parts = (0..<random.below(4)).map { _ in randomFilter(&random, depth: depth - 1) }
      return kind == 16 ? .any(of: parts) : .all(of: parts)
    case let kind where kind < 8: return randomPlain(kind, &random)
    case let kind: return randomMeasure(kind, &random)
    }
  }

  private static func randomPattern(_ random: inout SplitMix64) -> GlobPattern {
    GlobPattern(String(decoding: random.bytes(count: 3), as: UTF8.self))
  }

  private static func randomPlain(_ kind: Int, _ random: inout SplitMix64) -> AssetFilter {
    switch kind {
    case 0: return random.oneIn(2) ? .images : .videos
    case 1: return .format(FileFormat.allCases[random.below(FileFormat.allCases.count)])
    case 2: return .name(randomPattern(&random))
    case 3:
      let kinds = AssetSubtypes.named
      return .subtype(kinds[random.below(kinds.count)].subtype)
    case 4: return .camera(random.oneIn(2) ? GlobPattern("Acme") : randomPattern(&random))
    case 5: return .label(random.oneIn(2) ? GlobPattern("r*") : randomPattern(&random))
    case 6:
      // A folder of an asset has no `/` at its end.
      let bytes = random.bytes(count: random.below(5)).filter { $0 != 0 && $0 != 0x2F }
      let parts = [[], Array("a".utf8), bytes, Array("./a".utf8), Array("/".utf8) + bytes]
      return .folder(
        FileName(bytes: parts[random.below(parts.count)]), includesSubfolders: random.oneIn(2))
    default:
      // A pattern with a `/` would be a path.
      let bytes = random.bytes(count: 3).map { $0 == 0x2F ? 0x61 : $0 }
      return .folderName(GlobPattern(String(decoding: bytes, as: UTF8.self)))
    }
  }

  private static func randomMeasure(_ kind: Int, _ random: inout SplitMix64) -> AssetFilter {
    let comparison = AssetFilter.Comparison.allCases[random.below(5)]
    switch kind {
    case 8: return .byteCount(comparison, Int64(random.below(5)) * 500_000)
    case 9: return .width(comparison, random.below(5))
    case 10: return .height(comparison, random.below(5))
    case 11: return .aspect(AssetFilter.Aspect.allCases[random.below(3)])
    case 12:
      if random.oneIn(2) { return .rating(comparison, random.below(7) - 1) }
      return .megapixels(comparison, Double(random.below(20_000)) / 1000)
    case 13:
      if random.oneIn(2) { return .duration(comparison, .seconds(random.below(4))) }
      return .duration(comparison, .milliseconds(random.below(10_000_000)))
    default: return .date(randomRange(&random))
    }
  }

  private static func randomRange(_ random: inout SplitMix64) -> CaptureDateRange {
    func bound(_ random: inout SplitMix64) -> Int64? {
      let year = 1969 + random.below(4)
      switch random.below(5) {
      case 0: return nil
      case 1: return CivilDate(year: year, month: 1, day: 1)?.localSeconds
      case 2: return CivilDate(year: year, month: 1 + random.below(12), day: 1)?.localSeconds
      case 3: return Int64(random.below(800)) * 86_400 - 200 * 86_400
      default: return Int64(random.below(200_000)) - 100_000
      }
    }
    return CaptureDateRange(start: bound(&random), end: bound(&random)) ?? .any
  }
}
