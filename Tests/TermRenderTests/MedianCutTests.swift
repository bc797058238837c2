import PickerModel
import TestSupport
import Testing

@testable import TermRender

@Suite("Median cut")
struct MedianCutTests {
  static func noise(_ size: PixelSize, _ random: inout SplitMix64) -> PixelBuffer {
    PixelBuffer(size: size, bytes: random.bytes(count: size.width * size.height * 3))
  }

  @Test("few colours come back exactly")
  func exact() {
    var cut = MedianCut()
    let colors = [
      RGBColor(red: 255, green: 0, blue: 0), RGBColor(red: 3, green: 200, blue: 77), .black,
    ]
    var picture = PixelBuffer(size: PixelSize(width: 3, height: 3), color: .black)
    for x in 0..<3 { for y in 0..<3 { picture[x, y] = colors[(x + y) % 3] } }
    let result = cut.quantize([picture], colorCount: 256)
    #expect(result.palette.count == 3)
    for index in 0..<9 {
      #expect(result.palette[Int(result.indices[0][index])] == picture[index % 3, index / 3])
    }
  }

  @Test("never more colours than asked for, every index valid", .seeded)
  func bounds() {
    var random = SplitMix64()
    var cut = MedianCut()
    for count in [1, 2, 3, 16, 256, 1024] {
      let picture = Self.noise(PixelSize(width: 40, height: 30), &random)
      let result = cut.quantize([picture, picture], colorCount: count)
      #expect(result.palette.count <= count)
      #expect(result.indices[0].allSatisfy { Int($0) < result.palette.count })
      #expect(result.indices[0] == result.indices[1])
    }
  }

  @Test("a gradient keeps its look: more than 35 dB with 256 colours")
  func quality() {
    var cut = MedianCut()
    var picture = PixelBuffer(size: PixelSize(width: 160, height: 120), color: .black)
    for y in 0..<120 {
      for x in 0..<160 {
        picture[x, y] = RGBColor(
          red: UInt8(x * 255 / 159), green: UInt8(y * 255 / 119), blue: UInt8((x + y) * 255 / 278))
      }
    }
    let result = cut.quantize([picture], colorCount: 256)
    var error = 0.0
    for (pixel, index) in result.indices[0].enumerated() {
      let wanted = picture[pixel % 160, pixel / 160]
      let got = result.palette[Int(index)]
      for (one, other) in [
        (wanted.red, got.red), (wanted.green, got.green), (wanted.blue, got.blue),
      ] {
        let difference = Double(one) - Double(other)
        error += difference * difference
      }
    }
    // 255² / 10^3.5 = 20.6
    #expect(error / Double(picture.bytes.count) < 20.6)
  }

  @Test("a picture does not depend on those before it", .seeded)
  func independent() {
    var random = SplitMix64(stream: 2)
    let picture = Self.noise(PixelSize(width: 20, height: 20), &random)
    var fresh = MedianCut()
    var used = MedianCut()
    _ = used.quantize([Self.noise(PixelSize(width: 50, height: 50), &random)], colorCount: 100)
    let one = fresh.quantize([picture], colorCount: 50)
    let other = used.quantize([picture], colorCount: 50)
    #expect(one.palette == other.palette)
    #expect(one.indices == other.indices)
  }
}
