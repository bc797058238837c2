/// Changes a HEIF file's bytes where the library is stricter than the files that people have.
///
/// libheif 1.15 refuses a file in which a `cdsc` reference (this metadata describes that picture)
/// names more than one item, as recent iPhones write it. Nothing here needs these references, so
/// their type is changed to one that nobody reads. It also refuses files that name only the brands
/// of image sequences, though they hold a still picture too. Every box is checked against its
/// parent's end; a file that makes no sense is left as it is.
///
/// *Source:* ISO/IEC 14496-12, 4.2 and 8.11.12; ISO/IEC 23008-12, 10.
internal enum HEIFRepair {
  /// A box: where it begins, where its content begins, and where it ends.
  private struct Box {
    var start: Int
    var body: Int
    var end: Int
    var type: [UInt8]
  }

  /// Repairs the bytes of a file in place.
  ///
  /// - Parameters:
  ///   - bytes: a copy of the file that nobody else reads.
  ///   - count: how many of the bytes mean something.
  /// - Returns: false for the minimised form (`mini` instead of `meta`), which libheif 1.15 does not
  ///   know.
  static func repair(_ bytes: inout [UInt8], count: Int) -> Bool {
    let count = min(count, bytes.count)
    var offset = 0
    var brands: Box?
    while let box = box(bytes, at: offset, end: count) {
      if box.type == Array("ftyp".utf8) { brands = box }
      if box.type == Array("meta".utf8) {
        neutraliseReferences(&bytes, in: box)
        if let brands { nameStillBrands(&bytes, in: brands) }
        return true
      }
      if box.type == Array("mini".utf8) { return false }
      offset = box.end
    }
    return true
  }

  private static func neutraliseReferences(_ bytes: inout [UInt8], in meta: Box) {
    // Version and flags come before the children.
    var offset = meta.body + 4
    while let child = box(bytes, at: offset, end: meta.end) {
      if child.type == Array("iref".utf8) {
        var reference = child.body + 4
        while let entry = box(bytes, at: reference, end: child.end) {
          // The count follows one item number, of 16 bits in version 0 and of 32 in version 1.
          let countOffset = entry.body + (bytes[child.body] == 0 ? 2 : 4)
          let isSingle =
            countOffset + 2 <= entry.end && bytes[countOffset] == 0 && bytes[countOffset + 1] == 1
          if entry.type == Array("cdsc".utf8), !isSingle {
            bytes.replaceSubrange(entry.start + 4..<entry.start + 8, with: Array("skip".utf8))
          }
          reference = entry.end
        }
      }
      offset = child.end
    }
  }

  private static func nameStillBrands(_ bytes: inout [UInt8], in brands: Box) {
    let stills: [String: String] = ["avis": "avif", "msf1": "mif1", "hevc": "heic", "hevx": "heix"]
    var offset = brands.body
    while offset + 4 <= brands.end {
      // The second word is a version.
      if offset != brands.body + 4,
        let text = String(validating: bytes[offset..<offset + 4], as: UTF8.self),
        let still = stills[text]
      {
        bytes.replaceSubrange(offset..<offset + 4, with: Array(still.utf8))
      }
      offset += 4
    }
  }

  /// The box at an offset; nil where there is none that fits.
  private static func box(_ bytes: [UInt8], at offset: Int, end: Int) -> Box? {
    guard offset >= 0, offset <= end - 8, end <= bytes.count else { return nil }
    var length = bytes[offset..<offset + 4].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    var body = offset + 8
    if length == 1 {
      guard offset <= end - 16 else { return nil }
      length = bytes[offset + 8..<offset + 16].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      body += 8
    } else if length == 0 {
      length = UInt64(end - offset)
    }
    guard length >= UInt64(body - offset), length <= UInt64(end - offset) else { return nil }
    return Box(
      start: offset, body: body, end: offset + Int(length),
      type: Array(bytes[offset + 4..<offset + 8]))
  }
}
