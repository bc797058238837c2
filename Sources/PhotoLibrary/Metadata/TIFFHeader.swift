internal import PickerModel

/// Reads the first directory of a TIFF or BigTIFF file.
internal enum TIFFHeader {
  /// Reads the header of a TIFF file; a raw file that looked like one is told apart here.
  internal static func read(_ source: inout HeaderSource) -> PhotoHeader {
    guard let reader = TIFFReader(&source, at: 0),
      let directory = reader.directory(at: reader.firstDirectory, in: &source)
    else { return PhotoHeader(format: .tiff) }
    if TIFFKind.isRaw(directory, reader, &source) { return RawHeader.read(&source) }
    let width = directory[.width].flatMap { reader.integer($0, in: &source) }
    let height = directory[.height].flatMap { reader.integer($0, in: &source) }
    var header = PhotoHeader(
      format: .tiff,
      storedSize: HeaderReader.size(
        width.map { Int(clamping: $0) }, height.map { Int(clamping: $0) }))
    let exif = ExifReader.summary(of: directory, reader, &source)
    header.apply(exif)
    _ = header.applyXMP(in: exif.xmp, &source)
    return header
  }
}

/// Reads the headers of raw files: the size is that of the largest embedded JPEG preview.
internal enum RawHeader {
  /// The most directories that are looked at for previews.
  private static let directoryLimit = 16

  /// Reads the header of a raw file.
  internal static func read(_ source: inout HeaderSource) -> PhotoHeader {
    var header = parts(&source)
    header.kinds.stated.insert(.raw)
    return header
  }

  private static func parts(_ source: inout HeaderSource) -> PhotoHeader {
    var header = PhotoHeader(format: .raw)
    if source.view(at: 0, count: 8)?.has("FUJIFILM") == true {
      guard let table = source.view(at: 84, count: 4), let offset = table.u32(0) else {
        return header
      }
      let outline = JPEGHeader.outline(&source, at: Int64(offset))
      header.storedSize = outline.size
      header.displayedSize = outline.size
      if let exif = outline.exifOffset { header.apply(ExifReader.read(&source, at: exif)) }
      return header
    }
    if source.view(at: 4, count: 4)?.has("ftyp") == true { return canonMovie(&source) }
    guard let reader = TIFFReader(&source, at: 0) else { return header }
    let directories = directories(reader, &source)
    guard let first = directories.first else { return header }
    var largest: PixelSize?
    for directory in directories {
      for offset in previewOffsets(of: directory, reader, &source) {
        let outline = JPEGHeader.outline(&source, at: offset)
        // Lossless JPEG holds the sensor's data, not a preview.
        guard let size = outline.size, let kind = outline.frameKind, kind <= 2 else { continue }
        if size.width * size.height > (largest.map { $0.width * $0.height } ?? 0) {
          largest = size
        }
      }
    }
    header.storedSize = largest
    header.displayedSize = largest
    let exif = ExifReader.summary(of: first, reader, &source)
    header.apply(exif)
    _ = header.applyXMP(in: exif.xmp, &source)
    return header
  }

  private static func directories(
    _ reader: TIFFReader, _ source: inout HeaderSource
  ) -> [TIFFReader.Directory] {
    var waiting = [reader.firstDirectory]
    var seen: Set<UInt64> = []
    var directories: [TIFFReader.Directory] = []
    while !waiting.isEmpty, directories.count < directoryLimit {
      let offset = waiting.removeFirst()
      guard offset != 0, seen.insert(offset).inserted,
        let directory = reader.directory(at: offset, in: &source)
      else { continue }
      directories.append(directory)
      waiting.append(directory.next)
      if let subs = directory[.subDirectories] {
        waiting.append(contentsOf: reader.integers(subs, limit: directoryLimit, in: &source))
      }
    }
    return directories
  }

  private static func previewOffsets(
    of directory: TIFFReader.Directory, _ reader: TIFFReader, _ source: inout HeaderSource
  ) -> [Int64] {
    var offsets: [Int64] = []
    if let entry = directory[.jpegOffset], let value = reader.integer(entry, in: &source),
      let position = reader.position(value)
    {
      offsets.append(position)
    }
    if let entry = directory[.panasonicJPEG] { offsets.append(entry.offset) }
    if let compression = directory[.compression].flatMap({ reader.integer($0, in: &source) }),
      compression == 6 || compression == 7, let strips = directory[.stripOffsets],
      let value = reader.integer(strips, in: &source), let position = reader.position(value)
    {
      offsets.append(position)
    }
    return offsets
  }

  /// Canon's CR3: a movie file whose preview lies in a `PRVW` box and whose EXIF lies in `CMT1`.
  private static func canonMovie(_ source: inout HeaderSource) -> PhotoHeader {
    var header = PhotoHeader(format: .raw)
    let top = BoxList(&source, in: 0..<source.byteCount)
    for box in top where box.type == "uuid" {
      _ = header.applyXMP(in: MovieHeader.xmp(box, &source), &source)
      // The preview's uuid; 8 bytes of version and count stand before the box.
      guard
        source.view(at: box.payload.lowerBound, count: 4)?.has([0xEA, 0xF4, 0x2B, 0x5E]) == true
      else { continue }
      let start = box.payload.lowerBound + 24
      guard start < box.payload.upperBound else { continue }
      let inner = BoxList(&source, in: start..<box.payload.upperBound)
      guard let preview = inner.first("PRVW"),
        let fields = source.view(at: preview.payload.lowerBound, count: 12)
      else { continue }
      header.storedSize = HeaderReader.size(fields.u16(6), fields.u16(8))
      header.displayedSize = header.storedSize
    }
    guard let movie = top.first("moov") else { return header }
    for box in BoxList(&source, in: movie.payload) where box.type == "uuid" {
      guard box.payload.count > 16 else { continue }
      let inner = BoxList(
        &source, in: box.payload.lowerBound + 16..<box.payload.upperBound)
      if let block = inner.first("CMT1") {
        header.apply(ExifReader.read(&source, at: block.payload.lowerBound))
      }
      if let block = inner.first("CMT2"),
        let reader = TIFFReader(&source, at: block.payload.lowerBound),
        let directory = reader.directory(at: reader.firstDirectory, in: &source)
      {
        // The EXIF directory stands alone there, without a first directory around it.
        header.offer(ExifReader.originalDate(directory, reader, &source))
      }
    }
    return header
  }
}
