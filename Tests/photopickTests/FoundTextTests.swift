import TermRender
import TestSupport
import Testing

@testable import photopick

@Suite("What a search found, in a name that is cut")
struct FoundTextTests {
  @Test(
    "the name is cut around the find where the middle would hide it",
    arguments: [
      ("silver_fir_in_the_forest_of_2024.jpg", 7, 3, 16, "…lver_fir_in_th…", 6),
      ("IMG_2031_edited_by_somebody_else.jpg", 4, 4, 14, "IMG_2031_edi…", 4),
      ("aaaaaaaaaaaaaaaaaaaaaaaaaaxyz.jpg", 26, 3, 12, nil, 0),
      ("short.jpg", 0, 5, 12, nil, 0),
      ("日本語の写真は長い名前を持つ.jpg", 4, 2, 12, "…の写真は長…", 2),
    ] as [(String, Int, Int, Int, String?, Int)])
  func around(
    name: String, start: Int, count: Int, columns: Int, expected: String?, place: Int
  ) {
    let part = FoundText(text: name, found: [start..<start + count]).part(columns: columns)
    #expect(part?.text == expected)
    if expected != nil { #expect(part?.found == [place..<place + count]) }
  }

  @Test("whatever is found, the part fits and its marks are what was found", .seeded)
  func fits() {
    var random = SplitMix64(stream: 0xF0)
    let letters = Array("abc日é_.🏞")
    for _ in 0..<2_000 {
      let name = String(
        (0..<random.below(40) + 1).map { _ in letters[random.below(letters.count)] })
      let start = random.below(name.count)
      let end = start + 1 + random.below(name.count - start)
      let columns = random.below(30)
      guard let part = FoundText(text: name, found: [start..<end]).part(columns: columns) else {
        continue
      }
      #expect(CellWidth.of(part.text) <= columns)
      #expect(part.found.count <= 1)
      for range in part.found {
        let characters = Array(part.text)[range]
        #expect(String(Array(name)[start..<end]).hasPrefix(String(characters)))
      }
    }
  }
}
