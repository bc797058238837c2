internal import PickerModel

/// Turns a small picture upright: the last step after scaling and colour.
internal enum OrientationTransform {
  /// Turns pixels.
  ///
  /// - Complexity: O(pixels); a second buffer of the same size, none for `.up`.
  static func apply(_ orientation: Orientation, to pixels: PixelBuffer) -> PixelBuffer {
    if orientation == .up { return pixels }
    let width = pixels.size.width
    let height = pixels.size.height
    let size = orientation.displayed(pixels.size)
    // Where the first stored pixel goes, and the steps in the result for one stored column and row.
    let (origin, columnStep, rowStep) = steps(for: orientation, width: width, height: height)
    let count = pixels.bytes.count
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { output, used in
      unsafe pixels.bytes.withUnsafeBufferPointer { input in
        var source = 0
        for y in 0..<height {
          var destination = (origin + y * rowStep) * 3
          for _ in 0..<width {
            unsafe output[destination] = input[source]
            unsafe output[destination + 1] = input[source + 1]
            unsafe output[destination + 2] = input[source + 2]
            source += 3
            destination += columnStep * 3
          }
        }
      }
      used = count
    }
    return PixelBuffer(size: size, bytes: bytes)
  }

  private static func steps(
    for orientation: Orientation, width: Int, height: Int
  ) -> (origin: Int, columnStep: Int, rowStep: Int) {
    switch orientation {
    case .up: (0, 1, width)
    case .upMirrored: (width - 1, -1, width)
    case .down: (width * height - 1, -1, -width)
    case .downMirrored: ((height - 1) * width, 1, -width)
    // The result is `height` pixels wide from here on.
    case .leftMirrored: (0, height, 1)
    case .right: (height - 1, height, -1)
    case .rightMirrored: (width * height - 1, -height, -1)
    case .left: ((width - 1) * height, -height, 1)
    }
  }
}
