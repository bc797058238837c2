public import PickerModel

/// The pixels that pictures left on a screen of cells.
struct PixelPlane: Sendable {
  /// Columns and rows.
  let cells: CellSize
  /// A cell in pixels.
  let cellPixels: PixelSize
  /// Row-major over the whole screen: 0xFFRRGGBB, or 0 for none.
  private(set) var pixels: [UInt32]
  private var counts: [Int32]

  /// Creates an empty plane.
  init(cells: CellSize, cellPixels: PixelSize) {
    self.cells = cells
    self.cellPixels = cellPixels
    pixels = Array(
      repeating: 0, count: cells.columns * cells.rows * cellPixels.width * cellPixels.height)
    counts = Array(repeating: 0, count: cells.columns * cells.rows)
  }

  /// The width of the screen in pixels.
  var width: Int { cells.columns * cellPixels.width }
  /// The height of the screen in pixels.
  var height: Int { cells.rows * cellPixels.height }

  /// Whether a cell shows any pixel of a picture.
  func hasPixels(inCellAt point: CellPoint) -> Bool {
    counts[point.row * cells.columns + point.column] > 0
  }

  /// Whether every pixel of a cell is a picture's.
  func isFull(cellAt point: CellPoint) -> Bool {
    counts[point.row * cells.columns + point.column] == cellPixels.width * cellPixels.height
  }

  /// Draws a picture; pixels of 0 stay as they were unless there is a fill.
  mutating func draw(_ image: SixelImage, x left: Int, y top: Int, fill: UInt32) {
    for y in 0..<image.size.height where top + y < height {
      let from = y * image.size.width
      let target = (top + y) * width
      let cellRow = (top + y) / cellPixels.height * cells.columns
      for x in 0..<image.size.width where left + x < width {
        var pixel = image.pixels[from + x]
        if pixel == 0 { pixel = fill }
        if pixel != 0 {
          if pixels[target + left + x] == 0 {
            counts[cellRow + (left + x) / cellPixels.width] += 1
          }
          pixels[target + left + x] = pixel
        }
      }
    }
  }

  /// Takes the pixels of a cell away.
  mutating func clear(cellAt point: CellPoint) {
    let index = point.row * cells.columns + point.column
    if counts[index] == 0 { return }
    counts[index] = 0
    for y in 0..<cellPixels.height {
      let start = (point.row * cellPixels.height + y) * width + point.column * cellPixels.width
      for x in 0..<cellPixels.width { pixels[start + x] = 0 }
    }
  }

  /// Moves rows of cells within a range up (positive) or down; what comes in is empty.
  mutating func moveRows(_ rows: ClosedRange<Int>, by distance: Int) {
    if distance == 0 { return }
    Self.move(&counts, rows, distance, cells.columns)
    Self.move(&pixels, rows, distance, width * cellPixels.height)
  }

  private static func move<Element: FixedWidthInteger>(
    _ values: inout [Element], _ rows: ClosedRange<Int>, _ distance: Int, _ stride: Int
  ) {
    let start = rows.lowerBound * stride
    let end = (rows.upperBound + 1) * stride
    let shift = min(abs(distance) * stride, end - start)
    let empty = [Element](repeating: 0, count: shift)
    if distance > 0 {
      values.replaceSubrange(start..<end, with: values[(start + shift)..<end] + empty)
    } else {
      values.replaceSubrange(start..<end, with: empty + values[start..<(end - shift)])
    }
  }
}

/// A rectangle of pixels of a screen.
public struct PixelPatch: Equatable, Sendable {
  /// Width and height.
  public let size: PixelSize
  /// Row-major: 0xFFRRGGBB, or 0 where no picture is.
  public let pixels: [UInt32]

  /// Creates a patch.
  public init(size: PixelSize, pixels: [UInt32]) {
    self.size = size
    self.pixels = pixels
  }

  /// The colour of a pixel; nil where no picture is, and outside.
  public subscript(x: Int, y: Int) -> RGBColor? {
    guard x >= 0, y >= 0, x < size.width, y < size.height else { return nil }
    return RGBColor(packed: pixels[y * size.width + x])
  }

  /// The number of pixels without a picture.
  public var emptyCount: Int { pixels.reduce(0) { $0 + ($1 == 0 ? 1 : 0) } }

  /// The mean and the largest difference of a channel to another patch of the same size.
  public func deviation(from other: PixelPatch) -> (mean: Double, maximum: Int) {
    precondition(size == other.size, "patches of different sizes")
    var sum = 0
    var maximum = 0
    for index in pixels.indices {
      let one = pixels[index]
      let two = other.pixels[index]
      for shift in [UInt32(0), 8, 16] {
        let difference = abs(Int(one >> shift & 0xFF) - Int(two >> shift & 0xFF))
        sum += difference
        maximum = max(maximum, difference)
      }
    }
    return (Double(sum) / Double(max(1, pixels.count * 3)), maximum)
  }
}
