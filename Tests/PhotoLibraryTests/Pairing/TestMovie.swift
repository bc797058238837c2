import PickerModel

/// Small QuickTime files and raw files, as far as headers go.
enum TestMovie {
  /// A movie of some seconds, with a content identifier if there is one.
  static func movie(seconds: Double, identifier: String? = nil) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: 100)
    header.replaceSubrange(12..<16, with: number(600))
    header.replaceSubrange(16..<20, with: number(Int(seconds * 600)))
    var content = box("mvhd", header)
    if let identifier { content += meta(identifier) }
    return box("ftyp", Array("qt  ".utf8) + number(0) + Array("qt  ".utf8)) + box("moov", content)
  }

  /// The start of a raw file.
  static let raw: [UInt8] =
    Array("FUJIFILMCCD-RAW 0201FF383501".utf8)
    + [UInt8](
      repeating: 0, count: 200)

  private static func meta(_ identifier: String) -> [UInt8] {
    let handler = box(
      "hdlr", number(0) + number(0) + Array("mdta".utf8) + [UInt8](repeating: 0, count: 13))
    let key = Array("com.apple.quicktime.content.identifier".utf8)
    let keys = box("keys", number(0) + number(1) + number(key.count + 8) + Array("mdta".utf8) + key)
    let data = box("data", number(1) + number(0) + Array(identifier.utf8))
    let list = box("ilst", number(data.count + 8) + number(1) + data)
    return box("meta", handler + keys + list)
  }

  private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    number(content.count + 8) + Array(type.utf8) + content
  }

  private static func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }
}
