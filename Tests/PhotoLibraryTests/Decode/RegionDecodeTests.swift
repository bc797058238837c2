import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite("Decoding a part of a photo", .timeLimit(.minutes(2)))
struct RegionDecodeTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder("regions")
  }

  private static let size = PixelSize(width: 64, height: 48)
  private static let names =
    (1...8).map { "marks-\($0).jpg" }
    + [
      "marks-gray.jpg", "marks-cmyk.jpg", "marks-rgb.png",
      "marks-palette.png", "marks-rgba16.png", "marks-interlaced.png", "marks-irot-1.heic",
      "marks-irot-2.heic", "marks-irot-3.heic", "marks-exif-6-irot-3.heic",
    ]

  private static func region(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PhotoRegion {
    PhotoRegion(photo: size, x: x, y: y, size: PixelSize(width: width, height: height))
  }

  private func request(
    _ name: String, _ region: PhotoRegion, _ target: PixelSize
  ) throws -> ThumbnailRequest {
    let path = AssetPath(folder.path(of: FileName(name)))
    let status = try PhotoDoor().open(path).status
    return ThumbnailRequest(
      asset: Asset(
        id: AssetID(0), path: path, identity: status.identity, byteCount: status.byteCount,
        modified: status.modified, format: Golden.format(name)),
      target: target, quality: .full, region: region)
  }

  @Test("at 100 % a part equals that part of the whole, whatever the orientation", arguments: names)
  func equalsTheWhole(name: String) async throws {
    try folder.write(try Golden.bytes(name), to: FileName(name))
    let whole = try Golden.decode(name, width: 640, height: 480).thumbnail.pixels
    try #require(whole.size == Self.size)
    let worker = DecodeWorker(door: PhotoDoor())
    for region in [
      Self.region(0, 0, 64, 48), Self.region(0, 0, 1, 1), Self.region(63, 47, 1, 1),
      Self.region(5, 30, 20, 11), Self.region(40, 3, 24, 17), Self.region(0, 40, 64, 8),
    ] {
      let result = try await worker.decode(
        request(name, region, region.size), background: .black)
      let pixels = result.thumbnail.pixels
      try #require(pixels.size == region.size)
      var expected = PixelBuffer(size: region.size, color: .black)
      for y in 0..<region.size.height {
        for x in 0..<region.size.width { expected[x, y] = whole[region.x + x, region.y + y] }
      }
      #expect(pixels == expected, "\(region)")
    }
  }

  @Test("at 200 % each pixel becomes four, unblended")
  func doubles() async throws {
    try folder.write(try Golden.bytes("marks-6.jpg"), to: "a.jpg")
    let whole = try Golden.decode("marks-6.jpg", width: 640, height: 480).thumbnail.pixels
    let region = Self.region(10, 20, 15, 9)
    let pixels = try await DecodeWorker(door: PhotoDoor()).decode(
      request("a.jpg", region, PixelSize(width: 30, height: 18)), background: .black
    ).thumbnail.pixels
    try #require(pixels.size == PixelSize(width: 30, height: 18))
    for y in 0..<18 {
      for x in 0..<30 { #expect(pixels[x, y] == whole[10 + x / 2, 20 + y / 2]) }
    }
  }

  @Test("at 50 % and less the marks are where they belong", arguments: [2, 3, 4])
  func reduces(divisor: Int) async throws {
    let worker = DecodeWorker(door: PhotoDoor())
    for name in ["marks-1.jpg", "marks-8.jpg", "marks-rgb.png", "marks-irot-1.heic"] {
      try folder.write(try Golden.bytes(name), to: FileName(name))
      let target = PixelSize(width: 64 / divisor, height: 48 / divisor)
      let pixels = try await worker.decode(
        request(name, Self.region(0, 0, 64, 48), target), background: .black
      ).thumbnail.pixels
      #expect(pixels.size == target)
      Golden.expectMarks(pixels, tolerance: 24)
    }
  }

  @Test("a photo that was replaced is not shown from memory")
  func replaced() async throws {
    try folder.write(try Golden.bytes("marks-1.jpg"), to: "a.jpg")
    let worker = DecodeWorker(door: PhotoDoor())
    let region = Self.region(0, 0, 16, 16)
    let first = try await worker.decode(
      request("a.jpg", region, region.size), background: .black)
    TestFiles.remove(folder.path(of: "a.jpg"))
    try folder.write(try Golden.bytes("marks-gray.jpg"), to: "a.jpg")
    let second = try await worker.decode(
      request("a.jpg", region, region.size), background: .black)
    #expect(first.version != second.version)
    #expect(first.thumbnail.pixels != second.thumbnail.pixels)
    let color = second.thumbnail.pixels[8, 8]
    #expect(color.red == color.green)
  }

  @Test(
    "the scale is the smallest that is sharp enough and fits into memory",
    arguments: [
      (4_000, 3_000, 800, 600, 800, 1), (4_000, 3_000, 1_600, 1_200, 800, 2),
      (4_000, 3_000, 2_390, 1_800, 800, 2), (4_000, 3_000, 4_000, 3_000, 500, 8),
      (9_000, 9_000, 800, 600, 800, 2), (60_000, 60_000, 8, 6, 8, 8), (4, 3, 2, 2, 4, 1),
    ])
  func reduction(width: Int, height: Int, shown: Int, down: Int, target: Int, expected: Int) {
    let region = PhotoRegion(
      photo: PixelSize(width: width, height: height), x: 0, y: 0,
      size: PixelSize(width: shown, height: down))
    let size = PixelSize(width: target, height: max(1, target * down / shown))
    #expect(DecodeWorker.reduction(for: region, target: size) == expected)
  }

  @Test("a damaged photo fails, and the next one is shown")
  func damaged() async throws {
    try folder.write(Array(try Golden.bytes("marks-1.jpg").prefix(300)), to: "cut.jpg")
    try folder.write(try Golden.bytes("marks-2.jpg"), to: "b.jpg")
    let worker = DecodeWorker(door: PhotoDoor())
    let region = Self.region(0, 0, 16, 16)
    await #expect(throws: ThumbnailError.self) {
      try await worker.decode(request("cut.jpg", region, region.size), background: .black)
    }
    let result = try await worker.decode(
      request("b.jpg", region, region.size), background: .black)
    #expect(result.thumbnail.pixels[8, 8].isNear(RGBColor(red: 220, green: 40, blue: 30), 12))
  }
}
