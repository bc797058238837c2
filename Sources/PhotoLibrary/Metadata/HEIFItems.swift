/// The items of a HEIF file that hold metadata (`iinf`, ISO/IEC 14496-12, 8.11.6).
internal struct HEIFItems {
  /// The item with EXIF.
  internal var exif: Int?
  /// The item with an XMP packet: of type `mime`, `application/rdf+xml`.
  internal var xmp: Int?

  /// Reads an `iinf` box.
  internal static func read(_ box: Box, _ source: inout HeaderSource) -> HEIFItems {
    var items = HEIFItems()
    guard let head = source.viewUpTo(at: box.payload.lowerBound, count: 8),
      let version = head.byte(0)
    else { return items }
    let start = box.payload.lowerBound + (version == 0 ? 6 : 8)
    let length = Int(min(max(0, box.payload.upperBound - start), 65_536))
    guard let entries = source.viewUpTo(at: start, count: length) else { return items }
    var offset = 0
    while let size = entries.u32(offset), size >= 8, entries.has("infe", at: offset + 4) {
      let idWidth = entries.byte(offset + 8) == 3 ? 4 : 2
      if let version = entries.byte(offset + 8), version >= 2,
        let id = entries.number(offset + 12, width: idWidth)
      {
        let type = offset + 12 + idWidth + 2
        if items.exif == nil, entries.has("Exif", at: type) { items.exif = Int(id) }
        if items.xmp == nil, entries.has("mime", at: type), size <= 4_096,
          let name = entries.text(type + 4, limit: size),
          entries.has("application/rdf+xml", at: name.end)
        {
          items.xmp = Int(id)
        }
      }
      offset += size
    }
    return items
  }
}
