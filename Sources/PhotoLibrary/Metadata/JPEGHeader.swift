internal import PickerModel

/// Walks the marker segments of a JPEG up to its frame header (ITU-T T.81, annex B).
internal enum JPEGHeader {
  /// What the walk found.
  internal struct Outline {
    /// The frame's size; nil if the file ends before it.
    internal var size: PixelSize?
    /// Where the TIFF header of the first EXIF block is.
    internal var exifOffset: Int64?
    /// The n of the frame's SOFn marker.
    internal var frameKind: UInt8?
  }

  /// Reads the header of a JPEG file.
  internal static func read(_ source: inout HeaderSource) -> PhotoHeader {
    let outline = outline(&source, at: 0)
    var header = PhotoHeader(format: .jpeg, storedSize: outline.size)
    if let offset = outline.exifOffset { header.apply(ExifReader.read(&source, at: offset)) }
    return header
  }

  /// Walks a JPEG that begins at an offset.
  internal static func outline(_ source: inout HeaderSource, at start: Int64) -> Outline {
    var outline = Outline()
    guard source.view(at: start, count: 2)?.has([0xFF, 0xD8]) == true else { return outline }
    var offset = start + 2
    while let marker = nextMarker(&source, from: &offset) {
      switch marker {
      case 0xD9:
        return outline
      case 0xDA:
        // No frame header before the first scan: nothing to be had from here on.
        return outline
      case 0x01, 0xD0...0xD8:
        continue
      default:
        break
      }
      guard let length = source.view(at: offset, count: 2)?.u16(0), length >= 2 else {
        return outline
      }
      if marker == 0xE1, outline.exifOffset == nil,
        source.view(at: offset + 2, count: 6)?.has(ExifReader.prefix) == true
      {
        outline.exifOffset = offset + 8
      }
      if (0xC0...0xCF).contains(marker), marker != 0xC4, marker != 0xC8, marker != 0xCC {
        guard let frame = source.view(at: offset + 2, count: 5) else { return outline }
        outline.frameKind = marker - 0xC0
        let width = frame.u16(3)
        var height = frame.u16(1)
        if height == 0 { height = numberOfLines(&source, from: offset + Int64(length)) }
        outline.size = HeaderReader.size(width, height)
        return outline
      }
      offset += Int64(length)
    }
    return outline
  }

  /// Finds the next marker, skipping fill bytes and stray bytes between segments.
  private static func nextMarker(_ source: inout HeaderSource, from offset: inout Int64) -> UInt8? {
    // Segments follow each other closely: the first look nearly always has it.
    if let pair = source.view(at: offset, count: 2), pair.byte(0) == 0xFF,
      let marker = pair.byte(1), marker != 0xFF, marker != 0
    {
      offset += 2
      return marker
    }
    for _ in 0..<32 {
      guard let window = source.viewUpTo(at: offset, count: 1_024), window.count >= 2 else {
        return nil
      }
      for index in 0..<window.count - 1 {
        let marker = window.bytes[index + 1]
        if window.bytes[index] == 0xFF, marker != 0xFF, marker != 0 {
          offset += Int64(index) + 2
          return marker
        }
      }
      offset += Int64(window.count - 1)
    }
    return nil
  }

  /// Finds the DNL segment that a frame header of height 0 leaves the height to.
  ///
  /// It stands behind the first scan, which is searched as far as the budget goes.
  private static func numberOfLines(_ source: inout HeaderSource, from start: Int64) -> Int? {
    var offset = start
    while let window = source.viewUpTo(at: offset, count: 16_384), window.count >= 6 {
      for index in 0..<window.count - 5
      where window.bytes[index] == 0xFF && window.has([0xFF, 0xDC, 0x00, 0x04], at: index) {
        return window.u16(index + 4)
      }
      offset += Int64(window.count - 5)
    }
    return nil
  }
}
