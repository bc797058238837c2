internal import PickerModel

/// Brings a picture to the exact size of the box that it is to fill.
enum ImageComposer {
  /// Scales a picture down to fit a box, centres it, and fills the rest.
  ///
  /// A smaller picture is not enlarged.
  ///
  /// - Parameters:
  ///   - picture: The pixels.
  ///   - box: The size of the result, at least 1×1.
  ///   - background: The colour beside the picture.
  /// - Returns: Pixels of the box's size.
  /// - Complexity: O(pixels of both).
  static func compose(
    _ picture: PixelBuffer, into box: PixelSize, background: RGBColor
  ) -> PixelBuffer {
    let fitted = fittedSize(picture.size, into: box)
    let scaled = fitted == picture.size ? picture : averaged(picture, to: fitted)
    if fitted == box { return scaled }
    var canvas = PixelBuffer(size: box, color: background).bytes
    let left = (box.width - fitted.width) / 2
    let top = (box.height - fitted.height) / 2
    let rowBytes = fitted.width * 3
    for row in 0..<fitted.height {
      let target = ((top + row) * box.width + left) * 3
      canvas.replaceSubrange(
        target..<(target + rowBytes), with: scaled.bytes[(row * rowBytes)..<((row + 1) * rowBytes)])
    }
    return PixelBuffer(size: box, bytes: canvas)
  }

  /// The size of a picture inside a box, its proportions kept.
  static func fittedSize(_ size: PixelSize, into box: PixelSize) -> PixelSize {
    if size.width <= box.width, size.height <= box.height { return size }
    let scale = min(
      Double(box.width) / Double(size.width), Double(box.height) / Double(size.height))
    return PixelSize(
      width: min(box.width, max(1, Int((Double(size.width) * scale).rounded()))),
      height: min(box.height, max(1, Int((Double(size.height) * scale).rounded()))))
  }

  /// Makes a picture smaller; each pixel is the mean of those that it replaces.
  ///
  /// - Parameters:
  ///   - picture: The pixels.
  ///   - size: The new size; an axis that would grow repeats pixels.
  /// - Returns: Pixels of the new size.
  static func averaged(_ picture: PixelBuffer, to size: PixelSize) -> PixelBuffer {
    var bytes = [UInt8](repeating: 0, count: size.width * size.height * 3)
    let columns = spans(picture.size.width, size.width)
    let rows = spans(picture.size.height, size.height)
    var target = 0
    for rowSpan in rows {
      for columnSpan in columns {
        var red = 0
        var green = 0
        var blue = 0
        for y in rowSpan {
          var source = (y * picture.size.width + columnSpan.lowerBound) * 3
          for _ in columnSpan {
            red += Int(picture.bytes[source])
            green += Int(picture.bytes[source + 1])
            blue += Int(picture.bytes[source + 2])
            source += 3
          }
        }
        let count = rowSpan.count * columnSpan.count
        bytes[target] = UInt8((red + count / 2) / count)
        bytes[target + 1] = UInt8((green + count / 2) / count)
        bytes[target + 2] = UInt8((blue + count / 2) / count)
        target += 3
      }
    }
    return PixelBuffer(size: size, bytes: bytes)
  }

  /// The source pixels of each target pixel along one axis, never empty.
  private static func spans(_ source: Int, _ target: Int) -> [Range<Int>] {
    (0..<target).map { index in
      let start = min(source - 1, index * source / target)
      return start..<max(start + 1, (index + 1) * source / target)
    }
  }
}
