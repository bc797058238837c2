internal import CHeif
internal import PickerModel

/// Decodes HEIC, HEIF and AVIF, from the file's own small pictures where they will do: the door to
/// libheif.
///
/// The library turns and crops as the file's `irot`, `imir` and `clap` say; the EXIF orientation is
/// informational in these files. *Memory:* the file, and the picture at full size where no small one
/// will do.
internal final class HEIFDecoder: ImageDecoding {
  private let limits: DecodeLimits
  private let colors: ColorManagement
  private var file = ScratchBuffer(keptByteCount: 8_000_000)

  /// Creates a decoder.
  init(limits: DecodeLimits, colors: ColorManagement) {
    self.limits = limits
    self.colors = colors
  }

  func decode(
    _ source: ByteSource, _ request: DecodeRequest, _ checkpoint: DecodeCheckpoint
  ) throws(DecodeError) -> DecodedPhoto {
    try withContext(source, checkpoint) { context throws(DecodeError) in
      try decode(context, request, checkpoint)
    }
  }

  func decodeSource(
    _ source: ByteSource, reduction: Int, _ checkpoint: DecodeCheckpoint
  ) throws(DecodeError) -> SourcePicture {
    let limits = limits
    return try withContext(source, checkpoint) { context throws(DecodeError) in
      let primary = try context.primaryImage()
      try limits.check(primary.size)
      let raster = try primary.raster(fitting: primary.size.reduced(by: reduction), limits)
      return SourcePicture(
        raster: raster, space: primary.colorSpace(), orientation: .up, isTruncated: false)
    }
  }

  /// Reads a file and lends its structure.
  private func withContext<Value>(
    _ source: ByteSource, _ checkpoint: DecodeCheckpoint,
    _ body: (HEIFContext) throws(DecodeError) -> Value
  ) throws(DecodeError) -> Value {
    guard source.byteCount <= Int64(limits.maximumFileByteCount) else {
      throw .needsTooMuchMemory(
        byteCount: Int(clamping: source.byteCount), limit: limits.maximumFileByteCount)
    }
    defer { file.release() }
    file.prepare(0)
    try file.load(source, upTo: limits.maximumFileByteCount)
    let isReadable = file.withMutableBytes { bytes, count in
      HEIFRepair.repair(&bytes, count: count)
    }
    if !isReadable { throw .unsupportedFormat("no decoder for this kind of HEIF") }
    try checkpoint.pass()
    let count = file.count
    var outcome: Result<Value, DecodeError> = .failure(.truncated)
    unsafe file.bytes.withUnsafeBytes { bytes in
      outcome = Result { () throws(DecodeError) in
        let context = unsafe try HEIFContext(
          UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        return try body(context)
      }
    }
    return try outcome.get()
  }

  private func decode(
    _ context: HEIFContext, _ request: DecodeRequest, _ checkpoint: DecodeCheckpoint
  ) throws(DecodeError) -> DecodedPhoto {
    let primary = try context.primaryImage()
    let displayed = primary.size
    try limits.check(displayed)
    let space = primary.colorSpace()
    let target = displayed.fitted(into: request.target)
    func result(
      _ raster: SmallRaster, _ source: Thumbnail.Source, isTruncated: Bool = false
    ) -> DecodedPhoto {
      DecodedPhoto(
        thumbnail: Thumbnail(
          pixels: PixelFinisher(background: request.background).finish(
            raster, space: space, orientation: .up, colors: colors),
          isTruncated: isTruncated, source: source),
        displayedSize: displayed, dependsOnBackground: raster.layout.hasAlpha)
    }
    let previews = primary.previews().filter {
      $0.size.hasProportions(of: displayed, within: 0.02)
        && $0.size.longSide <= displayed.longSide
    }
    if request.allowsEmbedded {
      let large = previews.filter { $0.size.longSide * 10 >= target.longSide * 8 }
      if let preview = large.min(by: { $0.size.longSide < $1.size.longSide }),
        let raster = try? preview.raster(fitting: request.target, limits)
      {
        return result(raster, .embedded)
      }
    }
    try checkpoint.pass()
    do throws(DecodeError) {
      return result(try primary.raster(fitting: request.target, limits), .primary)
    } catch {
      // The end of the file is missing or the picture is damaged: its small copy is what there is.
      guard error.isDamage, let preview = previews.max(by: { $0.size.longSide < $1.size.longSide }),
        let raster = try? preview.raster(fitting: request.target, limits)
      else { throw error }
      return result(raster, .embedded, isTruncated: true)
    }
  }
}

/// A HEIF file in memory; owns libheif's context.
@safe
internal final class HEIFContext {
  private let context: OpaquePointer

  /// Reads the structure of a file; the bytes must outlive the context.
  init(_ bytes: UnsafeRawBufferPointer) throws(DecodeError) {
    guard let context = unsafe heif_context_alloc() else { throw .outOfMemory }
    unsafe self.context = context
    try unsafe HEIFError.check(
      heif_context_read_from_memory_without_copy(context, bytes.baseAddress, bytes.count, nil))
  }

  deinit {
    unsafe heif_context_free(context)
  }

