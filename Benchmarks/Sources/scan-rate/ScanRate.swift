import Figures
import Glibc
import PhotoLibrary
import PickerModel

/// Scans a folder with photopick's scanner and prints when what was there.
///
///     scan-rate FOLDER
///
/// The line: count, milliseconds to the first batch, its size, seconds to the end, peak memory.
@main
enum ScanRate {
  static func main() async {
    guard CommandLine.arguments.count == 2 else {
      print("usage: scan-rate FOLDER")
      exit(2)
    }
    let folder = FileName(CommandLine.arguments[1])
    let start = Figures.seconds(CLOCK_MONOTONIC)
    var firstBatch: Double?
    var firstCount = 0
    var count = 0
    for await event in LibraryScanner().scan(ScanRequest(source: .folders([folder]))) {
      guard case .batch(let assets) = event else { continue }
      if firstBatch == nil {
        firstBatch = Figures.seconds(CLOCK_MONOTONIC) - start
        firstCount = assets.count
      }
      count += assets.count
    }
    let spent = Figures.seconds(CLOCK_MONOTONIC) - start
    let used = Figures.seconds(CLOCK_PROCESS_CPUTIME_ID)
    print(
      "count=\(count) first_ms=\((firstBatch ?? 0) * 1000) first_count=\(firstCount)",
      "seconds=\(spent) cpu=\(used) peak_kb=\(Figures.peakKilobytes())")
  }
}
