import Glibc
public import PickerModel

/// The corpus of real photos and odd files, where it is.
///
/// It is not part of the repository. It is looked for in `PHOTOPICK_CORPUS`, else in
/// `../shared/corpus` beside the package: a test that needs it says
/// `.enabled(if: Corpus.isAvailable, "\(Corpus.whereabouts)")`.
public enum Corpus {
  /// The folder with `photos/` and `truth.json`, or nil.
  public static let folder: String? = {
    let candidates = [Environment.value("PHOTOPICK_CORPUS"), "\(Package.root)/../shared/corpus"]
    return candidates.compactMap { $0 }.first { unsafe access("\($0)/truth.json", R_OK) == 0 }
  }()

  /// Whether the corpus is there.
  public static var isAvailable: Bool { folder != nil }

  /// What to say where it is not.
  public static let whereabouts =
    "needs the photo corpus: in ../shared/corpus, or where PHOTOPICK_CORPUS says"

  /// The path of a photo by its path under `photos/`; it need not exist.
  public static func photo(_ path: FileName) -> FileName {
    FileName(bytes: Array("\(folder ?? "/nonexistent")/photos/".utf8) + path.bytes)
  }

  /// What independent tools found in each file, sorted by path; empty without a corpus.
  ///
  /// The entries of the categories `filenames` and `symlinks` have no file in the corpus.
  public static let entries: [CorpusEntry] = {
    guard let folder, let bytes = try? TestFiles.read(FileName("\(folder)/truth.json")),
      let truth = try? JSON(parsing: bytes), let members = truth["dev"]?.members
    else { return [] }
    return members.map { CorpusEntry(path: FileName(bytes: $0.name), fields: $0.value) }
      .sorted { $0.path < $1.path }
  }()

  /// The entries that have a file in the corpus.
  public static let files: [CorpusEntry] = entries.filter {
    !["filenames", "symlinks"].contains($0.category)
  }

  /// The entries of one category that have a file.
  public static func files(in category: String) -> [CorpusEntry] {
    files.filter { $0.category == category }
  }
}

/// One file of the corpus, with what is known of it.
public struct CorpusEntry: Sendable, CustomStringConvertible {
  /// The path under `photos/`.
  public let path: FileName
  /// All fields of `truth.json`.
  public let fields: JSON

  /// The absolute path.
  public var file: FileName { Corpus.photo(path) }
  /// The folder's name: the kind of file.
  public var category: String { fields["category"]?.text ?? "" }
  /// `file` or `symlink`.
  public var kind: String { fields["kind"]?.text ?? "" }
  /// What a symbolic link holds.
  public var linkTarget: FileName? { fields["target"]?.bytes.map { FileName(bytes: $0) } }
  /// The format by content, as in `JPEG` or `HEIC`.
  public var format: String { fields["format"]?.text ?? "" }
  /// The size as stored.
  public var storedSize: PixelSize? { size("stored_w", "stored_h") }
  /// The size as a person should see it.
  public var displaySize: PixelSize? { size("display_w", "display_h") }
  /// The EXIF orientation, where there is one.
  public var exifOrientation: Int? { fields["exif_orientation"]?.integer }
  /// Whether the tools could decode it: `yes`, `no`, `partial`, … with remarks.
  public var decodes: String { fields["decodes"]?.text ?? "" }
  /// Whether it is broken; nil where that does not apply.
  public var isCorrupt: Bool? { fields["is_corrupt"]?.boolean }
  /// Whether it may be copied into the project.
  public var isRedistributable: Bool { fields["redistributable"]?.text == "yes" }
  /// The length in bytes.
  public var byteCount: Int { fields["bytes"]?.integer ?? 0 }
  /// When it was taken, as ISO 8601 text.
  public var captureDate: String? { fields["capture_date"]?.text }

  /// The path, for the names of table tests.
  public var description: String { path.displayString }

  private func size(_ width: String, _ height: String) -> PixelSize? {
    guard let width = fields[width]?.integer, let height = fields[height]?.integer else {
      return nil
    }
    return PixelSize(width: width, height: height)
  }
}

/// Where the package is.
public enum Package {
  /// The package's folder, told by this file's place in it.
  public static let root: String = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(4)
    return parts.joined(separator: "/")
  }()

  /// The fixtures that the repository holds.
  public static var fixtures: String { "\(root)/Tests/Fixtures" }
}
