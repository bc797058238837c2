import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite("sidecars", .timeLimit(.minutes(5)))
struct SidecarTests {
  private let folder: TemporaryFolder
  private let request: ScanRequest

  init() throws {
    folder = try TemporaryFolder("sidecars")
    request = ScanRequest(source: .folders([folder.path]))
  }

  private func document(rating: Int? = nil, label: String? = nil, date: String? = nil) -> String {
    "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF "
      + "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description "
      + "xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmlns:exif='http://ns.adobe.com/exif/1.0/'"
      + (rating.map { " xmp:Rating='\($0)'" } ?? "") + (label.map { " xmp:Label='\($0)'" } ?? "")
      + (date.map { " exif:DateTimeOriginal='\($0)'" } ?? "") + "/></rdf:RDF></x:xmpmeta>"
  }

  private func library(_ index: MetadataIndex? = nil) async -> [String: Asset] {
    let report = await ScanReport(request, index: index)
    await index?.flush()
    return Dictionary(
      uniqueKeysWithValues: report.library.values.map { ($0.path.name.displayString, $0) })
  }

  /// A PNG that tells no date.
  private static let undated = StoredPNG.make(width: 1, height: 1) { _, _ in .black }

  @Test("both habits of naming are known, in any case of letters, and the whole name counts more")
  func names() async throws {
    for name: FileName in ["a.jpg", "b.jpg", "c.jpg", "d.jpg"] {
      try folder.write(ExifBlock.jpeg, to: name)
    }
    try folder.write(document(rating: 1, label: "Red"), to: "a.xmp")
    try folder.write(document(rating: 2), to: "b.JPG.XMP")
    try folder.write(document(rating: 3), to: "c.jpg.xmp")
    try folder.write(document(rating: 4, label: "Blue"), to: "c.xmp")
    try folder.write(document(rating: 5), to: "e.xmp")
    let photos = await library()
    #expect(photos["a.jpg"]?.extras?.rating == 1)
    #expect(photos["a.jpg"]?.extras?.label == "Red")
    #expect(photos["b.jpg"]?.extras?.rating == 2)
    #expect(photos["c.jpg"]?.extras?.rating == 3)
    #expect(photos["c.jpg"]?.extras?.label == "Blue")
    #expect(
      photos["c.jpg"]?.otherResources.map(\.path.name) == ["c.jpg.xmp", "c.xmp"])
    #expect(photos["c.jpg"]?.otherResources.allSatisfy { $0.role == .sidecar } == true)
    #expect(photos["d.jpg"]?.extras == nil)
    #expect(photos.count == 4)
  }

  @Test("a date counts where the photo tells none")
  func dates() async throws {
    try folder.write(ExifBlock.jpeg, to: "a.jpg")
    try folder.write(Self.undated, to: "b.png")
    for name: FileName in ["a.xmp", "b.xmp"] {
      try folder.write(document(date: "2001-02-03T04:05:06.5+01:00"), to: name)
    }
    let photos = await library()
    #expect(photos["a.jpg"]?.creationDate?.source == .exifDateTimeOriginal)
    let date = try #require(photos["b.png"]?.creationDate)
    #expect(date.source == .sidecar && date.offsetMinutes == 60)
    #expect(date.instant == FileTime(seconds: 981_169_506, nanoseconds: 500_000_000))
  }

  @Test("raw, JPEG and their sidecars are one photo")
  func raw() async throws {
    try folder.write(ExifBlock.jpeg, to: "a.jpg")
    try folder.write(TestMovie.raw, to: "a.raf")
    try folder.write(document(rating: 3), to: "a.raf.xmp")
    let photos = await library()
    #expect(photos.count == 1)
    #expect(photos["a.jpg"]?.extras?.rating == 3)
    #expect(photos["a.jpg"]?.otherResources.map(\.role) == [.alternatePhoto, .sidecar])
  }

  @Test(
    "what is no XMP is left alone",
    arguments: [
      "", "words", "<html/>", "<!DOCTYPE x [<!ENTITY a 'b'>]><x>&a;</x>",
      String(repeating: "<a>", count: 100_000), String(repeating: " ", count: 1 << 20) + "<a/>",
    ])
  func hostile(text: String) async throws {
    try folder.write(ExifBlock.jpeg, to: "a.jpg")
    try folder.write(text, to: "a.xmp")
    let photos = await library()
    #expect(photos.keys.sorted() == ["a.jpg"])
    #expect(photos["a.jpg"]?.extras == nil)
  }

  @Test("a photo that is called a sidecar is a photo")
  func photoAsSidecar() async throws {
    try folder.write(ExifBlock.jpeg, to: "a.jpg")
    try folder.write(ExifBlock.jpeg + [0], to: "a.xmp")
    #expect(await library().keys.sorted() == ["a.jpg", "a.xmp"])
  }

  @Test(
    "a rescan sees a sidecar come, change and go; with the index, too", arguments: [true, false])
  func rescans(isIndexed: Bool) async throws {
    let cache = try TemporaryFolder("cache")
    var limits = MetadataIndex.Limits()
    limits.settledAge = -10
    let index =
      isIndexed ? MetadataIndex(folder: cache.path(of: "photopick"), limits: limits) : nil
    try folder.write(ExifBlock.jpeg, to: "a.jpg")
    try folder.write(ExifBlock.jpeg + [0], to: "b.jpg")
    try folder.write(document(rating: 1), to: "b.xmp")
    var report = await ScanReport(request, index: index)
    for (text, rating) in [(document(rating: 3), 3), (document(rating: 44), nil), (nil, nil)]
      as [(String?, Int8?)]
    {
      if let text {
        try folder.write(text, to: "a.xmp")
      } else {
        TestFiles.remove(folder.path(of: "a.xmp"))
      }
      report = await ScanReport(
        request.rescan(known: Array(report.library.values), firstID: 100), index: index)
      await index?.flush()
      let asset = try #require(report.library.values.first { $0.path.name == "a.jpg" })
      #expect(report.updated == [asset])
      #expect(asset.extras?.rating == rating)
      #expect(asset.otherResources.count == (text == nil ? 0 : 1))
      #expect(report.assets.isEmpty && report.removed.isEmpty)
      let again = await ScanReport(
        request.rescan(known: Array(report.library.values), firstID: 100), index: index)
      #expect(again.updated.isEmpty && again.assets.isEmpty && again.removed.isEmpty)
    }
  }

  @Test(
    "the corpus' sidecars are found, UTF-16 ones too",
    .enabled(if: Corpus.isAvailable, "\(Corpus.whereabouts)"))
  func corpus() async throws {
    for name: FileName in ["silver_fir.jpg", "silver_fir.jpg.xmp", "silver_fir.xmp"] {
      try folder.copy(Corpus.photo(FileName("sidecar/" + name.displayString)), to: name)
    }
    try folder.copy(Corpus.photo("sidecar/2000.xmp"), to: "utf16.xmp")
    try folder.write(ExifBlock.jpeg, to: "utf16.jpg")
    let photos = await library()
    #expect(photos.keys.sorted() == ["silver_fir.jpg", "utf16.jpg"])
    #expect(
      photos["silver_fir.jpg"]?.otherResources.map(\.path.name)
        == ["silver_fir.jpg.xmp", "silver_fir.xmp"])
    #expect(photos["silver_fir.jpg"]?.creationDate?.source == .sidecar)
    #expect(photos["utf16.jpg"]?.otherResources.map(\.role) == [.sidecar])
  }
}
