import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite("which files are one asset")
struct PairTableTests {
  /// A file in a case: its path, and what it says.
  struct File: Sendable, CustomStringConvertible {
    let path: FileName
    var identifier: String?
    var duration: Double?
    var seconds: Int64?
    var hasOwnMovie = false

    init(
      _ path: FileName, _ identifier: String? = nil, lasts duration: Double? = nil,
      at seconds: Int64? = nil, hasOwnMovie: Bool = false
    ) {
      self.path = path
      self.identifier = identifier
      self.duration = duration
      self.seconds = seconds
      self.hasOwnMovie = hasOwnMovie
    }

    var description: String { path.displayString }

    var asset: Asset {
      let path = AssetPath(path)
      let identity = FileIdentity(device: 1, inode: 1)
      let movie = AssetResource(
        role: .pairedVideo, path: path, identity: identity, modified: FileTime(seconds: 0),
        format: .mp4, byteOffset: 9, byteCount: 9)
      return Asset(
        id: AssetID(0), path: path, identity: identity, byteCount: 1,
        modified: FileTime(seconds: 0), format: FileSniffer.format(forName: path.name) ?? .jpeg,
        creationDate: seconds.map {
          CaptureDate(localSeconds: $0, offsetMinutes: nil, source: .exifDateTimeOriginal)
        }, duration: duration,
        extras: AssetExtras(
          resources: hasOwnMovie ? [movie] : [], contentIdentifier: identifier))
    }
  }

