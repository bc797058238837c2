internal import PickerModel

/// What one track of a movie tells (ISO/IEC 14496-12, 8.3 to 8.6).
internal struct MovieTrack {
  /// Size and turn, of a track with pictures.
  internal var picture: (size: PixelSize, orientation: Orientation)?
  /// Frames a second on the average.
  internal var frameRate: Double?
  /// How many frames; nil where the sample table does not tell.
  internal var sampleCount: Int?
  /// The four characters of the codec.
  internal var codec: String?
  /// Two views: a `vexu` or `st3d` box in the sample entry.
  internal var isStereo = false
  /// An auxiliary video beside the main one, as the disparity of Apple's cinematic mode.
  internal var isAuxiliaryVideo = false
  /// The track's own metadata keys.
  internal var keys: [String: MovieKeys.Value] = [:]

  /// Reads a `trak` box.
  internal static func read(_ track: Box, _ source: inout HeaderSource) -> MovieTrack {
    var summary = MovieTrack()
    let boxes = BoxList(&source, in: track.payload)
    if let box = boxes.first("meta") { summary.keys = MovieKeys.read(box, &source) }
    guard let media = boxes.first("mdia") else { return summary }
    let mediaBoxes = BoxList(&source, in: media.payload)
    guard let handler = mediaBoxes.first("hdlr"),
      let kind = source.view(at: handler.payload.lowerBound, count: 12)
    else { return summary }
    if kind.has("auxv", at: 8) { summary.isAuxiliaryVideo = true }
    guard kind.has("vide", at: 8) || kind.has("pict", at: 8) else { return summary }
    let table = mediaBoxes.first("minf")
      .flatMap { BoxList(&source, in: $0.payload).first("stbl") }
      .map { BoxList(&source, in: $0.payload) }
    let coded = table.flatMap { summary.readEntry($0, &source) }
    if let table { summary.readTiming(table, mediaBoxes, &source) }
    guard let header = boxes.first("tkhd"),
      let view = source.viewUpTo(at: header.payload.lowerBound, count: 96),
      let version = view.byte(0)
    else { return summary }
    let matrix = version == 1 ? 52 : 40
    let trackSize = HeaderReader.size(
      view.u32(matrix + 36).map { $0 >> 16 }, view.u32(matrix + 40).map { $0 >> 16 })
    if let size = coded ?? trackSize {
      summary.picture = (size, orientation(of: view, at: matrix))
    }
    return summary
  }

  /// The size of the first sample entry (`stsd`), its codec, and whether it has two views.
  private mutating func readEntry(
    _ table: BoxList, _ source: inout HeaderSource
  ) -> PixelSize? {
    guard let entries = table.first("stsd") else { return nil }
    let start = entries.payload.lowerBound + 8
    guard let entry = source.view(at: start, count: 36) else { return nil }
    codec = String(decoding: entry.part(4, count: 4).bytes, as: UTF8.self)
    let end = min(entries.payload.upperBound, start + Int64(entry.u32(0) ?? 0))
    // A visual sample entry is 86 bytes long before the boxes inside of it.
    if start + 86 < end {
      for box in BoxList(&source, in: start + 86..<end) {
        // `vexu` may stand for a projection alone; two eyes are an `eyes` box in it.
        if box.type == "vexu", BoxList(&source, in: box.payload).first("eyes") != nil {
          isStereo = true
        }
        if box.type == "st3d",
          let mode = source.view(at: box.payload.lowerBound, count: 5)?.byte(4), mode != 0
        {
          isStereo = true
        }
      }
    }
    return HeaderReader.size(entry.u16(32), entry.u16(34))
  }

  /// Number of samples (`stsz` or `stz2`) over the media's length (`mdhd`).
  private mutating func readTiming(
    _ table: BoxList, _ media: BoxList, _ source: inout HeaderSource
  ) {
    guard let sizes = table.first("stsz") ?? table.first("stz2"),
      let count = source.view(at: sizes.payload.lowerBound, count: 12)?.u32(8)
    else { return }
    sampleCount = count
    guard let header = media.first("mdhd"),
      let view = source.viewUpTo(at: header.payload.lowerBound, count: 32),
      let version = view.byte(0),
      let scale = view.number(version == 1 ? 20 : 12, width: 4), scale > 0,
      let length = view.number(version == 1 ? 24 : 16, width: version == 1 ? 8 : 4), length > 0
    else { return }
    frameRate = Double(count) * Double(scale) / Double(length)
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
