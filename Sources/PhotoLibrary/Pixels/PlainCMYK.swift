/// Converts ink to light without a profile: what is left of white after ink and black.
internal enum PlainCMYK {
  /// Converts C, M, Y, K to R, G, B.
  ///
  /// - Parameters:
  ///   - bytes: four bytes a pixel.
  ///   - isInverted: whether 0 is full ink.
  /// - Returns: three bytes a pixel.
  static func convert(_ bytes: [UInt8], isInverted: Bool) -> [UInt8] {
    let count = bytes.count / 4
    var result = [UInt8]()
    result.reserveCapacity(count * 3)
    let mask: UInt8 = isInverted ? 0 : 255
    for pixel in 0..<count {
      let black = Int(bytes[pixel * 4 + 3] ^ mask)
      for channel in 0..<3 {
        result.append(UInt8((Int(bytes[pixel * 4 + channel] ^ mask) * black + 127) / 255))
      }
    }
    return result
  }
}
