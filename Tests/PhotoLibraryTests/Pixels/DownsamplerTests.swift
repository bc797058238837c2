import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite("Downsampling by area")
struct DownsamplerTests {
  /// A picture of random samples.
  private struct Picture {
    var size: PixelSize
    var layout: SampleLayout
    var bytes: [UInt8]

    init(_ size: PixelSize, _ layout: SampleLayout, _ random: inout SplitMix64) {
      self.size = size
      self.layout = layout
      bytes = (0..<size.width * size.height * layout.channelCount).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      if layout == .premultipliedAlpha {
        for index in bytes.indices where index % 4 != 3 {
          bytes[index] = min(bytes[index], bytes[index | 3])
        }
      }
    }

    func row(_ y: Int) -> ArraySlice<UInt8> {
      let stride = size.width * layout.channelCount
      return bytes[y * stride..<(y + 1) * stride]
    }
  }

  /// The definition: the mean of the covered area, in double precision.
  private func reference(_ picture: Picture, _ target: PixelSize) -> [Double] {
    let channels = picture.layout.channelCount
    var result: [Double] = []
    for y in 0..<target.height {
      for x in 0..<target.width {
        var sums = [Double](repeating: 0, count: channels)
        var weight = 0.0
        let (top, bottom) = edges(y, picture.size.height, target.height)
        let (left, right) = edges(x, picture.size.width, target.width)
        for sourceY in Int(top)..<Int(bottom.rounded(.up)) {
          for sourceX in Int(left)..<Int(right.rounded(.up)) {
            let share =
              (min(bottom, Double(sourceY + 1)) - max(top, Double(sourceY)))
              * (min(right, Double(sourceX + 1)) - max(left, Double(sourceX)))
            let base = (sourceY * picture.size.width + sourceX) * channels
            let alpha =
              picture.layout == .straightAlpha ? Double(picture.bytes[base + 3]) / 255 : 1
            for channel in 0..<channels {
              sums[channel] +=
                Double(picture.bytes[base + channel]) * (channel == 3 ? 1 : alpha) * share
            }
            weight += share
          }
        }
        for channel in 0..<channels {
          let isColor = picture.layout.hasAlpha && channel != 3
          if isColor {
            result.append(sums[3] > 0 ? min(255, sums[channel] * 255 / sums[3]) : 0)
          } else {
            result.append(sums[channel] / weight)
          }
        }
      }
    }
    return result
  }

  private func edges(_ index: Int, _ source: Int, _ target: Int) -> (Double, Double) {
    (
      Double(index) * Double(source) / Double(target),
      Double(index + 1) * Double(source) / Double(target)
    )
  }

  private func expectNear(_ actual: [UInt8], _ expected: [Double], _ layout: SampleLayout) {
    #expect(actual.count == expected.count)
    var worst = 0.0
    for (index, pair) in zip(actual, expected).enumerated() {
      // Where nearly nothing is opaque, colour is of no account and rounding large.
      if layout.hasAlpha, expected[index | 3] < 8 { continue }
      worst = max(worst, abs(Double(pair.0) - pair.1))
    }
    #expect(worst <= 0.6)
  }

  @Test(
    "streaming and scattering give the mean of the covered area",
    arguments: [SampleLayout.gray, .rgb, .straightAlpha, .premultipliedAlpha, .cmyk])
  func means(layout: SampleLayout) {
    var random = SplitMix64(seed: 11)
    for _ in 0..<25 {
      let size = PixelSize(
        width: Int.random(in: 1...40, using: &random),
        height: Int.random(in: 1...40, using: &random))
      let target = PixelSize(
        width: Int.random(in: 1...size.width, using: &random),
        height: Int.random(in: 1...size.height, using: &random))
      let picture = Picture(size, layout, &random)
      let expected = reference(picture, target)
      var streaming = BoxDownsampler(source: size, target: target, layout: layout)
      var scattering = ScatterDownsampler(source: size, target: target, layout: layout)
      for y in 0..<size.height {
        let row = Array(picture.row(y))
        unsafe row.withUnsafeBufferPointer { unsafe streaming.append($0) }
      }
      // Rows from the bottom, odd columns before even ones.
      for y in (0..<size.height).reversed() {
        let row = Array(picture.row(y))
        unsafe row.withUnsafeBufferPointer { row in
          unsafe scattering.append(row, at: y, from: 1, by: 2)
          unsafe scattering.append(row, at: y, from: 0, by: 2)
        }
      }
      #expect(streaming.finish() == target.height)
      expectNear(streaming.output, expected, layout)
      let scattered = scattering.finish()
      #expect(scattered.rowCount == target.height)
      expectNear(scattered.bytes, expected, layout)
    }
  }

