import PhotoLibrary
import PickerModel

/// One fact in the info panel.
struct InfoLine: Hashable, Sendable {
  /// What it is about; empty for a line without a name.
  let label: String
  /// The fact; not escaped yet.
  let value: String
}

extension InfoLine {
  /// What was read from an asset's file, without what the asset tells already.
  static func lines(of details: PhotoDetails) -> [InfoLine] {
    details.rows.compactMap { row in
      if row.group == .kinds || row.label == "Camera" { return nil }
      return InfoLine(label: short[row.label] ?? row.label, value: row.value)
    }
  }

  /// Labels that are too long for the panel.
  private static let short = [
    "Exposure time": "Exposure", "Focal length": "Focal", "35 mm equivalent": "35 mm eq.",
    "Exposure bias": "Bias", "Exposure program": "Program", "White balance": "White bal.",
    "Description": "Caption", "Frame rate": "Frames",
  ]

  /// What is known of an asset without opening its file, the most wanted first.
  ///
  /// - Parameters:
  ///   - asset: The asset.
  ///   - isMissing: Whether its file vanished.
  /// - Returns: The lines; none of them is empty.
  static func lines(of asset: Asset, isMissing: Bool) -> [InfoLine] {
    var lines = [InfoLine]()
    func add(_ label: String, _ value: String?) {
      if let value, !value.isEmpty { lines.append(InfoLine(label: label, value: value)) }
    }
    if isMissing { add("State", "the file vanished") }
    add("Format", asset.format.label + ", " + asset.format.contentType)
    add("Size", size(of: asset))
    add("Duration", asset.duration.map(exactDuration))
    add("Kinds", kinds(of: asset))
    add("Taken", asset.creationDate.map(taken))
    add("Camera", asset.camera?.name)
    add("Rating", asset.extras?.rating.map(rating))
    add("Label", asset.extras?.label)
    for resource in asset.otherResources { add(name(of: resource.role), text(of: resource, asset)) }
    add("File", "\(Wording.bytes(asset.byteCount)) (\(grouped(asset.byteCount)) bytes)")
    add("Modified", Wording.localTime(asset.modified))
    add("Folder", asset.path.folder.bytes.isEmpty ? "." : asset.path.folder.displayString)
    return lines
  }

  /// `4032×3024, 12.2 megapixels`.
  private static func size(of asset: Asset) -> String? {
    guard let size = asset.pixelSize else { return nil }
    let tenths = (Double(size.width) * Double(size.height) / 100_000).rounded()
    let megapixels = tenths.isFinite && tenths < 1e12 ? Int(tenths) : 0
    if megapixels == 0 { return Wording.dimensions(size) }
    return Wording.dimensions(size) + ", \(megapixels / 10).\(megapixels % 10) megapixels"
  }

  /// `3.07 s` below a minute, else as everywhere.
  private static func exactDuration(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 60 else { return Wording.duration(seconds) }
    let hundredths = Int((seconds * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) s"
  }

  /// The kinds in words, and which of them were concluded and not stated.
  private static func kinds(of asset: Asset) -> String {
    AssetSubtypes.named.filter { asset.subtypes.contains($0.subtype) }.map { kind in
      let word = words[kind.name] ?? kind.name
      return asset.kinds.stated.contains(kind.subtype) ? word : word + " (by name or shape)"
    }.joined(separator: ", ")
  }

  private static let words = [
    "livePhoto": "Live Photo", "screenshot": "screenshot", "panorama": "panorama",
    "burst": "burst", "screenRecording": "screen recording", "slomoVideo": "slow motion",
    "timelapseVideo": "time-lapse", "depthEffectPhoto": "depth effect",
    "cinematicVideo": "cinematic", "spatialMedia": "spatial", "animated": "animated", "raw": "RAW",
  ]

  /// `2024-06-12 14:03:05 +02:00 (EXIF original)`.
  private static func taken(_ date: CaptureDate) -> String {
    let text = ISODate.text(date).split(separator: "T", maxSplits: 1)
    return text.joined(separator: " ") + " (" + source(date.source)
      + (date.offsetMinutes == nil ? ", zone unknown)" : ")")
  }

  private static func source(_ source: CaptureDate.Source) -> String {
    switch source {
    case .exifDateTimeOriginal: "EXIF original"
    case .exifDateTimeDigitized: "EXIF digitized"
    case .exifDateTime: "EXIF changed"
    case .xmp: "XMP"
    case .iptc: "IPTC"
    case .quickTimeCreationDate: "QuickTime creation date"
    case .movieHeader: "movie header"
    case .gps: "GPS"
    case .sidecar: "sidecar file"
    }
  }

  private static func rating(_ stars: Int8) -> String {
    if stars < 0 { return "rejected" }
    let count = min(5, Int(stars))
    return String(repeating: "★", count: count) + String(repeating: "☆", count: 5 - count)
  }

  private static func name(of role: AssetResource.Role) -> String {
    switch role {
    case .pairedVideo: "Movie"
    case .alternatePhoto: "Raw"
    case .sidecar: "Sidecar"
    }
  }

  private static func text(of resource: AssetResource, _ asset: Asset) -> String {
    let place =
      resource.path == asset.path ? "in this file" : resource.path.name.displayString
    let format = resource.role == .sidecar ? "XMP" : resource.format.label
    return "\(place), \(format), \(Wording.bytes(resource.byteCount))"
  }

  private static func grouped(_ number: Int64) -> String {
    Wording.count(Int(clamping: number))
  }
}
