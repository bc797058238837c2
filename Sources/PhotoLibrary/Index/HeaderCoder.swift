internal import PickerModel

/// Turns headers into bytes and back, every field of them.
internal enum HeaderCoder {
  /// Writes a header.
  internal static func write(_ header: PhotoHeader, _ writer: inout ByteWriter) {
    writer.write(header.format.rawValue)
    writer.write(header.orientation.rawValue)
    let parts: [Bool] = [
      header.storedSize != nil, header.displayedSize != nil, header.captureDate != nil,
      header.duration != nil, header.camera != nil, header.rating != nil, header.label != nil,
      header.contentIdentifier != nil, header.burstIdentifier != nil, header.embeddedMovie != nil,
    ]
    writer.write(parts.indices.reduce(UInt64(0)) { $0 | (parts[$1] ? 1 << UInt64($1) : 0) })
    writer.write(UInt64(header.kinds.stated.rawValue))
    writer.write(UInt64(header.kinds.inferred.rawValue))
    for size in [header.storedSize, header.displayedSize].compactMap({ $0 }) {
      writer.write(Int64(size.width))
      writer.write(Int64(size.height))
    }
    if let date = header.captureDate { write(date, &writer) }
    if let duration = header.duration { writer.write(duration) }
    if let camera = header.camera {
      writer.write(camera.make)
      writer.write(camera.model)
    }
    if let rating = header.rating { writer.write(Int64(rating)) }
    for text in [header.label, header.contentIdentifier, header.burstIdentifier] {
      if let text { writer.write(text) }
    }
    if let movie = header.embeddedMovie {
      writer.write(movie.byteOffset)
      writer.write(movie.byteCount)
      writer.write(movie.format.rawValue)
      writer.write(UInt8(movie.duration == nil ? 0 : 1))
      if let duration = movie.duration { writer.write(duration) }
    }
  }

  private static func write(_ date: CaptureDate, _ writer: inout ByteWriter) {
    writer.write(date.localSeconds)
    writer.write(Int64(date.nanoseconds))
    writer.write(date.offsetMinutes.map { Int64($0) } ?? noOffset)
    writer.write(Int64(date.assumedOffsetMinutes))
    writer.write(date.source.rawValue)
  }

  private static let noOffset = Int64(Int32.max)

  /// Reads a header.
  ///
  /// - Throws: for bytes that ``write(_:_:)`` does not write.
  internal static func read(_ reader: inout ByteReader) throws(ByteReader.Damage) -> PhotoHeader {
    var header = PhotoHeader(format: try format(&reader))
    guard let orientation = Orientation(rawValue: try reader.byte()) else {
      throw ByteReader.Damage()
    }
    header.orientation = orientation
    let parts = try reader.unsigned()
    func has(_ part: UInt64) -> Bool { parts & 1 << part != 0 }
    guard parts < 1 << 10, let stated = UInt32(exactly: try reader.unsigned()),
      let inferred = UInt32(exactly: try reader.unsigned())
    else { throw ByteReader.Damage() }
    header.kinds = AssetKinds(
      stated: AssetSubtypes(rawValue: stated), inferred: AssetSubtypes(rawValue: inferred))
    if has(0) { header.storedSize = try size(&reader) }
    if has(1) { header.displayedSize = try size(&reader) }
    if has(2) { header.captureDate = try date(&reader) }
    if has(3) { header.duration = try reader.double() }
    if has(4) { header.camera = Camera(make: try reader.text(), model: try reader.text()) }
    if has(5) { header.rating = try reader.number(as: Int8.self) }
    if has(6) { header.label = try reader.text() }
    if has(7) { header.contentIdentifier = try reader.text() }
    if has(8) { header.burstIdentifier = try reader.text() }
    if has(9) { header.embeddedMovie = try movie(&reader) }
    return header
  }

  private static func movie(
    _ reader: inout ByteReader
  ) throws(ByteReader.Damage) -> PhotoHeader.EmbeddedMovie {
    let offset = try reader.signed()
    let count = try reader.signed()
    let format = try format(&reader)
    let duration = try reader.byte() == 0 ? nil : try reader.double()
    guard offset >= 0, count >= 0 else { throw ByteReader.Damage() }
    return PhotoHeader.EmbeddedMovie(
      byteOffset: offset, byteCount: count, format: format, duration: duration)
  }

  private static func format(_ reader: inout ByteReader) throws(ByteReader.Damage) -> FileFormat {
    guard let format = FileFormat(rawValue: try reader.byte()) else { throw ByteReader.Damage() }
    return format
  }

  private static func size(_ reader: inout ByteReader) throws(ByteReader.Damage) -> PixelSize {
    let width = try reader.number(as: Int.self)
    let height = try reader.number(as: Int.self)
    guard width >= 0, height >= 0, width <= Int(Int32.max), height <= Int(Int32.max) else {
      throw ByteReader.Damage()
    }
    return PixelSize(width: width, height: height)
  }

  private static func date(_ reader: inout ByteReader) throws(ByteReader.Damage) -> CaptureDate {
    let seconds = try reader.signed()
    let nanoseconds = try reader.number(as: Int32.self)
    let offset = try reader.signed()
    let assumed = try reader.number(as: Int16.self)
    guard (0..<1_000_000_000).contains(nanoseconds),
      let source = CaptureDate.Source(rawValue: try reader.byte())
    else { throw ByteReader.Damage() }
    if offset == noOffset {
      // The zone that was assumed is the reader's own: it may be another by now.
      return CaptureDate(
        localSeconds: seconds, nanoseconds: nanoseconds, offsetMinutes: nil,
        assumedOffsetMinutes: LocalZone.offsetMinutes(atLocal: seconds), source: source)
    }
    guard let stated = Int16(exactly: offset) else { throw ByteReader.Damage() }
    return CaptureDate(
      localSeconds: seconds, nanoseconds: nanoseconds, offsetMinutes: stated,
      assumedOffsetMinutes: assumed, source: source)
  }
}
