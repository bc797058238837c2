internal import CTurboJPEG
internal import PickerModel

/// Decodes JPEG at the smallest of libjpeg's scales that is large enough: the door to TurboJPEG.
///
/// *Memory:* the file, the picture at the chosen scale, and for progressive files the coefficients
/// (about 3 bytes a pixel). The first two are reused from photo to photo.
@safe
internal final class JPEGDecoder: ImageDecoding {
  private let handle: tjhandle
  private let limits: DecodeLimits
  private let colors: ColorManagement
  private var file = ScratchBuffer(keptByteCount: 24_000_000)
  private var scaled = ScratchBuffer(keptByteCount: 16_000_000)

  /// The bytes that are read to look for an embedded preview: an EXIF block ends before.
  private static let headByteCount = 65_536 + 4_096

  /// Starts TurboJPEG.
  ///
  /// - Throws: `.outOfMemory` where it can't start.
  init(limits: DecodeLimits, colors: ColorManagement) throws(DecodeError) {
    guard let handle = unsafe tjInitDecompress() else { throw .outOfMemory }
    unsafe self.handle = handle
    self.limits = limits
    self.colors = colors
  }

  deinit {
    unsafe _ = tjDestroy(handle)
  }

  func decode(
    _ source: ByteSource, _ request: DecodeRequest, _ checkpoint: DecodeCheckpoint
  ) throws(DecodeError) -> DecodedPhoto {
    defer {
      file.release()
      scaled.release()
    }
    var structure = try begin(source)
    let exif = structure.exif.flatMap { range in
      ExifReader.read(Array(file.bytes[range]), wantsThumbnail: request.allowsEmbedded)
    }
    let orientation = exif?.orientation ?? .up
    let stored = structure.size
    try limits.check(stored)
    let job = Job(
      target: stored.fitted(into: orientation.displayed(request.target)),
      orientation: orientation, background: request.background)
    let displayed = orientation.displayed(stored)
    if let bytes = exif?.thumbnail, request.allowsEmbedded,
      let pixels = decodeEmbedded(bytes, job, stored, structure.profile)
    {
      return DecodedPhoto(
        thumbnail: Thumbnail(pixels: pixels, source: .embedded), displayedSize: displayed,
        dependsOnBackground: false)
    }
    try checkpoint.pass()
    try file.load(source, upTo: limits.maximumFileByteCount)
    if structure.scanOffset == 0 {
      structure = try Self.structure(file.bytes, file.count)
    }
    try checkpoint.pass()
    let (raster, isTruncated) = try decodePrimary(structure, job)
    let pixels = PixelFinisher(background: job.background).finish(
      raster, space: structure.profile.map(ColorSpace.icc) ?? .sRGB, orientation: orientation,
      colors: colors)
    return DecodedPhoto(
      thumbnail: Thumbnail(pixels: pixels, isTruncated: isTruncated), displayedSize: displayed,
      dependsOnBackground: false)
  }

  func decodeSource(
    _ source: ByteSource, reduction: Int, _ checkpoint: DecodeCheckpoint
  ) throws(DecodeError) -> SourcePicture {
    defer {
      file.release()
      scaled.release()
    }
    var structure = try begin(source)
    let orientation =
      structure.exif.flatMap { range in
        ExifReader.read(Array(file.bytes[range]), wantsThumbnail: false)
      }?.orientation ?? .up
    try limits.check(structure.size)
    try file.load(source, upTo: limits.maximumFileByteCount)
    if structure.scanOffset == 0 { structure = try Self.structure(file.bytes, file.count) }
    try checkpoint.pass()
    let job = Job(
      target: structure.size.reduced(by: reduction), orientation: orientation, background: .black)
    let (raster, isTruncated) = try decodePrimary(structure, job)
    return SourcePicture(
      raster: raster, space: structure.profile.map(ColorSpace.icc) ?? .sRGB,
      orientation: orientation, isTruncated: isTruncated)
  }

  /// Reads the head of a file.
  private func begin(_ source: ByteSource) throws(DecodeError) -> JPEGStructure {
    guard source.byteCount > 0 else { throw .empty }
    guard source.byteCount <= Int64(limits.maximumFileByteCount) else {
      throw .needsTooMuchMemory(
        byteCount: Int(clamping: source.byteCount), limit: limits.maximumFileByteCount)
    }
    file.prepare(0)
    try file.load(source, upTo: Self.headByteCount)
    return try readStructure(source)
  }

  /// What is wanted of a picture, in stored axes.
  private struct Job {
    var target: PixelSize
    var orientation: Orientation
    var background: RGBColor
  }

  // MARK: - Markers

