import CSixel
import Glibc
import PickerModel
import TestSupport
import Testing

@testable import TermRender

@Suite("Sixel writer")
struct SixelWriterTests {
  /// A picture of random pixels; some of them transparent.
  static func image(
    _ width: Int, _ height: Int, colors: Int, holes: Bool, _ random: inout SplitMix64
  ) -> IndexedImage {
    // Hundredths, so that nothing is lost in the registers.
    func level(_ value: Int) -> UInt8 { UInt8((value % 101) * 255 / 100) }
    let palette = (0..<colors).map { index in
      RGBColor(red: level(index * 7), green: level(index * 31), blue: level(random.below(101)))
    }
    let indices = (0..<(width * height)).map { _ -> UInt16 in
      holes && random.oneIn(4) ? IndexedImage.transparent : UInt16(random.below(colors))
    }
    return IndexedImage(
      size: PixelSize(width: width, height: height), indices: indices, palette: palette)
  }

  static func check(_ image: IndexedImage, _ bytes: [UInt8], x: Int = 0, y: Int = 0) throws {
    let decoded = try #require(SixelDecoder.decode(bytes))
    #expect(decoded.problems.isEmpty)
    #expect(decoded.undefinedRegisters.isEmpty)
    #expect(!decoded.endsInNewline)
    #expect(decoded.declaredAspect == PixelSize(width: 1, height: 1))
    let declared = try #require(decoded.declaredSize)
    for row in 0..<declared.height {
      for column in 0..<declared.width {
        let index = image.indices[(y + row) * image.size.width + x + column]
        if index == IndexedImage.transparent {
          #expect(decoded[column, row] == nil)
        } else {
          let wanted = image.palette[Int(index)]
          let distance = decoded[column, row].map { $0.distance(to: wanted) } ?? 999
          #expect(distance <= 2, "pixel \(column),\(row)")
        }
      }
    }
  }

  @Test("pixels come back as they were, for every height of up to seven bands", .seeded)
  func heights() throws {
    var random = SplitMix64()
    var writer = SixelWriter()
    for height in 1...40 {
      let image = Self.image(
        1 + random.below(30), height, colors: 1 + random.below(20), holes: random.oneIn(2), &random)
      let bytes = writer.write(image, x: 0, y: 0, size: image.size)
      try Self.check(image, bytes)
    }
  }

  @Test("a part of a picture is what is cut out of it", .seeded)
  func parts() throws {
    var random = SplitMix64(stream: 1)
    var writer = SixelWriter()
    for _ in 0..<20 {
      let image = Self.image(40, 31, colors: 300, holes: true, &random)
      let x = random.below(40)
      let y = random.below(31)
      let size = PixelSize(width: 1 + random.below(40 - x), height: 1 + random.below(31 - y))
      let bytes = writer.write(image, x: x, y: y, size: size)
      #expect(try #require(SixelDecoder.decode(bytes)).declaredSize == size)
      try Self.check(image, bytes, x: x, y: y)
    }
  }

  @Test("one and two colours give a picture, too", arguments: [1, 2])
  func fewColors(_ colors: Int) throws {
    var random = SplitMix64(seed: 7)
    var writer = SixelWriter()
    let image = Self.image(13, 13, colors: colors, holes: false, &random)
    let bytes = writer.write(image, x: 0, y: 0, size: image.size)
    try Self.check(image, bytes)
    #expect(SixelDecoder.decode(bytes)?.drawnPixelCount == 169)
  }

  @Test("libsixel reads the same picture from it")
  func secondOpinion() throws {
    var random = SplitMix64(seed: 3)
    var writer = SixelWriter()
    let image = Self.image(50, 23, colors: 200, holes: false, &random)
    var bytes = writer.write(image, x: 0, y: 0, size: image.size)
    var pixels: UnsafeMutablePointer<UInt8>?
    var palette: UnsafeMutablePointer<UInt8>?
    var width: Int32 = 0
    var height: Int32 = 0
    var colorCount: Int32 = 0
    let status = unsafe sixel_decode_raw(
      &bytes, Int32(bytes.count), &pixels, &width, &height, &palette, &colorCount, nil)
    #expect(status == 0)
    #expect(width == 50)
    #expect(height == 23)
    guard let indices = unsafe pixels, let colors = unsafe palette else {
      Issue.record("libsixel gave no picture")
      return
    }
    for index in 0..<(50 * 23) {
      let wanted = image.palette[Int(image.indices[index])]
      let entry = unsafe Int(indices[index]) * 3
      #expect(unsafe abs(Int(colors[entry]) - Int(wanted.red)) <= 2)
      #expect(unsafe abs(Int(colors[entry + 1]) - Int(wanted.green)) <= 2)
      #expect(unsafe abs(Int(colors[entry + 2]) - Int(wanted.blue)) <= 2)
    }
    unsafe free(pixels)
    unsafe free(palette)
  }

  @Test("equal pixels give equal bytes, whatever was written before")
  func deterministic() {
    var random = SplitMix64(seed: 5)
    let image = Self.image(20, 20, colors: 30, holes: true, &random)
    var fresh = SixelWriter()
    var used = SixelWriter()
    _ = used.write(
      Self.image(33, 17, colors: 256, holes: false, &random), x: 0, y: 0,
      size: PixelSize(width: 33, height: 17))
    #expect(
      fresh.write(image, x: 0, y: 0, size: image.size)
        == used.write(image, x: 0, y: 0, size: image.size))
  }
}
