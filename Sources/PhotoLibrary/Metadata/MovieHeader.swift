internal import PickerModel

/// Reads the movie box of MP4 and QuickTime files, at whichever end of the file it is.
internal enum MovieHeader {
  /// Seconds from 1904-01-01, where movies count from, to 1970-01-01.
  private static let epoch: Int64 = 2_082_844_800

  /// Reads the header of an MP4 or QuickTime file.
  internal static func read(_ source: inout HeaderSource, format: FileFormat) -> PhotoHeader {
    read(&source, format: format, in: 0..<source.byteCount)
  }

  /// Reads the header of a movie that is a part of a file.
  internal static func read(
    _ source: inout HeaderSource, format: FileFormat, in range: Range<Int64>
  ) -> PhotoHeader {
    var header = PhotoHeader(format: format)
    let top = BoxList(&source, in: range)
    guard let movie = top.first("moov") else { return header }
    let boxes = BoxList(&source, in: movie.payload)
    if let box = boxes.first("mvhd") {
      header.duration = duration(box, &source)
      header.offer(date(box, &source))
    }
    var facts = MovieFacts()
    for track in boxes where track.type == "trak" {
      let summary = MovieTrack.read(track, &source)
      facts.add(summary)
      guard header.storedSize == nil, let picture = summary.picture else { continue }
      header.storedSize = picture.size
      header.orientation = picture.orientation
      header.displayedSize = picture.orientation.displayed(picture.size)
    }
    facts.add(MovieKeys.read(of: boxes, &source))
    for box in top where box.type == "uuid" {
      _ = header.applyXMP(in: xmp(box, &source), &source)
    }
    facts.apply(to: &header, cameras: source.cameras)
    return header
  }

  /// The XMP packet of a `uuid` box (Adobe XMP Specification, part 3).
  internal static func xmp(_ box: Box, _ source: inout HeaderSource) -> Range<Int64>? {
    guard box.payload.count > 16,
      source.view(at: box.payload.lowerBound, count: 16)?.has([
        0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF,
        0xAC,
      ]) == true
    else { return nil }
    return box.payload.lowerBound + 16..<box.payload.upperBound
  }

  /// The creation time, which is UTC; of zero, as converters write it, nothing.
  private static func date(_ box: Box, _ source: inout HeaderSource) -> CaptureDate? {
    guard let view = source.viewUpTo(at: box.payload.lowerBound, count: 12),
      let version = view.byte(0),
      let ticks = view.number(4, width: version == 1 ? 8 : 4), ticks > UInt64(epoch),
      ticks < 1 << 40
    else { return nil }
    return CaptureDate.of(utcSeconds: Int64(ticks) - epoch, source: .movieHeader)
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
}

/// What the tracks and keys of a movie tell together.
internal struct MovieFacts {
  /// Frames a second of the first picture track.
  internal var frameRate: Double?
  /// The keys of the movie, and those of its tracks that it does not have itself.
  internal var keys: [String: MovieKeys.Value] = [:]
  private var isStereo = false
  private var hasDepthTrack = false

  /// Creates facts of no track.
  internal init() {}

  /// Adds a track.
  internal mutating func add(_ track: MovieTrack) {
    if track.picture != nil, frameRate == nil { frameRate = track.frameRate }
    if track.isStereo { isStereo = true }
    if track.isAuxiliaryVideo { hasDepthTrack = true }
    keys.merge(track.keys) { known, _ in known }
  }

  /// Adds the movie's own keys.
  internal mutating func add(_ keys: [String: MovieKeys.Value]) {
    self.keys.merge(keys) { _, new in new }
  }

  /// Fills a header.
  internal func apply(to header: inout PhotoHeader, cameras: CameraTable?) {
    if let text = keys["com.apple.quicktime.creationdate"]?.text {
      header.offer(ISODate.parse(text, source: .quickTimeCreationDate))
    }
    header.contentIdentifier =
      header.contentIdentifier ?? keys["com.apple.quicktime.content.identifier"]?.text
    let make = keys["com.apple.quicktime.make"] ?? keys["com.android.manufacturer"]
    let model = keys["com.apple.quicktime.model"] ?? keys["com.android.model"]
    if make != nil || model != nil {
      let make = Array((make?.text ?? "").utf8)
      let model = Array((model?.text ?? "").utf8)
      header.camera = cameras?.camera(make: make, model: model) ?? CameraTable.make(make, model)
    }
    if keys["com.apple.quicktime.author"]?.text == "ReplayKitRecording" {
      header.kinds.stated.insert(.screenRecording)
    }
    if keys["com.apple.photos.captureMode"]?.text == "Time-lapse" {
      header.kinds.stated.insert(.timelapse)
    }
    if keys.keys.contains(where: { $0.hasPrefix("com.apple.quicktime.cinematic-video") })
      || hasDepthTrack
    {
      header.kinds.stated.insert(.cinematic)
    }
    if isStereo || keys["com.apple.quicktime.spatial.format-version"] != nil {
      header.kinds.stated.insert(.spatial)
    }
    applySpeed(to: &header)
  }

  /// Slow motion and time-lapse, by how fast frames were taken and are shown.
  private func applySpeed(to header: inout PhotoHeader) {
    if let captured = keys["com.android.capture.fps"]?.number, captured.isFinite, captured > 0 {
      if captured >= 100 { header.kinds.stated.insert(.slomo) }
      if let shown = frameRate, captured <= shown / 2, captured < 15 {
        header.kinds.stated.insert(.timelapse)
      }
      return
    }
    // iPhones write the intent as 0 into every movie, and as 1 where 120 frames are to be shown
    // as they are; only the rate tells slow motion from the rest.
    guard let frameRate, frameRate >= 100, frameRate <= 2_000 else { return }
    switch keys["com.apple.quicktime.full-frame-rate-playback-intent"]?.number {
    case 1: break
    case 0: header.kinds.stated.insert(.slomo)
    default: header.kinds.inferred.insert(.slomo)
    }
  }
}
