import PickerModel

/// Writes PNG files without compression, for tests that need certain bytes at certain places.
enum StoredPNG {
  /// Makes an RGB file of 8 bits a channel.
  static func make(
    width: Int, height: Int, _ color: (_ x: Int, _ y: Int) -> RGBColor
  ) -> [UInt8] {
    var raw: [UInt8] = []
    for y in 0..<height {
      raw.append(0)
      for x in 0..<width {
        let value = color(x, y)
        raw += [value.red, value.green, value.blue]
      }
    }
    return signature + header(width: width, height: height, depth: 8, colorType: 2)
      + chunk("IDAT", zlib(raw)) + chunk("IEND", [])
  }

  /// What every file begins with.
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The header chunk.
  static func header(width: Int, height: Int, depth: UInt8, colorType: UInt8) -> [UInt8] {
    chunk("IHDR", word(UInt32(width)) + word(UInt32(height)) + [depth, colorType, 0, 0, 0])
  }

  /// A chunk with its length and check sum.
  static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return word(UInt32(data.count)) + body + word(crc(body))
  }

  private static func word(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
  }

  private static func zlib(_ raw: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    var low: UInt32 = 1
    var high: UInt32 = 0
    for byte in raw {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    var rest = raw[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      let count = UInt16(block.count)
      result.append(rest.isEmpty ? 1 : 0)
      result += [UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8)]
      result += block
    } while !rest.isEmpty
    return result + word(high << 16 | low)
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    var value: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return ~value
  }
}
