import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite(
  "metadata against the corpus", .enabled(if: Corpus.isAvailable, "\(Corpus.whereabouts)"))
struct CorpusMetadataTests {
  /// Files whose date we tell differently, and why.
  static let dateMisses: [FileName: String] = [
    "animation/star-8bpc.avifs": "its movie header has a date that the tools were not asked for",
    "avif/colors_hdr_p3.avif": "the file holds the zone that the tools left out",
    "corrupt/corrupt-header.jpg": "EXIF behind damage that the tools stop at",
    "png/paris_icc_exif_xmp.png": "EXIF in a compressed text chunk instead of eXIf",
    "other-formats/hopper.psd": "no format of ours",
  ]

  @Test("every capture date is the one of the documented precedence, with parts and zone")
  func dates() throws {
    var agreements = 0
    for entry in Corpus.files where Self.dateMisses[entry.path] == nil {
      guard let header = try header(of: entry) else { continue }
      guard let expected = entry.captureDate else {
        #expect(header.captureDate == nil, "\(entry)")
        continue
      }
      let date = try #require(ISODate.parse(expected, source: .xmp), "\(entry)")
      let found = try #require(header.captureDate, "\(entry)")
      // A movie header's clock is UTC, which the tools write without a zone.
      let isUTC = found.source == .movieHeader
      #expect(
        (isUTC ? found.instant.seconds : found.localSeconds) == date.localSeconds, "\(entry)")
      #expect(found.nanoseconds == date.nanoseconds, "\(entry)")
      if !isUTC { #expect(found.offsetMinutes == date.offsetMinutes, "\(entry)") }
      agreements += 1
    }
    #expect(agreements >= 115)
  }

  @Test("every camera is found, and one object stands for all photos of one")
  func cameras() throws {
    let table = CameraTable()
    var seen: [Camera: Camera] = [:]
    var agreements = 0
    for entry in Corpus.files {
      guard let make = entry.fields["make"]?.text, let model = entry.fields["model"]?.text,
        let header = try header(of: entry, cameras: table), let camera = header.camera
      else { continue }
      #expect(camera.make == make.trimmed, "\(entry)")
      #expect(camera.model == model.trimmed, "\(entry)")
      #expect(seen[camera] == nil || seen[camera] === camera, "\(entry)")
      seen[camera] = camera
      agreements += 1
    }
    #expect(agreements >= 70)
  }

  @Test("every Live Photo and burst identifier is found")
  func identifiers() throws {
    var found = (content: 0, burst: 0)
    for entry in Corpus.files {
      guard let header = try header(of: entry) else { continue }
      let content = entry.fields["content_identifier"]?.text
      #expect(header.contentIdentifier == content, "\(entry)")
      if content != nil { found.content += 1 }
      let burst = entry.fields["burst_uuid"]?.text
      #expect(header.burstIdentifier == burst, "\(entry)")
      if burst != nil {
        found.burst += 1
        #expect(header.kinds.stated.contains(.burst), "\(entry)")
      }
    }
    #expect(found == (9, 2))
  }

  @Test("every appended movie is found where it is, and none where there is none")
  func movies() throws {
    var count = 0
    for entry in Corpus.files {
      guard let header = try header(of: entry) else { continue }
      guard let truth = entry.fields["motion_video"], let offset = truth["offset"]?.integer else {
        #expect(header.embeddedMovie == nil, "\(entry)")
        continue
      }
      let movie = try #require(header.embeddedMovie, "\(entry)")
      #expect(movie.byteOffset == Int64(offset), "\(entry)")
      let toEnd = Int64(truth["bytes_to_eof"]?.integer ?? 0)
      // Samsung's trailer of 44 bytes follows one of them.
      #expect(movie.byteCount == toEnd || movie.byteCount == toEnd - 44, "\(entry)")
      let duration = truth["duration"]?.text.flatMap { Double($0) } ?? -1
      #expect(abs((movie.duration ?? 0) - duration) < 0.001, "\(entry)")
      #expect(header.kinds.stated.contains(.livePhoto), "\(entry)")
      count += 1
    }
    #expect(count == 7)
  }

  @Test("every rating in a photo is found")
  func ratings() throws {
    var count = 0
    for entry in Corpus.files {
      guard let rating = entry.fields["rating"]?.integer, let header = try header(of: entry) else {
        continue
      }
      #expect(header.rating.map { Int($0) } == rating, "\(entry)")
      count += 1
    }
    #expect(count >= 5)
  }

