import PhotoLibrary
import PickerModel
import Testing

@testable import photopick

@Suite("The result")
struct ResultFormatterTests {
  private func asset(_ path: FileName, number: UInt32 = 0) -> Asset {
    Asset(
      id: AssetID(number), path: AssetPath(path),
      identity: FileIdentity(device: 0xFE00, inode: 0xABC), byteCount: 12,
      modified: FileTime(seconds: 0), format: .heic,
      pixelSize: PixelSize(width: 4032, height: 3024),
      creationDate: CaptureDate(
        localSeconds: 1_718_200_985, offsetMinutes: -210, source: .exifDateTimeOriginal))
  }

  private func content(_ paths: [FileName], failures: [ResultFailure] = []) -> ResultContent {
    ResultContent(
      outcome: .picked, rules: .multiple, access: .limited(approvedCount: 12),
      assets: paths.enumerated().map { index, path in
        ResultContent.Item(position: index + 1, asset: asset(path, number: UInt32(index)))
      },
      failures: failures)
  }

  private func parsed(_ content: ResultContent) throws -> JSONValue {
    try JSONValue(parsing: ResultFormatter.bytes(content, format: .json))
  }

  @Test("JSON has the members of version 1 and ends with one newline")
  func document() throws {
    let bytes = try ResultFormatter.bytes(content(["/p/a b.heic"]), format: .json)
    #expect(bytes.last == 10 && bytes.dropLast().last != 10)
    let document = try JSONValue(parsing: bytes)
    #expect(document["version"] == .integer(1))
    #expect(document["outcome"] == .string("picked"))
    #expect(document["selection"]?["count"] == .integer(1))
    #expect(document["access"]?["status"] == .string("limited"))
    #expect(document["access"]?["approved"] == .integer(12))
    let item = try #require(document["items"]?.arrayValue?.first)
    #expect(item["uri"] == .string("file:///p/a%20b.heic"))
    #expect(item["path"] == .string("/p/a b.heic"))
    #expect(item["contentType"] == .string("image/heic"))
    #expect(item["creationDate"] == .string("2024-06-12T14:03:05-03:30"))
    #expect(item["id"] == .string("fe00-abc"))
  }

  @Test("a name that is not UTF-8 has a URI and no path")
  func notUTF8() throws {
    let document = try parsed(content([FileName(bytes: [0x2F, 0xFF, 0x0A, 0x25])]))
    let item = try #require(document["items"]?.arrayValue?.first)
    #expect(item["uri"] == .string("file:///%FF%0A%25"))
    #expect(item["path"] == .null)
  }

  @Test("lines and NUL carry the bytes of the path")
  func bytes() throws {
    let name = FileName(bytes: [0x61, 0xFF])
    let two = content([name, "b"])
    #expect(try ResultFormatter.bytes(two, format: .lines) == [0x61, 0xFF, 10, 0x62, 10])
    #expect(try ResultFormatter.bytes(two, format: .nul) == [0x61, 0xFF, 0, 0x62, 0])
  }

  @Test("a newline in a name is an error of lines that names the other formats")
  func newline() throws {
    let error = #expect(throws: ResultError.self) {
      try ResultFormatter.bytes(content(["a\nb"]), format: .lines)
    }
    #expect(error?.message.contains("nul, json or jsonl") == true)
    #expect(error?.message.contains("\n") == false)
    #expect(try ResultFormatter.bytes(content(["a\nb"]), format: .nul) == Array("a\nb\0".utf8))
  }

  @Test("JSON lines are one object a line, failures too")
  func jsonl() throws {
    let failure = ResultFailure(
      position: 2, path: AssetPath("gone"), code: "missing", reason: "gone")
    let bytes = try ResultFormatter.bytes(content(["a"], failures: [failure]), format: .jsonl)
    let lines = bytes.split(separator: 10).map { Array($0) }
    #expect(lines.count == 2)
    #expect(try JSONValue(parsing: lines[0])["position"] == .integer(1))
    #expect(try JSONValue(parsing: lines[1])["failure"]?["code"] == .string("missing"))
  }

  @Test(
    "dates are written in ISO 8601",
    arguments: [
      (0, "1970-01-01T00:00:00"), (-1, "1969-12-31T23:59:59"),
      (951_782_400, "2000-02-29T00:00:00"), (4_107_542_399, "2100-02-28T23:59:59"),
      (-2_208_988_800, "1900-01-01T00:00:00"),
    ])
  func dates(seconds: Int64, text: String) {
    let date = CaptureDate(
      localSeconds: seconds, offsetMinutes: nil, source: .exifDateTimeOriginal)
    #expect(ISODate.text(date) == text)
  }

  @Test("byte counts and durations read like a person writes them")
  func wording() {
    #expect(Wording.bytes(999) == "999 B")
    #expect(Wording.bytes(1_000) == "1.0 kB")
    #expect(Wording.bytes(2_149_000) == "2.1 MB")
    #expect(Wording.bytes(999_950_000) == "1.0 GB")
    #expect(Wording.bytes(.max) == "9.2 EB")
    #expect(Wording.duration(7.4) == "0:07")
    #expect(Wording.duration(3_723) == "1:02:03")
    #expect(Wording.duration(.infinity) == "0:00")
    #expect(Wording.count(1_204) == "1,204")
    #expect(Wording.count(-1_000_000) == "-1,000,000")
  }
}
