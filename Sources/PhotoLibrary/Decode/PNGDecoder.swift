internal import CSpng
internal import PickerModel

/// Decodes PNG row by row: the door to libspng.
///
/// *Memory:* a window on the file, one row, and the result; never the picture.
internal final class PNGDecoder: ImageDecoding {
  private let limits: DecodeLimits
  private let colors: ColorManagement

  /// Creates a decoder.
  init(limits: DecodeLimits, colors: ColorManagement) {
    self.limits = limits
    self.colors = colors
  }

  func decode(
    _ source: ByteSource, _ request: DecodeRequest, _ checkpoint: DecodeCheckpoint
  ) throws(DecodeError) -> DecodedPhoto {
    let (picture, size) = try read(source, checkpoint) { size, orientation in
      size.fitted(into: orientation.displayed(request.target))
    }
    let pixels = PixelFinisher(background: request.background).finish(
      picture.raster, space: picture.space, orientation: picture.orientation, colors: colors)
    return DecodedPhoto(
      thumbnail: Thumbnail(pixels: pixels, isTruncated: picture.isTruncated),
      displayedSize: picture.orientation.displayed(size),
      dependsOnBackground: picture.raster.layout.hasAlpha || picture.isTruncated)
  }

  func decodeSource(
    _ source: ByteSource, reduction: Int, _ checkpoint: DecodeCheckpoint
  ) throws(DecodeError) -> SourcePicture {
    try read(source, checkpoint) { size, _ in size.reduced(by: reduction) }.picture
  }

  /// Reads a file at the size that is wanted of it.
  ///
  /// - Parameters:
  ///   - source: the file.
  ///   - checkpoint: the time that is left.
  ///   - target: the size in stored axes, of the stored size and its orientation.
  /// - Returns: the picture, and the size that is stored.
  /// - Throws: what is wrong with the file.
  private func read(
    _ source: ByteSource, _ checkpoint: DecodeCheckpoint,
    target: (PixelSize, Orientation) -> PixelSize
  ) throws(DecodeError) -> (picture: SourcePicture, stored: PixelSize) {
    var isComplete = false
    do throws(DecodeError) {
      let result = try read(PNGFile(source, limits), checkpoint, &isComplete, target: target)
      if isComplete { return result }
    } catch {
      guard error == .truncated else { throw error }
    }
    // libspng wants a piece of a chunk whole or not at all: told the real length of the last chunk,
    // it gives all the rows that are there.
    let file = try PNGFile(source, limits, cutAt: PNGChunks.cut(source))
    return try read(file, checkpoint, &isComplete, target: target)
  }

  private func read(
    _ file: PNGFile, _ checkpoint: DecodeCheckpoint, _ isComplete: inout Bool,
    target: (PixelSize, Orientation) -> PixelSize
  ) throws(DecodeError) -> (picture: SourcePicture, stored: PixelSize) {
    let header = file.header
    let orientation = file.exif().flatMap { ExifReader.read($0)?.orientation } ?? .up
    let size = PixelSize(width: Int(header.width), height: Int(header.height))
    let target = target(size, orientation)
    let space = file.colorSpace()
    let layout = file.layout()
    let rowByteCount = try limits.byteCount(
      for: PixelSize(width: size.width, height: 1), bytesPerPixel: layout.channelCount)
    try file.start(layout)
    var row = [UInt8](repeating: 0, count: rowByteCount)
    let raster: SmallRaster
    let ending: PNGFile.Ending
    if header.interlace_method == 0 {
      (raster, ending) = try sequential(file, size, target, layout, &row, checkpoint)
    } else {
      // Five numbers a pixel of the result, which may be the whole picture.
      _ = try limits.byteCount(for: target, bytesPerPixel: 24)
      (raster, ending) = try interlaced(file, size, target, layout, &row, checkpoint)
    }
    let isTruncated = ending != .complete
    isComplete = !isTruncated || !file.hasReachedEnd
    let picture = SourcePicture(
      raster: raster, space: space, orientation: orientation, isTruncated: isTruncated)
    return (picture, size)
  }

  private func sequential(
    _ file: PNGFile, _ size: PixelSize, _ target: PixelSize, _ layout: SampleLayout,
    _ row: inout [UInt8], _ checkpoint: DecodeCheckpoint
  ) throws(DecodeError) -> (SmallRaster, PNGFile.Ending) {
    var downsampler = BoxDownsampler(source: size, target: target, layout: layout)
    var ending = PNGFile.Ending.complete
    var count = 0
    for y in 0..<size.height {
      if y & 31 == 0 { try checkpoint.pass() }
      let outcome = file.nextRow(into: &row)
      if outcome == .row || outcome == .lastRow {
        unsafe row.withUnsafeBufferPointer { unsafe downsampler.append($0) }
        count += 1
      } else {
        ending = try file.ending(outcome, hasPixels: count > 0)
        break
      }
    }
    let rowCount = downsampler.finish()
    return (
      SmallRaster(size: target, layout: layout, bytes: downsampler.output, rowCount: rowCount),
      ending
    )
  }

