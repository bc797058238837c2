public import PickerModel

/// Names the pixels of a picture: equal keys promise equal pixels.
///
/// So a screen knows what is shown already without comparing pixels.
public struct ImageKey: Hashable, Sendable {
  /// Whose picture it is, such as an ``AssetID``'s number.
  public let owner: UInt64
  /// Which of its pictures: goes up when the pixels change (a refined thumbnail, a changed file).
  public let revision: UInt64

  /// Creates a key.
  public init(owner: UInt64, revision: UInt64 = 0) {
    self.owner = owner
    self.revision = revision
  }
}

/// A picture at a place on the screen.
public struct ImagePlacement: Sendable {
  /// Names the pixels.
  public var key: ImageKey
  /// The cells that it fills.
  ///
  /// The picture is scaled down to fit if it is larger than the cells in
  /// pixels, centred, and surrounded with the background colour: the whole box belongs to it.
  public var rect: CellRect
  /// The pixels.
  public var pixels: PixelBuffer

  /// Creates a placement.
  public init(key: ImageKey, rect: CellRect, pixels: PixelBuffer) {
    self.key = key
    self.rect = rect
    self.pixels = pixels
  }
}

/// How pictures reach the screen.
public enum PictureMode: Hashable, Sendable, CaseIterable {
  /// As sixels.
  case sixel
  /// As half blocks in colour.
  case blocks
  /// Not at all: text only.
  case none
}
