import PhotoLibrary
import PickerModel
import TermRender

/// What this build is and what it runs on.
enum BuildInfo {
  /// The version of photopick.
  static let version = "0.1.0"

  /// The libraries with the versions that are loaded now.
  static var libraries: [(name: String, version: String)] {
    CodecVersions.all + ScreenVersions.all
  }

  /// Whether pictures of a format can be decoded.
  static func decodes(_ format: FileFormat) -> Bool {
    PhotoDecoder.decodes(format)
  }

  /// The text of `--version`.
  static var text: String {
    "photopick \(version)\n"
      + libraries.map { "\($0.name) \($0.version)\n" }.joined()
  }
}
