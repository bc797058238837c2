import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite("kinds")
struct KindTests {
  // MARK: - Names

  @Test(
    "names of pictures of screens are known",
    arguments: [
      "Screenshot from 2022-12-18 12-53-48.png", "Screenshot_20240612_140300.png",
      "Screenshot_20240102-030405_Chrome.jpg", "Screenshot 2024-03-05 at 9.41.07\u{202F}AM.png",
      "Screen Shot 2019-05-21 at 10.45.52.png", "Screenshot (12).png", "screenshot-1.png",
      "Screenshot.png", "Bildschirmfoto vom 2024-06-12 14-03-00.png",
      "Bildschirmfoto 2024-06-12 um 14.03.00.png", "Capture d’écran 2024-06-12 à 14.03.00.png",
      "Captura de pantalla 2024-06-12.png", "Снимок экрана 2024-06-12.png",
      "スクリーンショット 2024-06-12 14.03.00.png", "屏幕截图 2024-06-12.png", "Schermata 2024-06-12.png",
    ])
  func screenshotNames(name: String) {
    #expect(NamePattern.kinds(of: FileName(name), .image) == .screenshot)
    #expect(NamePattern.kinds(of: FileName(name), .video) == [])
  }

  @Test(
    "names of videos of screens are known",
    arguments: [
      "ScreenRecording_06-12-2024 14-03-00_1.mov", "Screencast from 2024-06-12 14-03-00.webm",
      "RPReplay_Final1718200980.mp4", "Screen Recording 2024-06-12 at 14.03.00.mov",
      "Screen_Recording_20240612_140300_Chrome.mp4", "Bildschirmaufnahme 2024-06-12.mov",
    ])
  func recordingNames(name: String) {
    #expect(NamePattern.kinds(of: FileName(name), .video) == .screenRecording)
    #expect(NamePattern.kinds(of: FileName(name), .image) == [])
  }

  @Test(
    "names that only look like it are not",
    arguments: [
      "IMG_0001.jpg", "screenshots-of-2024.png", "Screenplay 2024.png", "my Screenshot 3.png",
      "screenshot-final.png", "Burst pipe.jpg", "sunburst1.jpg", "starburst_2.jpg",
      "20240612_140300.jpg", "20240612_140300_1.jpg", "20240612_140300_123.jpg", "PANORAMA.jpg",
      "panoramic_1.jpg", "", ".png", "é", "IMG_2024_BURST.jpg",
    ])
  func lookAlikes(name: String) {
    #expect(NamePattern.kinds(of: FileName(name), .image) == [])
  }

  @Test(
    "names of bursts and panoramas are known",
    arguments: [
      ("IMG_20240612_140300_BURST001.jpg", .burst),
      (
        "00001IMG_00001_BURST20240612140300_COVER.jpg",
        .burst
      ), ("DSC_0012_BURST20240612.JPG", .burst), ("20240612_140300_001.jpg", .burst),
      ("PANO_20240612_140300.jpg", .panorama), ("PXL_20240612_140300123.PANO.jpg", .panorama),
    ] as [(String, AssetSubtypes)])
  func otherNames(name: String, kind: AssetSubtypes) {
    #expect(NamePattern.kinds(of: FileName(name), .image) == kind)
  }

  @Test("what a name tells is inferred, what the file tells is stated")
  func certainty() throws {
    var named = PhotoHeader(format: .png)
    KindRecognizer.complete(&named, name: "Screenshot_20240612.png")
    #expect(named.kinds == AssetKinds(inferred: .screenshot))
    var told = PhotoHeader(format: .png)
    told.kinds.stated = .screenshot
    KindRecognizer.complete(&told, name: "Screenshot_20240612.png")
    #expect(told.kinds == AssetKinds(stated: .screenshot))
    var live = PhotoHeader(format: .heic)
    live.contentIdentifier = "A"
    KindRecognizer.complete(&live, name: "Screenshot_20240612.heic")
    #expect(live.kinds == AssetKinds())
  }

