import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite("photo details", .enabled(if: Corpus.isAvailable, "\(Corpus.whereabouts)"))
struct PhotoDetailsTests {
  @Test("a photo's camera and exposure are told as people write them")
  func exposure() throws {
    let details = try read("dates/Canon_40D.jpg")
    #expect(details.value("Camera") == "Canon EOS 40D")
    #expect(details.value("Exposure time") == "1/160 sec.")
    #expect(details.value("Aperture") == "f/7.1")
    #expect(details.value("ISO") == "100")
    #expect(details.value("Focal length") == "135.0 mm")
    #expect(details.value("Flash") != nil)
  }

  @Test("a place is told in degrees")
  func place() throws {
    #expect(try read("dates/DSCN0012.jpg").value("Position") == "43.46716° N, 11.88539° E")
    #expect(try read("dates/exif_gps.jpg").value("Position") == nil)
  }

  @Test("blocks are found in every format that has them")
  func formats() throws {
    for path: FileName in [
      "heic/IMG_0102.HEIC", "webp/exiv2-bug1199.webp", "png/exif2c08.png", "raw/Nikon.nef",
      "raw/canon_eos_6d.dng", "avif/seine_hdr_gainmap_small_srgb.avif",
    ] {
      #expect(!(try read(path).rows.isEmpty), "\(path.displayString)")
    }
  }

  @Test("XMP tells title, keywords and rights")
  func description() throws {
    let details = try read("sidecar/BonTonARTSTORplusIPTC.jpg")
    #expect(!details.rows(in: .description).isEmpty)
    #expect(details.value("Rating") == "3 of 5")
  }

  @Test("a video tells codec and frame rate")
  func video() throws {
    let details = try read("video/dolbyVision-hdr.MOV")
    #expect(details.value("Codec") == "hvc1")
    #expect(details.value("Frame rate")?.hasSuffix("a second") == true)
    #expect(details.value("Camera") == "Apple iPhone 14 Pro")
  }

  @Test("kinds are told with how sure they are, groups in their order")
  func kinds() throws {
    let details = try read(
      "dates/Canon_40D.jpg", kinds: AssetKinds(stated: .panorama, inferred: .burst))
    #expect(details.value("panorama") == "stated by the file")
    #expect(details.value("burst") == "inferred")
    let order = details.rows.map(\.group.rawValue)
    #expect(order == order.sorted())
  }

  @Test("every file of the corpus gives details without a trap")
  func everything() throws {
    var count = 0
    for entry in Corpus.files {
      if let details = try? read(entry.path), !details.rows.isEmpty { count += 1 }
    }
    #expect(count > 100)
  }

  private func read(_ path: FileName, kinds: AssetKinds? = nil) throws -> PhotoDetails {
    let location = AssetPath(Corpus.photo(path))
    let file = try PhotoDoor().open(location)
    let head = try HeaderReader.head(of: file)
    let header = HeaderReader.header(of: file, head: head) ?? PhotoHeader(format: .jpeg)
    let asset = Asset(
      id: AssetID(0), path: location, identity: file.status.identity,
      byteCount: file.byteCount, modified: file.status.modified, format: header.format,
      kinds: kinds ?? header.kinds, camera: header.camera)
    return PhotoDetailsReader.read(file, asset: asset)
  }
}
