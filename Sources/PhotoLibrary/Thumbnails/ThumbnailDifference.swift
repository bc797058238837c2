internal import PickerModel

/// Tells whether two small pictures look different at a glance.
///
/// A camera's preview is sharpened and compressed differently from the picture, which nobody sees; a
/// preview of the photo before it was edited is something else.
internal enum ThumbnailDifference {
  /// The side of the grid that both pictures are averaged to.
  private static let gridSide = 16
  /// The mean difference of a channel, of 255, from which pictures count as different.
  private static let meanLimit = 6.0
  /// The difference of one field of the grid from which pictures count as different.
  private static let fieldLimit = 40

  /// Compares two pictures, whatever their sizes.
  static func isVisible(_ left: PixelBuffer, _ right: PixelBuffer) -> Bool {
    let side = PixelSize(
      width: min(gridSide, left.size.width, right.size.width),
      height: min(gridSide, left.size.height, right.size.height))
    let first = averaged(left, to: side)
    let second = averaged(right, to: side)
    var sum = 0
    var most = 0
    for (one, other) in zip(first, second) {
      let difference = abs(Int(one) - Int(other))
      sum += difference
      most = max(most, difference)
    }
    return Double(sum) / Double(first.count) > meanLimit || most > fieldLimit
  }

  private static func averaged(_ pixels: PixelBuffer, to size: PixelSize) -> [UInt8] {
    var downsampler = BoxDownsampler(source: pixels.size, target: size, layout: .rgb)
    let stride = pixels.size.width * 3
    unsafe pixels.bytes.withUnsafeBufferPointer { bytes in
      for row in 0..<pixels.size.height {
        unsafe downsampler.append(
          UnsafeBufferPointer(rebasing: bytes[row * stride..<(row + 1) * stride]))
      }
    }
    _ = downsampler.finish()
    return downsampler.output
  }
}
