import Figures
import Glibc
import PhotoLibrary
import PickerModel

/// Makes thumbnails of the named files as the program does, in this process or in a decoder's, and
/// prints what they cost.
///
///     decoder-rate here|PROGRAM full|embedded WIDTHxHEIGHT FILE...
///     decoder-rate PROGRAM start COUNT
///
/// The CPU seconds are those of this process and of the decoder. The second form starts a decoder so
/// many times and prints the milliseconds until its first word.
@main
enum DecoderRate {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.count == 3, arguments[1] == "start", let count = Int(arguments[2]), count > 0 {
      start(DecoderProgram(path: FileName(arguments[0])), count)
      return
    }
    guard arguments.count >= 4, arguments[1] == "full" || arguments[1] == "embedded",
      let target = size(arguments[2])
    else {
      print("usage: decoder-rate here|PROGRAM full|embedded WIDTHxHEIGHT FILE...")
      print("       decoder-rate PROGRAM start COUNT")
      exit(2)
    }
    let program =
      arguments[0] == "here" ? nil : DecoderProgram(path: FileName(arguments[0]))
    let worker = DecodeWorker(door: PhotoDoor(decoder: program))
    let door = PhotoDoor()
    var decoded = 0
    let wall = Figures.seconds(CLOCK_MONOTONIC)
    let processor = Figures.processorSeconds()
    for name in arguments.dropFirst(3) {
      let path = AssetPath(FileName(name))
      guard let status = try? door.open(path).status else { continue }
      let asset = Asset(
        id: AssetID(0), path: path, identity: status.identity, byteCount: status.byteCount,
        modified: status.modified, format: name.hasSuffix(".heic") ? .heic : .jpeg)
      let request = ThumbnailRequest(
        asset: asset, target: target, quality: arguments[1] == "full" ? .full : .fast)
      if (try? await worker.decode(request, background: .black)) != nil { decoded += 1 }
    }
    let spent = Figures.seconds(CLOCK_MONOTONIC) - wall
    // What a process has used is known to its parent when it has ended.
    DecoderProgram.endAll()
    print(
      "count=\(decoded) seconds=\(spent) cpu=\(Figures.processorSeconds() - processor)",
      "peak_kb=\(Figures.peakKilobytes())")
  }

  private static func start(_ program: DecoderProgram, _ count: Int) {
    var times: [Double] = []
    for _ in 0..<count {
      let begin = Figures.seconds(CLOCK_MONOTONIC)
      guard (try? DecoderReport.probe(program)) != nil else { exit(1) }
      times.append((Figures.seconds(CLOCK_MONOTONIC) - begin) * 1_000)
    }
    times.sort()
    print("count=\(count) median_ms=\(times[count / 2]) most_ms=\(times[count - 1])")
  }

  /// Parses `WIDTHxHEIGHT`.
  private static func size(_ text: String) -> PixelSize? {
    let sides = text.split(separator: "x").compactMap { Int($0) }
    return sides.count == 2 ? PixelSize(width: sides[0], height: sides[1]) : nil
  }
}
