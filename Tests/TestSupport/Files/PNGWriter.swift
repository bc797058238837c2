public import PickerModel

/// Writes PNG files without compression: for test pictures with pixels that are known exactly.
///
/// - Source: ISO/IEC 15948; RFC 1950 and 1951 for the stored blocks.
public enum PNGWriter {
  /// A picture of one colour.
  public static func picture(size: PixelSize, color: RGBColor) -> [UInt8] {
    picture(PixelBuffer(size: size, color: color))
  }

  /// A picture.
  public static func picture(_ pixels: PixelBuffer) -> [UInt8] {
    let stride = pixels.size.width * 3
    var raw = [UInt8]()
    for row in 0..<pixels.size.height {
      raw.append(0)
      raw.append(contentsOf: pixels.bytes[(row * stride)..<((row + 1) * stride)])
    }
    var stream: [UInt8] = [0x78, 0x01]
    var rest = raw[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      let count = UInt16(block.count)
      stream += [rest.isEmpty ? 1 : 0, UInt8(count & 0xFF), UInt8(count >> 8)]
      stream += [UInt8(~count & 0xFF), UInt8(~count >> 8)]
      stream += block
    } while !rest.isEmpty
    var first: UInt32 = 1
    var second: UInt32 = 0
    for byte in raw {
      first = (first + UInt32(byte)) % 65_521
      second = (second + first) % 65_521
    }
    stream += word(second << 16 | first)
    let header =
      word(UInt32(pixels.size.width)) + word(UInt32(pixels.size.height)) + [8, 2, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
      + chunk("IDAT", stream) + chunk("IEND", [])
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + content
    return word(UInt32(content.count)) + body + word(checksum(body))
  }

  private static func word(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(value >> UInt32($0) & 0xFF) }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var value: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return ~value
  }
}
