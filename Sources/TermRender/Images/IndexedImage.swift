internal import PickerModel

/// A picture with a palette.
struct IndexedImage: Equatable, Sendable {
  /// The index of pixels that stay as they were on the screen.
  static let transparent = UInt16.max

  /// Width and height in pixels.
  let size: PixelSize
  /// One index a pixel, row-major, top row first.
  var indices: [UInt16]
  /// The colours; indices below its count are valid.
  var palette: [RGBColor]
}
