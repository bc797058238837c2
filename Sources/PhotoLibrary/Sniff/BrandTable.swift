internal import PickerModel

/// The brands of ISO base media files that are photos or videos (ISO/IEC 14496-12, `ftyp`).
internal enum BrandTable {
  /// The format of a file that begins with an `ftyp` box, or nil for audio and unknown brands.
  ///
  /// The major brand decides where it names a codec. `mif1` and `msf1` only say "a HEIF file": then
  /// the compatible brands decide.
  internal static func format(of head: ByteView) -> FileFormat? {
    guard let brands = brands(in: head), let major = brands.first else { return nil }
    if let format = codecBrand(major) { return format }
    switch major {
    case "mif3":
      // A `mini` file has its codec's brand where others have a version.
      return text(at: 12, in: head).flatMap(codecBrand) ?? .heif
    case "mif1", "msf1", "mif2", "miaf", "unif":
      return brands.lazy.compactMap(codecBrand).first ?? .heif
    case "qt  ":
      return .mov
    case "crx ":
      return .raw
    default:
      break
    }
    if isAudio(major) { return nil }
    if let format = brands.dropFirst().lazy.compactMap(stillBrand).first { return format }
    if movieBrands.contains(String(major.prefix(3))) || major.hasPrefix("mp4") { return .mp4 }
    let compatible = brands.dropFirst()
    if compatible.contains("qt  ") { return .mov }
    return compatible.contains { movieBrands.contains(String($0.prefix(3))) } ? .mp4 : nil
  }

  /// Whether a file that begins with an `ftyp` box is audio.
  internal static func isAudio(_ head: ByteView) -> Bool {
    head.has("ftyp", at: 4) && (text(at: 8, in: head).map(isAudio) ?? false)
  }

  private static func isAudio(_ major: String) -> Bool {
    ["M4A", "M4B", "M4P", "F4A", "F4B"].contains { major.hasPrefix($0) }
  }

  private static let movieBrands: Set<String> = [
    "iso", "mp4", "avc", "M4V", "MSN", "dby", "3gp", "3g2", "f4v", "F4V", "mmp", "das", "hvc",
    "XAV", "av0", "NDS", "MP4", "cmf",
  ]

  private static func codecBrand(_ brand: String) -> FileFormat? {
    switch brand {
    case "heic", "heix", "hevc", "hevx", "heim", "heis", "hevm", "hevs": .heic
    case "avif", "avis", "avio": .avif
    case "avci", "avcs", "jpeg", "jpgs", "j2ki", "j2is", "vvic", "vvis", "evbi": .heif
    default: nil
    }
  }

  private static func stillBrand(_ brand: String) -> FileFormat? {
    switch brand {
    case "mif1", "mif2", "mif3", "miaf": .heif
    // A movie may name a picture codec among its compatible brands; a still's codec brand decides.
    case "heic", "heix", "heim", "heis": .heic
    case "avif": .avif
    default: nil
    }
  }

  /// The major and then the compatible brands.
  private static func brands(in head: ByteView) -> [String]? {
    guard let size = head.u32(0), let major = text(at: 8, in: head) else { return nil }
    var brands = [major]
    let end = min(size == 0 ? head.count : size, head.count, 8 + 64 * 4)
    var offset = 16
    while offset + 4 <= end, let brand = text(at: offset, in: head) {
      brands.append(brand)
      offset += 4
    }
    return brands
  }

  private static func text(at offset: Int, in head: ByteView) -> String? {
    guard offset >= 0, offset + 4 <= head.count else { return nil }
    return String(decoding: head.part(offset, count: 4).bytes, as: UTF8.self)
  }
}
