internal import PickerModel

/// What there is to encode: pixels for a box of cells.
struct ImageTile: Sendable {
  /// Names the pixels.
  let key: ImageKey
  /// The cells to fill.
  let rect: CellRect
  /// The pixels.
  let pixels: PixelBuffer
}

/// All that encoding depends on besides the pixels.
struct ImageFormat: Hashable, Sendable {
  /// Sixels or half blocks.
  var mode: PictureMode
  /// A cell in pixels; both at least 1.
  var cell: PixelSize
  /// The colour beside a picture that does not fill its box.
  var background: RGBColor
  /// The colour registers that may be used, at least 2.
  var registerCount: Int
  /// The largest graphic, or nil for any.
  var graphicLimit: PixelSize?
  /// Half blocks may use 24-bit colours.
  var hasDirectColor: Bool

  /// A box's size in pixels.
  func pixelSize(of cells: CellSize) -> PixelSize {
    PixelSize(width: cells.columns * cell.width, height: cells.rows * cell.height)
  }
}

/// A picture as bytes for the terminal.
struct EncodedImage: Sendable {
  /// A part that is written at one position.
  struct Piece: Sendable {
    /// Where, from the picture's upper left cell.
    let offset: CellPoint
    /// The bytes.
    let bytes: [UInt8]
  }

  /// The parts, in order.
  let pieces: [Piece]

  /// The bytes of all parts.
  var byteCount: Int { pieces.reduce(0) { $0 + $1.bytes.count } }

  /// Appends the picture with the moves to its positions.
  ///
  /// - Parameters:
  ///   - origin: The picture's upper left cell.
  ///   - out: Where to.
  func append(at origin: CellPoint, to out: inout [UInt8]) {
    for piece in pieces {
      out.append(contentsOf: [0x1B, 0x5B])
      SixelWriter.append(origin.row + piece.offset.row + 1, to: &out)
      out.append(UInt8(ascii: ";"))
      SixelWriter.append(origin.column + piece.offset.column + 1, to: &out)
      out.append(UInt8(ascii: "H"))
      out.append(contentsOf: piece.bytes)
    }
  }
}

extension CellRect {
  /// The smallest rectangle around others, or nil for none.
  init?(around rects: [CellRect]) {
    guard let first = rects.first else { return nil }
    var left = first.origin.column
    var top = first.origin.row
    var right = first.maxColumn
    var bottom = first.maxRow
    for rect in rects.dropFirst() {
      left = min(left, rect.origin.column)
      top = min(top, rect.origin.row)
      right = max(right, rect.maxColumn)
      bottom = max(bottom, rect.maxRow)
    }
    self.init(column: left, row: top, columns: right - left, rows: bottom - top)
  }
}
