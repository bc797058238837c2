import PickerModel
import Testing

@testable import PhotoLibrary

@Suite("EXIF")
struct ExifReaderTests {
  @Test("a block tells orientation, date, zone and thumbnail", arguments: [true, false])
  func block(hasPrefix: Bool) throws {
    let bytes = hasPrefix ? ExifReader.prefix + ExifBlock.plain : ExifBlock.plain
    let summary = try #require(ExifReader.read(bytes, wantsThumbnail: true))
    #expect(summary.orientation == .right)
    #expect(summary.captureDate?.localSeconds == 1_709_210_096)
    #expect(summary.captureDate?.offsetMinutes == 330)
    #expect(summary.captureDate?.source == .exifDateTimeOriginal)
    #expect(summary.thumbnail == [0xFF, 0xD8, 0xFF, 0xD9])
  }

  @Test("a thumbnail is copied only when asked for")
  func noThumbnail() {
    #expect(ExifReader.read(ExifBlock.plain)?.thumbnail == nil)
  }

  @Test("a JPEG is turned by its block")
  func jpeg() throws {
    let header = try #require(HeaderReader.header(ofBytes: ExifBlock.jpeg))
    #expect(header.format == .jpeg)
    #expect(header.storedSize == PixelSize(width: 40, height: 20))
    #expect(header.displayedSize == PixelSize(width: 20, height: 40))
    #expect(header.orientation == .right)
  }

  @Test("what is no block is none", arguments: [[], [0x4D, 0x4D], Array("Exif\0\0nothing".utf8)])
  func noBlock(bytes: [UInt8]) {
    #expect(ExifReader.read(bytes) == nil)
  }

  @Test("every prefix of a block is read without a trap")
  func prefixes() {
    for count in 0...ExifBlock.plain.count {
      _ = ExifReader.read(Array(ExifBlock.plain.prefix(count)), wantsThumbnail: true)
      _ = HeaderReader.header(ofBytes: Array(ExifBlock.jpeg.prefix(count)))
    }
  }

  @Test(
    "a text is a date if the calendar has it",
    arguments: [
      ("1970:01:01 00:00:00", 0), ("2024:02:29 12:34:56", 1_709_210_096),
      ("1969:12:31 23:59:59", -1), ("2000-03-01 00:00:00", 951_868_800),
      ("0000:00:00 00:00:00", nil), ("2023:02:29 00:00:00", nil), ("    :  :     :  :  ", nil),
      ("2024:13:01 00:00:00", nil), ("2024:01:01 24:00:00", nil), ("2024:01:01", nil),
      ("20240101 00:00:00  ", nil), ("", nil),
    ] as [(String, Int64?)])
  func dates(text: String, seconds: Int64?) {
    #expect(ExifDate.localSeconds(of: Array(text.utf8)) == seconds)
  }

  @Test(
    "a text is a zone if it is one",
    arguments: [
      ("+02:00", 120), ("-09:30", -570), ("Z", 0), ("+24:00", nil), ("02:00", nil), ("+02:6", nil),
      ("      ", nil), ("", nil),
    ] as [(String, Int16?)])
  func zones(text: String, minutes: Int16?) {
    #expect(ExifDate.offsetMinutes(of: Array(text.utf8)) == minutes)
  }
}