  @Test(
    "an iPhone's picture is a panorama by its shape only where no sensor has it",
    arguments: [
      (10_800, 3_780, true), (3_780, 10_800, true), (8_064, 6_048, false), (4_032, 2_016, false),
      (16_000, 900, false), (12_000, 8_000, false),
    ])
  func shapes(width: Int, height: Int, isPanorama: Bool) {
    for (make, expected) in [("Apple", isPanorama), ("Canon", false)] {
      var header = PhotoHeader(
        format: .heic, storedSize: PixelSize(width: width, height: height))
      header.camera = Camera(make: make, model: "iPhone 15")
      KindRecognizer.complete(&header, name: "IMG_0001.HEIC")
      #expect(header.kinds.inferred.contains(.panorama) == expected)
    }
  }

  // MARK: - XMP

  @Test(
    "XMP in a JPEG tells panorama, burst, depth and screenshot",
    arguments: [
      ("GPano:ProjectionType", "equirectangular", .panorama), ("GCamera:BurstID", "abc", .burst),
      ("GDepth:Format", "RangeInverse", .depthEffect),
      ("exif:UserComment", "Screenshot", .screenshot),
      ("exif:UserComment", "Screenshot of my desk", []), ("xmp:Label", "Red", []),
      ("GCamera:BurstID", "", []),
    ] as [(String, String, AssetSubtypes)])
  func xmp(property: String, value: String, kind: AssetSubtypes) throws {
    let bytes = MovieSample.jpeg(xmp: XMPSample.packet([(property, value)]))
    let header = try #require(HeaderReader.header(ofBytes: bytes))
    #expect(header.kinds == AssetKinds(stated: kind))
  }

  // MARK: - Motion Photos

  @Test(
    "a movie is found where XMP says, elsewhere too, and with Samsung's trailer",
    arguments: [0, -5, 7, 100_000, -100_000])
  func motionPhoto(error: Int) throws {
    let movie = MovieSample.movie()
    let xmp = XMPSample.packet([
      ("GCamera:MicroVideo", "1"), ("GCamera:MicroVideoOffset", "\(movie.count + error)"),
    ])
    let still = MovieSample.jpeg(xmp: xmp)
    let header = try #require(HeaderReader.header(ofBytes: still + movie))
    let found = try #require(header.embeddedMovie)
    #expect(found.byteOffset == Int64(still.count))
    #expect(found.byteCount == Int64(movie.count))
    #expect(found.format == .mp4)
    #expect(found.duration == 2.5)
    #expect(header.kinds.stated == .livePhoto)
    #expect(HeaderReader.header(ofBytes: still)?.embeddedMovie == nil)
  }

  @Test("an appended movie of which nobody tells is none")
  func untold() throws {
    let bytes = MovieSample.jpeg(xmp: XMPSample.packet([("xmp:Label", "x")])) + MovieSample.movie()
    #expect(HeaderReader.header(ofBytes: bytes)?.embeddedMovie == nil)
  }

  @Test("the word ftyp alone is no movie")
  func decoys() throws {
    let xmp = XMPSample.packet([("GCamera:MotionPhoto", "1")])
    let bytes = MovieSample.jpeg(xmp: xmp)
    let decoy = Array("....ftypisom ftyp ffftyp".utf8)
    #expect(HeaderReader.header(ofBytes: bytes + decoy)?.embeddedMovie == nil)
    let movie = MovieSample.movie()
    let header = try #require(HeaderReader.header(ofBytes: bytes + movie + decoy))
    #expect(header.embeddedMovie?.byteOffset == Int64(bytes.count))
  }

  // MARK: - Movies

