import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite("hostile headers", .timeLimit(.minutes(5)))
struct HostileHeaderTests {
  @Test("damaged headers of every format end in a value, never in a trap")
  func mutations() throws {
    var random = SplitMix64(stream: 0x5EAD)
    for seed in Self.seeds() {
      for _ in 0..<40 {
        var bytes = seed
        for _ in 0..<(1 + random.below(8)) where !bytes.isEmpty {
          let place = random.below(min(bytes.count, 2_048))
          switch random.below(4) {
          case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
          case 1: bytes[place] = random.oneIn(2) ? 0xFF : 0
          case 2: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.below(16)))
          default: bytes.insert(contentsOf: random.bytes(count: 1 + random.below(8)), at: place)
          }
        }
        if random.oneIn(4) { bytes = Array(bytes.prefix(random.below(bytes.count + 1))) }
        let header = HeaderReader.header(ofBytes: bytes)
        if let size = header?.displayedSize { #expect(size.width > 0 && size.height > 0) }
        _ = FileSniffer.verdict(head: Array(bytes.prefix(4_096)), name: "a.jpg")
        _ = ExifReader.read(bytes, wantsThumbnail: true)
      }
    }
  }

  @Test("a header that leads in circles costs a bounded number of reads")
  func circles() throws {
    // Directories that are each other's next one, and a sub-directory that is its own parent.
    var bytes: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8]
    bytes += [0, 2]
    bytes += [0x01, 0x4A, 0, 4, 0, 0, 0, 1, 0, 0, 0, 8]
    bytes += [0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 8]
    bytes += [0, 0, 0, 8]
    #expect(HeaderReader.header(ofBytes: bytes)?.format == .tiff)
    var source = HeaderSource(bytes: bytes)
    #expect(RawHeader.read(&source).displayedSize == nil)
  }

  @Test("a read past the end, before the start or beyond the budget gives nothing")
  func source() throws {
    var source = HeaderSource(bytes: [1, 2, 3])
    #expect(source.view(at: 0, count: 3)?.bytes == [1, 2, 3])
    #expect(source.view(at: 1, count: 3) == nil)
    #expect(source.viewUpTo(at: 1, count: 3)?.bytes == [2, 3])
    #expect(source.viewUpTo(at: 3, count: 1) == nil)
    #expect(source.viewUpTo(at: -1, count: 1) == nil)
    #expect(source.viewUpTo(at: .max, count: .max) == nil)
    #expect(source.view(at: 0, count: 0) == nil)
    for _ in 0..<HeaderSource.readBudget { _ = source.view(at: 0, count: 1) }
    #expect(source.view(at: 0, count: 1) == nil)
  }

  @Test("a file's header costs no more than its budget of bytes")
  func byteBudget() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([UInt8](repeating: 7, count: 600_000), to: "big")
    let file = try PhotoDoor().open(AssetPath(path))
    file.withDescriptor { descriptor in
      var source = HeaderSource(descriptor: descriptor, byteCount: 600_000, head: [7, 7])
      var total = 0
      while let view = source.viewUpTo(at: Int64(total) + 2, count: 50_000) { total += view.count }
      #expect(total == HeaderSource.byteBudget)
    }
  }

  /// Small files of every format: from the corpus where it is, else a few made here.
  private static func seeds() -> [[UInt8]] {
    var seeds: [[UInt8]] = [ExifBlock.jpeg, ExifBlock.plain]
    for entry in Corpus.files where entry.byteCount < 20_000 {
      if let bytes = try? TestFiles.read(entry.file) { seeds.append(bytes) }
    }
    return seeds
  }
}

/// Hand-made EXIF blocks.
enum ExifBlock {
  /// A big-endian block: orientation 6, 2024-02-29 12:34:56 +05:30, and a thumbnail of four bytes.
  static let plain: [UInt8] = {
    var bytes: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8]
    // 8: first directory with two entries, next directory at 100.
    bytes += [0, 2]
    bytes += [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]
    bytes += [0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 38]
    bytes += [0, 0, 0, 100]
    // 38: EXIF directory with two entries, its texts at 68 and 88.
    bytes += [0, 2]
    bytes += [0x90, 0x03, 0, 2, 0, 0, 0, 20, 0, 0, 0, 68]
    bytes += [0x90, 0x11, 0, 2, 0, 0, 0, 7, 0, 0, 0, 88]
    bytes += [0, 0, 0, 0]
    bytes += Array("2024:02:29 12:34:56\0".utf8) + Array("+05:30\0".utf8)
    bytes += [UInt8](repeating: 0, count: 100 - bytes.count)
    // 100: second directory, the thumbnail at 130.
    bytes += [0, 2]
    bytes += [0x02, 0x01, 0, 4, 0, 0, 0, 1, 0, 0, 0, 130]
    bytes += [0x02, 0x02, 0, 4, 0, 0, 0, 1, 0, 0, 0, 4]
    bytes += [0, 0, 0, 0]
    return bytes + [0xFF, 0xD8, 0xFF, 0xD9]
  }()

  /// The start of a JPEG of 40 × 20 pixels with that block.
  static let jpeg: [UInt8] = {
    let segment = ExifReader.prefix + plain
    var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(segment.count + 2)]
    bytes += segment
    bytes += [0xFF, 0xC0, 0, 17, 8, 0, 20, 0, 40, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
    return bytes + [0xFF, 0xD9]
  }()
}
