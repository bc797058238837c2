internal import PickerModel

/// Reads the headers of photos and videos.
///
/// One header costs at most 256 KiB in at most 4,096 reads beyond the first ones, whatever a file
/// says; a still that claims to hold a movie where there is none costs 16 MiB more, once. A damaged header gives what could be read up to the damage; nothing is an error but a disk
/// that does not answer.
public enum HeaderReader {
  /// Raised whenever a header is read differently: what an index holds of other versions is not used.
  internal static let version: UInt16 = 3

  /// Reads the first ``FileSniffer/headByteCount`` bytes.
  ///
  /// - Throws: what `pread(2)` reported.
  public static func head(of file: borrowing OpenFile) throws(FileError) -> [UInt8] {
    try file.bytes(at: 0, count: FileSniffer.headByteCount)
  }

  /// Reads the header of an open file.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - head: its first bytes, from ``head(of:)``.
  ///   - cameras: the cameras that were seen, to share their objects.
  /// - Returns: what the header tells; nil if this is no photo and no video.
  public static func header(
    of file: borrowing OpenFile, head: [UInt8], cameras: CameraTable? = nil
  ) -> PhotoHeader? {
    let byteCount = file.byteCount
    return file.withDescriptor { descriptor in
      var source = HeaderSource(descriptor: descriptor, byteCount: byteCount, head: head)
      source.cameras = cameras
      return header(from: &source, head: head)
    }
  }

  /// Reads the header of a file whose bytes are in memory.
  public static func header(ofBytes bytes: [UInt8]) -> PhotoHeader? {
    var source = HeaderSource(bytes: bytes)
    return header(from: &source, head: Array(bytes.prefix(FileSniffer.headByteCount)))
  }

  private static func header(from source: inout HeaderSource, head: [UInt8]) -> PhotoHeader? {
    guard let format = FileSniffer.format(of: ByteView(head)) else { return nil }
    switch format {
    case .jpeg: return JPEGHeader.read(&source)
    case .png: return PNGHeader.read(&source)
    case .gif: return GIFHeader.read(&source)
    case .webp: return WebPHeader.read(&source)
    case .bmp: return BMPHeader.read(&source)
    case .tiff: return TIFFHeader.read(&source)
    case .raw: return RawHeader.read(&source)
    case .jpegXL: return JPEGXLHeader.read(&source)
    case .heic, .heif, .avif: return HEIFHeader.read(&source, format: format)
    case .mov, .mp4: return MovieHeader.read(&source, format: format)
    case .webm, .matroska: return MatroskaHeader.read(&source, format: format)
    }
  }

  /// A size from numbers in a file.
  ///
  /// - Returns: nil where one is zero or too large to be the side of a picture.
  internal static func size(_ width: Int?, _ height: Int?) -> PixelSize? {
    guard let width, let height, width > 0, height > 0, width <= Int(Int32.max),
      height <= Int(Int32.max)
    else { return nil }
    return PixelSize(width: width, height: height)
  }
}
