import PhotoLibrary
import PickerModel
import TestSupport
import Testing

@Suite(
  "headers against the corpus", .enabled(if: Corpus.isAvailable, "\(Corpus.whereabouts)"))
struct CorpusHeaderTests {
  /// Files whose format we tell differently, and why.
  static let formatMisses: [FileName: String] = [
    "corrupt/clusterfuzz-testcase-minimized-file-fuzzer-4616081830051840.heic":
      "a fuzzed brand table without a codec: HEIF rather than HEIC",
    "corrupt/github_45.heic": "a fuzzed brand table that names heic",
    "corrupt/issue_ghsa_fgw8_p7pr_37cp_poc.mov": "a fuzzed brand: a broken movie, by its name",
  ]

  /// Files whose displayed size we tell differently, and why.
  static let sizeMisses: [FileName: String] = [
    "animation/C041.heic": "a sequence without a still: the track's size, where tools give none",
    "corrupt/oom-225817ca0f8c663be7ab4b9e717b02c661e66834.tif":
      "its first directory does state a size",
    "corrupt/21ad703b38e2c350215bb92a849486f3.jpg":
      "fuzzed: tools take the frame of the thumbnail inside of a segment",
    "heic/invalid_id.heic": "its ispe property lies; only decoding tells",
    "other-formats/gray_linear_lossy.jxl": "the tools were not asked",
  ]

  /// Files whose date we do not find, and why.
  static let dateMisses: [FileName: String] = [
    "png/paris_icc_exif_xmp.png": "EXIF in a compressed text chunk instead of eXIf",
    "avif/colors_hdr_p3.avif": "the file holds the zone that the tools left out",
  ]

  @Test("every file is of the format that independent tools found")
  func formats() throws {
    for entry in Corpus.files where Self.formatMisses[entry.path] == nil {
      let (verdict, header) = try look(at: entry)
      if let expected = Self.format(named: entry.format) {
        #expect(header?.format == expected, "\(entry)")
      } else if case .asset(let format) = verdict {
        Issue.record("\(entry) is no asset, but \(format)")
      }
    }
  }

  @Test("every displayed size is the one that a person should see")
  func displayedSizes() throws {
    for entry in Corpus.files
    where Self.format(named: entry.format) != nil && Self.sizeMisses[entry.path] == nil {
      let (_, header) = try look(at: entry)
      #expect(header?.displayedSize == entry.displaySize, "\(entry)")
    }
  }

  @Test("every EXIF orientation is found")
  func orientations() throws {
    for entry in Corpus.files {
      guard let format = Self.format(named: entry.format), let value = entry.exifOrientation,
        [.jpeg, .png, .webp, .tiff, .raw].contains(format)
      else { continue }
      let (_, header) = try look(at: entry)
      #expect(
        header?.orientation == Orientation(rawValue: UInt8(clamping: value)) ?? .up, "\(entry)")
    }
  }

  @Test("every date that EXIF tells is found, with its zone")
  func dates() throws {
    for entry in Corpus.files {
      guard entry.fields["capture_date_source"]?.text?.hasPrefix("EXIF") == true,
        Self.dateMisses[entry.path] == nil, Self.format(named: entry.format) != nil,
        let expected = entry.captureDate
      else { continue }
      let (_, header) = try look(at: entry)
      let date = Array(expected.utf8.prefix(19))
      #expect(ISODate.seconds(of: date) == header?.captureDate?.localSeconds, "\(entry)")
      let zone = expected.utf8.dropFirst(19).drop { $0 == 0x2E || ($0 >= 0x30 && $0 <= 0x39) }
      let found = ISODate.zone(header?.captureDate?.offsetMinutes)
      #expect(String(decoding: zone, as: UTF8.self) == found, "\(entry)")
    }
  }

  @Test("every video's length is found")
  func durations() throws {
    for entry in Corpus.files {
      guard let seconds = entry.fields["video"]?["duration"]?.double, seconds > 0 else { continue }
      let (_, header) = try look(at: entry)
      #expect(abs((header?.duration ?? -1) - seconds) < 0.06, "\(entry)")
    }
  }

  private func look(at entry: CorpusEntry) throws -> (FileSniffer.Verdict, PhotoHeader?) {
    let path = AssetPath(entry.file)
    let file = try PhotoDoor().open(path)
    let head = try HeaderReader.head(of: file)
    return (
      FileSniffer.verdict(head: head, name: path.name), HeaderReader.header(of: file, head: head)
    )
  }

  private static func format(named name: String) -> FileFormat? {
    switch name {
    case "JPEG", "MPO": .jpeg
    case "PNG": .png
    case "HEIC": .heic
    case "HEIF": .heif
    case "AVIF": .avif
    case "TIFF": .tiff
    case "GIF": .gif
    case "WEBP": .webp
    case "BMP": .bmp
    case "JXL Codestream": .jpegXL
    case "MP4": .mp4
    case "MOV": .mov
    case "WEBM": .webm
    case "MKV": .matroska
    case "DNG", "CR2", "CR3", "CRW", "NEF", "ARW", "RW2": .raw
    default: nil
    }
  }
}

/// Reads the dates of `truth.json`.
private enum ISODate {
  /// Seconds since 1970 of `YYYY-MM-DDTHH:MM:SS`, counted day by day.
  static func seconds(of text: [UInt8]) -> Int64? {
    let fields = text.split { $0 < 0x30 || $0 > 0x39 }
      .compactMap { Int64(String(decoding: $0, as: UTF8.self)) }
    guard fields.count == 6 else { return nil }
    var days: Int64 = 0
    let lengths: [Int64] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    func isLeap(_ year: Int64) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
    for year in 1970..<max(1970, fields[0]) { days += isLeap(year) ? 366 : 365 }
    for month in 1..<fields[1] {
      days += lengths[Int(month) - 1] + (month == 2 && isLeap(fields[0]) ? 1 : 0)
    }
    days += fields[2] - 1
    return days * 86_400 + fields[3] * 3_600 + fields[4] * 60 + fields[5]
  }

  /// The zone as `truth.json` writes it.
  static func zone(_ minutes: Int16?) -> String {
    guard let minutes else { return "" }
    let size = minutes.magnitude
    func two(_ value: UInt16) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(minutes < 0 ? "-" : "+")\(two(size / 60)):\(two(size % 60))"
  }
}
