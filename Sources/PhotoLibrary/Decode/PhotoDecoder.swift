public import PickerModel

/// Decodes photos of every supported format, one at a time.
///
/// *Isolation:* not thread-safe: one owner, on a queue that may block. Buffers and colour transforms
/// are reused from photo to photo.
public final class PhotoDecoder {
  private let limits: DecodeLimits
  private let colors = ColorManagement()
  private var decoders: [FileFormat: any ImageDecoding] = [:]

  /// Creates a decoder; the libraries are started when they are needed first.
  public init(limits: DecodeLimits = .standard) {
    self.limits = limits
  }

  /// Decodes an open file.
  ///
  /// - Throws: why the file can't be shown; `.cancelled` where the current task was cancelled.
  public func decode(
    _ file: borrowing OpenFile, _ request: DecodeRequest
  ) throws(DecodeError) -> DecodedPhoto {
    let byteCount = file.byteCount
    let outcome = file.withDescriptor { descriptor in
      Result { () throws(DecodeError) in
        try decode(ByteSource(descriptor: descriptor, byteCount: byteCount), request)
      }
    }
    return try outcome.get()
  }

  /// Decodes bytes in memory.
  ///
  /// - Throws: why they can't be shown.
  public func decode(
    _ bytes: [UInt8], _ request: DecodeRequest
  ) throws(DecodeError) -> DecodedPhoto {
    try decode(ByteSource(bytes), request)
  }

  private func decode(
    _ source: ByteSource, _ request: DecodeRequest
  ) throws(DecodeError) -> DecodedPhoto {
    let checkpoint = DecodeCheckpoint(limits)
    try checkpoint.pass()
    if source.byteCount == 0 { throw .empty }
    return try decoder(for: request.format).decode(source, request, checkpoint)
  }

  /// Decodes a whole photo to cut regions out of.
  ///
  /// - Parameters:
  ///   - file: the open file.
  ///   - format: the format by content.
  ///   - reduction: what its sides are divided by: 1, 2, 4 or 8.
  /// - Returns: the picture as stored.
  /// - Throws: why it can't be decoded.
  internal func source(
    _ file: borrowing OpenFile, format: FileFormat, reduction: Int
  ) throws(DecodeError) -> SourcePicture {
    let byteCount = file.byteCount
    let outcome = file.withDescriptor { descriptor in
      Result { () throws(DecodeError) in
        try source(
          ByteSource(descriptor: descriptor, byteCount: byteCount), format: format,
          reduction: reduction)
      }
    }
    return try outcome.get()
  }

  /// Decodes a whole photo in memory to cut regions out of.
  internal func source(
    _ source: ByteSource, format: FileFormat, reduction: Int
  ) throws(DecodeError) -> SourcePicture {
    let checkpoint = DecodeCheckpoint(limits)
    try checkpoint.pass()
    if source.byteCount == 0 { throw .empty }
    return try decoder(for: format).decodeSource(source, reduction: reduction, checkpoint)
  }

  /// Cuts a region out of a photo; see ``SourcePicture``.
  internal func crop(
    _ picture: SourcePicture, _ region: PhotoRegion, target: PixelSize, background: RGBColor
  ) -> PixelBuffer {
    picture.crop(region, target: target, background: background, colors: colors)
  }

  private func decoder(for format: FileFormat) throws(DecodeError) -> any ImageDecoding {
    let family = Self.family(of: format)
    if let known = decoders[family] { return known }
    let made: any ImageDecoding
    switch family {
    case .jpeg: made = try JPEGDecoder(limits: limits, colors: colors)
    case .png: made = PNGDecoder(limits: limits, colors: colors)
    case .heif: made = HEIFDecoder(limits: limits, colors: colors)
    default: throw .unsupportedFormat("no decoder for \(format.label) yet")
    }
    decoders[family] = made
    return made
  }

  /// Whether pictures of a format can be decoded.
  public static func decodes(_ format: FileFormat) -> Bool {
    switch family(of: format) {
    case .jpeg, .png, .heif: true
    default: false
    }
  }

  /// The format that stands for all that one decoder reads.
  private static func family(of format: FileFormat) -> FileFormat {
    switch format {
    case .heic, .heif, .avif: .heif
    default: format
    }
  }
}
