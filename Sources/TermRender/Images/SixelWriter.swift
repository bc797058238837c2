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
  /// For each colour, the six-pixel column masks of the band at hand.
  private var masks: [UInt8] = []
  /// For each colour, the first and the last column that it has in the band; first > last is none.
  private var first: [Int32] = []
  private var last: [Int32] = []

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
    let width = size.width
    let colorCount = image.palette.count
    prepare(colorCount: colorCount, width: width)
    var out: [UInt8] = []
    out.reserveCapacity(width * size.height * 2 + colorCount * 16 + 64)
    out.append(contentsOf: "\u{1B}P0;1;0q\"1;1;".utf8)
    Self.append(width, to: &out)
    out.append(UInt8(ascii: ";"))
    Self.append(size.height, to: &out)
    for (index, color) in image.palette.enumerated() { Self.define(index, color, &out) }
    var used: [Int] = []
    var band = 0
    while band < size.height {
      let rows = min(6, size.height - band)
      for row in 0..<rows {
        let bit = UInt8(1 << row)
        let start = (y + band + row) * image.size.width + x
        for column in 0..<width {
          let index = image.indices[start + column]
          if index == IndexedImage.transparent { continue }
          let color = Int(index)
          if last[color] < 0 {
            used.append(color)
            first[color] = Int32(column)
            last[color] = Int32(column)
          } else {
            if column < first[color] { first[color] = Int32(column) }
            if column > last[color] { last[color] = Int32(column) }
          }
          masks[color * width + column] |= bit
        }
      }
      emitBand(used, width: width, to: &out)
      used.removeAll(keepingCapacity: true)
      band += 6
      if band < size.height { out.append(UInt8(ascii: "-")) }
    }
    out.append(contentsOf: [0x1B, 0x5C])
    return out
  }

  // MARK: - Bands

  private mutating func prepare(colorCount: Int, width: Int) {
    if masks.count < colorCount * width {
      masks = [UInt8](repeating: 0, count: colorCount * width)
    }
    if last.count < colorCount {
      first = [Int32](repeating: 0, count: colorCount)
      last = [Int32](repeating: -1, count: colorCount)
    }
  }

  /// Writes the colours of a band from left to right, as many as fit between two returns.
  private mutating func emitBand(_ used: [Int], width: Int, to out: inout [UInt8]) {
    var waiting = used.sorted { first[$0] < first[$1] }
    var isFirstPass = true
    while !waiting.isEmpty {
      if !isFirstPass { out.append(UInt8(ascii: "$")) }
      isFirstPass = false
      var position = 0
      var later: [Int] = []
      for color in waiting {
        guard Int(first[color]) >= position else {
          later.append(color)
          continue
        }
        out.append(UInt8(ascii: "#"))
        Self.append(color, to: &out)
        Self.run(UInt8(ascii: "?"), Int(first[color]) - position, &out)
        emitColor(color, width: width, to: &out)
        position = Int(last[color]) + 1
        last[color] = -1
      }
      waiting = later
    }
  }

  private mutating func emitColor(_ color: Int, width: Int, to out: inout [UInt8]) {
    let base = color * width
    let end = base + Int(last[color])
    var index = base + Int(first[color])
    while index <= end {
      let mask = masks[index]
      let start = index
      while index <= end, masks[index] == mask {
        masks[index] = 0
        index += 1
      }
      Self.run(mask &+ 63, index - start, &out)  // a mask has six bits
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
