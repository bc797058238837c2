internal import PickerModel

/// A whole photo in memory, as stored and perhaps reduced, to cut regions out of.
///
/// *Memory:* 1 to 4 bytes a pixel. Colour, alpha and orientation are done for each region, so that
/// nothing is kept twice.
internal struct SourcePicture {
  /// The pixels in the file's own colours and axes.
  var raster: SmallRaster
  /// The file's colour space.
  var space: ColorSpace
  /// How it is to be turned.
  var orientation: Orientation
  /// Whether a part of the picture is missing.
  var isTruncated: Bool

  /// Cuts a region out and makes it ready for display.
  ///
  /// - Parameters:
  ///   - region: in pixels of the upright photo.
  ///   - target: the size of the result, fitted to what the region's pixels are: where it is larger
  ///     than the region, pixels are repeated, never blended.
  ///   - background: what lies behind transparent pixels.
  ///   - colors: the transforms made so far.
  /// - Returns: opaque sRGB, upright, of the target's size.
  /// - Complexity: O(pixels of the region and of the target).
  func crop(
    _ region: PhotoRegion, target: PixelSize, background: RGBColor, colors: ColorManagement
  ) -> PixelBuffer {
    let upright = orientation.displayed(raster.size)
    let (x, width) = Self.span(region.x, region.size.width, of: region.photo.width, upright.width)
    let (y, height) = Self.span(
      region.y, region.size.height, of: region.photo.height, upright.height)
    let stored = orientation.stored(
      PixelRect(x: x, y: y, width: width, height: height), in: raster.size)
    let size = PixelSize(width: stored.width, height: stored.height)
    let box = orientation.displayed(
      PixelSize(width: max(1, target.width), height: max(1, target.height)))
    var downsampler = BoxDownsampler(
      source: size,
      target: PixelSize(
        width: min(size.width, box.width), height: min(size.height, box.height)),
      layout: raster.layout)
    let channels = raster.layout.channelCount
    let valid = min(max(0, raster.rowCount), raster.size.height)
    unsafe raster.bytes.withUnsafeBufferPointer { bytes in
      for row in stored.y..<max(stored.y, min(stored.y + stored.height, valid)) {
        let start = (row * raster.size.width + stored.x) * channels
        unsafe downsampler.append(
          UnsafeBufferPointer(rebasing: bytes[start..<start + size.width * channels]))
      }
    }
    let rowCount = downsampler.finish()
    let small = SmallRaster(
      size: downsampler.target, layout: raster.layout, bytes: downsampler.output,
      rowCount: rowCount)
    let pixels = PixelFinisher(background: background).finish(
      small, space: space, orientation: orientation, colors: colors)
    return pixels.enlarged(to: target)
  }

  /// A stretch of a photo's side in pixels of the raster, as long as the proportions say, so that
  /// nothing is scaled that need not be.
  private static func span(
    _ start: Int, _ length: Int, of photo: Int, _ raster: Int
  ) -> (start: Int, length: Int) {
    let scale = Double(raster) / Double(photo)
    let pixels = min(raster, max(1, Int((Double(length) * scale).rounded())))
    let first = min(max(0, Int((Double(start) * scale).rounded())), raster - pixels)
    return (first, pixels)
  }
}

/// A rectangle of pixels with its upper left corner.
internal struct PixelRect: Hashable, Sendable {
  /// Pixels left of it.
  var x: Int
  /// Pixels above it.
  var y: Int
  /// Pixels across.
  var width: Int
  /// Pixels down.
  var height: Int
}

extension Orientation {
  /// The rectangle of a stored picture that is displayed as `rect`.
  ///
  /// - Parameters:
  ///   - rect: a rectangle of the upright picture.
  ///   - size: the size of the stored picture.
  /// - Returns: the rectangle in stored pixels.
  internal func stored(_ rect: PixelRect, in size: PixelSize) -> PixelRect {
    let right = size.width - rect.x - rect.width
    let bottom = size.height - rect.y - rect.height
    // Where the axes change places: what is across is down in the file.
    let farDown = size.height - rect.x - rect.width
    let farRight = size.width - rect.y - rect.height
    let turned = PixelRect(x: rect.y, y: rect.x, width: rect.height, height: rect.width)
    switch self {
    case .up: return rect
    case .upMirrored: return PixelRect(x: right, y: rect.y, width: rect.width, height: rect.height)
    case .down: return PixelRect(x: right, y: bottom, width: rect.width, height: rect.height)
    case .downMirrored:
      return PixelRect(x: rect.x, y: bottom, width: rect.width, height: rect.height)
    case .leftMirrored: return turned
    case .right:
      return PixelRect(x: rect.y, y: farDown, width: turned.width, height: turned.height)
    case .rightMirrored:
      return PixelRect(x: farRight, y: farDown, width: turned.width, height: turned.height)
    case .left:
      return PixelRect(x: farRight, y: rect.x, width: turned.width, height: turned.height)
    }
  }
}

extension PixelBuffer {
  /// The same picture with its pixels repeated to fill a larger size; no smaller than it is.
  internal func enlarged(to target: PixelSize) -> PixelBuffer {
    let wanted = PixelSize(
      width: max(size.width, target.width), height: max(size.height, target.height))
    if wanted == size { return self }
    let columns = (0..<wanted.width).map { $0 * size.width / wanted.width * 3 }
    var result = [UInt8]()
    result.reserveCapacity(wanted.width * wanted.height * 3)
    for row in 0..<wanted.height {
      let start = row * size.height / wanted.height * size.width * 3
      for column in columns {
        result.append(bytes[start + column])
        result.append(bytes[start + column + 1])
        result.append(bytes[start + column + 2])
      }
    }
    return PixelBuffer(size: wanted, bytes: result)
  }
}
