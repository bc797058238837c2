/// Folds letters so that names compare without regard to case, and for the search to accents.
enum CaseFolding {
  /// The ASCII lowercase of a byte; other bytes stay.
  @inline(__always)
  static func lowercasedASCII(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  /// The simple lowercase of a scalar: mappings to several scalars leave it as it is.
  static func lowercased(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.value < 0x80 {
      return Unicode.Scalar(lowercasedASCII(UInt8(truncatingIfNeeded: scalar.value)))
    }
    let mapped = scalar.properties.lowercaseMapping.unicodeScalars
    guard let first = mapped.first, mapped.count == 1 else { return scalar }
    return first
  }

  /// Appends the text that the search compares: lowercase, without accents on Latin letters.
  ///
  /// File names from different systems write `é` as one scalar or as two; both become `e`, so both
  /// are found, and `uber` finds `Über` as people know it from fuzzy finders. Letters outside of
  /// U+00C0 to U+017F keep what they have. Invalid UTF-8 becomes U+FFFD.
  ///
  /// - Parameters:
  ///   - bytes: The name in UTF-8, as far as it is that.
  ///   - folded: Where the folded UTF-8 is appended. NUL never is.
  static func appendSearchText(_ bytes: [UInt8], to folded: inout [UInt8]) {
    if bytes.allSatisfy({ $0 < 0x80 && $0 != 0 }) {
      for byte in bytes { folded.append(lowercasedASCII(byte)) }
      return
    }
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      // A combining mark of U+0300 to U+036F belongs to the letter before it.
      if (0x300...0x36F).contains(scalar.value) || scalar.value == 0 { continue }
      let lower = lowercased(scalar)
      if (0xC0...0x17F).contains(lower.value) {
        let base = latinBases[Int(lower.value) - 0xC0]
        if base != UInt8(ascii: "-") {
          folded.append(base)
          continue
        }
      }
      for unit in UTF8.encode(lower) ?? UTF8.encodedReplacementCharacter { folded.append(unit) }
    }
  }

  /// The base letters of U+00C0 to U+017F; `-` where a scalar is no accented letter.
  private static let latinBases: [UInt8] = Array(
    ("aaaaaa-ceeeeiiii-nooooo-ouuuuy--" + "aaaaaa-ceeeeiiii-nooooo-ouuuuy-y"
      + "aaaaaaccccccccddddeeeeeeeeeegggg" + "gggghhhhiiiiiiiiii--jjkk-lllllll"
      + "lllnnnnnnn--oooooo--rrrrrrssssss" + "ssttttttuuuuuuuuuuuuwwyyyzzzzzz-").utf8)
}