  /// What a set of files must come to: `still+movie` (stated), `still~movie` (inferred), `&raw`.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let files: [File]
    let assets: [String]

    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(
      name: "a still and its movie state one identifier",
      files: [File("a/IMG_1.HEIC", "X"), File("a/IMG_1.MOV", "X", lasts: 60)],
      assets: ["a/IMG_1.HEIC+a/IMG_1.MOV"]),
    Case(
      name: "without identifiers, folder, stem and length tell",
      files: [File("a/IMG_1.JPG"), File("a/img_1.mp4", lasts: 3)],
      assets: ["a/IMG_1.JPG~a/img_1.mp4"]),
    Case(
      name: "five seconds are the limit",
      files: [
        File("1.jpg"), File("1.mov", lasts: 5), File("2.jpg"), File("2.mov", lasts: 5.01),
        File("3.jpg"), File("3.mov"),
      ],
      assets: ["1.jpg~1.mov", "2.jpg", "2.mov", "3.jpg", "3.mov"]),
    Case(
      name: "another folder is another stem",
      files: [File("a/1.jpg"), File("b/1.mov", lasts: 2)], assets: ["a/1.jpg", "b/1.mov"]),
    Case(
      name: "different identifiers are no pair, whatever the names",
      files: [File("1.jpg", "X"), File("1.mov", "Y", lasts: 2)], assets: ["1.jpg", "1.mov"]),
    Case(
      name: "a still that names a movie has no other",
      files: [File("1.jpg", "X"), File("1.mov", lasts: 1)], assets: ["1.jpg", "1.mov"]),
    Case(
      name: "a still that lost its identifier keeps its movie",
      files: [File("1.jpg"), File("1.mov", "X", lasts: 2)], assets: ["1.jpg~1.mov"]),
    Case(
      name: "copies of a still share an identifier, and each movie goes to its stem",
      files: [
        File("1.JPG", "X"), File("1.MOV", "X", lasts: 2), File("2.JPG", "X"),
        File("2.MOV", lasts: 1), File("3.HEIC", "X"), File("3_HEVC.MOV", "X", lasts: 2),
      ],
      assets: ["1.JPG+1.MOV", "2.JPG", "2.MOV", "3.HEIC+3_HEVC.MOV"]),
    Case(
      name: "an identifier finds the movie under another name, in the same folder first",
      files: [
        File("a/still.jpg", "X"), File("b/still.jpg", "X"), File("b/clip.mov", "X", lasts: 2),
      ], assets: ["a/still.jpg", "b/still.jpg+b/clip.mov"]),
    Case(
      name: "and of two, the one whose name is most alike",
      files: [
        File("a/photo 1.jpg", "X"), File("a/photo 2.jpg", "X"),
        File("a/photo 2 movie.mov", "X", lasts: 2),
      ], assets: ["a/photo 1.jpg", "a/photo 2.jpg+a/photo 2 movie.mov"]),
    Case(
      name: "a movie is used once, and a still has one",
      files: [
        File("1.heic"), File("1.jpg"), File("1.mov", lasts: 2), File("1.mp4", lasts: 2),
        File("1.qt", lasts: 2),
      ], assets: ["1.heic~1.mov", "1.jpg~1.mp4", "1.qt"]),
    Case(
      name: "a Motion Photo has its movie already",
      files: [File("1.jpg", hasOwnMovie: true), File("1.mp4", lasts: 2)],
      assets: ["1.jpg", "1.mp4"]),
    Case(
      name: "a GIF beside an MP4 is no Live Photo",
      files: [File("1.gif"), File("1.mp4", lasts: 2)], assets: ["1.gif", "1.mp4"]),
    Case(
      name: "an edit is a photo of its own",
      files: [File("IMG_1.HEIC"), File("IMG_1.MOV", lasts: 2), File("IMG_E1.HEIC")],
      assets: ["IMG_1.HEIC~IMG_1.MOV", "IMG_E1.HEIC"]),
    Case(
      name: "raw and JPEG of one shot",
      files: [
        File("1.CR2", at: 100), File("1.JPG", at: 102), File("2.DNG", at: 100),
        File("2.HEIC", at: 103), File("3.NEF"), File("3.jpg", at: 5), File("4.ARW", at: 1),
      ], assets: ["1.JPG&1.CR2", "2.DNG", "2.HEIC", "3.jpg&3.NEF", "4.ARW"]),
    Case(
      name: "raw, JPEG and movie",
      files: [File("1.DNG"), File("1.JPG"), File("1.MOV", lasts: 2)],
      assets: ["1.JPG~1.MOV&1.DNG"]),
    Case(
      name: "a raw file alone can have a movie",
      files: [File("1.DNG", "X"), File("1.MOV", "X", lasts: 2)], assets: ["1.DNG+1.MOV"]),
    Case(
      name: "two raw files of one JPEG",
      files: [File("1.CR2"), File("1.DNG"), File("1.JPG")], assets: ["1.JPG&1.CR2&1.DNG"]),
    Case(
      name: "a raw file beside a picture that no camera makes is by itself",
      files: [File("1.DNG"), File("1.png")], assets: ["1.DNG", "1.png"]),
  ]

  /// What a table says of files that come in an order.
  private func assets(_ files: [File]) -> [String] {
    var table = PairTable()
    let handles = files.map { table.insert(PairMember($0.asset)).handle }
    return describe(table, files, handles)
  }

  private func describe(
    _ table: PairTable, _ files: [File], _ handles: [PairTable.Handle]
  ) -> [String] {
    var names: [PairTable.Handle: String] = [:]
    for (file, handle) in zip(files, handles) { names[handle] = file.description }
    return handles.compactMap { handle -> String? in
      guard case .asset(let movie, let isStated, let raws) = table.place(of: handle) else {
        return nil
      }
      let movieText = movie.map { (isStated ? "+" : "~") + (names[$0] ?? "?") } ?? ""
      return (names[handle] ?? "?") + movieText + raws.map { "&" + (names[$0] ?? "?") }.joined()
    }.sorted()
  }

  @Test("the rules", arguments: cases)
  func rules(item: Case) {
    #expect(assets(item.files) == item.assets.sorted())
  }

  @Test("the order of arrival makes no difference", arguments: cases)
  func permutations(item: Case) {
    func check(_ rest: [File], _ taken: [File]) {
      if rest.isEmpty {
        #expect(assets(taken) == item.assets.sorted(), "\(taken)")
        return
      }
      for index in rest.indices {
        var others = rest
        let file = others.remove(at: index)
        check(others, taken + [file])
      }
    }
    if item.files.count <= 5 {
      check(item.files, [])
    } else {
      var random = SplitMix64(stream: 0x9A1)
      for _ in 0..<100 { check([], item.files.shuffled(using: &random)) }
    }
  }

  @Test("whatever comes and goes, the table says what a new one says, and tells every change")
  func properties() {
    var random = SplitMix64(stream: 0x9A12)
    let stems = ["IMG_1", "img_1", "IMG_2", "IMG_2_HEVC"]
    let kinds = ["jpg", "HEIC", "mov", "MP4", "dng", "gif"]
    for _ in 0..<300 {
      var table = PairTable()
      var present: [PairTable.Handle: File] = [:]
      var places: [PairTable.Handle: PairTable.Place] = [:]
      for _ in 0..<(2 + random.below(14)) {
        var changed: [PairTable.Handle]
        if let victim = present.keys.min(), random.oneIn(4) {
          present[victim] = nil
          places[victim] = nil
          changed = table.remove(victim)
        } else {
          let path =
            "\(random.pick(["a", "b"]) ?? "a")/\(random.pick(stems) ?? "x")"
            + ".\(random.pick(kinds) ?? "jpg")"
          let file = File(
            FileName(path), random.pick([nil, nil, "X", "Y"]) ?? nil,
            lasts: path.lowercased().hasSuffix("mov") || path.hasSuffix("MP4")
              ? (random.pick([nil, 2, 9]) ?? nil) : nil,
            at: random.pick([nil, 10, 11, 20]) ?? nil)
          let inserted = table.insert(PairMember(file.asset))
          present[inserted.handle] = file
          changed = inserted.changed + [inserted.handle]
        }
        for handle in present.keys {
          let place = table.place(of: handle)
          if places[handle] != place { #expect(changed.contains(handle)) }
          places[handle] = place
        }
        checkUses(table, present)
        var fresh = present.keys.sorted()
        fresh.shuffle(using: &random)
        let files = fresh.compactMap { present[$0] }
        // Two files of one path cannot be told apart: their numbers would decide.
        guard Set(files.map(\.path)).count == files.count else { continue }
        #expect(describe(table, files, fresh) == assets(files))
      }
    }
  }

  private func checkUses(_ table: PairTable, _ present: [PairTable.Handle: File]) {
    var uses: [PairTable.Handle: Int] = [:]
    for handle in present.keys {
      guard case .asset(let movie, _, let raws) = table.place(of: handle) else { continue }
      for part in [movie].compactMap({ $0 }) + raws {
        uses[part, default: 0] += 1
        #expect(table.place(of: part) == .resource(of: handle))
      }
    }
    #expect(uses.values.allSatisfy { $0 == 1 })
    for handle in present.keys {
      if case .resource = table.place(of: handle) { #expect(uses[handle] == 1) }
    }
  }

  @Test(
    "an identifier that is in every file is none, and costs no time", arguments: [64, 65, 9_000])
  func crowd(count: Int) {
    var table = PairTable()
    let movie = table.insert(PairMember(File("z.mov", "X", lasts: 2).asset)).handle
    for index in 1..<count {
      _ = table.insert(PairMember(File(FileName("\(index).jpg"), "X").asset))
    }
    #expect((table.place(of: movie) == .alone) == (count > 64))
  }

  @Test("so is a stem that is in every file", arguments: [64, 65, 9_000])
  func crowdedStem(count: Int) {
    var table = PairTable()
    let movie = table.insert(PairMember(File("z.mov", lasts: 2).asset)).handle
    for index in 1..<count {
      _ = table.insert(PairMember(File(FileName("z.\(index)")).asset))
    }
    #expect((table.place(of: movie) == .alone) == (count > 64))
  }
}
