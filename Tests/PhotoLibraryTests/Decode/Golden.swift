import PhotoLibrary
import PickerModel
import TestSupport
import Testing

/// The small pictures of `Tests/PhotoLibraryTests/Golden`.
///
/// `marks` is 64×48: gray, with a red field at the top left, a green one at the top right, a blue
/// one at the bottom left, and a yellow one in the middle.
enum Golden {
  /// Reads a file.
  static func bytes(_ name: String) throws -> [UInt8] {
    try TestFiles.read(
      FileName("\(Package.root)/Tests/PhotoLibraryTests/Golden/\(name)"))
  }

  /// The format by the name's ending.
  static func format(_ name: String) -> FileFormat {
    if name.hasSuffix(".png") { return .png }
    return name.hasSuffix(".jpg") ? .jpeg : .heic
  }

  /// Decodes a file.
  static func decode(
    _ name: String, width: Int = 32, height: Int = 24, background: RGBColor = .black
  ) throws -> DecodedPhoto {
    try PhotoDecoder().decode(
      bytes(name),
      DecodeRequest(
        format: format(name), target: PixelSize(width: width, height: height),
        background: background))
  }

  /// The colours of the marks and where to look for them in 64×48 pixels.
  static let marks: [(x: Int, y: Int, color: RGBColor)] = [
    (8, 8, RGBColor(red: 220, green: 40, blue: 30)),
    (55, 8, RGBColor(red: 40, green: 200, blue: 60)),
    (8, 40, RGBColor(red: 40, green: 60, blue: 220)),
    (32, 24, RGBColor(red: 240, green: 240, blue: 60)),
    (32, 8, RGBColor(red: 128, green: 128, blue: 128)),
    (55, 40, RGBColor(red: 128, green: 128, blue: 128)),
  ]

  /// Expects the marks where they belong in an upright picture.
  static func expectMarks(
    _ pixels: PixelBuffer, tolerance: Int = 12, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for mark in marks {
      let found = pixels[mark.x * pixels.size.width / 64, mark.y * pixels.size.height / 48]
      #expect(
        found.isNear(mark.color, tolerance), "at \(mark.x),\(mark.y)",
        sourceLocation: sourceLocation)
    }
  }
}

extension RGBColor {
  /// Whether each channel differs by no more than `tolerance`.
  func isNear(_ other: RGBColor, _ tolerance: Int) -> Bool {
    abs(Int(red) - Int(other.red)) <= tolerance && abs(Int(green) - Int(other.green)) <= tolerance
      && abs(Int(blue) - Int(other.blue)) <= tolerance
  }
}
