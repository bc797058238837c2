import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite("Decoding hostile input", .timeLimit(.minutes(5)))
struct HostileInputTests {
  private let request = DecodeRequest(
    format: .jpeg, target: PixelSize(width: 40, height: 30))

  private static let samples = [
    "marks-5.jpg", "marks-progressive.jpg", "marks-cmyk.jpg", "marks-palette.png",
    "marks-interlaced.png", "marks-rgba16.png", "marks-irot-3.heic",
  ]

  @Test("a file cut anywhere decodes or says why not", arguments: samples)
  func everyPrefix(name: String) throws {
    let bytes = try Golden.bytes(name)
    let decoder = PhotoDecoder()
    var request = request
    request.format = Golden.format(name)
    for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 300)) {
      do throws(DecodeError) {
        let photo = try decoder.decode(Array(bytes.prefix(count)), request)
        #expect(photo.thumbnail.pixels.size.width <= 40)
      } catch {
        #expect(!error.userMessage.isEmpty && !error.isCancellation)
      }
    }
  }

  @Test("a file with damaged bytes decodes or says why not", arguments: samples)
  func mutated(name: String) throws {
    let bytes = try Golden.bytes(name)
    let decoder = PhotoDecoder(limits: DecodeLimits(maximumPixelCount: 50_000_000))
    var request = request
    request.format = Golden.format(name)
    var random = SplitMix64(seed: 7)
    for _ in 0..<300 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      do throws(DecodeError) {
        let size = try decoder.decode(damaged, request).thumbnail.pixels.size
        #expect(size.width <= 40 && size.height <= 30)
      } catch {
        #expect(!error.userMessage.isEmpty && !error.isCancellation)
      }
    }
  }

  @Test("random bytes are refused in every format", arguments: FileFormat.allCases)
  func noise(format: FileFormat) {
    var random = SplitMix64(seed: 3)
    let decoder = PhotoDecoder()
    for _ in 0..<50 {
      let bytes = (0..<Int.random(in: 1...2_000, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      #expect(throws: DecodeError.self) {
        try decoder.decode(
          bytes, DecodeRequest(format: format, target: PixelSize(width: 9, height: 9)))
      }
    }
  }

  @Test("an empty file says so")
  func empty() {
    for format in FileFormat.allCases {
      #expect(throws: DecodeError.empty) {
        try PhotoDecoder().decode(
          [], DecodeRequest(format: format, target: PixelSize(width: 9, height: 9)))
      }
    }
  }

  @Test("a format without a decoder is named")
  func unsupported() {
    #expect(throws: DecodeError.unsupportedFormat("no decoder for WebP yet")) {
      try PhotoDecoder().decode(
        [1, 2, 3], DecodeRequest(format: .webp, target: PixelSize(width: 9, height: 9)))
    }
  }

  @Test("a PNG that claims too much is refused before anything is allocated")
  func claims() {
    let bytes =
      StoredPNG.signature
      + StoredPNG.header(width: 200_000, height: 200_000, depth: 8, colorType: 6)
      + StoredPNG.chunk("IDAT", [0x78, 0x01]) + StoredPNG.chunk("IEND", [])
    #expect(
      throws: DecodeError.tooLarge(
        PixelSize(width: 200_000, height: 200_000), limit: 1_000_000_000)
    ) {
      try PhotoDecoder().decode(
        bytes, DecodeRequest(format: .png, target: PixelSize(width: 9, height: 9)))
    }
  }

  @Test("a PNG that was optimised for iOS is named")
  func appleVariant() {
    let bytes =
      StoredPNG.signature + StoredPNG.chunk("CgBI", [0x50, 0, 0x20, 2])
      + StoredPNG.header(width: 2, height: 2, depth: 8, colorType: 6)
    #expect(throws: DecodeError.unsupportedFormat("no decoder for iOS-optimised PNG")) {
      try PhotoDecoder().decode(
        bytes, DecodeRequest(format: .png, target: PixelSize(width: 9, height: 9)))
    }
  }

  @Test("a damaged photo does not show the one before it")
  func noLeftovers() throws {
    let decoder = PhotoDecoder()
    let good = try Golden.bytes("marks-1.jpg")
    _ = try decoder.decode(good, request)
    // The last marker segment before the scan loses its length, after a harmless warning.
    var damaged = Array(good[..<2]) + [0x00, 0x01] + Array(good[2...])
    let scan = try JPEGStructure(damaged, count: damaged.count).scanOffset
    damaged.replaceSubrange(scan + 4..<scan + 5, with: [9])
    #expect(throws: DecodeError.self) { try decoder.decode(damaged, request) }
  }

  @Test("the time for a photo is bounded")
  func deadline() throws {
    #expect(throws: DecodeError.timedOut(seconds: 0)) {
      try PhotoDecoder(limits: DecodeLimits(maximumSeconds: 0)).decode(
        Golden.bytes("marks-rgb.png"),
        DecodeRequest(format: .png, target: PixelSize(width: 9, height: 9)))
    }
  }

  @Test("a cancelled task decodes nothing")
  func cancelled() async {
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try PhotoDecoder().decode(
        Golden.bytes("marks-1.jpg"),
        DecodeRequest(format: .jpeg, target: PixelSize(width: 9, height: 9)))
    }
    await #expect(throws: DecodeError.cancelled) { try await task.value }
  }
}

