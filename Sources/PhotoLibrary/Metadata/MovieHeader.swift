internal import PickerModel

/// Reads the movie box of MP4 and QuickTime files, at whichever end of the file it is.
internal enum MovieHeader {
  /// Reads the header of an MP4 or QuickTime file.
  internal static func read(_ source: inout HeaderSource, format: FileFormat) -> PhotoHeader {
    var header = PhotoHeader(format: format)
    guard let movie = BoxList(&source, in: 0..<source.byteCount).first("moov") else {
      return header
    }
    let boxes = BoxList(&source, in: movie.payload)
    if let box = boxes.first("mvhd") { header.duration = duration(box, &source) }
    for track in boxes where track.type == "trak" {
      guard let picture = picture(of: track, &source) else { continue }
      header.storedSize = picture.size
      header.orientation = picture.orientation
      header.displayedSize = picture.orientation.displayed(picture.size)
      break
    }
    return header
  }

  private static func duration(_ box: Box, _ source: inout HeaderSource) -> Double? {
    guard let view = source.viewUpTo(at: box.payload.lowerBound, count: 32),
      let version = view.byte(0)
    else { return nil }
    let scale = view.number(version == 1 ? 20 : 12, width: 4)
    let length = view.number(version == 1 ? 24 : 16, width: version == 1 ? 8 : 4)
    let unknown: UInt64 = version == 1 ? .max : UInt64(UInt32.max)
    guard let scale, scale > 0, let length, length != unknown else { return nil }
    return Double(length) / Double(scale)
  }

  private static func picture(
    of track: Box, _ source: inout HeaderSource
  ) -> (size: PixelSize, orientation: Orientation)? {
    let boxes = BoxList(&source, in: track.payload)
    guard let media = boxes.first("mdia") else { return nil }
    let mediaBoxes = BoxList(&source, in: media.payload)
    guard let handler = mediaBoxes.first("hdlr"),
      source.view(at: handler.payload.lowerBound, count: 12)?.has("vide", at: 8) == true
        || source.view(at: handler.payload.lowerBound, count: 12)?.has("pict", at: 8) == true
    else { return nil }
    guard let header = boxes.first("tkhd"),
      let view = source.viewUpTo(at: header.payload.lowerBound, count: 96),
      let version = view.byte(0)
    else { return nil }
    let matrix = version == 1 ? 52 : 40
    let trackSize = HeaderReader.size(
      view.u32(matrix + 36).map { $0 >> 16 }, view.u32(matrix + 40).map { $0 >> 16 })
    guard let size = codedSize(mediaBoxes, &source) ?? trackSize else { return nil }
    return (size, orientation(of: view, at: matrix))
  }

  /// The size of the first sample entry (`minf`/`stbl`/`stsd`).
  private static func codedSize(_ media: BoxList, _ source: inout HeaderSource) -> PixelSize? {
    guard let information = media.first("minf"),
      let table = BoxList(&source, in: information.payload).first("stbl"),
      let entries = BoxList(&source, in: table.payload).first("stsd"),
      let entry = source.view(at: entries.payload.lowerBound + 8, count: 36)
    else { return nil }
    return HeaderReader.size(entry.u16(32), entry.u16(34))
  }

  /// The turn that a track's matrix stands for; anything but quarter turns and mirrors is none.
  private static func orientation(of view: ByteView, at offset: Int) -> Orientation {
    let signs = [0, 4, 12, 16].map { position -> Int in
      guard let value = view.u32(offset + position) else { return 0 }
      return Int(Int32(truncatingIfNeeded: value).signum())
    }
    switch signs {
    case [-1, 0, 0, 1]: return .upMirrored
    case [-1, 0, 0, -1]: return .down
    case [1, 0, 0, -1]: return .downMirrored
    case [0, 1, 1, 0]: return .leftMirrored
    case [0, 1, -1, 0]: return .right
    case [0, -1, -1, 0]: return .rightMirrored
    case [0, -1, 1, 0]: return .left
    default: return .up
    }
  }
}