  /// Files that have frames which are no animation, and the other way round, with the reason.
  static let animationMisses: [FileName: String] = [
    "animation/single_frame_default.png": "a still with one frame behind it",
    "animation/syntax_num_frames_zero.png": "its animation states no frames",
    "animation/zero-width-frame.gif": "fuzzed",
  ]

  @Test("what has frames is animated, and nothing else is")
  func animations() throws {
    var count = 0
    for entry in Corpus.files where entry.category != "corrupt" && entry.category != "bomb" {
      guard Self.animationMisses[entry.path] == nil, let header = try header(of: entry),
        [.gif, .png, .webp, .avif, .heic].contains(header.format)
      else { continue }
      var frames = entry.fields["sequence_track"]?["frames"]?.integer ?? 1
      if ![.avif, .heic].contains(header.format) {
        frames = max(frames, entry.fields["frames"]?.integer ?? 1)
      }
      #expect(header.kinds.all.contains(.animated) == (frames > 1), "\(entry) \(frames)")
      if frames > 1 { count += 1 }
    }
    #expect(count >= 25)
  }

  @Test("every screenshot is told from name or content, and no other file of the corpus is")
  func screenshots() throws {
    for entry in Corpus.files {
      guard var header = try header(of: entry) else { continue }
      KindRecognizer.complete(&header, name: AssetPath(entry.file).name)
      let isShot = header.kinds.all.contains(.screenshot)
      #expect(isShot == (entry.category == "screenshot"), "\(entry)")
    }
  }

  @Test("libexif and the scan's own reader agree on every tag that both know")
  func comparison() throws {
    var compared = 0
    // Of dates/exif_gps.jpg, all of whose values are extreme, libexif gives no date.
    for entry in Corpus.files
    where entry.isCorrupt == false && entry.path != "dates/exif_gps.jpg" {
      let file = try PhotoDoor().open(AssetPath(entry.file))
      let head = try HeaderReader.head(of: file)
      guard FileSniffer.format(ofHead: head) == .jpeg,
        let block = try Self.exifBlock(of: file, head: head),
        let summary = ExifReader.read(block)
      else { continue }
      let tags = ExifTags(block: block)
      if let camera = summary.camera {
        #expect((tags[.first, 0x010F] ?? "") == camera.make, "\(entry)")
        #expect((tags[.first, 0x0110] ?? "") == camera.model, "\(entry)")
        compared += 1
      }
      if let date = summary.captureDate, date.source == .exifDateTimeOriginal {
        let text = Array((tags[.exif, 0x9003] ?? "").utf8)
        #expect(ExifDate.localSeconds(of: text) == date.localSeconds, "\(entry)")
        let parts = Array((tags[.exif, 0x9291] ?? "").utf8)
        #expect(ExifDate.nanoseconds(of: parts) == date.nanoseconds, "\(entry)")
        let zone = tags[.exif, 0x9011].flatMap { ExifDate.offsetMinutes(of: Array($0.utf8)) }
        #expect(zone == date.offsetMinutes, "\(entry)")
        compared += 1
      }
    }
    #expect(compared >= 100)
  }

  /// The EXIF block of a JPEG file, from its TIFF header on.
  static func exifBlock(of file: borrowing OpenFile, head: [UInt8]) throws -> [UInt8]? {
    let byteCount = file.byteCount
    let start = file.withDescriptor { descriptor -> Int64? in
      var source = HeaderSource(descriptor: descriptor, byteCount: byteCount, head: head)
      return JPEGHeader.outline(&source, at: 0).exifOffset
    }
    guard let start else { return nil }
    return try file.bytes(at: start, count: 65_536)
  }

  private func header(
    of entry: CorpusEntry, cameras: CameraTable? = nil
  ) throws -> PhotoHeader? {
    let file = try PhotoDoor().open(AssetPath(entry.file))
    return HeaderReader.header(of: file, head: try HeaderReader.head(of: file), cameras: cameras)
  }
}

extension String {
  /// Without blanks at both ends.
  fileprivate var trimmed: String {
    let bytes = Array(utf8)
    guard let first = bytes.firstIndex(where: { $0 > 0x20 }),
      let last = bytes.lastIndex(where: { $0 > 0x20 })
    else { return "" }
    return String(decoding: bytes[first...last], as: UTF8.self)
  }
}
