import CShims
import Dispatch
import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite("The decoder's process", .timeLimit(.minutes(5)))
struct DecoderCorpusTests {
  /// Longer than in the program, for builds without optimisation.
  private static let limits = DecodeLimits(maximumSeconds: 60)

  @Test(
    "every picture of the corpus is what it is in this process, or fails for the same reason",
    .enabled(if: Corpus.isAvailable, "\(Corpus.whereabouts)"))
  func pictures() async throws {
    // Not on the pool, which is as wide as the machine has cores: other tests wait for it.
    let (shown, differences) = try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "corpus").async {
        continuation.resume(with: Result { try Self.compare() })
      }
    }
    #expect(differences == [])
    #expect(shown > 150)
  }

  /// Decodes every picture here and there.
  ///
  /// - Returns: How many were shown, and what was not the same.
  private static func compare() throws -> (shown: Int, differences: [String]) {
    let client = DecoderClient(Decoders.real, limits: limits, report: DecoderReport())
    let decoder = PhotoDecoder(limits: limits)
    var shown = 0
    var differences: [String] = []
    for entry in CorpusDecodeTests.entries where entry.category != "bomb" {
      let file = try PhotoDoor().open(AssetPath(entry.file))
      let head = try HeaderReader.head(of: file)
      guard let format = FileSniffer.format(ofHead: head) else { continue }
      let request = DecodeRequest(format: format, target: PixelSize(width: 96, height: 80))
      let own = Result { () throws(DecodeError) in try decoder.decode(file, request) }
      let other = Result { () throws(DecodeError) in try client.thumbnail(file, request) }
      let name = entry.path.displayString
      switch (own, other) {
      case (.success(let own), .success(let other)):
        if own.thumbnail != other.0 || own.dependsOnBackground != other.dependsOnBackground {
          differences.append(name)
        }
        shown += 1
      case (.failure(let own), .failure(let other)):
        if own != other { differences.append("\(name): \(own), \(other)") }
      default: differences.append("\(name): \(own), \(other)")
      }
    }
    return (shown, differences)
  }

  @Test(
    "every file of the corpus tells the same facts and details there as here",
    .enabled(if: Corpus.isAvailable, "\(Corpus.whereabouts)"))
  func facts() async throws {
    let folder = FileName(try #require(Corpus.folder) + "/photos")
    func assets(_ door: PhotoDoor) async -> [AssetPath: Asset] {
      var found: [AssetPath: Asset] = [:]
      for await event in LibraryScanner(door: door).scan(ScanRequest(source: .folders([folder]))) {
        if case .batch(let batch) = event { for asset in batch { found[asset.path] = asset } }
        if case .updated(let batch) = event { for asset in batch { found[asset.path] = asset } }
      }
      return found
    }
    let here = PhotoDoor()
    let there = PhotoDoor(decoder: Decoders.real)
    let own = await assets(here)
    let other = await assets(there)
    #expect(own.count > 200 && own.keys == other.keys)
    let (ownDetails, otherDetails) = (DetailsWorker(door: here), DetailsWorker(door: there))
    for (path, asset) in own {
      let comment = Comment(rawValue: path.fileName.displayString)
      #expect(other[path]?.with(id: asset.id) == asset, comment)
      let wanted = try await ownDetails.read(asset)
      #expect(try await otherDetails.read(asset) == wanted, comment)
    }
  }

  @Test("regions come from one photo that the decoder keeps, and are the same as here")
  func regions() async throws {
    let folder = try TemporaryFolder("regions")
    try folder.write(try Golden.bytes("marks-6.jpg"), to: "a.jpg")
    let path = AssetPath(folder.path(of: "a.jpg"))
    let status = try PhotoDoor().open(path).status
    let here = DecodeWorker(door: PhotoDoor())
    let there = DecodeWorker(door: PhotoDoor(decoder: Decoders.real))
    let asset = Asset(
      id: AssetID(0), path: path, identity: status.identity, byteCount: status.byteCount,
      modified: status.modified, format: .jpeg)
    for x in [0, 5, 40] {
      let region = PhotoRegion(
        photo: PixelSize(width: 48, height: 64), x: x, y: x / 2,
        size: PixelSize(width: 20, height: 10))
      let request = ThumbnailRequest(
        asset: asset, target: PixelSize(width: 40, height: 20), region: region)
      let own = try await here.decode(request, background: .black)
      let other = try await there.decode(request, background: .black)
      #expect(own.thumbnail == other.thumbnail)
    }
    await there.releaseSource()
  }

  @Test("it has given up everything that the kernel lets it give up")
  func layers() throws {
    let layers = try DecoderReport.probe(Decoders.real)
    #expect(layers.contains(.limits))
    #expect(layers.contains(.seccomp))
    #expect(layers.contains(.landlock) == (pp_landlock_abi() > 0))
  }
}