  private func interlaced(
    _ file: PNGFile, _ size: PixelSize, _ target: PixelSize, _ layout: SampleLayout,
    _ row: inout [UInt8], _ checkpoint: DecodeCheckpoint
  ) throws(DecodeError) -> (SmallRaster, PNGFile.Ending) {
    // Where the columns of each of Adam7's passes are (PNG specification, 8.2).
    let starts = [0, 4, 0, 2, 0, 1, 0]
    let steps = [8, 8, 4, 4, 2, 2, 1]
    var downsampler = ScatterDownsampler(source: size, target: target, layout: layout)
    var ending = PNGFile.Ending.complete
    var count = 0
    while true {
      if count & 31 == 0 { try checkpoint.pass() }
      guard let place = file.rowPlace() else { break }
      let outcome = file.nextRow(into: &row)
      guard outcome == .row || outcome == .lastRow else {
        ending = try file.ending(outcome, hasPixels: count > 0)
        break
      }
      if (0..<7).contains(place.pass) {
        unsafe row.withUnsafeBufferPointer { buffer in
          unsafe downsampler.append(
            buffer, at: place.row, from: starts[place.pass], by: steps[place.pass])
        }
      }
      count += 1
      if outcome == .lastRow { break }
    }
    let (bytes, rowCount) = downsampler.finish()
    return (SmallRaster(size: target, layout: layout, bytes: bytes, rowCount: rowCount), ending)
  }
}

/// One PNG file that is being read; owns libspng's context.
@safe
internal final class PNGFile {
  private let context: OpaquePointer
  private let stream: PNGStream
  private var firstFailure: Int32 = 0
  /// The header chunk.
  private(set) var header = spng_ihdr()

  /// How reading pixels ended.
  enum Ending: Hashable {
    /// All of them came.
    case complete
    /// The file ended early or is damaged from some row on.
    case partial
  }

  /// What came of one row.
  enum RowOutcome: Hashable {
    /// A row.
    case row
    /// A row, and it was the last.
    case lastRow
    /// No row: an error of the library.
    case failure(Int32)
  }

  /// Opens a file and checks its header against the limits.
  ///
  /// - Parameters:
  ///   - source: where the bytes are.
  ///   - limits: what the picture may cost.
  ///   - cut: the last chunk, where the file ends in its middle.
  /// - Throws: what is wrong with the header; `.tooLarge` past the limits.
  init(
    _ source: ByteSource, _ limits: DecodeLimits, cutAt cut: PNGChunks.Cut? = nil
  ) throws(DecodeError) {
    guard let context = unsafe spng_ctx_new(0) else { throw .outOfMemory }
    unsafe self.context = context
    stream = PNGStream(source, cutAt: cut)
    let user = unsafe Unmanaged.passUnretained(stream).toOpaque()
    unsafe spng_set_chunk_limits(context, 16_000_000, 32_000_000)
    unsafe spng_set_png_stream(
      context,
      { _, user, destination, count in
        guard let user = unsafe user, let destination = unsafe destination else {
          return SPNG_IO_ERROR.rawValue
        }
        let stream = unsafe Unmanaged<PNGStream>.fromOpaque(user).takeUnretainedValue()
        let buffer = unsafe UnsafeMutableRawBufferPointer(start: destination, count: count)
        if unsafe stream.read(into: buffer) { return 0 }
        return stream.failure == nil ? SPNG_IO_EOF.rawValue : SPNG_IO_ERROR.rawValue
      }, user)
    let status = unsafe spng_get_ihdr(context, &header)
    if status != 0 { throw failure(status) }
    try limits.check(PixelSize(width: Int(header.width), height: Int(header.height)))
  }

  deinit {
    unsafe spng_ctx_free(context)
  }

  /// Whether more bytes were asked for than there are.
  var hasReachedEnd: Bool { stream.hasReachedEnd }

  // MARK: - Chunks before the pixels