  @Test("a picture that ends early has the rows that came")
  func partial() {
    var downsampler = BoxDownsampler(
      source: PixelSize(width: 4, height: 100), target: PixelSize(width: 2, height: 10),
      layout: .gray)
    for _ in 0..<55 {
      let row = [UInt8](repeating: 90, count: 4)
      unsafe row.withUnsafeBufferPointer { unsafe downsampler.append($0) }
    }
    #expect(downsampler.finish() == 6)
    #expect(downsampler.output.prefix(12).allSatisfy { $0 == 90 })
    #expect(downsampler.output.dropFirst(12).allSatisfy { $0 == 0 })
  }

  @Test("a constant picture stays constant at every size")
  func constant() {
    for side in [1, 2, 3, 7, 64, 1_000] {
      var downsampler = BoxDownsampler(
        source: PixelSize(width: 1_000, height: side), target: PixelSize(width: 7, height: 1),
        layout: .rgb)
      for _ in 0..<side {
        let row = [UInt8](repeating: 255, count: 3_000)
        unsafe row.withUnsafeBufferPointer { unsafe downsampler.append($0) }
      }
      #expect(downsampler.finish() == 1)
      #expect(downsampler.output.allSatisfy { $0 == 255 })
    }
  }
}

@Suite("Fitting sizes")
struct PixelFitTests {
  @Test("a fitted size lies in the box, keeps its proportions and is never enlarged")
  func property() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<2_000 {
      let size = PixelSize(
        width: Int.random(in: 1...70_000, using: &random),
        height: Int.random(in: 1...70_000, using: &random))
      let box = PixelSize(
        width: Int.random(in: 1...2_000, using: &random),
        height: Int.random(in: 1...2_000, using: &random))
      let fitted = size.fitted(into: box)
      #expect(fitted.width >= 1 && fitted.height >= 1)
      #expect(fitted.width <= min(box.width, size.width))
      #expect(fitted.height <= min(box.height, size.height))
      // One side fills the box, unless the picture is smaller.
      #expect(
        fitted.width == box.width || fitted.height == box.height || fitted == size
          || fitted.width == 1 || fitted.height == 1)
      #expect(
        fitted.hasProportions(of: size, within: 0.5 / Double(fitted.longSide)) || fitted.width == 1
          || fitted.height == 1)
    }
  }

  @Test("extreme and impossible sizes give at least one pixel")
  func extremes() {
    let box = PixelSize(width: 100, height: 80)
    #expect(
      PixelSize(width: 1, height: 10_000).fitted(into: box) == PixelSize(width: 1, height: 80))
    #expect(PixelSize(width: 0, height: -4).fitted(into: box) == PixelSize(width: 1, height: 1))
    #expect(
      PixelSize(width: 50, height: 50).fitted(into: PixelSize(width: 0, height: 0))
        == PixelSize(width: 1, height: 1))
    #expect(
      PixelSize(width: .max, height: .max).fitted(into: box) == PixelSize(width: 80, height: 80))
  }
}

@Suite("Turning pictures")
struct OrientationTransformTests {
  /// Where the stored first row and column are seen (TIFF 6.0, tag 274), for a 3×2 picture
  /// `abc/def`.
  private static let expected: [(Orientation, [String])] = [
    (.up, ["abc", "def"]), (.upMirrored, ["cba", "fed"]), (.down, ["fed", "cba"]),
    (.downMirrored, ["def", "abc"]), (.leftMirrored, ["ad", "be", "cf"]),
    (.right, ["da", "eb", "fc"]), (.rightMirrored, ["fc", "eb", "da"]),
    (.left, ["cf", "be", "ad"]),
  ]

  @Test("each orientation puts every pixel where it belongs", arguments: expected)
  func positions(orientation: Orientation, rows: [String]) {
    let stored = PixelBuffer(
      size: PixelSize(width: 3, height: 2), bytes: "abcdef".utf8.flatMap { [$0, $0, $0] })
    let turned = OrientationTransform.apply(orientation, to: stored)
    #expect(turned.size == PixelSize(width: rows[0].count, height: rows.count))
    #expect(turned.bytes == rows.joined().utf8.flatMap { [$0, $0, $0] })
  }
}
