internal import PickerModel

/// What the markers of a JPEG file say before its first scan.
///
/// *Source:* ITU-T T.81 annex B; Adobe technical note 5116 (APP14); ICC.1 annex B.4 (APP2).
internal struct JPEGStructure {
  /// The size of the frame as stored.
  var size = PixelSize(width: 0, height: 0)
  /// The number of components: 1 gray, 3 colour, 4 CMYK or YCCK.
  var componentCount = 0
  /// Bits a sample.
  var precision = 8
  /// The marker of the frame, 0xC0 to 0xCF.
  var frameMarker: UInt8 = 0
  /// The sum over all components of their sampling factors against the largest: blocks of memory.
  var coefficientsPerPixel = 3.0
  /// Whether an Adobe marker is there.
  var hasAdobeMarker = false
  /// Where the EXIF block (from its TIFF header on) lies.
  var exif: Range<Int>?
  /// The ICC profile, if all of its parts are there.
  var profile: [UInt8]?
  /// Where the first scan's marker lies.
  var scanOffset = 0
  /// Where the frame's header (after its length) lies.
  var frameOffset = 0
  /// How many components the first scan has.
  var firstScanComponentCount = 0
  /// The quantisation tables' segments (after their lengths), up to the first scan.
  var quantisation: [Range<Int>] = []

  /// Whether the picture comes in several scans of rising quality.
  var isProgressive: Bool { frameMarker == 0xC2 || frameMarker == 0xCA }
  /// Whether libjpeg needs the coefficients of the whole picture in memory.
  var isBuffered: Bool { isProgressive || firstScanComponentCount < componentCount }

  /// Why the walk over markers ended early.
  enum Failure: Error {
    /// More bytes are needed.
    case incomplete
    /// There can be no picture in this.
    case damaged(DecodeError)
  }

  /// Reads the markers up to the first scan.
  ///
  /// - Parameters:
  ///   - bytes: the file's beginning.
  ///   - count: how many of the bytes mean something.
  /// - Throws: `.incomplete` where the bytes end before the first scan.
  init(_ bytes: [UInt8], count: Int) throws(Failure) {
    let count = min(count, bytes.count)
    guard count >= 4 else { throw .incomplete }
    guard bytes[0] == 0xFF, bytes[1] == 0xD8 else {
      throw .damaged(.corrupt("no JPEG at its start"))
    }
    var parts: [Int: Range<Int>] = [:]
    var partCount = 0
    var offset = 2
    while true {
      // Junk between segments is skipped, as libjpeg does.
      while offset < count, bytes[offset] != 0xFF { offset += 1 }
      while offset < count, bytes[offset] == 0xFF { offset += 1 }
      guard offset < count else { throw .incomplete }
      let marker = bytes[offset]
      offset += 1
      if marker == 0 || marker == 0x01 || (0xD0...0xD8).contains(marker) { continue }
      if marker == 0xD9 { throw .damaged(.corrupt("no picture in the file")) }
      guard offset + 2 <= count else { throw .incomplete }
      let length = Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
      guard length >= 2 else { throw .damaged(.corrupt("a marker has no length")) }
      let body = offset + 2..<offset + length
      guard body.upperBound <= count else { throw .incomplete }
      switch marker {
      case 0xC0...0xCF where marker != 0xC4 && marker != 0xC8 && marker != 0xCC:
        try readFrame(bytes, body, marker)
      case 0xDA:
        guard frameMarker != 0 else {
          throw .damaged(.corrupt("a scan before the frame header"))
        }
        scanOffset = offset - 2
        firstScanComponentCount = body.isEmpty ? 0 : Int(bytes[body.lowerBound])
        profile = Self.join(parts, count: partCount, of: bytes)
        return
      case 0xDB: quantisation.append(body)
      case 0xE1 where exif == nil && bytes[body].starts(with: ExifReader.prefix):
        exif = body.lowerBound + 6..<body.upperBound
      case 0xE2 where body.count > 14 && bytes[body].starts(with: Self.profilePrefix):
        parts[Int(bytes[body.lowerBound + 12])] = body.lowerBound + 14..<body.upperBound
        partCount = Int(bytes[body.lowerBound + 13])
      case 0xEE where body.count >= 12 && bytes[body].starts(with: [0x41, 0x64, 0x6F, 0x62, 0x65]):
        hasAdobeMarker = true
      default: break
      }
      offset = body.upperBound
    }
  }

  private static let profilePrefix: [UInt8] = Array("ICC_PROFILE".utf8) + [0]

  private mutating func readFrame(
    _ bytes: [UInt8], _ body: Range<Int>, _ marker: UInt8
  ) throws(Failure) {
    guard body.count >= 6, frameMarker == 0 else {
      throw .damaged(.corrupt(frameMarker == 0 ? "the frame header is too short" : "two frames"))
    }
    let start = body.lowerBound
    frameMarker = marker
    frameOffset = start
    precision = Int(bytes[start])
    size.height = Int(bytes[start + 1]) << 8 | Int(bytes[start + 2])
    size.width = Int(bytes[start + 3]) << 8 | Int(bytes[start + 4])
    componentCount = Int(bytes[start + 5])
    guard body.count >= 6 + componentCount * 3, componentCount > 0 else {
      throw .damaged(.corrupt("the frame header is too short"))
    }
    let factors = (0..<componentCount).map { index in
      (Int(bytes[start + 7 + index * 3]) >> 4, Int(bytes[start + 7 + index * 3]) & 15)
    }
    let most = (factors.map(\.0).max() ?? 1, factors.map(\.1).max() ?? 1)
    guard factors.allSatisfy({ (1...4).contains($0.0) && (1...4).contains($0.1) }) else {
      throw .damaged(.corrupt("impossible sampling factors"))
    }
    coefficientsPerPixel = factors.reduce(0) { sum, factor in
      sum + Double(factor.0 * factor.1) / Double(most.0 * most.1)
    }
  }

  private static func join(
    _ parts: [Int: Range<Int>], count: Int, of bytes: [UInt8]
  ) -> [UInt8]? {
    guard count > 0, parts.count == count else { return nil }
    var profile: [UInt8] = []
    for index in 1...count {
      guard let part = parts[index] else { return nil }
      profile.append(contentsOf: bytes[part])
    }
    return profile
  }
}
