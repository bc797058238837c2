import PhotoLibrary
import PickerModel
import TestSupport
import Testing

@testable import photopick

@Suite("Events")
struct PickEventTests {
  private let asset = Asset(
    id: AssetID(1), path: AssetPath("/p/a b.jpg"),
    identity: FileIdentity(device: 0xFE00, inode: 0xABC), byteCount: 12,
    modified: FileTime(seconds: 0), format: .jpeg)

  private var events: [PickEvent] {
    let content = ResultContent(
      outcome: .picked, rules: .multiple, access: .authorized, setNames: ["keep", "reject"],
      assets: [
        ResultContent.Item(
          position: 1, place: PlaceInSet(set: 1, position: 1), asset: asset)
      ],
      failures: [
        ResultFailure(
          position: 2, place: PlaceInSet(set: 1, position: 2), path: AssetPath("/p/gone"),
          code: "missing", reason: "gone")
      ])
    return [
      .added(asset, position: 1, set: nil), .added(asset, position: 3, set: "keep"),
      .removed(asset, position: 2, set: "keep"), .moved(asset, from: 1, to: 3, set: nil),
      .committed(content), .cancelled,
    ]
  }

  @Test("every event is one line by the schema")
  func schema() throws {
    let schema = try JSONSchema.ofResult()
    for event in events {
      let line = event.line
      #expect(line.last == 10 && line.count { $0 == 10 } == 1)
      let value = try JSON(parsing: line)
      #expect(schema.violations(in: value, definition: "event") == [])
    }
  }

  @Test("a result with sets says twice where each photo is, by the schema")
  func sets() throws {
    guard case .committed(let content) = events[4] else { return }
    let result = try JSON(parsing: ResultFormatter.bytes(content, format: .json))
    #expect(try JSONSchema.ofResult().violations(in: result) == [])
    #expect(result["items"]?[0]?["set"]?.text == "reject")
    #expect(result["sets"]?.elements?.map { $0["name"]?.text } == ["keep", "reject"])
    #expect(result["sets"]?.elements?.map { $0["count"]?.integer } == [0, 1])
    #expect(result["sets"]?[1]?["items"]?[0]?["uri"]?.text == "file:///p/a%20b.jpg")
    #expect(result["failures"]?[0]?["set"]?.text == "reject")
    let lines = try ResultFormatter.bytes(content, format: .jsonl).split(separator: 10)
    #expect(try JSON(parsing: Array(lines[0]))["set"]?.text == "reject")
    #expect(try JSON(parsing: Array(lines[1]))["failure"]?["set"]?.text == "reject")
  }
}
