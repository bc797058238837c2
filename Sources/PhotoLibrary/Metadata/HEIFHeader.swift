internal import PickerModel

/// Reads the `meta` box of HEIF and AVIF files (ISO/IEC 23008-12).
internal enum HEIFHeader {
  /// Reads the header of a HEIF or AVIF file.
  ///
  /// The displayed size is the primary item's `ispe`, then its `clap`, `irot` and `imir` in the
  /// order of their association. The EXIF orientation is only informational there. A sequence
  /// without a primary item has the size of its track.
  internal static func read(_ source: inout HeaderSource, format: FileFormat) -> PhotoHeader {
    var header = PhotoHeader(format: format)
    let top = BoxList(&source, in: 0..<source.byteCount)
    if let meta = top.first("meta"), meta.payload.count > 4 {
      let boxes = BoxList(&source, in: meta.payload.lowerBound + 4..<meta.payload.upperBound)
      let primary = primaryItem(boxes, &source)
      if let primary, let properties = boxes.first("iprp") {
        let sizes = sizes(of: primary, in: properties, &source)
        header.storedSize = sizes.stored
        header.displayedSize = sizes.displayed
        if hasDepth(properties, &source) { header.kinds.stated.insert(.depthEffect) }
      }
      readItems(boxes, &source, &header)
      if let groups = boxes.first("grpl") {
        for group in BoxList(&source, in: groups.payload) where group.type == "ster" {
          header.kinds.stated.insert(.spatial)
        }
      }
    }
    if header.storedSize == nil, let mini = top.first("mini") { readMini(mini, &source, &header) }
    if let movie = top.first("moov") { readSequence(movie, &source, &header) }
    if let box = top.first("mpvd") {
      // Motion Photo: the movie is in a box of its own at the end.
      header.take(
        EmbeddedMovieFinder.movie(
          at: box.payload.lowerBound, to: box.payload.upperBound, &source))
    }
    return header
  }

  /// Reads EXIF and XMP, and a movie that one of them tells of.
  private static func readItems(
    _ boxes: BoxList, _ source: inout HeaderSource, _ header: inout PhotoHeader
  ) {
    let parts = parts(boxes, &source)
    if let start = parts.exifStart {
      var summary = ExifReader.read(&source, at: start)
      summary?.orientation = nil
      header.apply(summary)
    }
    if let claim = header.applyXMP(in: parts.xmp, &source) {
      header.take(EmbeddedMovieFinder.find(claim, &source))
    }
  }

  /// Where its blocks are.
  internal static func parts(_ source: inout HeaderSource) -> MetadataParts {
    guard let meta = BoxList(&source, in: 0..<source.byteCount).first("meta"),
      meta.payload.count > 4
    else { return MetadataParts() }
    return parts(
      BoxList(&source, in: meta.payload.lowerBound + 4..<meta.payload.upperBound), &source)
  }

  private static func parts(_ boxes: BoxList, _ source: inout HeaderSource) -> MetadataParts {
    var parts = MetadataParts()
    guard let information = boxes.first("iinf"), let locations = boxes.first("iloc") else {
      return parts
    }
    let items = HEIFItems.read(information, &source)
    let data = boxes.first("idat")
    if let exif = items.exif,
      let range = ItemLocations.range(of: exif, in: locations, dataBox: data, &source),
      // The item begins with how far behind this number the TIFF header is.
      let skip = source.view(at: range.lowerBound, count: 4)?.u32(0)
    {
      parts.exifStart = range.lowerBound + 4 + Int64(skip)
    }
    if let xmp = items.xmp {
      parts.xmp = ItemLocations.range(of: xmp, in: locations, dataBox: data, &source)
    }
    return parts
  }

  /// Reads the track of an image sequence: animated if it has two pictures or more, and the size
  /// where no still tells it.
  private static func readSequence(
    _ movie: Box, _ source: inout HeaderSource, _ header: inout PhotoHeader
  ) {
    let facts = MovieHeader.read(&source, format: header.format)
    header.offer(facts.captureDate)
    if header.storedSize == nil {
      header.storedSize = facts.storedSize
      header.displayedSize = facts.displayedSize
    }
    for track in BoxList(&source, in: movie.payload) where track.type == "trak" {
      let track = MovieTrack.read(track, &source)
      guard track.picture != nil, let count = track.sampleCount, count >= 2 else { continue }
      header.kinds.stated.insert(.animated)
      break
    }
  }

