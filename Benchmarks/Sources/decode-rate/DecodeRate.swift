import Figures
import Glibc
import PhotoLibrary
import PickerModel

/// Decodes the named files one after the other with photopick's decoder and prints what it cost.
///
///     decode-rate full|embedded WIDTHxHEIGHT FILE...
///
/// The line has the same fields as bare-loop's: count, wall and CPU seconds, peak memory. One
/// thread, no cache, the same door and decoder as the program.
@main
enum DecodeRate {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count >= 3, let mode = arguments.first, mode == "full" || mode == "embedded",
      let target = size(arguments[arguments.startIndex + 1])
    else {
      print("usage: decode-rate full|embedded WIDTHxHEIGHT FILE...")
      exit(2)
    }
    let decoder = PhotoDecoder()
    let door = PhotoDoor()
    var decoded = 0
    var failed = 0
    var fromEmbedded = 0
    var checksum: UInt64 = 0
    let wall = Figures.seconds(CLOCK_MONOTONIC)
    let processor = Figures.seconds(CLOCK_PROCESS_CPUTIME_ID)
    for name in arguments.dropFirst(2) {
      do {
        let file = try door.open(AssetPath(FileName(name)))
        let request = DecodeRequest(
          format: format(of: name), target: target, allowsEmbedded: mode == "embedded")
        let photo = try decoder.decode(file, request)
        let pixels = photo.thumbnail.pixels
        checksum = checksum &* 31 &+ UInt64(pixels.bytes[pixels.bytes.count / 2])
        if photo.thumbnail.source == .embedded { fromEmbedded += 1 }
        decoded += 1
      } catch {
        failed += 1
      }
    }
    let spent = Figures.seconds(CLOCK_MONOTONIC) - wall
    let used = Figures.seconds(CLOCK_PROCESS_CPUTIME_ID) - processor
    print(
      "count=\(decoded) failed=\(failed) embedded=\(fromEmbedded) seconds=\(spent) cpu=\(used)",
      "peak_kb=\(Figures.peakKilobytes()) checksum=\(checksum)")
  }

  /// Parses `WIDTHxHEIGHT`.
  private static func size(_ text: String) -> PixelSize? {
    let sides = text.split(separator: "x").compactMap { Int($0) }
    return sides.count == 2 ? PixelSize(width: sides[0], height: sides[1]) : nil
  }

  /// The format by the name: the benchmark made the files itself.
  private static func format(of name: String) -> FileFormat {
    switch name.split(separator: ".").last?.lowercased() {
    case "heic": .heic
    case "png": .png
    default: .jpeg
    }
  }
}
