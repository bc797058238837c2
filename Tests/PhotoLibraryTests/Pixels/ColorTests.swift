import Glibc
import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite("Colour")
struct ColorTests {
  private func convert(_ bytes: [UInt8], _ layout: SampleLayout, _ space: ColorSpace) -> [UInt8] {
    ColorManagement().convertToSRGB(
      SmallRaster(
        size: PixelSize(width: bytes.count / layout.channelCount, height: 1), layout: layout,
        bytes: bytes, rowCount: 1), from: space)
  }

  /// Display P3 to sRGB by the matrices of the two standards, in light.
  private func sRGB(fromP3 color: [Double]) -> [Double] {
    let light = color.map { value in
      value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let matrix = [
      [1.2249401, -0.2249404, 0], [-0.0420569, 1.0420571, 0],
      [-0.0196376, -0.0786361, 1.0982735],
    ]
    return matrix.map { row in
      let value = min(1, max(0, zip(row, light).reduce(0) { $0 + $1.0 * $1.1 }))
      return value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
    }
  }

  @Test(
    "Display P3 becomes sRGB as the standards say",
    arguments: [[200, 100, 50], [128, 128, 128], [20, 90, 40], [10, 20, 200], [255, 255, 255]])
  func displayP3(color: [UInt8]) {
    let expected = sRGB(fromP3: color.map { Double($0) / 255 })
    let converted = convert(color, .rgb, .primaries(.displayP3(.sRGB)))
    for channel in 0..<3 {
      #expect(abs(Double(converted[channel]) - expected[channel] * 255) <= 2)
    }
  }

  @Test("alpha passes through a conversion")
  func alphaKept() {
    let converted = convert(
      [200, 100, 50, 7, 1, 2, 3, 255], .straightAlpha, .primaries(.displayP3(.sRGB)))
    #expect(converted.count == 8 && converted[3] == 7 && converted[7] == 255)
  }

  @Test("sRGB by its primaries is left as it is")
  func identity() {
    let color: [UInt8] = [1, 50, 128, 200, 254, 99]
    let converted = convert(color, .rgb, .primaries(.bt709(.sRGB)))
    for (one, other) in zip(color, converted) { #expect(abs(Int(one) - Int(other)) <= 1) }
  }

  @Test("a damaged profile is ignored", arguments: [0, 10, 127, 128, 500, 4_000])
  func damagedProfile(count: Int) {
    var random = SplitMix64(seed: UInt64(count))
    let profile = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    #expect(convert([1, 2, 3], .rgb, .icc(profile)) == [1, 2, 3])
    #expect(convert([9], .gray, .icc(profile)) == [9, 9, 9])
    #expect(convert([0, 0, 0, 255], .cmyk, .icc(profile)) == [0, 0, 0])
  }

  @Test("ink becomes light in both directions of storage")
  func plainCMYK() {
    #expect(convert([0, 0, 0, 0], .cmyk, .sRGB) == [255, 255, 255])
    #expect(convert([255, 0, 0, 0], .cmyk, .sRGB) == [0, 255, 255])
    #expect(convert([255, 255, 255, 255], .invertedCMYK, .sRGB) == [255, 255, 255])
    #expect(convert([0, 255, 255, 255], .invertedCMYK, .sRGB) == [0, 255, 255])
  }

  @Test("alpha is blended over the background, exactly at both ends")
  func blending() {
    let behind = RGBColor(red: 10, green: 20, blue: 30)
    #expect(AlphaBlend.over(behind, rgba: [1, 2, 3, 255, 1, 2, 3, 0]) == [1, 2, 3, 10, 20, 30])
    #expect(AlphaBlend.over(behind, rgba: [210, 220, 230, 128]) == [110, 120, 130])
  }

  @Test("high dynamic range keeps its order and its ends")
  func transfers() {
    for transfer in [
      RGBPrimaries.Transfer.perceptualQuantizer, .hybridLogGamma, .sRGB, .gamma(2.2),
    ] {
      let values = (0...100).map { transfer.light(of: Double($0) / 100) }
      #expect(values[0] >= 0 && values[0] < 0.001 && values[100] <= 1.0001)
      #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 })
    }
  }

  @Test(
    "wide-gamut photos of the corpus lose their cast",
    .enabled(if: Corpus.isAvailable, "\(Corpus.whereabouts)"),
    arguments: ["icc/image-p3.jpg", "icc/p3.png", "icc/prophoto.png", "icc/Upper_Right.jpg"])
  func corpusProfiles(path: String) throws {
    let bytes = try TestFiles.read(Corpus.photo(FileName(path)))
    let isPNG = path.hasSuffix("png")
    let photo = try PhotoDecoder().decode(
      bytes,
      DecodeRequest(format: isPNG ? .png : .jpeg, target: PixelSize(width: 40, height: 40)))
    // The profile's name is made unreadable: the same samples without colour management.
    let marker = isPNG ? "iCCP" : "ICC_PROFILE"
    var plain = bytes
    let place = try #require(
      bytes.indices.prefix(70_000).first { bytes[$0...].starts(with: marker.utf8) })
    plain[place] = UInt8(ascii: "x")
    let unmanaged = try PhotoDecoder().decode(
      plain, DecodeRequest(format: isPNG ? .png : .jpeg, target: PixelSize(width: 40, height: 40)))
    #expect(photo.thumbnail.pixels != unmanaged.thumbnail.pixels)
  }
}

@Suite("Telling pictures apart")
struct ThumbnailDifferenceTests {
  private func noisy(_ color: RGBColor, _ amount: Int, seed: UInt64) -> PixelBuffer {
    var random = SplitMix64(seed: seed)
    var pixels = PixelBuffer(size: PixelSize(width: 64, height: 48), color: color)
    for y in 0..<48 {
      for x in 0..<64 {
        let change = Int.random(in: -amount...amount, using: &random)
        pixels[x, y].red = UInt8(clamping: Int(color.red) + change)
      }
    }
    return pixels
  }

  @Test("noise and another size are not a visible difference")
  func noise() {
    let gray = RGBColor(red: 120, green: 120, blue: 120)
    #expect(!ThumbnailDifference.isVisible(noisy(gray, 20, seed: 1), noisy(gray, 20, seed: 2)))
    let small = PixelBuffer(size: PixelSize(width: 20, height: 15), color: gray)
    #expect(!ThumbnailDifference.isVisible(noisy(gray, 20, seed: 1), small))
  }

  @Test("another colour, and a change in one place, are")
  func difference() {
    let gray = RGBColor(red: 120, green: 120, blue: 120)
    let base = PixelBuffer(size: PixelSize(width: 64, height: 48), color: gray)
    let other = RGBColor(red: 140, green: 110, blue: 120)
    #expect(ThumbnailDifference.isVisible(base, PixelBuffer(size: base.size, color: other)))
    var marked = base
    for y in 0..<6 { for x in 0..<8 { marked[x, y] = .black } }
    #expect(ThumbnailDifference.isVisible(base, marked))
  }
}
