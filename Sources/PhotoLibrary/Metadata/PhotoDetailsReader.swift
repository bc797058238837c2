public import PickerModel

/// Reads the metadata of one photo for a person to look at.
///
/// Costs at most some 500 KiB of reading and a few milliseconds: not for every photo of a library.
/// Blocks on the disk, so never on the main actor.
public enum PhotoDetailsReader {
  /// Reads the details of an open file.
  ///
  /// - Parameters:
  ///   - file: the asset's file.
  ///   - asset: what is known of it already: its kinds, rating and label are told, too.
  /// - Returns: what is there; a damaged or empty block just tells less.
  public static func read(_ file: borrowing OpenFile, asset: Asset) -> PhotoDetails {
    completed(content(of: file, asset.format), asset)
  }

  /// What the file says, with what is known of the asset already.
  internal static func completed(_ details: PhotoDetails, _ asset: Asset) -> PhotoDetails {
    var details = details
    addKinds(of: asset, to: &details)
    if details.value("Camera") == nil { details.add(.camera, "Camera", asset.camera?.name) }
    return details
  }

  /// What the file says by itself.
  internal static func content(
    of file: borrowing OpenFile, _ format: FileFormat
  ) -> PhotoDetails {
    var details = PhotoDetails()
    let byteCount = file.byteCount
    guard let head = try? HeaderReader.head(of: file) else { return details }
    let parts = file.withDescriptor { descriptor -> MetadataParts in
      var source = HeaderSource(descriptor: descriptor, byteCount: byteCount, head: head)
      return MetadataParts.find(format, &source)
    }
    if let start = parts.exifStart {
      let limit = format == .jpeg ? 65_536 : ExifTags.blockLimit
      let block = (try? file.bytes(at: start, count: limit)) ?? []
      add(ExifTags(block: block), to: &details)
    }
    if let range = parts.xmp, range.count <= XMPDocument.maximumByteCount,
      let packet = try? file.bytes(at: range.lowerBound, count: range.count),
      let xmp = XMPDocument(parsing: packet)
    {
      add(xmp, to: &details)
    }
    if let movie = parts.movie { add(movie, to: &details) }
    return details
  }

  private static func addKinds(of asset: Asset, to details: inout PhotoDetails) {
    for (subtype, name) in AssetSubtypes.named {
      if asset.kinds.stated.contains(subtype) {
        details.add(.kinds, name, "stated by the file")
      } else if asset.kinds.inferred.contains(subtype) {
        details.add(.kinds, name, "inferred")
      }
    }
    if let rating = asset.extras?.rating {
      details.add(.kinds, "Rating", rating < 0 ? "rejected" : "\(rating) of 5")
    }
    details.add(.kinds, "Label", asset.extras?.label)
  }

  // MARK: - EXIF

  private static func add(_ exif: ExifTags, to details: inout PhotoDetails) {
    let make = exif[.first, 0x010F] ?? ""
    let model = exif[.first, 0x0110] ?? ""
    if !make.isEmpty || !model.isEmpty {
      details.add(.camera, "Camera", Camera(make: make, model: model).name)
    }
    details.add(.camera, "Lens", lens(exif))
    details.add(.camera, "Software", exif[.first, 0x0131])
    let exposure: [(String, UInt32)] = [
      ("Exposure time", 0x829A), ("Aperture", 0x829D), ("ISO", 0x8827),
      ("Focal length", 0x920A), ("35 mm equivalent", 0xA405), ("Exposure bias", 0x9204),
      ("Exposure program", 0x8822), ("Metering", 0x9207), ("Flash", 0x9209),
      ("White balance", 0xA403),
    ]
    for (label, tag) in exposure { details.add(.exposure, label, exif[.exif, tag]) }
    details.add(.place, "Position", position(exif))
    if let altitude = exif.rationals[ExifTags.Key(directory: .gps, tag: 6)]?.first {
      details.add(.place, "Altitude", "\(rounded(altitude, digits: 1)) m")
    }
    details.add(.description, "Description", exif[.first, 0x010E])
    details.add(.description, "Artist", exif[.first, 0x013B])
    details.add(.description, "Copyright", exif[.first, 0x8298])
  }

  /// LensModel, unless it is the camera's own make in front of nothing.
  private static func lens(_ exif: ExifTags) -> String? {
    guard let model = exif[.exif, 0xA434] else { return nil }
    guard let make = exif[.exif, 0xA433], !model.lowercased().hasPrefix(make.lowercased()) else {
      return model
    }
    return "\(make) \(model)"
  }

  /// Latitude and longitude in degrees; nil unless both lie on the globe.
  private static func position(_ exif: ExifTags) -> String? {
    guard let latitude = degrees(exif, 2, limit: 90), let longitude = degrees(exif, 4, limit: 180)
    else { return nil }
    let south = exif[.gps, 1]?.hasPrefix("S") == true
    let west = exif[.gps, 3]?.hasPrefix("W") == true
    return "\(rounded(latitude, digits: 5))° \(south ? "S" : "N"), "
      + "\(rounded(longitude, digits: 5))° \(west ? "W" : "E")"
  }

  private static func degrees(_ exif: ExifTags, _ tag: UInt32, limit: Double) -> Double? {
    guard let parts = exif.rationals[ExifTags.Key(directory: .gps, tag: tag)], parts.count == 3
    else { return nil }
    let degrees = parts[0] + parts[1] / 60 + parts[2] / 3_600
    return degrees <= limit ? degrees : nil
  }

  // MARK: - XMP

  private static func add(_ xmp: XMPDocument, to details: inout PhotoDetails) {
    details.add(.description, "Title", xmp.title)
    if details.value("Description") == nil {
      details.add(.description, "Description", xmp.caption)
    }
    details.add(.description, "Keywords", xmp.keywords.joined(separator: ", "))
    if details.value("Artist") == nil {
      details.add(.description, "Artist", xmp.creators.joined(separator: ", "))
    }
    if details.value("Copyright") == nil {
      details.add(.description, "Copyright", xmp.copyright)
    }
    if details.value("Software") == nil {
      details.add(.camera, "Software", xmp.first(.xmp, "CreatorTool"))
    }
    if details.value("Rating") == nil, let rating = xmp.rating {
      details.add(.kinds, "Rating", rating < 0 ? "rejected" : "\(rating) of 5")
    }
    if details.value("Label") == nil { details.add(.kinds, "Label", xmp.label) }
  }

  // MARK: - Video

  private static func add(_ movie: MetadataParts.Movie, to details: inout PhotoDetails) {
    details.add(.video, "Codec", movie.codec)
    if let rate = movie.frameRate, rate.isFinite, rate > 0, rate < 10_000 {
      details.add(.video, "Frame rate", "\(rounded(rate, digits: 2)) a second")
    }
    details.add(.camera, "Software", movie.keys["com.apple.quicktime.software"]?.text)
    details.add(.place, "Position", movie.keys["com.apple.quicktime.location.ISO6709"]?.text)
    details.add(.description, "Title", movie.keys["com.apple.quicktime.title"]?.text)
    details.add(.description, "Description", movie.keys["com.apple.quicktime.description"]?.text)
    details.add(.description, "Artist", movie.keys["com.apple.quicktime.artist"]?.text)
    details.add(.description, "Copyright", movie.keys["com.apple.quicktime.copyright"]?.text)
  }

  /// A number with at most so many digits behind the point, zeros at the end left out.
  private static func rounded(_ value: Double, digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    guard value.isFinite, abs(value) < 1e9 else { return "?" }
    let text = "\((value * scale).rounded() / scale)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
