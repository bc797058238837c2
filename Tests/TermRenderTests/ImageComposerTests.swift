import PickerModel
import TestSupport
import Testing

@testable import TermRender

@Suite("Image composer and half blocks")
struct ImageComposerTests {
  @Test("the result has the size of the box, whatever comes in", .seeded)
  func sizes() {
    var random = SplitMix64()
    for _ in 0..<60 {
      let size = PixelSize(width: 1 + random.below(40), height: 1 + random.below(40))
      let box = PixelSize(width: 1 + random.below(40), height: 1 + random.below(40))
      let picture = PixelBuffer(size: size, color: RGBColor(red: 9, green: 8, blue: 7))
      let composed = ImageComposer.compose(picture, into: box, background: .black)
      #expect(composed.size == box)
      let fitted = ImageComposer.fittedSize(size, into: box)
      #expect(fitted.width <= box.width && fitted.height <= box.height)
      #expect(fitted.width >= 1 && fitted.height >= 1)
      #expect(composed[(box.width - 1) / 2, (box.height - 1) / 2].red == 9)
    }
  }

  @Test("a smaller picture stays as it is, in the middle")
  func centred() {
    let picture = PixelBuffer(
      size: PixelSize(width: 2, height: 2), color: RGBColor(red: 255, green: 0, blue: 0))
    let composed = ImageComposer.compose(
      picture, into: PixelSize(width: 6, height: 4), background: RGBColor(red: 0, green: 0, blue: 9)
    )
    for y in 0..<4 {
      for x in 0..<6 {
        let isInside = (2...3).contains(x) && (1...2).contains(y)
        #expect(composed[x, y].red == (isInside ? 255 : 0))
      }
    }
  }

  @Test("each pixel of a smaller picture is the mean of those that it replaces")
  func mean() {
    var picture = PixelBuffer(size: PixelSize(width: 4, height: 2), color: .black)
    picture[0, 0] = RGBColor(red: 100, green: 0, blue: 0)
    picture[1, 1] = RGBColor(red: 60, green: 0, blue: 0)
    let small = ImageComposer.averaged(picture, to: PixelSize(width: 2, height: 1))
    #expect(small[0, 0].red == 40)
    #expect(small[1, 0].red == 0)
  }

  @Test("half blocks show two rows of pixels in one of cells", arguments: [true, false])
  func blocks(_ isDirect: Bool) {
    var picture = PixelBuffer(size: PixelSize(width: 3, height: 4), color: .black)
    picture[1, 0] = RGBColor(red: 255, green: 255, blue: 255)
    picture[2, 3] = RGBColor(red: 255, green: 0, blue: 0)
    let rows = BlocksWriter.rows(picture, isDirect: isDirect)
    #expect(rows.count == 2)
    var screen = VTScreen(size: CellSize(columns: 3, rows: 2))
    for (index, row) in rows.enumerated() {
      screen.feed("\u{1B}[\(index + 1);1H")
      screen.feed(row)
    }
    #expect(screen.row(0) == "▀▀▀")
    let white = screen[CellPoint(column: 1, row: 0)].style
    let red = screen[CellPoint(column: 2, row: 1)].style
    #expect(
      white.foreground
        == (isDirect ? .rgb(RGBColor(red: 255, green: 255, blue: 255)) : .palette(231)))
    #expect(
      red.background == (isDirect ? .rgb(RGBColor(red: 255, green: 0, blue: 0)) : .palette(196)))
    #expect(screen.problems.isEmpty)
  }
}
