import PickerModel
import TestSupport
import Testing

@Suite("the sixel decoder")
struct SixelDecoderTests {
  @Test("a string with raster attributes, two registers, repeats, $ and - draws what it says")
  func drawsAString() throws {
    // Red on the left half of the first band, blue in its lowest row on the right, a green dot below.
    let string =
      "\u{1B}P0;1;0q\"1;1;4;12#1;2;100;0;0#2;2;0;0;100#3;2;0;100;0#1!2~$#2!2?!2_-#3@\u{1B}\\"
    let image = try #require(SixelDecoder.decode(Array(string.utf8)))
    #expect(image.size == PixelSize(width: 4, height: 12))
    #expect(image.declaredSize == PixelSize(width: 4, height: 12))
    #expect(image.drawnSize == PixelSize(width: 4, height: 7))
    let red = RGBColor(red: 255, green: 0, blue: 0)
    let blue = RGBColor(red: 0, green: 0, blue: 255)
    let green = RGBColor(red: 0, green: 255, blue: 0)
    #expect(image[0, 0] == red && image[1, 5] == red)
    #expect(image[2, 5] == blue && image[3, 5] == blue)
    #expect(image[2, 0] == nil && image[3, 4] == nil)
    #expect(image[0, 6] == green && image[1, 6] == nil)
    #expect(image.isTransparent)
    #expect(image.definedRegisters == [1, 2, 3] && image.usedRegisters == [1, 2, 3])
    #expect(image.bandCount == 2)
    #expect(image.ruleBreaks.isEmpty)
  }

  @Test(
    "what is unsafe in some terminal is told",
    arguments: [
      ("q#1;2;0;0;0#1~", "no raster attributes"),
      ("q\"1;1;1;6#1~", "registers used before defined: [1]"),
      ("q\"1;1;1;6#1;2;0;0;0#1~-", "ends in a graphics newline"),
      ("q\"1;1;1;6#1;2;0;0;0?", "draws nothing"),
      ("q\"2;1;1;6#1;2;0;0;0#1~", "pixels are not square"),
      ("q\"1;1;1;6#1;2;0;0;101~", "colour of register 1 is out of range"),
      (
        "q\"1;1;1;6#1;2;0;0;0~", "draws right behind a definition, with no register selected"
      ),
    ])
  func tellsRuleBreaks(string: String, expected: String) throws {
    let image = try #require(SixelDecoder.decode(Array(string.utf8)))
    #expect(image.ruleBreaks.contains(expected), "\(image.ruleBreaks)")
  }

  @Test("drawing outside the declared size is told and shown")
  func tellsOverflow() throws {
    let image = try #require(SixelDecoder.decode(Array("q\"1;1;1;4#1;2;0;0;0#1!3~".utf8)))
    #expect(image.size == PixelSize(width: 3, height: 6))
    #expect(image.ruleBreaks.count == 1)
  }

  @Test(
    "DEC's HLS colours come out, with blue at 0 degrees",
    arguments: [
      ("1;0;50;100", RGBColor(red: 0, green: 0, blue: 255)),
      ("1;120;50;100", RGBColor(red: 255, green: 0, blue: 0)),
      ("1;240;50;100", RGBColor(red: 0, green: 255, blue: 0)),
      ("1;33;100;0", RGBColor(red: 255, green: 255, blue: 255)),
      ("2;50;0;100", RGBColor(red: 128, green: 0, blue: 255)),
    ])
  func readsColors(color: String, expected: RGBColor) throws {
    let image = try #require(SixelDecoder.decode(Array("q#5;\(color)#5@".utf8)))
    #expect(image[0, 0] == expected)
  }

  @Test("other device control strings are no pictures", arguments: ["+q544e", ">|XTerm(379)", ""])
  func refusesOthers(string: String) {
    #expect(SixelDecoder.decode(Array(string.utf8)) == nil)
  }

  @Test("any bytes are decoded without a trap", .seeded)
  func survivesNoise() {
    var random = SplitMix64(stream: 1)
    for _ in 0..<500 {
      let alphabet = Array("0123456789;#!$-\"~?@ABC\n\u{7}".utf8)
      let body = (0..<random.below(60)).compactMap { _ in random.pick(alphabet) }
      let image = SixelDecoder.decode(Array("q".utf8) + body)
      #expect((image?.size.width ?? 0) <= 20_000)
    }
  }
}
