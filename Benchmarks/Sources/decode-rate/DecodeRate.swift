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
    let wall = seconds(CLOCK_MONOTONIC)
    let processor = seconds(CLOCK_PROCESS_CPUTIME_ID)
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
    let spent = seconds(CLOCK_MONOTONIC) - wall
    let used = seconds(CLOCK_PROCESS_CPUTIME_ID) - processor
    print(
      "count=\(decoded) failed=\(failed) embedded=\(fromEmbedded) seconds=\(spent) cpu=\(used)",
      "peak_kb=\(peakKilobytes()) checksum=\(checksum)")
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

  /// A clock's time in seconds.
  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The process's highest resident memory so far (VmHWM), in kibibytes.
  private static func peakKilobytes() -> Int {
    let descriptor = unsafe open("/proc/self/status", O_RDONLY)
    guard descriptor >= 0 else { return 0 }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = unsafe read(descriptor, &bytes, bytes.count)
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    for line in text.split(separator: "\n") where line.hasPrefix("VmHWM:") {
      return line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
    }
    return 0
  }
}
