internal import PickerModel

/// Writes a picture as half blocks: two pixels a cell, one above the other.
enum BlocksWriter {
  /// One row of cells for each two rows of pixels.
  ///
  /// - Parameters:
  ///   - picture: Pixels, as wide as the box has cells and twice as high.
  ///   - isDirect: The terminal takes 24-bit colours; otherwise the palette of 256 is used.
  /// - Returns: The bytes of each row of cells, to be written at its first cell; colours are reset
  ///   at the end of each.
  static func rows(_ picture: PixelBuffer, isDirect: Bool) -> [[UInt8]] {
    stride(from: 0, to: picture.size.height - 1, by: 2).map { y in
      var out: [UInt8] = []
      var foreground: RGBColor?
      var background: RGBColor?
      for x in 0..<picture.size.width {
        let upper = picture[x, y]
        let lower = picture[x, y + 1]
        if upper != foreground { select(38, upper, isDirect, &out) }
        if lower != background { select(48, lower, isDirect, &out) }
        foreground = upper
        background = lower
        out.append(contentsOf: "\u{2580}".utf8)
      }
      out.append(contentsOf: "\u{1B}[m".utf8)
      return out
    }
  }

  private static func select(
    _ layer: Int, _ color: RGBColor, _ isDirect: Bool, _ out: inout [UInt8]
  ) {
    out.append(contentsOf: [0x1B, 0x5B])
    SixelWriter.append(layer, to: &out)
    if isDirect {
      out.append(contentsOf: ";2".utf8)
      for channel in [color.red, color.green, color.blue] {
        out.append(UInt8(ascii: ";"))
        SixelWriter.append(Int(channel), to: &out)
      }
    } else {
      out.append(contentsOf: ";5;".utf8)
      SixelWriter.append(paletteIndex(of: color), to: &out)
    }
    out.append(UInt8(ascii: "m"))
  }

  /// The nearest colour of xterm's palette of 256: its 6×6×6 cube or its 24 grays.
  static func paletteIndex(of color: RGBColor) -> Int {
    func level(_ value: UInt8) -> Int {
      value < 48 ? 0 : value < 115 ? 1 : (Int(value) - 35) / 40
    }
    func distance(_ red: Int, _ green: Int, _ blue: Int) -> Int {
      let dr = red - Int(color.red)
      let dg = green - Int(color.green)
      let db = blue - Int(color.blue)
      return dr * dr + dg * dg + db * db
    }
    let steps = [0, 95, 135, 175, 215, 255]
    let (r, g, b) = (level(color.red), level(color.green), level(color.blue))
    let mean = (Int(color.red) + Int(color.green) + Int(color.blue)) / 3
    let gray = min(23, max(0, (mean - 3) / 10))
    let shade = 8 + 10 * gray
    return distance(shade, shade, shade) < distance(steps[r], steps[g], steps[b])
      ? 232 + gray : 16 + 36 * r + 6 * g + b
  }
}