  /// Reads a `MinimizedImageBox`, which packs everything into bits, the highest first.
  private static func readMini(
    _ box: Box, _ source: inout HeaderSource, _ header: inout PhotoHeader
  ) {
    // 13 bits of flags, 3 of orientation, 1 for wide numbers, then width and height less one.
    guard let bits = source.view(at: box.payload.lowerBound, count: 6)?.number(0, width: 6) else {
      return
    }
    let isWide = bits >> 31 & 1 == 1
    let width = isWide ? bits >> 16 & 0x7FFF : bits >> 24 & 0x7F
    let height = isWide ? bits >> 1 & 0x7FFF : bits >> 17 & 0x7F
    header.storedSize = HeaderReader.size(Int(width) + 1, Int(height) + 1)
    let turned = Orientation(rawValue: UInt8(bits >> 32 & 7) + 1) ?? .up
    header.displayedSize = header.storedSize.map(turned.displayed)
  }

  private static func primaryItem(_ boxes: BoxList, _ source: inout HeaderSource) -> Int? {
    guard let box = boxes.first("pitm"),
      let view = source.viewUpTo(at: box.payload.lowerBound, count: 8), let version = view.byte(0)
    else { return nil }
    return version == 0 ? view.u16(4) : view.u32(4)
  }

  // MARK: - Properties

  private static func sizes(
    of item: Int, in properties: Box, _ source: inout HeaderSource
  ) -> (stored: PixelSize?, displayed: PixelSize?) {
    let boxes = BoxList(&source, in: properties.payload)
    guard let container = boxes.first("ipco") else { return (nil, nil) }
    let all = Array(BoxList(&source, in: container.payload))
    var stored: PixelSize?
    var displayed: PixelSize?
    for associations in boxes where associations.type == "ipma" {
      for index in propertyIndices(of: item, in: associations, &source)
      where index >= 1 && index <= all.count {
        let property = all[index - 1]
        let start = property.payload.lowerBound
        switch property.type {
        case "ispe":
          guard stored == nil, let view = source.view(at: start, count: 12) else { continue }
          stored = HeaderReader.size(view.u32(4), view.u32(8))
          displayed = stored
        case "clap":
          guard let view = source.view(at: start, count: 16), let whole = displayed else {
            continue
          }
          displayed = cropped(whole, by: view)
        case "irot":
          guard let turns = source.view(at: start, count: 1)?.byte(0), turns & 1 == 1 else {
            continue
          }
          displayed = displayed.map(Orientation.right.displayed)
        default:
          continue
        }
      }
    }
    return (stored, displayed)
  }

  private static func cropped(_ whole: PixelSize, by clap: ByteView) -> PixelSize {
    guard let width = clap.u32(0), let widthDivisor = clap.u32(4), widthDivisor > 0,
      let height = clap.u32(8), let heightDivisor = clap.u32(12), heightDivisor > 0,
      let size = HeaderReader.size(width / widthDivisor, height / heightDivisor),
      size.width <= whole.width, size.height <= whole.height
    else { return whole }
    return size
  }

  private static func propertyIndices(
    of item: Int, in box: Box, _ source: inout HeaderSource
  ) -> [Int] {
    let length = Int(min(box.payload.upperBound - box.payload.lowerBound, 65_536))
    guard let view = source.viewUpTo(at: box.payload.lowerBound, count: length),
      let version = view.byte(0), let flags = view.byte(3), let entries = view.u32(4)
    else { return [] }
    let idWidth = version == 0 ? 2 : 4
    let indexWidth = flags & 1 == 1 ? 2 : 1
    let mask = indexWidth == 2 ? 0x7FFF : 0x7F
    var offset = 8
    for _ in 0..<min(entries, 65_536) {
      guard let id = view.number(offset, width: idWidth), let count = view.byte(offset + idWidth)
      else { return [] }
      offset += idWidth + 1
      if Int(id) == item {
        return (0..<Int(count)).compactMap { index in
          view.number(offset + index * indexWidth, width: indexWidth).map { Int($0) & mask }
        }
      }
      offset += Int(count) * indexWidth
    }
    return []
  }

  /// Whether one of the auxiliary pictures is a depth map or a portrait's matte (`auxC`).
  private static func hasDepth(_ properties: Box, _ source: inout HeaderSource) -> Bool {
    guard let container = BoxList(&source, in: properties.payload).first("ipco") else {
      return false
    }
    for property in BoxList(&source, in: container.payload) where property.type == "auxC" {
      guard let view = source.viewUpTo(at: property.payload.lowerBound, count: 80),
        let urn = view.text(4, limit: 76)?.text
      else { continue }
      switch urn {
      // Depth by the HEVC edition and by MPEG-B; Apple's mattes, which need depth to be made.
      case "urn:mpeg:hevc:2015:auxid:2", "urn:mpeg:mpegB:cicp:systems:auxiliary:depth",
        "urn:com:apple:photo:2018:aux:portraiteffectsmatte":
        return true
      default: continue
      }
    }
    return false
  }
}