  @Test(
    "the keys of a movie tell its kind",
    arguments: [
      ("com.apple.quicktime.author", .text("ReplayKitRecording"), .screenRecording, []),
      ("com.apple.quicktime.author", .text("Someone"), [], []),
      ("com.apple.photos.captureMode", .text("Time-lapse"), .timelapse, []),
      ("com.apple.quicktime.cinematic-video", .text(""), .cinematic, []),
      ("com.apple.quicktime.spatial.format-version", .text("1.0"), .spatial, []),
      ("com.android.capture.fps", .float(240), .slomo, []),
      ("com.android.capture.fps", .float(30), [], []),
      ("com.android.capture.fps", .float(2), .timelapse, []),
      ("com.android.capture.fps", .float(.nan), [], []),
    ] as [(String, MovieSample.KeyValue, AssetSubtypes, AssetSubtypes)])
  func keys(
    key: String, value: MovieSample.KeyValue, stated: AssetSubtypes, inferred: AssetSubtypes
  ) throws {
    let bytes = MovieSample.movie(keys: [(key, value)], framesPerSecond: 30)
    let header = try #require(HeaderReader.header(ofBytes: bytes))
    #expect(header.kinds == AssetKinds(stated: stated, inferred: inferred))
  }

  @Test("a high frame rate is slow motion unless all frames are to be shown")
  func frameRates() throws {
    let intent = "com.apple.quicktime.full-frame-rate-playback-intent"
    func kinds(_ rate: Int, _ keys: [(String, MovieSample.KeyValue)]) -> AssetKinds? {
      HeaderReader.header(ofBytes: MovieSample.movie(keys: keys, framesPerSecond: rate))?.kinds
    }
    #expect(kinds(240, []) == AssetKinds(inferred: .slomo))
    #expect(kinds(240, [(intent, .int(0))]) == AssetKinds(stated: .slomo))
    #expect(kinds(120, [(intent, .int(1))]) == AssetKinds())
    #expect(kinds(60, [(intent, .int(0))]) == AssetKinds())
  }

  @Test("a movie's keys tell date, camera and identifier")
  func movieFacts() throws {
    let bytes = MovieSample.movie(keys: [
      ("com.apple.quicktime.creationdate", .text("2024-02-29T12:34:56+0530")),
      ("com.apple.quicktime.make", .text("Apple")),
      ("com.apple.quicktime.model", .text("iPhone 15 Pro")),
      ("com.apple.quicktime.content.identifier", .text("ABC")),
    ])
    let header = try #require(HeaderReader.header(ofBytes: bytes))
    #expect(header.captureDate?.localSeconds == 1_709_210_096)
    #expect(header.captureDate?.offsetMinutes == 330)
    #expect(header.captureDate?.source == .quickTimeCreationDate)
    #expect(header.camera == Camera(make: "Apple", model: "iPhone 15 Pro"))
    #expect(header.contentIdentifier == "ABC")
  }

  // MARK: - Animations

  @Test("a GIF is animated from the second picture on", arguments: [0, 1, 2, 3])
  func gif(pictures: Int) {
    var bytes = Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0]
    bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
    for _ in 0..<pictures {
      bytes += [0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
    }
    let header = HeaderReader.header(ofBytes: bytes + [0x3B])
    #expect(header?.kinds.all.contains(.animated) == (pictures >= 2))
  }

  // MARK: - Hostile

  @Test("damaged movies, stills with movies and keys end in a value, never in a trap")
  func mutations() {
    var random = SplitMix64(stream: 0x51D5)
    let movie = MovieSample.movie(keys: [
      ("com.apple.quicktime.make", .text("Apple")), ("com.android.capture.fps", .float(240)),
    ])
    let xmp = XMPSample.packet([("GCamera:MotionPhoto", "1")])
    for seed in [movie, MovieSample.jpeg(xmp: xmp) + movie] {
      for _ in 0..<300 {
        var bytes = seed
        for _ in 0..<(1 + random.below(8)) {
          bytes[random.below(bytes.count)] = random.oneIn(3) ? 0xFF : UInt8(random.below(256))
        }
        guard let header = HeaderReader.header(ofBytes: bytes) else { continue }
        if let movie = header.embeddedMovie {
          #expect(movie.byteOffset > 0 && movie.byteCount > 0)
          #expect(movie.byteOffset + movie.byteCount <= Int64(bytes.count))
        }
      }
    }
  }
}

