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
    let comparisons = AssetFilter.Comparison.allCases
    let comparison = comparisons[random.below(comparisons.count)]
    switch random.below(depth > 0 ? 10 : 7) {
    case 0: return random.oneIn(2) ? .images : .videos
    case 1: return .format(FileFormat.allCases[random.below(FileFormat.allCases.count)])
    case 2: return .name(GlobPattern(String(decoding: random.bytes(count: 3), as: UTF8.self)))
    case 3: return .byteCount(comparison, Int64(random.below(5)) * 500_000)
    case 4: return .width(comparison, random.below(5))
    case 5: return .height(comparison, random.below(5))
    case 6: return .aspect(AssetFilter.Aspect.allCases[random.below(3)])
    case 7: return .not(randomFilter(&random, depth: depth - 1))
    case let kind:
      let parts = (0..<random.below(4)).map { _ in randomFilter(&random, depth: depth - 1) }
      return kind == 8 ? .any(of: parts) : .all(of: parts)
    }
  }
}
