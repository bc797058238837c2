internal import PickerModel

/// Reads the segment information and first video track of Matroska and WebM files (RFC 9559).
internal enum MatroskaHeader {
  private enum ID {
    static let header: UInt64 = 0x1A45_DFA3
    static let segment: UInt64 = 0x1853_8067
    static let information: UInt64 = 0x1549_A966
    static let timestampScale: UInt64 = 0x2A_D7B1
    static let duration: UInt64 = 0x4489
    static let date: UInt64 = 0x4461
    static let tracks: UInt64 = 0x1654_AE6B
    static let trackEntry: UInt64 = 0xAE
    static let video: UInt64 = 0xE0
    static let pixelWidth: UInt64 = 0xB0
    static let pixelHeight: UInt64 = 0xBA
    static let cluster: UInt64 = 0x1F43_B675
  }

  private struct Element {
    let id: UInt64
    let payload: Range<Int64>
  }

  /// Reads the header of a Matroska or WebM file.
  internal static func read(_ source: inout HeaderSource, format: FileFormat) -> PhotoHeader {
    var header = PhotoHeader(format: format)
    let top = elements(in: 0..<source.byteCount, until: nil, &source)
    guard let segment = top.first(where: { $0.id == ID.segment }) else { return header }
    for element in elements(in: segment.payload, until: ID.cluster, &source) {
      if element.id == ID.information {
        header.duration = duration(of: element, &source)
        header.offer(date(of: element, &source))
      } else if element.id == ID.tracks, header.storedSize == nil {
        header.storedSize = size(of: element, &source)
        header.displayedSize = header.storedSize
      }
    }
    return header
  }

  private static func size(of tracks: Element, _ source: inout HeaderSource) -> PixelSize? {
    for track in elements(in: tracks.payload, until: nil, &source) where track.id == ID.trackEntry {
      for video in elements(in: track.payload, until: nil, &source) where video.id == ID.video {
        var width: Int?
        var height: Int?
        for field in elements(in: video.payload, until: nil, &source) {
          if field.id == ID.pixelWidth { width = number(field, &source) }
          if field.id == ID.pixelHeight { height = number(field, &source) }
        }
        if let size = HeaderReader.size(width, height) { return size }
      }
    }
    return nil
  }

  private static func duration(of information: Element, _ source: inout HeaderSource) -> Double? {
    var scale = 1_000_000
    var ticks: Double?
    for field in elements(in: information.payload, until: nil, &source) {
      if field.id == ID.timestampScale { scale = number(field, &source) ?? scale }
      if field.id == ID.duration {
        let width = Int(min(field.payload.upperBound - field.payload.lowerBound, 8))
        let bits = source.view(at: field.payload.lowerBound, count: width)?.number(0, width: width)
        if width == 4 {
          ticks = bits.map { Double(Float(bitPattern: UInt32(truncatingIfNeeded: $0))) }
        }
        if width == 8 { ticks = bits.map { Double(bitPattern: $0) } }
      }
    }
    guard let ticks, ticks.isFinite, ticks > 0 else { return nil }
    return ticks * Double(scale) / 1_000_000_000
  }

  /// DateUTC: nanoseconds since 2001-01-01.
  private static func date(
    of information: Element, _ source: inout HeaderSource
  ) -> CaptureDate? {
    for field in elements(in: information.payload, until: nil, &source) where field.id == ID.date {
      guard let bits = source.view(at: field.payload.lowerBound, count: 8)?.number(0, width: 8)
      else { return nil }
      let nanoseconds = Int64(bitPattern: bits)
      return CaptureDate.of(
        utcSeconds: 978_307_200 + nanoseconds / 1_000_000_000, source: .movieHeader)
    }
    return nil
  }

  private static func number(_ element: Element, _ source: inout HeaderSource) -> Int? {
    let width = Int(min(element.payload.upperBound - element.payload.lowerBound, 8))
    return source.view(at: element.payload.lowerBound, count: width)?
      .number(0, width: width).map { Int(clamping: $0) }
  }

  // MARK: - Elements

  private static func elements(
    in range: Range<Int64>, until last: UInt64?, _ source: inout HeaderSource
  ) -> [Element] {
    var elements: [Element] = []
    var offset = range.lowerBound
    while offset < range.upperBound, elements.count < 256 {
      guard let view = source.viewUpTo(at: offset, count: 12),
        let (id, idWidth) = variableNumber(view, at: 0, keepingMarker: true),
        let (size, sizeWidth) = variableNumber(view, at: idWidth, keepingMarker: false)
      else { break }
      let start = offset + Int64(idWidth + sizeWidth)
      // All bits set: the size is not known yet, the element goes to the end.
      let isUnknown = size == (UInt64(1) << (7 * UInt64(sizeWidth))) - 1
      let length = isUnknown ? Int64.max : Int64(clamping: size)
      let (end, overflow) = start.addingReportingOverflow(length)
      let stop = overflow ? range.upperBound : min(end, range.upperBound)
      guard stop >= start else { break }
      elements.append(Element(id: id, payload: start..<stop))
      if id == last || isUnknown { break }
      offset = stop
    }
    return elements
  }

  private static func variableNumber(
    _ view: ByteView, at offset: Int, keepingMarker: Bool
  ) -> (value: UInt64, width: Int)? {
    guard let first = view.byte(offset), first != 0 else { return nil }
    let width = first.leadingZeroBitCount + 1
    guard var value = view.number(offset, width: width) else { return nil }
    if !keepingMarker { value &= (UInt64(1) << (7 * UInt64(width))) - 1 }
    return (value, width)
  }
}
