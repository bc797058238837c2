internal import PickerModel

/// Reads the size header of a JPEG XL codestream (ISO/IEC 18181-1, annex C).
internal enum JPEGXLHeader {
  /// Reads the header of a JPEG XL file, bare or in its container.
  ///
  /// The orientation that the codestream holds behind the size is applied; EXIF does not rule here.
  internal static func read(_ source: inout HeaderSource) -> PhotoHeader {
    guard let start = codestream(&source), let view = source.viewUpTo(at: start, count: 24),
      view.has([0xFF, 0x0A])
    else { return PhotoHeader(format: .jpegXL) }
    var bits = BitReader(view, from: 2)
    guard let size = size(&bits) else { return PhotoHeader(format: .jpegXL) }
    return PhotoHeader(
      format: .jpegXL, storedSize: size, orientation: orientation(&bits) ?? .up)
  }

  private static func codestream(_ source: inout HeaderSource) -> Int64? {
    if source.view(at: 0, count: 2)?.has([0xFF, 0x0A]) == true { return 0 }
    for box in BoxList(&source, in: 0..<source.byteCount) {
      if box.type == "jxlc" { return box.payload.lowerBound }
      if box.type == "jxlp" { return box.payload.lowerBound + 4 }
    }
    return nil
  }

  private static func size(_ bits: inout BitReader) -> PixelSize? {
    guard let isSmall = bits.read(1) else { return nil }
    let height = side(&bits, isSmall: isSmall == 1)
    guard let height, let ratio = bits.read(3) else { return nil }
    let width: Int? =
      switch ratio {
      case 0: side(&bits, isSmall: isSmall == 1)
      case 1: height
      case 2: height * 12 / 10
      case 3: height * 4 / 3
      case 4: height * 3 / 2
      case 5: height * 16 / 9
      case 6: height * 5 / 4
      default: height * 2
      }
    return HeaderReader.size(width, height)
  }

  private static func side(_ bits: inout BitReader, isSmall: Bool) -> Int? {
    if isSmall { return bits.read(5).map { ($0 + 1) * 8 } }
    guard let selector = bits.read(2) else { return nil }
    return bits.read([9, 13, 18, 30][selector]).map { $0 + 1 }
  }

  private static func orientation(_ bits: inout BitReader) -> Orientation? {
    // ImageMetadata: all_default, extra_fields, orientation - 1.
    guard bits.read(1) == 0, bits.read(1) == 1, let value = bits.read(3) else { return nil }
    return Orientation(rawValue: UInt8(value + 1))
  }
}

/// Reads bits, the lowest of each byte first.
internal struct BitReader {
  private let view: ByteView
  private var position: Int

  /// Creates a reader from a byte on.
  internal init(_ view: ByteView, from byte: Int) {
    self.view = view
    position = byte * 8
  }

  /// Reads a number of up to 30 bits, the lowest first; nil past the end.
  internal mutating func read(_ count: Int) -> Int? {
    guard count >= 0, position + count <= view.count * 8 else { return nil }
    var value = 0
    for index in 0..<count {
      let bit = Int(view.byte((position + index) / 8) ?? 0) >> ((position + index) % 8) & 1
      value |= bit << index
    }
    position += count
    return value
  }
}
