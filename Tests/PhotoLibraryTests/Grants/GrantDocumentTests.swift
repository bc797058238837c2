import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite("grant documents", .timeLimit(.minutes(2)))
struct GrantDocumentTests {
  private let client = ClientID("org.example.Collage")

  private func document(_ change: (String, String)...) throws -> [UInt8] {
    var text = #"""
      {"version": 1, "client": "org.example.Collage", "status": "limited", "reason": "why",
       "created": 1, "answered": 2, "changed": 3,
       "libraries": [{"uri": "file:///p", "inode": "2a", "birth": "5.7", "handle": "0100000001"}],
       "approved": [
         {"uri": "file:///p/a%ff.jpg", "library": 0, "inode": "2b", "birth": "6.8"},
         {"uri": "file:///p/m/a.mov", "library": 0, "device": "1", "size": 9, "modified": "1.2",
          "part": true}]}
      """#
    for (old, new) in change {
      try #require(text.contains(old))
      text = text.replacing(old, with: new)
    }
    return Array(text.utf8)
  }

  @Test("a document is read, and written again as it was")
  func roundTrip() throws {
    let client = try #require(client)
    let grant = try GrantDocument.decoded(try document(), of: client)
    #expect(grant.decision == .limited && grant.reason == "why" && grant.approvedCount == 1)
    #expect(grant.approved.map { grant.path(of: $0).bytes.count } == [9, 10])
    #expect(grant.approved[0].way == FileName(bytes: [0x61, 0xFF] + Array(".jpg".utf8)))
    #expect(try GrantDocument.decoded(GrantDocument.encoded(grant), of: client) == grant)
  }

  @Test("a grant of every kind comes back from its document")
  func everyDecision() throws {
    let world = try GrantWorld([FileName(bytes: [0x80, 0x0A, 0x22]), "a b%.jpg", "ü.jpg"])
    var grant = try world.grant([FileName(bytes: [0x80, 0x0A, 0x22]), "a b%.jpg", "ü.jpg"])
    #expect(try GrantDocument.decoded(GrantDocument.encoded(grant), of: world.client) == grant)
    grant.approved = []
    grant.reason = "\u{1B}[31m\u{202E}\n"
    for decision in Grant.Decision.allCases {
      grant.decision = decision
      #expect(try GrantDocument.decoded(GrantDocument.encoded(grant), of: world.client) == grant)
    }
  }

  @Test(
    "whatever is not sound is no grant",
    arguments: [
      ("\"version\": 1", "\"version\": 0"), ("\"version\": 1", "\"version\": \"1\""),
      ("\"version\": 1,", ""), ("org.example.Collage", "org.example.Other"),
      ("\"limited\"", "\"notDetermined\""), ("\"limited\"", "\"restricted\""),
      ("\"limited\"", "\"authorized\""), ("\"limited\"", "\"denied\""), ("\"limited\"", "null"),
      ("\"why\"", "3"), ("\"created\": 1", "\"created\": -1"),
      ("\"created\": 1", "\"created\": 1.5"), ("\"changed\": 3", "\"changed\": 9999999999999"),
      ("file:///p\"", "file:///p/\""), ("file:///p\"", "file:///p/../q\""),
      ("file:///p\"", "http:///p\""), ("file:///p\"", "p\""),
      ("\"inode\": \"2a\"", "\"inode\": 42"),
      ("\"inode\": \"2a\"", "\"inode\": \"xyz\""), ("\"inode\": \"2a\"", "\"inode\": \"-1\""),
      ("\"inode\": \"2a\"", "\"inode\": \"+1\""), ("\"5.7\"", "\"5.1000000000\""),
      ("\"5.7\"", "\"5\""), ("0100000001", "01"), ("0100000001", "010000000"),
      ("0100000001", "01000000XX"), ("file:///p/a%ff.jpg", "file:///q/a.jpg"),
      ("file:///p/a%ff.jpg", "file:///p"), ("file:///p/a%ff.jpg", "file:///p/%2e%2e/x.jpg"),
      ("file:///p/a%ff.jpg", "file:///p/a%00.jpg"), ("file:///p/a%ff.jpg", "file:///pa.jpg"),
      ("\"inode\": \"2b\", \"birth\": \"6.8\"", "\"inode\": \"2b\""),
      ("\"inode\": \"2b\", \"birth\": \"6.8\"", "\"part\": true, \"inode\": \"2b\""),
      ("\"size\": 9", "\"size\": -9"), ("\"library\": 0, \"inode\"", "\"library\": 1, \"inode\""),
      ("\"library\": 0, \"inode\"", "\"library\": -1, \"inode\""),
      ("\"answered\": 2,", "\"answered\": 2, \"answered\": 2,"), ("}]}", "}]"),
      ("{\"version", "[{\"v"),
      ("\"approved\"", "\"approve\""),
    ])
  func unsound(old: String, new: String) throws {
    let client = try #require(client)
    let bytes = try document((old, new))
    do throws(GrantProblem.Kind) {
      let grant = try GrantDocument.decoded(bytes, of: client)
      Issue.record("read as \(grant)")
    } catch {
      guard case .corrupt(let text) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(!text.isEmpty)
    }
  }

  @Test("every document that was cut off is no grant")
  func cutOff() throws {
    let client = try #require(client)
    let whole = try document()
    for count in 0..<whole.count {
      #expect(throws: GrantProblem.Kind.self) {
        _ = try GrantDocument.decoded(Array(whole[..<count]), of: client)
      }
    }
  }

  @Test("a later version is told of by its number")
  func newer() throws {
    let client = try #require(client)
    let bytes = try document(("\"version\": 1", "\"version\": 2"))
    #expect(throws: GrantProblem.Kind.newer(version: 2)) {
      _ = try GrantDocument.decoded(bytes, of: client)
    }
  }

  @Test("one damaged byte never makes a grant of another client, and never traps")
  func damaged() throws {
    let client = try #require(client)
    let whole = try document()
    var random = SplitMix64()
    for _ in 0..<2_000 {
      var bytes = whole
      let index = Int.random(in: 0..<bytes.count, using: &random)
      bytes[index] = UInt8.random(in: 0...255, using: &random)
      if let grant = try? GrantDocument.decoded(bytes, of: client) {
        #expect(grant.client == client)
        #expect(grant.approved.allSatisfy { !$0.way.bytes.isEmpty && $0.proof.isSound })
      }
    }
  }

  @Test(
    "a client's name is plain",
    arguments: [
      ("a", true), ("org.example.Collage-2_x@host+y:z", true), ("", false), (".a", false),
      ("-a", false), ("a/b", false), ("..", false), ("a b", false), ("ä", false), ("a\n", false),
      ("a\0b", false), (String(repeating: "a", count: 128), true),
      (String(repeating: "a", count: 129), false), ("a\u{1B}[m", false), ("е", false),
    ])
  func names(text: String, isAllowed: Bool) {
    #expect((ClientID(text) != nil) == isAllowed)
  }
}