/// Hand-made movies and stills around them.
enum MovieSample {
  /// A value of a metadata key.
  enum KeyValue: Sendable {
    case text(String)
    case float(Float)
    case int(UInt8)

    fileprivate var data: [UInt8] {
      switch self {
      case .text(let text): number(1) + number(0) + Array(text.utf8)
      case .float(let value): number(23) + number(0) + number(value.bitPattern)
      case .int(let value): number(22) + number(0) + [value]
      }
    }
  }

  /// An MP4 of 2.5 seconds with one video track of 64 × 48.
  static func movie(
    keys: [(String, KeyValue)] = [], framesPerSecond: UInt32 = 30
  ) -> [UInt8] {
    let header = box("mvhd", number(0) + number(0) + number(0) + number(1_000) + number(2_500))
    var moov = header + track(framesPerSecond)
    if !keys.isEmpty { moov += meta(keys) }
    return box("ftyp", Array("isom".utf8) + number(0) + Array("isommp42".utf8))
      + box("mdat", [1, 2, 3, 4]) + box("moov", moov)
  }

  static func movie(keys: [(String, KeyValue)] = [], framesPerSecond: Int) -> [UInt8] {
    movie(keys: keys, framesPerSecond: UInt32(framesPerSecond))
  }

  /// The start of a JPEG of 40 × 20 pixels with an XMP packet.
  static func jpeg(xmp: [UInt8]) -> [UInt8] {
    let segment = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + xmp
    let length = segment.count + 2
    return [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + segment
      + [0xFF, 0xC0, 0, 17, 8, 0, 20, 0, 40, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1, 0xFF, 0xD9]
  }

  private static func track(_ rate: UInt32) -> [UInt8] {
    var matrix: [UInt8] = []
    for value: UInt32 in [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000] {
      matrix += number(value)
    }
    let size = number(64 << 16) + number(48 << 16)
    let head = box("tkhd", [UInt8](repeating: 0, count: 40) + matrix + size)
    let entry =
      number(86) + Array("avc1".utf8) + [UInt8](repeating: 0, count: 24)
      + [0, 64, 0, 48] + [UInt8](repeating: 0, count: 50)
    let table =
      box("stsd", number(0) + number(1) + entry)
      + box("stsz", number(0) + number(0) + number(rate * 5 / 2))
    let media =
      box("mdhd", number(0) + number(0) + number(0) + number(1_000) + number(2_500))
      + box("hdlr", number(0) + number(0) + Array("vide".utf8))
      + box("minf", box("stbl", table))
    return box("trak", head + box("mdia", media))
  }

  private static func meta(_ keys: [(String, KeyValue)]) -> [UInt8] {
    var names = number(0) + number(UInt32(keys.count))
    var values: [UInt8] = []
    for (index, item) in keys.enumerated() {
      names += number(UInt32(item.0.utf8.count + 8)) + Array("mdta".utf8) + Array(item.0.utf8)
      let data = box("data", item.1.data)
      values += number(UInt32(data.count + 8)) + number(UInt32(index + 1)) + data
    }
    return box(
      "meta",
      box("hdlr", number(0) + number(0) + Array("mdta".utf8)) + box("keys", names)
        + box("ilst", values))
  }

  private static func box(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    number(UInt32(payload.count + 8)) + Array(type.utf8) + payload
  }
}

/// Four bytes, the highest first.
private func number(_ value: UInt32) -> [UInt8] {
  [UInt8(value >> 24), UInt8(value >> 16 & 0xFF), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)]
}
