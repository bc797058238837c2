import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite("an index row")
struct IndexCoderTests {
  static func status(_ file: FileName) throws -> FileStatus {
    try FileCalls.status(at: FileCalls.currentFolder, file.bytes, followingLast: true)
  }

  private let folder: TemporaryFolder
  private let status: FileStatus

  init() throws {
    folder = try TemporaryFolder("row")
    status = try Self.status(folder.write("x", to: "file"))
  }

  private func randomHeader(_ random: inout SplitMix64) -> PhotoHeader {
    let texts: [String?] = [
      nil, "", "Apple", "Ünïcode \u{1F4F7}\0", String(repeating: "x", count: 300),
    ]
    var header = PhotoHeader(format: random.pick(FileFormat.allCases) ?? .jpeg)
    header.orientation = random.pick(Orientation.allCases) ?? .up
    if random.oneIn(2) { header.storedSize = PixelSize(width: 1 + random.below(70_000), height: 3) }
    if random.oneIn(2) { header.displayedSize = PixelSize(width: 1, height: Int(Int32.max)) }
    if random.oneIn(2) {
      let seconds = Int64(bitPattern: random.next()) >> Int64(random.below(40))
      let offset: Int16? = random.pick([nil, 0, -720, 840]) ?? nil
      header.captureDate = CaptureDate(
        localSeconds: seconds, nanoseconds: Int32(random.below(1_000_000_000)),
        offsetMinutes: offset,
        assumedOffsetMinutes: offset ?? LocalZone.offsetMinutes(atLocal: seconds),
        source: random.pick(CaptureDate.Source.allCases) ?? .xmp)
    }
    if random.oneIn(2) { header.duration = random.pick([0, 1.5, 1e300, .infinity]) }
    header.kinds = AssetKinds(
      stated: AssetSubtypes(rawValue: UInt32(random.below(4_096))),
      inferred: AssetSubtypes(rawValue: UInt32(random.below(4_096))))
    if random.oneIn(2) {
      header.camera = Camera(
        make: (random.pick(texts) ?? nil) ?? "", model: (random.pick(texts) ?? nil) ?? "")
    }
    header.rating = random.pick([nil, -1, 0, 5]) ?? nil
    header.label = random.pick(texts) ?? nil
    header.contentIdentifier = random.pick(texts) ?? nil
    header.burstIdentifier = random.pick(texts) ?? nil
    if random.oneIn(2) {
      header.embeddedMovie = PhotoHeader.EmbeddedMovie(
        byteOffset: .max, byteCount: Int64(random.below(1_000)), format: .mp4,
        duration: random.pick([nil, 2.9]) ?? nil)
    }
    return header
  }

  @Test("every field of a header comes back")
  func roundTrip() {
    var random = SplitMix64(stream: 0x1DE)
    for _ in 0..<2_000 {
      let entry = IndexEntry.photo(randomHeader(&random))
      #expect(IndexCoder.decode(IndexCoder.encode(entry, of: status), of: status) == entry)
    }
    let date = CaptureDate(
      localSeconds: 1, offsetMinutes: 60, assumedOffsetMinutes: 60, source: .sidecar)
    for entry in [
      IndexEntry.other, .sidecar(rating: 4, label: "Red", captureDate: date),
      .sidecar(rating: nil, label: nil, captureDate: nil),
    ] {
      #expect(IndexCoder.decode(IndexCoder.encode(entry, of: status), of: status) == entry)
    }
  }

  @Test("a header has no field that the index does not know")
  func fields() {
    let names = Set(Mirror(reflecting: PhotoHeader(format: .jpeg)).children.compactMap(\.label))
    #expect(
      names == [
        "format", "storedSize", "orientation", "displayedSize", "captureDate", "duration", "kinds",
        "camera", "rating", "label", "contentIdentifier", "burstIdentifier", "embeddedMovie",
      ])
  }

  @Test("damage in any place makes it none, and never ends the program")
  func damage() {
    var random = SplitMix64(stream: 0xDA)
    for _ in 0..<300 {
      let bytes = IndexCoder.encode(.photo(randomHeader(&random)), of: status)
      #expect(IndexCoder.decode(Array(bytes.prefix(random.below(bytes.count))), of: status) == nil)
      var other = bytes
      other[random.below(bytes.count)] ^= UInt8(1 + random.below(255))
      #expect(IndexCoder.decode(other, of: status) == nil)
      // Behind a checksum that fits, too, nothing is believed.
      var reader = ByteReader(random.bytes(count: random.below(60)))
      _ = try? HeaderCoder.read(&reader)
    }
  }

  @Test("a row is about one file in one state")
  func otherFile() throws {
    let bytes = IndexCoder.encode(.other, of: status)
    #expect(IndexCoder.decode(bytes, of: status) == .other)
    let file = try folder.write("y", to: "other")
    #expect(IndexCoder.decode(bytes, of: try Self.status(file)) == nil)
    try folder.write("xx", to: "file")
    #expect(IndexCoder.decode(bytes, of: try Self.status(folder.path(of: "file"))) == nil)
  }
}
