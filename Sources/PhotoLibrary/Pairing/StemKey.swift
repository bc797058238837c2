internal import PickerModel

/// What files that belong together share: the folder, and the name without its extension.
internal struct StemKey: Hashable, Sendable {
  /// The folder, as scans write it.
  internal let folder: FileName
  /// The name without its extension, ASCII letters in lower case.
  internal let stem: [UInt8]

  /// Creates a key from its parts.
  internal init(folder: FileName, stem: [UInt8]) {
    self.folder = folder
    self.stem = stem
  }

  /// The key of a photo, a raw file or a movie.
  ///
  /// macOS writes the movie of `IMG_1.HEIC` as `IMG_1_HEVC.MOV`: a movie's `_HEVC` is left out.
  internal init(_ path: AssetPath) {
    folder = path.folder
    let name = path.name.bytes
    let end = Self.extensionStart(name).map { $0 - 1 } ?? name.count
    var stem = name[..<end].map(Self.lowered)
    if CompanionKind(path.name) == .movie, stem.count > Self.movieSuffix.count,
      stem.suffix(Self.movieSuffix.count) == Self.movieSuffix[...]
    {
      stem.removeLast(Self.movieSuffix.count)
    }
    self.stem = stem
  }

  private static let movieSuffix = Array("_hevc".utf8)

  /// Where the extension begins, behind its dot; nil for a name without one.
  internal static func extensionStart(_ name: [UInt8]) -> Int? {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
    return dot + 1
  }

  /// An ASCII letter in lower case; any other byte as it is.
  @inline(__always)
  internal static func lowered(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte + 0x20 : byte
  }
}

/// What a name promises to be for a photo that has the same stem.
///
/// Only a promise, so that few names are looked at twice: what is in the file decides.
internal enum CompanionKind: Hashable, Sendable {
  /// The movie of a Live Photo.
  case movie
  /// The raw file beside a JPEG.
  case raw
  /// An XMP sidecar.
  case sidecar

  /// Judges a name by its extension; nil for a name that promises nothing.
  ///
  /// - Complexity: O(1) but for finding the dot; allocates nothing.
  internal init?(_ name: FileName) {
    let bytes = name.bytes
    guard let start = StemKey.extensionStart(bytes), bytes.count - start <= 4, start < bytes.count
    else { return nil }
    var word: UInt32 = 0
    for byte in bytes[start...] { word = word << 8 | UInt32(StemKey.lowered(byte)) }
    guard let kind = Self.kinds[word] else { return nil }
    self = kind
  }

  private static let kinds: [UInt32: CompanionKind] = {
    var kinds: [UInt32: CompanionKind] = [:]
    func add(_ words: [String], _ kind: CompanionKind) {
      for word in words { kinds[word.utf8.reduce(0) { $0 << 8 | UInt32($1) }] = kind }
    }
    add(["mov", "qt", "mp4", "m4v"], .movie)
    add(
      ["cr2", "cr3", "crw", "nef", "nrw", "arw", "dng", "rw2", "raf", "orf", "pef"], .raw)
    add(["xmp"], .sidecar)
    return kinds
  }()
}
