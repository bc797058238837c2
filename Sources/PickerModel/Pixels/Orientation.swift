/// How a stored picture is turned for display: the eight values of the EXIF/TIFF Orientation tag.
///
/// The names say where the stored first row and first column belong (TIFF 6.0, tag 274).
public enum Orientation: UInt8, Hashable, Sendable, CaseIterable {
  /// 1: as stored.
  case up = 1
  /// 2: mirrored left to right.
  case upMirrored = 2
  /// 3: turned by 180 degrees.
  case down = 3
  /// 4: mirrored top to bottom.
  case downMirrored = 4
  /// 5: mirrored along the main diagonal (transposed).
  case leftMirrored = 5
  /// 6: to be turned by 90 degrees clockwise.
  case right = 6
  /// 7: mirrored along the other diagonal (transversed).
  case rightMirrored = 7
  /// 8: to be turned by 90 degrees counterclockwise.
  case left = 8

  /// True where display swaps width and height (5 to 8).
  public var swapsAxes: Bool { rawValue >= 5 }

  /// The size as displayed of a picture that is stored in `stored`.
  public func displayed(_ stored: PixelSize) -> PixelSize {
    swapsAxes ? PixelSize(width: stored.height, height: stored.width) : stored
  }
}