  /// Reads the markers, and more of the file where the first part does not hold all of them.
  private func readStructure(_ source: ByteSource) throws(DecodeError) -> JPEGStructure {
    var limit = Self.headByteCount
    while true {
      do throws(JPEGStructure.Failure) {
        return try JPEGStructure(file.bytes, count: file.count)
      } catch {
        switch error {
        case .damaged(let reason): throw reason
        case .incomplete:
          if Int64(file.count) >= source.byteCount || file.count < limit { throw .truncated }
          limit = limit > limits.maximumFileByteCount / 8 ? limits.maximumFileByteCount : limit * 8
          try file.load(source, upTo: limit)
        }
      }
    }
  }

  private static func structure(
    _ bytes: [UInt8], _ count: Int
  ) throws(DecodeError) -> JPEGStructure {
    do throws(JPEGStructure.Failure) {
      return try JPEGStructure(bytes, count: count)
    } catch {
      switch error {
      case .damaged(let reason): throw reason
      case .incomplete: throw .truncated
      }
    }
  }

  // MARK: - The preview in the EXIF block

  /// Decodes the preview if it is of this picture by its proportions and nearly large enough.
  ///
  /// - Returns: nil where the preview won't do, which is no error.
  private func decodeEmbedded(
    _ bytes: [UInt8], _ job: Job, _ stored: PixelSize, _ profile: [UInt8]?
  ) -> PixelBuffer? {
    do throws(DecodeError) {
      let structure = try Self.structure(bytes, bytes.count)
      guard structure.size.longSide * 10 >= job.target.longSide * 8,
        structure.size.longSide <= 1_024,
        structure.size.hasProportions(of: stored, within: 0.02)
      else { return nil }
      let target = structure.size.fitted(into: job.target)
      let (raster, isTruncated) = try decode(
        bytes, count: bytes.count, structure, target: target)
      if isTruncated { return nil }
      let space = (structure.profile ?? profile).map(ColorSpace.icc) ?? .sRGB
      return PixelFinisher(background: job.background).finish(
        raster, space: space, orientation: job.orientation, colors: colors)
    } catch {
      return nil
    }
  }

  // MARK: - The picture

  private func decodePrimary(
    _ structure: JPEGStructure, _ job: Job
  ) throws(DecodeError) -> (SmallRaster, isTruncated: Bool) {
    let scale = Self.scale(of: structure.size, for: job.target)
    if structure.isProgressive, scale.num == 1, scale.denom == 8 {
      let (small, isTruncated) = ProgressiveJPEG.withoutAC(
        file.bytes, count: file.count, structure)
      let (raster, isDamaged) = try decode(
        small, count: small.count, structure, target: job.target)
      return (raster, isTruncated || isDamaged)
    }
    return try decode(file.bytes, count: file.count, structure, target: job.target)
  }

  /// Decodes one JPEG stream to a target size in stored axes.
  private func decode(
    _ bytes: [UInt8], count: Int, _ structure: JPEGStructure, target: PixelSize
  ) throws(DecodeError) -> (SmallRaster, isTruncated: Bool) {
    let stored = structure.size
    try limits.check(stored)
    guard ![0xC3, 0xC5, 0xC6, 0xC7, 0xCB, 0xCD, 0xCE, 0xCF].contains(structure.frameMarker) else {
      throw .unsupportedFormat("no decoder for lossless JPEG yet")
    }
    guard structure.precision == 8 else {
      throw .unsupportedFormat("no decoder for \(structure.precision)-bit JPEG yet")
    }
    let (layout, format) = try Self.layout(structure)
    let scale = Self.scale(of: stored, for: target)
    let size = PixelSize(
      width: Self.scaled(stored.width, scale), height: Self.scaled(stored.height, scale))
    if structure.isBuffered {
      // Each scan may touch every block: a small file can ask for hours of work.
      let scanCount = ProgressiveJPEG.scanCount(bytes, count: count)
      guard stored.width * stored.height <= 2 * limits.maximumPixelCount / max(1, scanCount) else {
        throw .corrupt("\(scanCount) scans of \(stored.width)×\(stored.height) pixels")
      }
      // Two bytes a coefficient, for the whole picture at once.
      let needed = Double(stored.width) * Double(stored.height) * structure.coefficientsPerPixel * 2
      guard needed <= Double(limits.maximumWorkingByteCount) else {
        throw .needsTooMuchMemory(
          byteCount: Int(needed), limit: limits.maximumWorkingByteCount)
      }
    }
    let byteCount = try limits.byteCount(for: size, bytesPerPixel: layout.channelCount)
    scaled.prepare(byteCount)
    let isTruncated = try scaled.withMutableBytes { pixels, _ in
      decompress(bytes, count: count, into: &pixels, size, format, stored: stored)
    }.get()
    if size == target {
      return (
        SmallRaster(
          size: size, layout: layout, bytes: scaled.take(byteCount), rowCount: size.height),
        isTruncated
      )
    }
    var downsampler = BoxDownsampler(source: size, target: target, layout: layout)
    let stride = size.width * layout.channelCount
    unsafe scaled.bytes.withUnsafeBufferPointer { pixels in
      for row in 0..<size.height {
        unsafe downsampler.append(
          UnsafeBufferPointer(rebasing: pixels[row * stride..<(row + 1) * stride]))
      }
    }
    let rowCount = downsampler.finish()
    return (
      SmallRaster(size: target, layout: layout, bytes: downsampler.output, rowCount: rowCount),
      isTruncated
    )
  }

