import Figures
import Glibc
import PickerModel

/// Loads the picker's model with made-up photos and prints how long each kind of key takes.
///
///     scale-rate COUNT ROUNDS
///
/// One line a kind: its name, median and 99th percentile in milliseconds. Then a line with the bytes
/// that an asset costs, the names' own not counted.
@main
@MainActor
enum ScaleRate {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let count = Int(arguments[1]), let rounds = Int(arguments[2]),
      (1...10_000_000).contains(count), (1...10_000).contains(rounds)
    else {
      print("usage: scale-rate COUNT ROUNDS")
      exit(2)
    }
    let before = Figures.residentBytes()
    let rules = try? SelectionRules(minimum: 0, maximum: nil)
    let model = PickerModel(configuration: PickerConfiguration(rules: rules ?? .multiple))
    var batches: [Double] = []
    for start in stride(from: 0, to: count, by: 2_000) {
      let batch = (start..<min(count, start + 2_000)).map { Self.asset($0, of: count) }
      batches.append(Self.milliseconds { model.add(batch) })
    }
    model.finishScan()
    report("batch of 2,000", batches)
    let grown = Figures.residentBytes() - before
    let names = (0..<count).reduce(0) { $0 + Self.nameCost(Self.name($1)) }
    print("bytes_an_asset=\((grown - names) / count)")

    for key in Self.keys {
      var times: [Double] = []
      for _ in 0..<rounds {
        for intent in key.before { _ = model.apply(intent) }
        for intent in key.timed {
          times.append(Self.milliseconds { _ = model.apply(intent) })
        }
        for intent in key.after { _ = model.apply(intent) }
      }
      report(key.name, times)
    }
    print("picked=\(model.selection.count) peak_kb=\(Figures.peakKilobytes())")
  }

  /// What a person does: what comes before, what is timed key by key, what takes it back.
  private struct Key {
    let name: String
    var before: [Intent] = []
    let timed: [Intent]
    var after: [Intent] = []
  }

  private static let keys: [Key] = {
    func typing(_ text: String) -> [Intent] { text.map { .editSearch(.insert(String($0))) } }
    func erasing(_ text: String) -> [Intent] { text.map { _ in .editSearch(.deleteBackward) } }
    func search(_ text: String) -> Key {
      Key(
        name: "search \(text)", before: [.beginSearch], timed: typing(text) + erasing(text),
        after: [.endSearch(keep: false)])
    }
    let orders = SortOrder.Key.allCases.filter { $0 != .name }.map { key in
      Key(
        name: "order by \(key.rawValue)", timed: [.setOrder(SortOrder(key: key))],
        after: [.setOrder(SortOrder())])
    }
    let filters = [
      "format:heic", "name:'*1_9*'", "width>=3000 and not videos", "date:2018-03..2019",
      "camera:canon or size>5MB",
    ].compactMap { text in
      (try? AssetFilter(parsing: text)).map { filter in
        Key(
          name: "filter \(text)", timed: [.setFilter(filter)], after: [.setFilter(nil)])
      }
    }
    return [
      Key(
        name: "cursor",
        timed: [.move(.down), .move(.right), .move(.pageDown), .move(.end), .move(.home)]),
      search("img31"), search("2018-03"), search("mjg"), search("canon"), search("xyz"),
    ] + orders + [
      Key(name: "order reversed", timed: [.reverseOrder, .reverseOrder])
    ] + filters + [
      Key(name: "pick all", timed: [.pickAll], after: [.clear]),
      Key(name: "invert", before: [.toggle], timed: [.invert], after: [.clear]),
      Key(name: "clear", before: [.pickAll], timed: [.clear]),
      Key(name: "undo and redo", before: [.pickAll], timed: [.undo, .redo], after: [.clear]),
    ]
  }()

  // MARK: -

  private static func name(_ number: Int) -> String {
    "IMG_\(number)_\((number &* 2_654_435_761) % 9_973).jpg"
  }

  /// The bytes of a name's array: 32 before it, then rounded up as malloc does.
  private static func nameCost(_ name: String) -> Int { (name.utf8.count + 32 + 8 + 15) & ~15 }

  private static let camera = [
    Camera(make: "Canon", model: "EOS R6"), Camera(make: "Apple", model: "iPhone 15"),
  ]

  private static let folders = (0..<4_096).map { FileName("photos/album \($0)") }

  private static func asset(_ number: Int, of count: Int) -> Asset {
    Asset(
      id: AssetID(UInt32(number)),
      path: AssetPath(
        folder: folders[number / max(1, count / 200) % folders.count],
        name: FileName(name(number))),
      identity: FileIdentity(device: 1, inode: UInt64(number)),
      byteCount: Int64((number &* 7_919) % 9_000_000),
      modified: FileTime(seconds: Int64((number &* 104_729) % 300_000_000)),
      format: number % 7 == 0 ? .heic : .jpeg, pixelSize: PixelSize(width: 4_000, height: 3_000),
      creationDate: CaptureDate(
        localSeconds: 1_500_000_000 + Int64((number &* 31_337) % 200_000_000),
        offsetMinutes: nil, source: .exifDateTimeOriginal), camera: camera[number % 2])
  }

  private static func milliseconds(_ body: () -> Void) -> Double {
    let start = Figures.seconds(CLOCK_MONOTONIC)
    body()
    return (Figures.seconds(CLOCK_MONOTONIC) - start) * 1_000
  }

  private static func report(_ name: String, _ times: [Double]) {
    let sorted = times.sorted()
    let high = sorted[min(sorted.count - 1, sorted.count * 99 / 100)]
    print("key=\(name)\tmedian=\(sorted[sorted.count / 2])\tp99=\(high)")
  }
}
