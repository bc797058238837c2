import PickerModel
import TestSupport

/// Assets for tests.
enum Sample {
  /// An asset whose name is the only thing that matters.
  static func asset(
    _ id: UInt32, _ name: String, folder: String = "photos", format: FileFormat = .jpeg,
    byteCount: Int64 = 1000, seconds: Int64 = 0, pixelSize: PixelSize? = nil
  ) -> Asset {
    Asset(
      id: AssetID(id), path: AssetPath(folder: FileName(folder), name: FileName(name)),
      identity: FileIdentity(device: 1, inode: UInt64(id) + 100), byteCount: byteCount,
      modified: FileTime(seconds: seconds), format: format, pixelSize: pixelSize)
  }

  /// Assets `a.jpg`, `b.jpg` and so on with the handles 0, 1 and so on.
  static func letters(_ count: Int) -> [Asset] {
    (0..<count).map { asset(UInt32($0), String(UnicodeScalar(UInt8(97 + $0))) + ".jpg") }
  }

  /// Handles.
  static func ids(_ numbers: UInt32...) -> [AssetID] { numbers.map { AssetID($0) } }

  /// A name of few different bytes, so that names often share a beginning and often are equal.
  static func name(_ random: inout SplitMix64) -> FileName {
    let alphabet: [UInt8] = Array("aAbB0019..-_ /é".utf8) + [0xFF, 0x01]
    return FileName(
      bytes: (0..<random.below(9)).map { _ in alphabet[random.below(alphabet.count)] })
  }

  /// A random asset.
  static func asset(_ id: UInt32, _ random: inout SplitMix64) -> Asset {
    let formats = FileFormat.allCases
    var asset = Asset(
      id: AssetID(id),
      path: AssetPath(folder: name(&random), name: name(&random)),
      identity: FileIdentity(device: 1, inode: UInt64(id)),
      byteCount: Int64(random.below(4)) * 1_000_000,
      modified: FileTime(
        seconds: Int64(random.below(5)) - 2, nanoseconds: Int32(random.below(2))),
      format: formats[random.below(formats.count)],
      pixelSize: random.oneIn(4)
        ? nil : PixelSize(width: random.below(4) + 1, height: random.below(4) + 1))
    asset.kinds.stated = AssetSubtypes(rawValue: UInt32(random.below(1 << 12)))
    if random.oneIn(2) {
      asset.creationDate = CaptureDate(
        localSeconds: Int64(random.below(5)) - 2, nanoseconds: Int32(random.below(2)),
        offsetMinutes: random.oneIn(2) ? 0 : nil, source: .exifDateTime)
    }
    if random.oneIn(2) { asset.duration = Double(random.below(8)) / 2 }
    if random.oneIn(2) { asset.camera = cameras[random.below(cameras.count)] }
    if random.oneIn(2) {
      asset.extras = AssetExtras(
        rating: random.oneIn(3) ? nil : Int8(random.below(7) - 1),
        label: random.oneIn(2) ? "Red" : nil)
    }
    return asset
  }

  private static let cameras = [
    Camera(make: "Acme", model: "A1"), Camera(make: "", model: "Foo 9"),
  ]
}
