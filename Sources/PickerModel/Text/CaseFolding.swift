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

  /// Appends the text that the search compares: without accents on Latin letters, and lowercase but
  /// for ASCII letters, whose case tells where words begin.
  ///
  /// File names from different systems write `é` as one scalar or as two; both become `e`, so both
  /// are found, and `uber` finds `Über` as people know it from fuzzy finders. Letters outside of
  /// U+00C0 to U+017F keep what they have. Invalid UTF-8 becomes U+FFFD.
  ///
  /// - Parameters:
  ///   - bytes: The name in UTF-8, as far as it is that.
  ///   - text: Where the UTF-8 is appended. NUL never is.
  static func appendSearchText(_ bytes: [UInt8], to text: inout [UInt8]) {
    if bytes.allSatisfy({ $0 < 0x80 && $0 != 0 }) {
      text.append(contentsOf: bytes)
    } else {
      forEachSearchByte(of: bytes) { byte, _ in text.append(byte) }
    }
  }

  /// Where the bytes of the search text come from: for each one the bytes of the name, a combining
  /// mark included with the letter that it is on.
  static func searchTextSources(_ bytes: [UInt8]) -> [Range<Int>] {
    var sources = [Range<Int>]()
    var letter = 0
    forEachSearchByte(of: bytes) { _, source in
      if sources.last != source { letter = sources.count }
      sources.append(source)
    } mark: { end in
      for index in letter..<sources.count { sources[index] = sources[index].lowerBound..<end }
    }
    return sources
  }

  private static func forEachSearchByte(
    of bytes: [UInt8], _ body: (UInt8, Range<Int>) -> Void, mark: (Int) -> Void = { _ in }
  ) {
    var iterator = bytes.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    var end = 0
    while true {
      let start = end
      var scalar: Unicode.Scalar = "\u{FFFD}"
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        scalar = Unicode.UTF8.decode(encoded)
        end += encoded.count
      case .error(let length): end += length
      case .emptyInput: return
      }
      // A combining mark of U+0300 to U+036F belongs to the letter before it.
      if (0x300...0x36F).contains(scalar.value) { mark(end) }
      if (0x300...0x36F).contains(scalar.value) || scalar.value == 0 { continue }
      let lower = scalar.isASCII ? scalar : lowercased(scalar)
      if (0xC0...0x17F).contains(lower.value) {
        let base = latinBases[Int(lower.value) - 0xC0]
        if base != UInt8(ascii: "-") {
          body(base, start..<end)
          continue
        }
      }
      for unit in UTF8.encode(lower) ?? UTF8.encodedReplacementCharacter { body(unit, start..<end) }
    }
  }

  /// The base letters of U+00C0 to U+017F; `-` where a scalar is no accented letter.
  private static let latinBases: [UInt8] = Array(
    ("aaaaaa-ceeeeiiii-nooooo-ouuuuy--" + "aaaaaa-ceeeeiiii-nooooo-ouuuuy-y"
      + "aaaaaaccccccccddddeeeeeeeeeegggg" + "gggghhhhiiiiiiiiii--jjkk-lllllll"
      + "lllnnnnnnn--oooooo--rrrrrrssssss" + "ssttttttuuuuuuuuuuuuwwyyyzzzzzz-").utf8)
}
