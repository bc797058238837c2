import PickerModel
import TestSupport
import Testing

extension EndToEndTests {
  @Suite("hostile text on standard error")
  struct HostileTextTests {
    /// Every C0 and C1 control as a byte and as a code point, DEL, introducers of control strings,
    /// bidi controls, separators, tags, and bytes that are no UTF-8.
    static let plants: [[UInt8]] = {
      let bytes = (UInt8(1)...0x1F).map { [$0] } + [[0x7F]] + (UInt8(0x80)...0x9F).map { [$0] }
      let points: [UInt32] =
        Array(0x80...0x9F) + [0x61C, 0x200E, 0x200F] + Array(0x2028...0x202E)
        + Array(0x2066...0x2069) + [0xFEFF, 0xE0001, 0xE0041, 0xE007F]
      let scalars = points.compactMap { Unicode.Scalar($0) }.map { Array(String($0).utf8) }
      let strings = ["[31m", "]0;x", "Pq", "_x", "^x", "Xx", "c"].map { Array("\u{1B}\($0)".utf8) }
      return bytes + scalars + strings + [[0xC3, 0x28], [0xFF], [0xED, 0xA0, 0x80], [0xF5]]
    }()

    /// Bytes that no escaped text has, but for the newline at a line's end.
    private func unfit(_ bytes: [UInt8]) -> [Unicode.Scalar] {
      String(decoding: bytes, as: UTF8.self).unicodeScalars.filter { Self.isUnfit($0) }
    }

    /// Whether an escaped text has no such character; a newline may end it.
    static func isUnfit(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0x0A: false
      case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069,
        0xFEFF, 0xE0000...0xE007F:
        true
      default: false
      }
    }

    @Test(
      "no control of any kind gets from an argument to standard error",
      arguments: [
        ["list", "*"], ["list", "--filter=*"], ["list", "--sort=*"], ["list", "--*"],
        ["list", "--files-from=*"], ["list", "--approved=*", "."], ["list", "--output=*/x", "."],
        ["list", "--client=*"], ["list", "--depth=*"], ["--sets=*"], ["--disable=*"],
        ["--preselect-from=*", "."], ["--resume=*"], ["--cell-size=*"], ["access", "*"],
        ["access", "request", "--client=*", "--reason=*"],
        ["access", "grant", "--client=a", "--library=*", "*"],
      ])
    func arguments(pattern: [String]) throws {
      // All at once; a newline is the one that people give in earnest, and splits a line at most.
      let plant = Self.plants.flatMap { $0 + Array("a".utf8) }.filter { $0 != 0x0A }
      let arguments = pattern.map { word in
        FileName(
          bytes: word.utf8.flatMap { $0 == UInt8(ascii: "*") ? plant : [$0] })
      }
      let session = try Photopick.run(arguments)
      #expect(try session.waitForExit() != .code(0))
      #expect(!session.standardError.isEmpty)
      #expect(unfit(session.standardError) == [])
      #expect(String(validating: session.standardError, as: UTF8.self) != nil)
    }
  }
}
