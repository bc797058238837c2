internal import PickerModel

/// A picture that was scaled down already, in the file's own colours and as stored.
///
/// Layout: row-major, `layout.channelCount` bytes a pixel, no padding.
internal struct SmallRaster {
  /// Width and height in pixels.
  var size: PixelSize
  /// What the samples mean.
  var layout: SampleLayout
  /// `size.width * size.height * layout.channelCount` bytes.
  var bytes: [UInt8]
  /// How many rows hold picture; the rest of a file that ended early is background.
  var rowCount: Int
}

/// The way from a small raster to pixels for display: colour, alpha, then orientation.
internal struct PixelFinisher {
  /// What lies behind transparent pixels.
  let background: RGBColor

  /// Finishes a picture.
  ///
  /// - Parameters:
  ///   - raster: the scaled picture. Nothing is taken for granted of its content.
  ///   - space: the file's colour space.
  ///   - orientation: how the picture is to be turned.
  ///   - colors: the transforms made so far.
  /// - Returns: opaque sRGB, upright.
  func finish(
    _ raster: SmallRaster, space: ColorSpace, orientation: Orientation, colors: ColorManagement
  ) -> PixelBuffer {
    var bytes = colors.convertToSRGB(raster, from: space)
    let pixelCount = raster.size.width * raster.size.height
    if raster.layout.hasAlpha { bytes = AlphaBlend.over(background, rgba: bytes) }
    let valid = min(max(0, raster.rowCount), raster.size.height) * raster.size.width
    for pixel in valid..<pixelCount {
      bytes[pixel * 3] = background.red
      bytes[pixel * 3 + 1] = background.green
      bytes[pixel * 3 + 2] = background.blue
    }
    return OrientationTransform.apply(
      orientation, to: PixelBuffer(size: raster.size, bytes: bytes))
  }
}

/// Blends pictures with alpha over a colour.
internal enum AlphaBlend {
  /// Blends straight R, G, B, A pixels over an opaque colour.
  ///
  /// - Returns: R, G, B pixels.
  static func over(_ background: RGBColor, rgba: [UInt8]) -> [UInt8] {
    let count = rgba.count / 4
    var result = [UInt8]()
    result.reserveCapacity(count * 3)
    let behind = [Int(background.red), Int(background.green), Int(background.blue)]
    for pixel in 0..<count {
      let alpha = Int(rgba[pixel * 4 + 3])
      for channel in 0..<3 {
        let blended = Int(rgba[pixel * 4 + channel]) * alpha + behind[channel] * (255 - alpha)
        result.append(UInt8((blended + 127) / 255))
      }
    }
    return result
  }
}
