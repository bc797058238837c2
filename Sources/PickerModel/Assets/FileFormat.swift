/// Still image or video.
public enum MediaType: UInt8, Hashable, Sendable, CaseIterable {
  /// A still image.
  case image
  /// A video.
  case video

  /// The name in the result: `image` or `video`.
  public var name: String {
    switch self {
    case .image: "image"
    case .video: "video"
    }
  }
}

/// The format of a file, told by its content.
public enum FileFormat: UInt8, Hashable, Sendable, CaseIterable {
  /// JPEG (ITU-T T.81).
  case jpeg
  /// HEIF with HEVC pictures (ISO/IEC 23008-12).
  case heic
  /// HEIF with other pictures than HEVC and AV1.
  case heif
  /// AVIF.
  case avif
  /// PNG (ISO/IEC 15948).
  case png
  /// WebP (RFC 9649).
  case webp
  /// GIF.
  case gif
  /// TIFF and BigTIFF.
  case tiff
  /// Windows bitmap.
  case bmp
  /// JPEG XL (ISO/IEC 18181).
  case jpegXL
  /// A camera's raw file: CR2, CR3, NEF, ARW, DNG, RW2, RAF, ORF, CRW, PEF.
  case raw
  /// QuickTime movie.
  case mov
  /// MPEG-4 file.
  case mp4
  /// WebM.
  case webm
  /// Matroska.
  case matroska

  /// Still image or video.
  public var mediaType: MediaType {
    switch self {
    case .mov, .mp4, .webm, .matroska: .video
    default: .image
    }
  }

  /// The MIME type (`contentType` of the result).
  public var contentType: String {
    switch self {
    case .jpeg: "image/jpeg"
    case .heic: "image/heic"
    case .heif: "image/heif"
    case .avif: "image/avif"
    case .png: "image/png"
    case .webp: "image/webp"
    case .gif: "image/gif"
    case .tiff: "image/tiff"
    case .bmp: "image/bmp"
    case .jpegXL: "image/jxl"
    case .raw: "image/x-dcraw"
    case .mov: "video/quicktime"
    case .mp4: "video/mp4"
    case .webm: "video/webm"
    case .matroska: "video/x-matroska"
    }
  }

  /// Apple's uniform type identifier (`uti` of the result).
  public var uniformTypeIdentifier: String {
    switch self {
    case .jpeg: "public.jpeg"
    case .heic: "public.heic"
    case .heif: "public.heif"
    case .avif: "public.avif"
    case .png: "public.png"
    case .webp: "org.webmproject.webp"
    case .gif: "com.compuserve.gif"
    case .tiff: "public.tiff"
    case .bmp: "com.microsoft.bmp"
    case .jpegXL: "public.jpeg-xl"
    case .raw: "public.camera-raw-image"
    case .mov: "com.apple.quicktime-movie"
    case .mp4: "public.mpeg-4"
    case .webm: "org.webmproject.webm"
    case .matroska: "org.matroska.mkv"
    }
  }

  /// The short name that people read on a tile and write in `format:`.
  public var label: String {
    switch self {
    case .jpeg: "JPEG"
    case .heic: "HEIC"
    case .heif: "HEIF"
    case .avif: "AVIF"
    case .png: "PNG"
    case .webp: "WebP"
    case .gif: "GIF"
    case .tiff: "TIFF"
    case .bmp: "BMP"
    case .jpegXL: "JXL"
    case .raw: "RAW"
    case .mov: "MOV"
    case .mp4: "MP4"
    case .webm: "WebM"
    case .matroska: "MKV"
    }
  }
}
