internal import PickerModel

/// Writes a picture with a palette as a sixel string.
///
/// What comes out holds to what all terminals agree on: raster attributes first, every colour
/// register defined before the first pixel, no graphics newline after the last band, no mode
/// changes. Pixels of index ``IndexedImage/transparent`` stay as they were (P2 = 1).
///
/// Keeps its tables between pictures, so one instance serves one queue.
///
/// Source: DEC STD 070, chapter 9; VT330/VT340 Programmer Reference Manual, volume 2, chapter 14.
struct SixelWriter {
  /// Six pixels of one column that share a colour: bit 0 is the uppermost.
  private struct Sixel {
    var color: UInt16
    var mask: UInt8
    var column: Int32
  }

  /// The sixels of the band at hand, by column.
  private var band: [Sixel] = []
  /// The same, by colour and then by column.
  private var sorted: [Sixel] = []
  /// For each colour, how many sixels of the band have it; then where they begin in `sorted`.
  private var starts: [Int32] = []
  /// The colours of the band that are still to be written, by their first column.
  private var waiting: [UInt16] = []

  /// Creates empty tables.
  init() {}

  /// Writes a part of a picture.
  ///
  /// - Parameters:
  ///   - image: The picture.
  ///   - x: The first column.
  ///   - y: The first row.
  ///   - size: The part's size, inside the picture, at least 1×1.
  /// - Returns: The whole string, from DCS to ST.
  mutating func write(_ image: IndexedImage, x: Int, y: Int, size: PixelSize) -> [UInt8] {
    let colorCount = image.palette.count
    if starts.count <= colorCount { starts = Array(repeating: 0, count: colorCount + 1) }
    var out: [UInt8] = []
    out.reserveCapacity(size.width * size.height * 2 + colorCount * 16 + 64)
    out.append(contentsOf: "\u{1B}P0;1;0q\"1;1;".utf8)
    Self.append(size.width, to: &out)
    out.append(UInt8(ascii: ";"))
    Self.append(size.height, to: &out)
    for (index, color) in image.palette.enumerated() { Self.define(index, color, &out) }
    var row = 0
    var newlineCount = 0
    while row < size.height {
      let rows = min(6, size.height - row)
      collect(image, x: x, y: y + row, width: size.width, rows: rows)
      if !band.isEmpty {
        // Only now: bands with nothing in them must not leave a newline at the end.
        out.append(contentsOf: repeatElement(UInt8(ascii: "-"), count: newlineCount))
        newlineCount = 0
        sortByColor()
        emitBand(to: &out)
      }
      row += 6
      newlineCount += 1
    }
    out.append(contentsOf: [0x1B, 0x5C])
    return out
  }

  // MARK: - Bands

  /// Finds the sixels of a band.
  private mutating func collect(_ image: IndexedImage, x: Int, y: Int, width: Int, rows: Int) {
    band.removeAll(keepingCapacity: true)
    waiting.removeAll(keepingCapacity: true)
    for index in starts.indices { starts[index] = 0 }
    let stride = image.size.width
    for column in 0..<width {
      let first = band.count
      var position = y * stride + x + column
      for row in 0..<rows {
        let color = image.indices[position]
        position += stride
        if color == IndexedImage.transparent { continue }
        let bit = UInt8(1 << row)
        // At most six to look at, and mostly the last one is it.
        var index = band.count - 1
        while index >= first, band[index].color != color { index -= 1 }
        if index >= first {
          band[index].mask |= bit
        } else {
          band.append(Sixel(color: color, mask: bit, column: Int32(column)))
          if starts[Int(color)] == 0 { waiting.append(color) }
          starts[Int(color)] += 1
        }
      }
    }
  }

  /// Counting sort; the order by column stays within a colour.
  private mutating func sortByColor() {
    var total: Int32 = 0
    for index in starts.indices {
      let count = starts[index]
      starts[index] = total
      total += count
    }
    if sorted.count < band.count {
      sorted = Array(repeating: Sixel(color: 0, mask: 0, column: 0), count: band.count)
    }
    for sixel in band {
      let place = Int(starts[Int(sixel.color)])
      sorted[place] = sixel
      starts[Int(sixel.color)] += 1
    }
  }

  /// Writes a band: from left to right as many colours as do not overlap, then again from the left.
  private mutating func emitBand(to out: inout [UInt8]) {
    var isFirstPass = true
    while !waiting.isEmpty {
      if !isFirstPass { out.append(UInt8(ascii: "$")) }
      isFirstPass = false
      var column: Int32 = 0
      var keptCount = 0
      for index in waiting.indices {
        let color = waiting[index]
        let start = color == 0 ? 0 : Int(starts[Int(color) - 1])
        if sorted[start].column < column {
          waiting[keptCount] = color
          keptCount += 1
        } else {
          emit(color, start..<Int(starts[Int(color)]), from: &column, to: &out)
        }
      }
      waiting.removeLast(waiting.count - keptCount)
    }
  }

  private func emit(
    _ color: UInt16, _ range: Range<Int>, from column: inout Int32, to out: inout [UInt8]
  ) {
    out.append(UInt8(ascii: "#"))
    Self.append(Int(color), to: &out)
    var index = range.lowerBound
    while index < range.upperBound {
      let first = sorted[index]
      Self.run(UInt8(ascii: "?"), Int(first.column - column), &out)
      column = first.column
      while index < range.upperBound, sorted[index].mask == first.mask,
        sorted[index].column == column
      {
        column += 1
        index += 1
      }
      Self.run(first.mask + 63, Int(column - first.column), &out)
    }
  }

  // MARK: - Bytes

  private static func run(_ byte: UInt8, _ count: Int, _ out: inout [UInt8]) {
    if count > 3 {
      out.append(UInt8(ascii: "!"))
      append(count, to: &out)
      out.append(byte)
    } else {
      for _ in 0..<max(0, count) { out.append(byte) }
    }
  }

  private static func define(_ index: Int, _ color: RGBColor, _ out: inout [UInt8]) {
    out.append(UInt8(ascii: "#"))
    append(index, to: &out)
    out.append(contentsOf: [UInt8(ascii: ";"), UInt8(ascii: "2")])
    for channel in [color.red, color.green, color.blue] {
      out.append(UInt8(ascii: ";"))
      append((Int(channel) * 100 + 127) / 255, to: &out)
    }
  }

  /// Appends a number in decimal; negative ones count as 0.
  static func append(_ value: Int, to out: inout [UInt8]) {
    if value < 10 {
      out.append(UInt8(ascii: "0") + UInt8(max(0, value)))
      return
    }
    append(value / 10, to: &out)
    out.append(UInt8(ascii: "0") + UInt8(value % 10))
  }
}