@Suite("Decode limits")
struct DecodeLimitsTests {
  private let limits = DecodeLimits(maximumPixelCount: 100, maximumWorkingByteCount: 300)

  @Test(
    "bytes are counted up to the limit and refused one past it",
    arguments: [(10, 10, 3, 300), (1, 300, 1, 300), (1, 1, 4, 4)])
  func within(width: Int, height: Int, bytesPerPixel: Int, expected: Int) throws {
    let size = PixelSize(width: width, height: height)
    #expect(try limits.byteCount(for: size, bytesPerPixel: bytesPerPixel) == expected)
  }

  @Test(
    "too much is refused, even past what an integer holds",
    arguments: [(301, 1, 1), (101, 1, 3), (Int.max, Int.max, 4), (Int.max, 1, 4), (1, Int.max, 2)])
  func beyond(width: Int, height: Int, bytesPerPixel: Int) {
    #expect(throws: DecodeError.self) {
      try limits.byteCount(
        for: PixelSize(width: width, height: height), bytesPerPixel: bytesPerPixel)
    }
  }

  @Test("sizes are checked at 0, the limit and one past it")
  func sizes() throws {
    try limits.check(PixelSize(width: 100, height: 1))
    for size in [
      PixelSize(width: 0, height: 5), PixelSize(width: 5, height: 0),
      PixelSize(width: -1, height: 5),
    ] {
      #expect(throws: DecodeError.corrupt("the picture has no pixels")) { try limits.check(size) }
    }
    for size in [
      PixelSize(width: 101, height: 1), PixelSize(width: Int.max, height: Int.max),
    ] {
      #expect(throws: DecodeError.tooLarge(size, limit: 100)) { try limits.check(size) }
    }
  }
}

@Suite("Scans of a JPEG")
struct JPEGScanTests {
  @Test("a progressive file with endless scans is refused before it costs time")
  func scanBomb() throws {
    let bytes = try Golden.bytes("marks-progressive.jpg")
    let structure = try JPEGStructure(bytes, count: bytes.count)
    #expect(ProgressiveJPEG.scanCount(bytes, count: bytes.count) > 3)
    // The size is made large, so that the few scans there are come to too many pixels.
    var bomb = bytes
    let frame = structure.frameOffset
    bomb.replaceSubrange(frame + 1..<frame + 5, with: [0x80, 0, 0x80, 0])
    let limits = DecodeLimits(
      maximumPixelCount: 1_100_000_000, maximumWorkingByteCount: 8_000_000_000)
    #expect(throws: DecodeError.self) {
      try PhotoDecoder(limits: limits).decode(
        bomb, DecodeRequest(format: .jpeg, target: PixelSize(width: 9_000, height: 9_000)))
    }
  }

  @Test("leaving the AC scans out keeps the brightness of an eighth exactly")
  func withoutAC() throws {
    let bytes = try Golden.bytes("marks-progressive.jpg")
    let structure = try JPEGStructure(bytes, count: bytes.count)
    let (small, isTruncated) = ProgressiveJPEG.withoutAC(bytes, count: bytes.count, structure)
    #expect(!isTruncated)
    #expect(small.count < bytes.count)
    #expect(ProgressiveJPEG.scanCount(small, count: small.count) >= 1)
    let cut = ProgressiveJPEG.withoutAC(bytes, count: bytes.count / 2, structure)
    #expect(cut.isTruncated)
  }
}