  /// Calls TurboJPEG.
  ///
  /// - Returns: whether a part of the picture is missing or damaged: pixels are there all the same.
  private func decompress(
    _ bytes: [UInt8], count: Int, into pixels: inout [UInt8], _ size: PixelSize, _ format: TJPF,
    stored: PixelSize
  ) -> Result<Bool, DecodeError> {
    guard isSizeConfirmed(bytes, count, stored) else {
      return .failure(.corrupt("contradicting frame headers"))
    }
    let status = unsafe bytes.withUnsafeBufferPointer { input in
      unsafe pixels.withUnsafeMutableBufferPointer { output in
        unsafe tjDecompress2(
          handle, input.baseAddress, UInt(count), output.baseAddress, Int32(size.width), 0,
          Int32(size.height), format.rawValue, TJFLAG_LIMITSCANS)
      }
    }
    if status == 0 { return .success(false) }
    // The text lives in a buffer of the library that the next call overwrites.
    let message = unsafe String(cString: tjGetErrorStr2(handle))
    let code = unsafe tjGetErrorCode(handle)
    // The code stays "warning" when an error follows a warning: only the text tells, and only a
    // warning means that the pixels were written.
    if code == Int32(bitPattern: UInt32(TJERR_WARNING.rawValue)), Self.isWarning(message) {
      return .success(!Self.isHarmless(message))
    }
    if message.hasPrefix("Insufficient memory") { return .failure(.outOfMemory) }
    return .failure(.library(name: "JPEG", code: code, message: message))
  }

  /// Whether the library reads the same size from the header; otherwise its rows would be of another
  /// length than ours.
  private func isSizeConfirmed(_ bytes: [UInt8], _ count: Int, _ stored: PixelSize) -> Bool {
    var width: Int32 = 0
    var height: Int32 = 0
    var subsampling: Int32 = 0
    var space: Int32 = 0
    // It also fails for sampling factors that it has no name for and can decode: the size is set.
    _ = unsafe bytes.withUnsafeBufferPointer { input in
      unsafe tjDecompressHeader3(
        handle, input.baseAddress, UInt(count), &width, &height, &subsampling, &space)
    }
    return width == 0 || (Int(width) == stored.width && Int(height) == stored.height)
  }

  /// Whether a text is one of libjpeg's warnings (`JWRN_…` in `jerror.h`) and not of its errors.
  private static func isWarning(_ message: String) -> Bool {
    [
      "Corrupt JPEG data", "Premature end of JPEG file", "Unknown Adobe color transform",
      "Inconsistent progression sequence", "Warning:", "Invalid SOS parameters for sequential",
    ].contains { message.hasPrefix($0) }
  }

  /// Whether a warning costs no pixels.
  private static func isHarmless(_ message: String) -> Bool {
    message.contains("extraneous bytes before marker") || message.contains("bad ICC marker")
      || message.hasPrefix("Unknown Adobe") || message.hasPrefix("Warning:")
      || message.hasPrefix("Invalid SOS parameters")
  }

  // MARK: - Scales and layouts

  /// The smallest scale whose picture is in no direction smaller than the target.
  ///
  /// Only powers of two: libjpeg-turbo has vector code for these alone.
  private static func scale(of stored: PixelSize, for target: PixelSize) -> tjscalingfactor {
    for denominator: Int32 in [8, 4, 2] {
      let factor = tjscalingfactor(num: 1, denom: denominator)
      if scaled(stored.width, factor) >= target.width,
        scaled(stored.height, factor) >= target.height
      {
        return factor
      }
    }
    return tjscalingfactor(num: 1, denom: 1)
  }

  /// `TJSCALED` of `turbojpeg.h`.
  private static func scaled(_ length: Int, _ scale: tjscalingfactor) -> Int {
    (length * Int(scale.num) + Int(scale.denom) - 1) / Int(scale.denom)
  }

  private static func layout(
    _ structure: JPEGStructure
  ) throws(DecodeError) -> (SampleLayout, TJPF) {
    switch structure.componentCount {
    case 1: (.gray, TJPF_GRAY)
    case 3: (.rgb, TJPF_RGB)
    case 4: (structure.hasAdobeMarker ? .invertedCMYK : .cmyk, TJPF_CMYK)
    default:
      throw .unsupportedFormat("no decoder for JPEG of \(structure.componentCount) components")
    }
  }
}

// MARK: - Version

extension JPEGDecoder {
  /// The version of libjpeg-turbo that this was compiled against.
  static var libraryVersion: String { unsafe String(cString: pp_turbojpeg_version_text()) }
}
