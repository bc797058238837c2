import PhotoLibrary
import PickerModel
import TestSupport
import Testing

@Suite("Decoding small pictures")
struct GoldenDecodeTests {
  @Test("all eight EXIF orientations give the same picture", arguments: 1...8)
  func exifOrientation(value: Int) throws {
    let photo = try Golden.decode("marks-\(value).jpg")
    #expect(photo.thumbnail.pixels.size == PixelSize(width: 32, height: 24))
    #expect(photo.displayedSize == PixelSize(width: 64, height: 48))
    Golden.expectMarks(photo.thumbnail.pixels)
  }

  @Test(
    "HEIC is turned by its own box, once, whatever EXIF says",
    arguments: ["marks-irot-1", "marks-irot-2", "marks-irot-3", "marks-exif-6-irot-3"])
  func heicRotation(name: String) throws {
    let photo = try Golden.decode("\(name).heic")
    #expect(photo.displayedSize == PixelSize(width: 64, height: 48))
    Golden.expectMarks(photo.thumbnail.pixels)
  }

  @Test("HEIC is not turned by EXIF alone")
  func heicExifOnly() throws {
    let photo = try Golden.decode("marks-exif-6-only.heic")
    #expect(photo.displayedSize == PixelSize(width: 48, height: 64))
  }

  @Test(
    "every kind of PNG shows the picture",
    arguments: ["marks-rgb", "marks-palette", "marks-rgba16", "marks-interlaced"],
    [PixelSize(width: 64, height: 48), PixelSize(width: 32, height: 32)])
  func png(name: String, target: PixelSize) throws {
    let gray = RGBColor(red: 128, green: 128, blue: 128)
    let photo = try Golden.decode(
      "\(name).png", width: target.width, height: target.height, background: gray)
    #expect(photo.thumbnail.pixels.size == PixelSize(width: 64, height: 48).fitted(into: target))
    let pixels = photo.thumbnail.pixels
    let red = pixels[8 * pixels.size.width / 64, 8 * pixels.size.height / 48]
    #expect(red.isNear(RGBColor(red: 220, green: 40, blue: 30), 3))
    #expect(!photo.thumbnail.isTruncated)
  }

  @Test(
    "transparency shows the background", arguments: ["marks-rgba16.png", "marks-interlaced.png"])
  func alpha(name: String) throws {
    for background in [RGBColor.black, RGBColor(red: 255, green: 255, blue: 255)] {
      let photo = try Golden.decode(name, width: 64, height: 48, background: background)
      // The right half is half transparent: green over the background.
      let expected = RGBColor(
        red: UInt8((40 + Int(background.red)) / 2), green: UInt8((200 + Int(background.red)) / 2),
        blue: UInt8((60 + Int(background.red)) / 2))
      #expect(photo.thumbnail.pixels[55, 8].isNear(expected, 3))
      #expect(photo.thumbnail.pixels[8, 8].isNear(RGBColor(red: 220, green: 40, blue: 30), 2))
      #expect(photo.dependsOnBackground)
    }
  }

  @Test("a palette's transparent colour shows the background")
  func paletteTransparency() throws {
    let photo = try Golden.decode(
      "marks-palette.png", width: 64, height: 48, background: RGBColor(red: 1, green: 2, blue: 3))
    #expect(photo.thumbnail.pixels[32, 8] == RGBColor(red: 1, green: 2, blue: 3))
  }

  @Test("CMYK without a profile, inverted as Adobe's programs store it")
  func cmyk() throws {
    Golden.expectMarks(try Golden.decode("marks-cmyk.jpg").thumbnail.pixels, tolerance: 24)
  }

  @Test("a gray JPEG is gray")
  func gray() throws {
    let pixels = try Golden.decode("marks-gray.jpg").thumbnail.pixels
    for mark in Golden.marks {
      let color = pixels[mark.x / 2, mark.y / 2]
      #expect(color.red == color.green && color.green == color.blue)
    }
  }

  @Test("a progressive JPEG at an eighth looks as it does in full")
  func progressive() throws {
    let small = try Golden.decode("marks-progressive.jpg", width: 64, height: 48)
    Golden.expectMarks(small.thumbnail.pixels)
    #expect(!small.thumbnail.isTruncated)
    // Too large a target for an eighth: all scans are decoded.
    let large = try Golden.decode("marks-progressive.jpg", width: 65, height: 49)
    Golden.expectMarks(large.thumbnail.pixels)
    for mark in Golden.marks {
      let one = small.thumbnail.pixels[mark.x, mark.y]
      #expect(one.isNear(large.thumbnail.pixels[mark.x, mark.y], 6))
    }
  }

  @Test("nothing is enlarged")
  func neverEnlarged() throws {
    for name in ["marks-1.jpg", "marks-6.jpg", "marks-rgb.png", "marks-irot-3.heic"] {
      let photo = try Golden.decode(name, width: 4_000, height: 3_000)
      #expect(photo.thumbnail.pixels.size == PixelSize(width: 64, height: 48))
      Golden.expectMarks(photo.thumbnail.pixels)
    }
  }

  @Test("the smallest box gives one pixel")
  func onePixel() throws {
    for name in ["marks-1.jpg", "marks-rgb.png", "marks-interlaced.png", "marks-irot-3.heic"] {
      let photo = try Golden.decode(name, width: 1, height: 1)
      #expect(photo.thumbnail.pixels.size == PixelSize(width: 1, height: 1))
    }
  }

  @Test("a PNG that was cut shows the rows that are there")
  func cutPNG() throws {
    // Stored without compression, so that the rows lie one after the other.
    let bytes = StoredPNG.make(width: 40, height: 40) { _, y in
      RGBColor(red: UInt8(y), green: 200, blue: 0)
    }
    let photo = try PhotoDecoder().decode(
      Array(bytes.prefix(bytes.count * 3 / 4)),
      DecodeRequest(
        format: .png, target: PixelSize(width: 40, height: 40),
        background: RGBColor(red: 0, green: 0, blue: 255)))
    #expect(photo.thumbnail.isTruncated)
    let pixels = photo.thumbnail.pixels
    #expect(pixels[20, 3] == RGBColor(red: 3, green: 200, blue: 0))
    #expect(pixels[20, 27] == RGBColor(red: 27, green: 200, blue: 0))
    #expect(pixels[20, 39] == RGBColor(red: 0, green: 0, blue: 255))
  }
}
