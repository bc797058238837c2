import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite("Previews in the corpus' files", .timeLimit(.minutes(5)))
struct CorpusPreviewTests {
  @Test(
    "a preview of another photo looks different, a camera's own does not",
    .enabled(if: Corpus.isAvailable, "\(Corpus.whereabouts)"))
  func truth() throws {
    let decoder = PhotoDecoder()
    var different: [String] = []
    var sameCount = 0
    for entry in Corpus.files where entry.format == "JPEG" && entry.category != "corrupt" {
      let bytes = try TestFiles.read(entry.file)
      var request = DecodeRequest(format: .jpeg, target: PixelSize(width: 144, height: 119))
      guard let fast = try? decoder.decode(bytes, request).thumbnail, fast.source == .embedded
      else { continue }
      request.allowsEmbedded = false
      let full = try decoder.decode(bytes, request).thumbnail
      if ThumbnailDifference.isVisible(fast.pixels, full.pixels) {
        different.append(entry.path.displayString)
      } else {
        sameCount += 1
      }
    }
    #expect(different.contains("exif-thumbnail/thumb_of_a_forest.jpg"))
    #expect(different.contains("exif-thumbnail/embedded-thumbnail.jpg"))
    #expect(!different.contains { $0.hasPrefix("exif-thumbnail/Canon") })
    #expect(sameCount >= 20 && different.count <= 10)
  }
}
