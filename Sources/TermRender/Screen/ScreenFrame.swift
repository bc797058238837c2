public import PickerModel

/// Everything that a screen shows at one moment: text, pictures, cursor.
public struct ScreenFrame: Sendable {
  /// The text.
  ///
  /// Under a picture it is what is shown until the picture is ready.
  public var canvas: TextCanvas
  /// The pictures.
  ///
  /// They may not overlap each other: of two that do, the later one is left out.
  public var placements: [ImagePlacement]
  /// Where the terminal's cursor stands, or nil to hide it.
  public var cursor: CellPoint?

  /// Creates a frame.
  public init(
    canvas: TextCanvas, placements: [ImagePlacement] = [], cursor: CellPoint? = nil
  ) {
    self.canvas = canvas
    self.placements = placements
    self.cursor = cursor
  }

  /// Leaves out the pictures that share a cell with a box of text that is drawn over them.
  ///
  /// A picture can't be clipped: it disappears whole, and its placeholder text shows.
  ///
  /// - Parameter rect: The box: help, a prompt.
  public mutating func removePlacements(under rect: CellRect) {
    placements.removeAll { $0.rect.intersects(rect) }
  }
}
