internal import PickerModel

/// Where the metadata blocks of a file are, whatever its format.
internal struct MetadataParts {
  /// What a movie's tracks and keys tell.
  internal struct Movie {
    /// The four characters of the codec of the first track with pictures.
    internal var codec: String?
    /// Frames a second on the average.
    internal var frameRate: Double?
    /// The metadata keys.
    internal var keys: [String: MovieKeys.Value]
  }

  /// Where the TIFF header of the EXIF block is.
  internal var exifStart: Int64?
  /// Where the XMP packet is.
  internal var xmp: Range<Int64>?
  /// A movie's facts.
  internal var movie: Movie?

  /// Looks for the blocks.
  internal static func find(_ format: FileFormat, _ source: inout HeaderSource) -> MetadataParts {
    var parts = MetadataParts()
    switch format {
    case .jpeg:
      let outline = JPEGHeader.outline(&source, at: 0)
      parts.exifStart = outline.exifOffset
      parts.xmp = outline.xmp
    case .tiff, .raw:
      parts = raw(&source)
    case .heic, .heif, .avif:
      parts = HEIFHeader.parts(&source)
    case .png:
      parts = PNGHeader.parts(&source)
    case .webp:
      parts = WebPHeader.parts(&source)
    case .mov, .mp4:
      parts.movie = movie(&source)
    case .gif, .bmp, .jpegXL, .webm, .matroska:
      break
    }
    return parts
  }

  private static func raw(_ source: inout HeaderSource) -> MetadataParts {
    var parts = MetadataParts()
    if source.view(at: 0, count: 8)?.has("FUJIFILM") == true {
      guard let offset = source.view(at: 84, count: 4)?.u32(0) else { return parts }
      let outline = JPEGHeader.outline(&source, at: Int64(offset))
      parts.exifStart = outline.exifOffset
      parts.xmp = outline.xmp
    } else if let reader = TIFFReader(&source, at: 0) {
      parts.exifStart = 0
      parts.xmp = reader.directory(at: reader.firstDirectory, in: &source)
        .flatMap { ExifReader.summary(of: $0, reader, &source).xmp }
    }
    return parts
  }

  private static func movie(_ source: inout HeaderSource) -> Movie? {
    guard let box = BoxList(&source, in: 0..<source.byteCount).first("moov") else { return nil }
    let boxes = BoxList(&source, in: box.payload)
    var facts = MovieFacts()
    var codec: String?
    for track in boxes where track.type == "trak" {
      let track = MovieTrack.read(track, &source)
      if codec == nil, track.picture != nil { codec = track.codec }
      facts.add(track)
    }
    facts.add(MovieKeys.read(of: boxes, &source))
    return Movie(codec: codec, frameRate: facts.frameRate, keys: facts.keys)
  }
}
