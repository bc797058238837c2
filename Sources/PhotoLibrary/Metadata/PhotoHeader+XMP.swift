internal import PickerModel

extension PhotoHeader {
  /// The largest packet that is read for every file: a standard one fits a JPEG segment.
  internal static let packetLimit = 65_536

  /// What an XMP packet says of a movie in the same file.
  internal struct MovieClaim {
    /// How far from the file's end it begins, where the packet tells; often wrong.
    internal var bytesToEnd: Int64?
  }

  /// Reads an XMP packet that lies in the file.
  ///
  /// - Returns: what it says of an embedded movie; nil where it says nothing.
  internal mutating func applyXMP(
    in range: Range<Int64>?, _ source: inout HeaderSource
  ) -> MovieClaim? {
    guard let range, range.count <= Self.packetLimit,
      let view = source.view(at: range.lowerBound, count: range.count)
    else { return nil }
    return apply(XMPDocument(parsing: view.bytes))
  }

  /// Takes what an XMP packet says.
  internal mutating func apply(_ xmp: XMPDocument?) -> MovieClaim? {
    guard let xmp else { return nil }
    offer(xmp.captureDate)
    rating = xmp.rating ?? rating
    label = xmp.label ?? label
    if let burst = xmp.first(.camera, "BurstID"), !burst.isEmpty {
      burstIdentifier = burstIdentifier ?? burst
      kinds.stated.insert(.burst)
    }
    if xmp.first(.panorama, "ProjectionType") != nil
      || xmp.first(.panorama, "FullPanoWidthPixels") != nil
    {
      kinds.stated.insert(.panorama)
    }
    if xmp.first(.depth, "Format") != nil || xmp.first(.depth, "Data") != nil
      || xmp.properties.contains(where: { $0.namespace == .appleDepth })
    {
      kinds.stated.insert(.depthEffect)
    }
    if xmp.first(.exif, "UserComment") == "Screenshot" { kinds.stated.insert(.screenshot) }
    if camera == nil {
      camera = CameraTable.make(
        Array((xmp.first(.tiff, "Make") ?? "").utf8), Array((xmp.first(.tiff, "Model") ?? "").utf8))
    }
    return Self.movieClaim(of: xmp)
  }

  /// Google's Motion Photo format 1.0 (`GCamera:MotionPhoto` with a `Container:Directory`) and its
  /// forerunner (`GCamera:MicroVideo`).
  private static func movieClaim(of xmp: XMPDocument) -> MovieClaim? {
    if xmp.first(.camera, "MotionPhoto") == "1" {
      let movie = xmp.properties.first {
        $0.namespace == .item && $0.name == "Semantic" && $0.value == "MotionPhoto"
      }
      let length = xmp.properties.first {
        $0.namespace == .item && $0.name == "Length" && $0.item == movie?.item
      }
      return MovieClaim(bytesToEnd: length.flatMap { Int64($0.value) })
    }
    if xmp.first(.camera, "MicroVideo") == "1" {
      return MovieClaim(bytesToEnd: xmp.first(.camera, "MicroVideoOffset").flatMap { Int64($0) })
    }
    return nil
  }
}
