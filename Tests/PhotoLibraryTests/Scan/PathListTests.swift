import PhotoLibrary
import PickerModel
import TestSupport
import Testing

@Suite("lists of paths")
struct PathListTests {
  @Test("a line is a path to its last byte")
  func lines() throws {
    let text: [UInt8] = Array(" a \r\n#b\n\n\n".utf8) + [0xFF, 0x0A] + Array("last".utf8)
    let paths = try PathList.parse(text, of: "-", separatedBy: .newline)
    #expect(paths == [" a \r", "#b", FileName(bytes: [0xFF]), "last"])
  }

  @Test("with NUL, a line feed is a byte of a name")
  func nuls() throws {
    let paths = try PathList.parse(Array("a\nb\0\0c".utf8), of: "-", separatedBy: .nul)
    #expect(paths == ["a\nb", "c"])
  }

  @Test("a path longer than the kernel takes is told with its line")
  func tooLong() {
    let text = Array("ok\n".utf8) + [UInt8](repeating: 0x61, count: 4_096)
    let error = #expect(throws: PathListError.self) {
      _ = try PathList.parse(text, of: "list", separatedBy: .newline)
    }
    #expect(error?.line == 2)
  }

  @Test("what was joined is taken apart again")
  func roundTrip() throws {
    var random = SplitMix64(stream: 0x115)
    for _ in 0..<200 {
      let paths = (0..<random.below(20)).map { _ in
        FileName(bytes: random.bytes(count: 1 + random.below(12)).map { $0 == 0 ? 1 : $0 })
      }
      let text = paths.flatMap { path -> [UInt8] in path.bytes + [0] }
      #expect(try PathList.parse(text, of: "-", separatedBy: .nul) == paths)
    }
  }
}
