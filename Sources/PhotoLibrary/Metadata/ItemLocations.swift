/// Reads the `iloc` box: where the items of a HEIF file are (ISO/IEC 14496-12, 8.11.3).
internal enum ItemLocations {
  /// Where an item is in the file: its first extent, which is the whole of all small items.
  ///
  /// - Returns: nil where the box does not tell or the item is built in another way than by offset.
  internal static func range(
    of item: Int, in box: Box, dataBox: Box?, _ source: inout HeaderSource
  ) -> Range<Int64>? {
    let length = Int(min(box.payload.upperBound - box.payload.lowerBound, 65_536))
    guard let view = source.viewUpTo(at: box.payload.lowerBound, count: length),
      let version = view.byte(0), let widths = view.u16(4)
    else { return nil }
    let offsetWidth = widths >> 12 & 0xF
    let lengthWidth = widths >> 8 & 0xF
    let baseWidth = widths >> 4 & 0xF
    let indexWidth = version == 0 ? 0 : widths & 0xF
    let idWidth = version < 2 ? 2 : 4
    guard let items = view.number(6, width: idWidth) else { return nil }
    var offset = 6 + idWidth
    for _ in 0..<min(items, 65_536) {
      guard let id = view.number(offset, width: idWidth) else { return nil }
      offset += idWidth
      var method = 0
      if version > 0 {
        guard let field = view.u16(offset) else { return nil }
        method = field & 0xF
        offset += 2
      }
      offset += 2
      guard let base = view.number(offset, width: baseWidth),
        let extents = view.u16(offset + baseWidth)
      else { return nil }
      offset += baseWidth + 2
      let extentWidth = indexWidth + offsetWidth + lengthWidth
      if Int(id) == item {
        guard extents > 0, let extent = view.number(offset + indexWidth, width: offsetWidth),
          let base = Int64(exactly: base), let extent = Int64(exactly: extent),
          let size = view.number(offset + indexWidth + offsetWidth, width: lengthWidth)
        else { return nil }
        var (sum, overflow) = base.addingReportingOverflow(extent)
        if overflow { return nil }
        switch method {
        case 0: break
        case 1:
          guard let dataBox else { return nil }
          let position: Int64
          (position, overflow) = dataBox.payload.lowerBound.addingReportingOverflow(sum)
          if overflow { return nil }
          sum = position
        default: return nil
        }
        // A length of zero means: to the end of the file.
        let rest = source.byteCount - sum
        guard sum >= 0, rest > 0 else { return nil }
        return sum..<sum + (size == 0 ? rest : min(rest, Int64(clamping: size)))
      }
      offset += extents * extentWidth
    }
    return nil
  }
}