  /// The EXIF block, if one comes before the pixels.
  func exif() -> [UInt8]? {
    var chunk = unsafe spng_exif()
    guard unsafe isThere(spng_get_exif(context, &chunk)), let data = unsafe chunk.data else {
      return nil
    }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: data, count: chunk.length))
  }

  /// Tells whether a chunk is there, and keeps the first failure: after it libspng only says that it
  /// failed before.
  private func isThere(_ status: Int32) -> Bool {
    if status != 0, status != SPNG_ECHUNKAVAIL.rawValue, firstFailure == 0 { firstFailure = status }
    return status == 0
  }

  /// The colour space: the first of iCCP, sRGB, and gAMA with cHRM.
  func colorSpace() -> ColorSpace {
    var profile = unsafe spng_iccp()
    if unsafe spng_get_iccp(context, &profile) == 0, let data = unsafe profile.profile {
      return unsafe .icc([UInt8](UnsafeRawBufferPointer(start: data, count: profile.profile_len)))
    }
    var intent: UInt8 = 0
    if unsafe spng_get_srgb(context, &intent) == 0 { return .sRGB }
    var gamma = 0.0
    guard unsafe spng_get_gama(context, &gamma) == 0, gamma > 0.05, gamma < 5 else { return .sRGB }
    var primaries = RGBPrimaries.bt709(.gamma(1 / gamma))
    var chunk = spng_chrm()
    if unsafe spng_get_chrm(context, &chunk) == 0 {
      primaries.red = [chunk.red_x, chunk.red_y]
      primaries.green = [chunk.green_x, chunk.green_y]
      primaries.blue = [chunk.blue_x, chunk.blue_y]
      primaries.white = [chunk.white_point_x, chunk.white_point_y]
    }
    // What sRGB files without an sRGB chunk say; converting would only cost.
    if abs(gamma - 0.45455) < 0.005, primaries.isNearly(.bt709(.sRGB)) { return .sRGB }
    return .primaries(primaries)
  }

  /// How rows are best read: as few channels as hold everything.
  func layout() -> SampleLayout {
    var transparency = spng_trns()
    let hasTransparency = unsafe spng_get_trns(context, &transparency) == 0
    switch UInt32(header.color_type) {
    case SPNG_COLOR_TYPE_GRAYSCALE_ALPHA.rawValue, SPNG_COLOR_TYPE_TRUECOLOR_ALPHA.rawValue:
      return .straightAlpha
    case _ where hasTransparency: return .straightAlpha
    case SPNG_COLOR_TYPE_GRAYSCALE.rawValue where header.bit_depth <= 8: return .gray
    default: return .rgb
    }
  }

  // MARK: - Pixels

  /// Gets ready for rows.
  func start(_ layout: SampleLayout) throws(DecodeError) {
    let format: spng_format =
      switch layout {
      case .gray: SPNG_FMT_G8
      case .rgb: SPNG_FMT_RGB8
      default: SPNG_FMT_RGBA8
      }
    let flags = SPNG_DECODE_TRNS.rawValue | SPNG_DECODE_PROGRESSIVE.rawValue
    let status = unsafe spng_decode_image(
      context, nil, 0, Int32(bitPattern: format.rawValue), Int32(bitPattern: flags))
    if status != 0 { throw failure(status) }
  }

  /// The row of the picture and the pass that the next row belongs to; nil at the end.
  func rowPlace() -> (row: Int, pass: Int)? {
    var info = spng_row_info()
    guard unsafe spng_get_row_info(context, &info) == 0 else { return nil }
    return (Int(info.row_num), Int(info.pass))
  }

  /// Decodes the next row.
  func nextRow(into row: inout [UInt8]) -> RowOutcome {
    let status = unsafe row.withUnsafeMutableBytes { buffer in
      unsafe spng_decode_row(context, buffer.baseAddress, buffer.count)
    }
    if status == 0 { return .row }
    return status == SPNG_EOI.rawValue ? .lastRow : .failure(status)
  }

  /// What it means that a row did not come.
  ///
  /// - Throws: the library's error where there is nothing to show at all.
  func ending(_ outcome: RowOutcome, hasPixels: Bool) throws(DecodeError) -> Ending {
    guard case .failure(let status) = outcome else { return .complete }
    if hasPixels { return .partial }
    throw failure(status)
  }

  private func failure(_ status: Int32) -> DecodeError {
    let status = firstFailure != 0 ? firstFailure : status
    if let failure = stream.failure { return failure }
    if stream.isAppleVariant { return .unsupportedFormat("no decoder for iOS-optimised PNG") }
    switch status {
    case SPNG_EMEM.rawValue: return .outOfMemory
    case SPNG_IO_EOF.rawValue, SPNG_EIDAT_TOO_SHORT.rawValue: return .truncated
    default:
      return .library(
        name: "PNG", code: status, message: unsafe String(cString: spng_strerror(status)))
    }
  }
}

// MARK: - Version

extension PNGDecoder {
  /// The version of libspng that is loaded.
  static var libraryVersion: String { unsafe String(cString: spng_version_string()) }
}
