/// Tells a camera's raw file from a TIFF by its first directory.
internal enum TIFFKind {
  /// Whether a head with a classic TIFF header is a raw file's, as far as the head tells.
  internal static func isRaw(_ head: ByteView) -> Bool {
    var source = HeaderSource(bytes: head.bytes)
    guard let reader = TIFFReader(&source, at: 0),
      let directory = reader.directory(at: reader.firstDirectory, in: &source)
    else { return false }
    return isRaw(directory, reader, &source)
  }

  /// Whether a first directory is a raw file's.
  ///
  /// DNG says so itself. The makers' formats are TIFF files whose first directory is a reduced
  /// picture with the sensor's data in sub-directories, or holds sensor data right away.
  internal static func isRaw(
    _ directory: TIFFReader.Directory, _ reader: TIFFReader, _ source: inout HeaderSource
  ) -> Bool {
    if directory[.dngVersion] != nil { return true }
    guard let make = directory[.make].flatMap({ reader.text($0, in: &source) }),
      isRawMaker(make)
    else { return false }
    let compression = directory[.compression].flatMap { reader.integer($0, in: &source) }
    let photometric = directory[.photometric].flatMap { reader.integer($0, in: &source) }
    if photometric == 32_803 || photometric == 34_892 { return true }
    switch compression {
    case 34_713, 32_767, 65_535, 32_769, 34_316: return true
    default: break
    }
    let subfile = directory[.newSubfileType].flatMap { reader.integer($0, in: &source) }
    let isReduced = subfile.map { $0 & 1 == 1 } ?? false
    return isReduced && directory[.subDirectories] != nil
  }

  private static func isRawMaker(_ make: [UInt8]) -> Bool {
    let upper = String(
      decoding: make.prefix(12).map { $0 >= 0x61 && $0 <= 0x7A ? $0 - 0x20 : $0 }, as: UTF8.self)
    return [
      "NIKON", "SONY", "PENTAX", "RICOH", "CANON", "SAMSUNG", "HASSELBLAD", "LEICA", "KODAK",
      "EASTMAN", "PHASE ONE", "MAMIYA", "EPSON", "OLYMPUS", "PANASONIC", "FUJIFILM",
    ].contains { upper.hasPrefix($0) }
  }
}
