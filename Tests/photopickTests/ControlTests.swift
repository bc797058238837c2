internal import Glibc
import PickerModel
import TestSupport
import Testing

@testable import photopick

@Suite("Commands of the caller")
struct ControlTests {
  private func parse(_ text: String) throws(ControlError) -> [ControlCommand] {
    try ControlCommand.parse(Array(text.utf8))
  }

  @Test(
    "a line is a list of commands in order, and its rules are one change",
    arguments: [
      (#"{"maximum":5}"#, [.rules(minimum: nil, maximum: 5)]),
      (#"{"maximum":0,"title":"Ünï"}"#, [.rules(minimum: nil, maximum: 0), .title("Ünï")]),
      (
        #"{"minimum":2,"confirm":true,"maximum":4}"#,
        [.rules(minimum: 2, maximum: 4), .confirm]
      ),
      (#"{"preselect":["a b","/c"],"cancel":true}"#, [.preselect(["a b", "/c"]), .cancel]),
      ("{}", []),
    ] as [(String, [ControlCommand])])
  func commands(line: String, expected: [ControlCommand]) throws {
    #expect(try parse(line) == expected)
  }

  @Test(
    "a line with anything wrong in it is refused as a whole, with the reason",
    arguments: [
      ("maximum 5", "not JSON"), ("[5]", "not a JSON object"), ("5", "not a JSON object"),
      (#"{"maximum":-1}"#, "not a number from 0"), (#"{"maximum":"5"}"#, "maximum takes a number"),
      (#"{"maximum":5.5}"#, "takes a number"),
      (#"{"maximum":9223372036854775807}"#, "not a number"),
      (#"{"title":5}"#, "title takes text"), (#"{"preselect":"a"}"#, "list of paths"),
      (#"{"preselect":[1]}"#, "list of paths"), (#"{"preselect":[""]}"#, "list of paths"),
      (#"{"confirm":false}"#, "confirm takes true"), (#"{"maximun":5}"#, "did you mean 'maximum'?"),
      (#"{"maximum":1,"maximum":2}"#, "not JSON"), (#"{"title":"a","nonsense":1}"#, "unknown"),
    ])
  func refusals(line: String, reason: String) throws {
    let error = #expect(throws: ControlError.self) { try parse(line) }
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
  }

  @Test("whatever is sent is read without a trap, and no message has a control character", .seeded)
  func hostile() {
    var random = SplitMix64(stream: 41)
    let seeds = [#"{"maximum":5,"title":"x"}"#, #"{"preselect":["a","b"],"\u001b[2J":1}"#]
    for _ in 0..<2_000 {
      var line = Array((random.pick(seeds) ?? "").utf8)
      for _ in 0..<random.below(4) where !line.isEmpty {
        line[random.below(line.count)] = UInt8(random.below(256))
      }
      do throws(ControlError) {
        _ = try ControlCommand.parse(line)
      } catch {
        #expect(error.message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
      }
    }
  }

  @Test("a long title is cut")
  func longTitle() throws {
    let line = #"{"title":""# + String(repeating: "é", count: 5_000) + #""}"#
    #expect(try parse(line) == [.title(String(repeating: "é", count: 200))])
  }

  @Test("lines come out whole wherever the pieces are cut", .seeded)
  func splitting() {
    var random = SplitMix64(stream: 42)
    let bytes = Array("one\ntwo\n\nthree is too long for it\nfour".utf8)
    let expected: [LineSplitter.Piece] = [
      .line(Array("one".utf8)), .line(Array("two".utf8)), .tooLong, .line(Array("four".utf8)),
    ]
    for _ in 0..<200 {
      var splitter = LineSplitter(limit: 10)
      var pieces: [LineSplitter.Piece] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = min(rest.count, random.below(6) + 1)
        pieces += splitter.take(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      #expect(pieces + splitter.finish() == expected)
    }
  }

  @Test("a descriptor must be open, readable, and something that can be read")
  func descriptors() throws {
    var ends: [Int32] = [-1, -1]
    try #require(unsafe pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    #expect(ControlChannel.problem(with: ends[0]) == nil)
    #expect(ControlChannel.problem(with: ends[1]) == "it is open for writing only")
    #expect(ControlChannel.problem(with: 9_999) == "it is not open")
    #expect(ControlChannel.problem(with: -1) == "it is not open")
    let folder = unsafe open("/", O_RDONLY | O_DIRECTORY)
    #expect(ControlChannel.problem(with: folder) == "it is a folder")
    close(folder)
  }
}