  /// The picture that the file is about.
  func primaryImage() throws(DecodeError) -> HEIFImage {
    var handle: OpaquePointer?
    try unsafe HEIFError.check(heif_context_get_primary_image_handle(context, &handle))
    guard let handle = unsafe handle else { throw .corrupt("no primary picture") }
    return unsafe HEIFImage(handle)
  }
}

/// Converts libheif's results.
internal enum HEIFError {
  /// Throws where a call failed.
  static func check(_ error: heif_error) throws(DecodeError) {
    if unsafe error.code == heif_error_Ok { return }
    if unsafe error.code == heif_error_Memory_allocation_error { throw .outOfMemory }
    if unsafe error.subcode == heif_suberror_End_of_data { throw .truncated }
    let unsupported = [heif_error_Unsupported_filetype, heif_error_Unsupported_feature]
    let code = unsafe error.code
    let isUnsupported =
      unsafe unsupported.contains(code)
      || error.subcode == heif_suberror_Nonexisting_item_referenced
    if isUnsupported { throw .unsupportedFormat("no decoder for this kind of HEIF") }
    let message = unsafe error.message.map { unsafe String(cString: $0) } ?? "unknown error"
    throw unsafe .library(
      name: "HEIF", code: Int32(clamping: error.code.rawValue), message: message)
  }
}

/// One picture of a HEIF file; owns libheif's handle.
@safe
internal final class HEIFImage {
  private let handle: OpaquePointer

  /// Takes over a handle.
  fileprivate init(_ handle: OpaquePointer) {
    unsafe self.handle = handle
  }

  deinit {
    unsafe heif_image_handle_release(handle)
  }

  /// The size in pixels as displayed: turned and cropped.
  var size: PixelSize {
    unsafe PixelSize(
      width: Int(heif_image_handle_get_width(handle)),
      height: Int(heif_image_handle_get_height(handle)))
  }

  /// The small copies of the picture that the file carries, sixteen at most.
  func previews() -> [HEIFImage] {
    let count = min(16, unsafe heif_image_handle_get_number_of_thumbnails(handle))
    guard count > 0 else { return [] }
    var identifiers = [heif_item_id](repeating: 0, count: Int(count))
    let found = unsafe heif_image_handle_get_list_of_thumbnail_IDs(handle, &identifiers, count)
    return identifiers.prefix(Int(max(0, found))).compactMap { identifier in
      var preview: OpaquePointer?
      let error = unsafe heif_image_handle_get_thumbnail(handle, identifier, &preview)
      guard unsafe error.code == heif_error_Ok, let preview = unsafe preview else { return nil }
      return unsafe HEIFImage(preview)
    }
  }

  /// The colour space that the file states, by profile or by code points.
  func colorSpace() -> ColorSpace {
    let byteCount = unsafe heif_image_handle_get_raw_color_profile_size(handle)
    if byteCount > 0, byteCount <= 16_000_000 {
      var profile = [UInt8](repeating: 0, count: byteCount)
      let error = unsafe heif_image_handle_get_raw_color_profile(handle, &profile)
      if unsafe error.code == heif_error_Ok { return .icc(profile) }
    }
    var points: UnsafeMutablePointer<heif_color_profile_nclx>?
    let error = unsafe heif_image_handle_get_nclx_color_profile(handle, &points)
    guard unsafe error.code == heif_error_Ok, let points = unsafe points else { return .sRGB }
    defer { unsafe heif_nclx_color_profile_free(points) }
    return unsafe CodePoints.colorSpace(
      primaries: Int(points.pointee.color_primaries.rawValue),
      transfer: Int(points.pointee.transfer_characteristics.rawValue))
  }

  /// Decodes the picture and scales it down.
  ///
  /// - Throws: `.needsTooMuchMemory` before anything is decoded; the library's errors.
  func raster(fitting box: PixelSize, _ limits: DecodeLimits) throws(DecodeError) -> SmallRaster {
    let hasAlpha = unsafe heif_image_handle_has_alpha_channel(handle) != 0
    let isPremultiplied = unsafe heif_image_handle_is_premultiplied_alpha(handle) != 0
    let layout: SampleLayout =
      hasAlpha ? (isPremultiplied ? .premultipliedAlpha : .straightAlpha) : .rgb
    _ = try limits.byteCount(for: size, bytesPerPixel: layout.channelCount)
    guard let options = unsafe heif_decoding_options_alloc() else { throw .outOfMemory }
    defer { unsafe heif_decoding_options_free(options) }
    unsafe options.pointee.convert_hdr_to_8bit = 1
    var image: OpaquePointer?
    try unsafe HEIFError.check(
      heif_decode_image(
        handle, &image, heif_colorspace_RGB,
        hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB, options))
    guard let image = unsafe image else { throw .outOfMemory }
    defer { unsafe heif_image_release(image) }
    var stride: Int32 = 0
    let width = unsafe Int(heif_image_get_width(image, heif_channel_interleaved))
    let height = unsafe Int(heif_image_get_height(image, heif_channel_interleaved))
    guard width > 0, height > 0,
      let plane = unsafe heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride),
      Int(stride) >= width * layout.channelCount
    else { throw .corrupt("no pixels") }
    let decoded = PixelSize(width: width, height: height)
    let target = decoded.fitted(into: box)
    var downsampler = BoxDownsampler(source: decoded, target: target, layout: layout)
    for row in 0..<height {
      unsafe downsampler.append(
        UnsafeBufferPointer(
          start: plane + row * Int(stride), count: width * layout.channelCount))
    }
    let rowCount = downsampler.finish()
    return SmallRaster(
      size: target, layout: layout, bytes: downsampler.output, rowCount: rowCount)
  }
}

// MARK: - Version

extension HEIFDecoder {
  /// Loads the library's plugins, which it otherwise does with the first picture.
  static func loadLibrary() {
    _ = unsafe heif_init(nil)
  }

  /// The version of libheif that is loaded.
  static var libraryVersion: String { unsafe String(cString: heif_get_version()) }
}
