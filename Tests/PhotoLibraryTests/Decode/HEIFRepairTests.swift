import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite("Repairing HEIF files")
struct HEIFRepairTests {
  private func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
    let count = UInt32(body.count + 8)
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> UInt32($0)) } + Array(type.utf8)
      + body
  }

  private func file(references: [UInt8], brand: String = "heic") -> [UInt8] {
    box("ftyp", Array("\(brand)".utf8) + [0, 0, 0, 0] + Array("mif1".utf8))
      + box(
        "meta", [0, 0, 0, 0] + box("hdlr", [1, 2, 3]) + box("iref", [0, 0, 0, 0] + references))
      + box("mdat", Array("cdsc".utf8))
  }

  private func repaired(_ bytes: [UInt8]) -> [UInt8] {
    var copy = bytes
    _ = HEIFRepair.repair(&copy, count: copy.count)
    return copy
  }

  @Test("a reference from metadata to several items is neutralised, nothing else")
  func severalItems() {
    let several = box("cdsc", [0, 9, 0, 2, 0, 1, 0, 2])
    let single = box("cdsc", [0, 9, 0, 1, 0, 1])
    let other = box("thmb", [0, 9, 0, 2, 0, 1, 0, 2])
    let expected = box("skip", [0, 9, 0, 2, 0, 1, 0, 2])
    #expect(
      repaired(file(references: single + several + other))
        == file(references: single + expected + other))
  }

  @Test("the brand of an image sequence becomes that of a still")
  func brands() {
    let bytes = file(references: [], brand: "avis")
    #expect(repaired(bytes) == file(references: [], brand: "avif"))
    #expect(repaired(bytes).count == bytes.count)
  }

  @Test("the minimised form is told apart")
  func minimised() {
    var bytes = box("ftyp", Array("mif3".utf8) + [0, 0, 0, 0]) + box("mini", [1, 2, 3])
    #expect(!HEIFRepair.repair(&bytes, count: bytes.count))
  }

  @Test("damaged boxes are left as they are or changed in place, never past their end")
  func hostile() {
    var random = SplitMix64(seed: 9)
    let good = file(references: box("cdsc", [0, 9, 0, 2, 0, 1, 0, 2]))
    for _ in 0..<5_000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
      let count = bytes.count
      _ = HEIFRepair.repair(&bytes, count: Int.random(in: 0...count + 10, using: &random))
      #expect(bytes.count == count)
    }
  }
}
