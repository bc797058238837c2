internal import Glibc
import PickerModel

/// Figures in the words of the screen.
enum Wording {
  /// `1,204`.
  static func count(_ number: Int) -> String {
    var digits = String(number.magnitude)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    groups.insert(digits, at: 0)
    return (number < 0 ? "-" : "") + groups.joined(separator: ",")
  }

  /// `1204`, as it was typed.
  static func plain(_ number: Int) -> String { String(number) }

  /// `1 photo`, `1,204 photos`.
  static func photos(_ number: Int) -> String {
    number == 1 ? "1 photo" : count(number) + " photos"
  }

  /// `640 B`, `98 kB`, `2.1 MB`: powers of 1000.
  static func bytes(_ number: Int64) -> String {
    var value = Double(number)
    var unit = 0
    let units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"]
    while value >= 999.5, unit < units.count - 1 {
      value /= 1_000
      unit += 1
    }
    if unit == 0 || value >= 9.95 { return "\(Int(value.rounded())) \(units[unit])" }
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }

  /// `0:07`, `12:34`, `1:02:03`.
  static func duration(_ seconds: Double) -> String {
    let whole = seconds.isFinite ? Int(min(max(0, seconds.rounded()), 359_999)) : 0
    let tail = padded(whole / 60 % 60, whole >= 3_600) + ":" + padded(whole % 60, true)
    return whole >= 3_600 ? "\(whole / 3_600):" + tail : tail
  }

  /// What a photo is beside a still picture, in short words, the most telling first:
  /// `live 0:03`, `▶ 0:12`, `burst`, `RAW+JPEG`.
  static func marks(of asset: Asset) -> [String] {
    let length = asset.duration.map { " " + duration($0) } ?? ""
    if asset.mediaType == .video { return ["▶" + length] + [kind(of: asset)].compactMap { $0 } }
    guard let kind = kind(of: asset) else { return [] }
    return [asset.subtypes.contains(.livePhoto) ? kind + length : kind]
      + (asset.subtypes.contains(.livePhoto) && asset.subtypes.contains(.burst) ? ["burst"] : [])
  }

  /// The kind that tells most about an asset, in a word of at most eight cells.
  static func kind(of asset: Asset) -> String? {
    let kinds = asset.subtypes
    if kinds.contains(.livePhoto) { return "live" }
    if asset.format == .raw { return "RAW" }
    if asset.otherResources.contains(where: { $0.role == .alternatePhoto && $0.format == .raw }) {
      return "RAW+\(asset.format.label)"
    }
    if kinds.contains(.burst) { return "burst" }
    if kinds.contains(.panorama) { return "pano" }
    if kinds.contains(.animated) { return asset.format == .gif ? "GIF" : "animated" }
    if kinds.contains(.slomo) { return "slo-mo" }
    if kinds.contains(.timelapse) { return "lapse" }
    if kinds.contains(.cinematic) { return "cinema" }
    return kinds.contains(.spatial) ? "spatial" : nil
  }

  /// `4032×3024`.
  static func dimensions(_ size: PixelSize) -> String { "\(size.width)×\(size.height)" }

  /// When a photo was taken by its camera's clock, else when its file was modified in local time,
  /// marked with `~`.
  static func date(_ asset: Asset) -> String {
    if let date = asset.creationDate { return ISODate.short(date) }
    return "~" + localTime(asset.modified)
  }

  /// `2024-06-12 14:03` in the reader's own zone.
  static func localTime(_ time: FileTime) -> String {
    var seconds = time_t(time.seconds)
    var parts = unsafe tm()
    let offset = unsafe localtime_r(&seconds, &parts) == nil ? 0 : parts.tm_gmtoff
    let (local, overflows) = time.seconds.addingReportingOverflow(Int64(offset))
    return ISODate.text(
      seconds: overflows ? time.seconds : local, separator: " ", showsSeconds: false)
  }

  /// What an empty grid says while the library has photos.
  @MainActor
  static func nothingMatches(_ model: PickerModel) -> String {
    let disabled = model.state.disabled
    if !model.searchText.isEmpty, !disabled.contains(.search) {
      return "No photo matches: / changes the search"
    }
    if model.filter != nil, !disabled.contains(.filter) {
      return "No photo matches: f changes the filter"
    }
    return model.state.collection == nil || disabled.contains(.collections)
      ? "No photo matches" : "No photo here: C lists the folders"
  }

  /// A key of the orders in the menu.
  static func name(of key: SortOrder.Key) -> String {
    switch key {
    case .name: "Name"
    case .date: "Date taken"
    case .modified: "Modified"
    case .size: "Size"
    case .path: "Folder"
    }
  }

  /// What comes first in an order.
  static func direction(of order: SortOrder) -> String {
    switch order.key {
    case .name, .path: order.isReversed ? "Z to A" : "A to Z"
    case .date, .modified: order.isReversed ? "oldest first" : "newest first"
    case .size: order.isReversed ? "smallest first" : "largest first"
    }
  }

  private static func padded(_ number: Int, _ isPadded: Bool) -> String {
    isPadded && number < 10 ? "0\(number)" : "\(number)"
  }
}
