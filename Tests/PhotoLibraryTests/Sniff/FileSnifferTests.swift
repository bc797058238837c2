import PhotoLibrary
import PickerModel
import Testing

@Suite("telling formats")
struct FileSnifferTests {
  static func ftyp(_ major: String, _ compatible: String = "", version: String = "\0\0\0\0")
    -> [UInt8]
  {
    let size = UInt8(16 + compatible.utf8.count)
    return [0, 0, 0, size] + Array("ftyp\(major)\(version)\(compatible)".utf8)
  }

  static let magic: [([UInt8], FileFormat)] = [
    ([0xFF, 0xD8, 0xFF, 0xE0], .jpeg),
    ([0xFF, 0xD8, 0x00, 0xFF, 0xDB], .jpeg),
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
    (Array("GIF89a".utf8), .gif),
    (Array("RIFF\0\0\0\0WEBPVP8 ".utf8), .webp),
    ([0x49, 0x49, 0x2A, 0, 8, 0, 0, 0], .tiff),
    ([0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8], .tiff),
    ([0x49, 0x49, 0x2B, 0, 8, 0, 0, 0], .tiff),
    ([0x49, 0x49, 0x2A, 0, 16, 0, 0, 0, 0x43, 0x52, 2, 0], .raw),
    ([0x49, 0x49, 0x55, 0, 24, 0, 0, 0], .raw),
    (Array("IIRO\u{8}\0\0\0".utf8), .raw),
    (Array("FUJIFILMCCD-RAW 0201".utf8), .raw),
    ([0x49, 0x49, 0x1A, 0, 0, 0] + Array("HEAPCCDR".utf8), .raw),
    (Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + [40, 0, 0, 0], .bmp),
    ([0xFF, 0x0A, 0xFA, 0x7F, 0x90], .jpegXL),
    ([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A], .jpegXL),
    (ftyp("heic", "mif1heic"), .heic), (ftyp("mif1", "mif1heic"), .heic),
    (ftyp("msf1", "hevciso8"), .heic), (ftyp("mif1", "mif1"), .heif),
    (ftyp("avif", "mif1miaf"), .avif), (ftyp("mif1", "mif1avif"), .avif),
    (ftyp("mif3", version: "avif"), .avif), (ftyp("jpeg", "mif1"), .heif),
    (ftyp("qt  "), .mov), (ftyp("isom", "iso2mp41"), .mp4), (ftyp("mp42"), .mp4),
    (ftyp("M4V "), .mp4), (ftyp("3gp5"), .mp4), (ftyp("crx ", "isom"), .raw),
    ([0, 0, 0, 8] + Array("wide".utf8), .mov),
    ([0x1A, 0x45, 0xDF, 0xA3, 0x9F, 0x42, 0x82, 0x84] + Array("webm".utf8), .webm),
    ([0x1A, 0x45, 0xDF, 0xA3, 0x9F, 0x42, 0x82, 0x88] + Array("matroska".utf8), .matroska),
  ]

  @Test("content decides, whatever the name", arguments: magic)
  func content(head: [UInt8], format: FileFormat) {
    #expect(FileSniffer.verdict(head: head, name: "notes.txt") == .asset(format))
    #expect(FileSniffer.verdict(head: head, name: "x") == .asset(format))
  }

  @Test(
    "what is recognisably something else is no asset under any name",
    arguments: [
      Array("just some text\n".utf8), Array("<!DOCTYPE html><p>404".utf8), Array("%PDF-1.7".utf8),
      Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), Array("8BPS\0\u{1}".utf8),
      [0x50, 0x4B, 3, 4, 20], [0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A],
      [0, 5, 0x16, 7, 0, 2], ftyp("M4A ", "isom"), Array("été à la plage".utf8),
      [0xFF, 0xFE, 0x61, 0],
    ])
  func somethingElse(head: [UInt8]) {
    #expect(FileSniffer.verdict(head: head, name: "photo.jpg") == .other)
    #expect(FileSniffer.verdict(head: head, name: "photo") == .other)
  }

  @Test(
    "nothing that can be read is a broken photo if its name says photo",
    arguments: [
      ("a.jpg", .jpeg), ("A.JPEG", .jpeg), ("b.Heic", .heic), ("c.tar.png", .png), ("d.MOV", .mov),
      ("e.cr2", .raw), ("f.txt", nil), ("jpg", nil), (".jpg", nil), ("g.jpg.part", nil),
    ] as [(FileName, FileFormat?)])
  func broken(name: FileName, format: FileFormat?) {
    let expected = format.map { FileSniffer.Verdict.broken($0) } ?? .other
    #expect(FileSniffer.verdict(head: [], name: name) == expected)
    #expect(FileSniffer.verdict(head: [0, 0, 0, 0, 0, 0], name: name) == expected)
    #expect(FileSniffer.verdict(head: [0x93, 0x01, 0xFE], name: name) == expected)
  }
}
