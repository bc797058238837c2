/// Reads the metadata keys of QuickTime files (QuickTime File Format, "Metadata"): a `meta` box with
/// `keys`, the names, and `ilst`, the values.
internal enum MovieKeys {
  /// The most keys of one box.
  private static let limit = 128

  /// The value of a key.
  internal enum Value: Hashable {
    /// UTF-8 text.
    case text(String)
    /// A whole number or a floating-point one.
    case number(Double)
    /// Anything else: that the key is there is all that is known.
    case other

    /// The text, if it is one.
    internal var text: String? {
      if case .text(let text) = self { text } else { nil }
    }

    /// The number, if it is one; converters write numbers as text.
    internal var number: Double? {
      switch self {
      case .number(let number): number
      case .text(let text): Double(text)
      case .other: nil
      }
    }
  }

  /// Reads the keys of a movie: in its own `meta` box, or where FFmpeg puts one, in `udta`.
  internal static func read(of movie: BoxList, _ source: inout HeaderSource) -> [String: Value] {
    var keys: [String: Value] = [:]
    if let userData = movie.first("udta"),
      let box = BoxList(&source, in: userData.payload).first("meta")
    {
      keys = read(box, &source)
    }
    if let box = movie.first("meta") { keys.merge(read(box, &source)) { _, own in own } }
    return keys
  }

  /// Reads a `meta` box: QuickTime's, or the one of ISO/IEC 14496-12, which has a version in front.
  internal static func read(_ box: Box, _ source: inout HeaderSource) -> [String: Value] {
    guard let head = source.view(at: box.payload.lowerBound, count: 8) else { return [:] }
    let skip: Int64 = head.has("hdlr", at: 4) ? 0 : 4
    guard box.payload.count > skip else { return [:] }
    let boxes = BoxList(&source, in: box.payload.lowerBound + skip..<box.payload.upperBound)
    guard let names = boxes.first("keys"), let values = boxes.first("ilst") else { return [:] }
    let keys = keys(names, &source)
    var result: [String: Value] = [:]
    for item in BoxList(&source, in: values.payload) {
      // The type of an item is the number of its key, counted from 1.
      let number = item.code
      guard number >= 1, number <= keys.count, result.count < limit,
        let data = BoxList(&source, in: item.payload).first("data")
      else { continue }
      result[keys[number - 1]] = value(data, &source)
    }
    return result
  }

  private static func keys(_ box: Box, _ source: inout HeaderSource) -> [String] {
    let length = Int(min(box.payload.upperBound - box.payload.lowerBound, 16_384))
    guard let view = source.viewUpTo(at: box.payload.lowerBound, count: length),
      let count = view.u32(4)
    else { return [] }
    var keys: [String] = []
    var offset = 8
    for _ in 0..<min(count, limit) {
      guard let size = view.u32(offset), size >= 8, offset + size <= view.count else { break }
      keys.append(String(decoding: view.part(offset + 8, count: size - 8).bytes, as: UTF8.self))
      offset += size
    }
    return keys
  }

  private static func value(_ data: Box, _ source: inout HeaderSource) -> Value {
    let length = Int(min(data.payload.upperBound - data.payload.lowerBound, 1_024))
    guard length > 8, let view = source.viewUpTo(at: data.payload.lowerBound, count: length),
      let type = view.u32(0)
    else { return .other }
    let width = view.count - 8
    switch type {
    case 1:
      return String(validating: view.part(8, count: width).bytes, as: UTF8.self)
        .map { .text($0) } ?? .other
    case 23:
      guard width == 4, let bits = view.number(8, width: 4) else { return .other }
      return .number(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
    case 24:
      guard width == 8, let bits = view.number(8, width: 8) else { return .other }
      return .number(Double(bitPattern: bits))
    // Big-endian whole numbers, signed and unsigned, with and without a width in the type.
    case 21, 22, 65, 66, 67, 74, 75, 76, 77, 78:
      guard width <= 8, let bits = view.number(8, width: width) else { return .other }
      if type == 22 || type >= 75 { return .number(Double(bits)) }
      let shift = UInt64(64 - width * 8)
      return .number(Double(Int64(bitPattern: bits << shift) >> Int64(shift)))
    default:
      return .other
    }
  }
}
