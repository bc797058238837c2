internal import PickerModel

/// Walks the marker segments of a JPEG up to its frame header (ITU-T T.81, annex B).
internal enum JPEGHeader {
  /// What the walk found.
  internal struct Outline {
    /// The frame's size; nil if the file ends before it.
    internal var size: PixelSize?
    /// Where the TIFF header of the first EXIF block is.
    internal var exifOffset: Int64?
    /// Where the first standard XMP packet is.
    internal var xmp: Range<Int64>?
    /// Where Photoshop's resources are (APP13), which hold IPTC data.
    internal var resources: Range<Int64>?
    /// The n of the frame's SOFn marker.
    internal var frameKind: UInt8?
  }

  /// Reads the header of a JPEG file.
  internal static func read(_ source: inout HeaderSource) -> PhotoHeader {
    let outline = outline(&source, at: 0)
    var header = PhotoHeader(format: .jpeg, storedSize: outline.size)
    if let offset = outline.exifOffset { header.apply(ExifReader.read(&source, at: offset)) }
    let claim = header.applyXMP(in: outline.xmp, &source)
    if let resources = outline.resources, (header.captureDate?.source.rank ?? 9) > 3 {
      header.offer(IPTCDate.read(&source, in: resources))
    }
    // Samsung's phones append a movie without a word in XMP, in a trailer of their own.
    if claim != nil || header.camera?.make.lowercased() == "samsung" {
      header.take(EmbeddedMovieFinder.find(claim, &source))
    }
    return header
  }

  /// Walks a JPEG that begins at an offset.
  internal static func outline(_ source: inout HeaderSource, at start: Int64) -> Outline {
    var outline = Outline()
    guard source.view(at: start, count: 2)?.has([0xFF, 0xD8]) == true else { return outline }
    var offset = start + 2
    while let segment = nextSegment(&source, from: &offset) {
      guard let marker = segment.byte(1) else { return outline }
      switch marker {
      case 0xD9, 0xDA:
        // The end, or a scan before any frame header: nothing to be had from here on.
        return outline
      case 0x01, 0xD0...0xD8:
        offset += 2
        continue
      default:
        break
      }
      guard let length = segment.u16(2), length >= 2 else { return outline }
      if marker == 0xE1, outline.exifOffset == nil, segment.has(ExifReader.prefix, at: 4) {
        outline.exifOffset = offset + 10
      } else if marker == 0xE1 || marker == 0xED {
        note(marker, at: offset, length: length, &source, &outline)
      }
      offset += 2 + Int64(length)
      if (0xC0...0xCF).contains(marker), marker != 0xC4, marker != 0xC8, marker != 0xCC {
        outline.frameKind = marker - 0xC0
        var height = segment.u16(5)
        if height == 0 { height = numberOfLines(&source, from: offset) }
        outline.size = HeaderReader.size(segment.u16(7), height)
        return outline
      }
    }
    return outline
  }

  /// Notes where an XMP packet or Photoshop's resources are.
  private static func note(
    _ marker: UInt8, at offset: Int64, length: Int, _ source: inout HeaderSource,
    _ outline: inout Outline
  ) {
    let end = offset + 2 + Int64(length)
    let name = marker == 0xE1 ? 29 : 14
    let start = offset + 4 + Int64(name)
    guard start < end, let view = source.view(at: offset + 4, count: name) else { return }
    if marker == 0xE1, outline.xmp == nil, view.has("http://ns.adobe.com/xap/1.0/") {
      outline.xmp = start..<end
    } else if marker == 0xED, outline.resources == nil, view.has("Photoshop 3.0") {
      outline.resources = start..<end
    }
  }

  /// Finds the next marker, skipping fill bytes and stray bytes between segments.
  ///
  /// - Returns: the first bytes of its segment, at least the marker; the offset is moved to it.
  private static func nextSegment(
    _ source: inout HeaderSource, from offset: inout Int64
  ) -> ByteView? {
    // Segments follow each other closely: the first look nearly always has it.
    guard let first = source.viewUpTo(at: offset, count: segmentHeadByteCount) else { return nil }
    if isMarker(first, at: 0) { return first }
    for _ in 0..<32 {
      guard let window = source.viewUpTo(at: offset, count: 1_024), window.count >= 2 else {
        return nil
      }
      for index in 0..<window.count - 1 where isMarker(window, at: index) {
        offset += Int64(index)
        return source.viewUpTo(at: offset, count: segmentHeadByteCount)
      }
      offset += Int64(window.count - 1)
    }
    return nil
  }

  /// Enough for marker, length, and either a frame's size or the name of an EXIF block.
  private static let segmentHeadByteCount = 10

  private static func isMarker(_ view: ByteView, at index: Int) -> Bool {
    guard view.byte(index) == 0xFF, let marker = view.byte(index + 1) else { return false }
    return marker != 0xFF && marker != 0
  }

  /// Finds the DNL segment that a frame header of height 0 leaves the height to.
  ///
  /// It stands behind the first scan, which is searched as far as the budget goes.
  private static func numberOfLines(_ source: inout HeaderSource, from start: Int64) -> Int? {
    var offset = start
    while let window = source.viewUpTo(at: offset, count: 16_384), window.count >= 6 {
      for index in 0..<window.count - 5
      where window.byte(index) == 0xFF && window.has([0xFF, 0xDC, 0x00, 0x04], at: index) {
        return window.u16(index + 4)
      }
      offset += Int64(window.count - 5)
    }
    return nil
  }
}
