import CShims
import Glibc
import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite("A decoder that fails", .timeLimit(.minutes(5)))
struct DecoderClientTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder("decoder")
  }

  private static let request = DecodeRequest(
    format: .jpeg, target: PixelSize(width: 16, height: 12))

  private func file(_ text: String) throws -> OpenFile {
    let name = FileName("photo-\(text.hashValue)")
    try folder.write(text, to: name)
    return try PhotoDoor().open(AssetPath(folder.path(of: name)))
  }

  private func client(_ program: DecoderProgram = Decoders.standIn, seconds: Int = 30)
    -> DecoderClient
  {
    DecoderClient(
      program, limits: DecodeLimits(maximumSeconds: seconds), graceSeconds: 0,
      memoryByteCount: 1 << 20, report: DecoderReport())
  }

  /// What a photo of some text gives: `2×2` or the reason.
  private func outcome(_ client: DecoderClient, _ text: String) throws -> String {
    let file = try file(text)
    do throws(DecodeError) {
      let (thumbnail, _) = try client.thumbnail(file, Self.request)
      #expect(thumbnail.pixels.bytes == (0..<12).map { UInt8($0) })
      return "\(thumbnail.pixels.size.width)×\(thumbnail.pixels.size.height)"
    } catch {
      #expect(error.isRetryable == !["error", "all memory"].contains(text))
      return error.userMessage
    }
  }

  @Test(
    "each way to end is told as what it was, and the next photo gets a fresh decoder",
    arguments: [
      ("signal 11", "the decoder crashed (segmentation fault)"),
      ("signal 7", "the decoder crashed (bus error)"),
      ("signal 4", "the decoder crashed (failed check)"),
      ("signal 6", "the decoder crashed (aborted)"),
      ("signal 9", "the decoder crashed (killed)"),
      ("signal 31", "the decoder crashed (forbidden system call)"),
      ("exit 3", "the decoder ended (status 3)"), ("exit 0", "the decoder ended (status 0)"),
    ])
  func ends(_ text: String, _ message: String) throws {
    let client = client()
    #expect(try outcome(client, "ok") == "2×2")
    let first = try #require(client.processIdentifier)
    #expect(try outcome(client, text) == message)
    #expect(kill(first, 0) == -1 && errno == ESRCH)
    #expect(try outcome(client, "slow") == "2×2")
    #expect(client.processIdentifier != first)
  }

  @Test("an error that the decoder tells is no end of it")
  func tellsError() throws {
    let client = client()
    #expect(try outcome(client, "error") == "damaged: oops")
    let first = client.processIdentifier
    #expect(try outcome(client, "ok") == "2×2")
    #expect(client.processIdentifier == first)
  }

  @Test("a decoder that hangs is given up after the limit")
  func hangs() throws {
    let client = client(seconds: 1)
    #expect(try outcome(client, "hang") == "gave up after 1 s")
    #expect(client.processIdentifier == nil)
  }

  @Test("a decoder whose answer nobody wants any more is given up at once")
  func cancelled() async throws {
    let task = Task {
      try await withCheckedThrowingContinuation { continuation in
        continuation.resume(with: Result { try outcome(client(seconds: 600), "hang") })
      }
    }
    task.cancel()
    #expect(try await task.value == "cancelled")
  }

  @Test(
    "nothing that a decoder can send is taken for a picture that it is not",
    arguments: [
      "wrong number", "no width", "negative", "too wide", "huge", "odd flag", "unknown source",
      "unknown kind", "nothing more", "too much", "too long", "greeting again", "headers",
      "no headers", "negative memory", "endless number", "bad text", "long text", "files",
    ])
  func lies(_ text: String) throws {
    let client = client()
    #expect(try outcome(client, text) == "the decoder's answer made no sense")
    #expect(client.processIdentifier == nil)
    #expect(try outcome(client, "ok") == "2×2")
  }

  @Test("the largest numbers of an error are only numbers")
  func largeNumbers() throws {
    let client = client()
    #expect(try outcome(client, "all memory") == "too large: needs 9223372036855 MB to decode")
    #expect(client.processIdentifier != nil)
  }

  @Test("giving up decoders that were slow to start does not count against them")
  func givenUp() async throws {
    let slow = Decoders.standIn(named: "sleeps", in: folder)
    let outcomes = Task {
      let client = client(slow, seconds: 600)
      return try (0..<5).map { _ in try outcome(client, "ok") }
    }
    outcomes.cancel()
    #expect(try await outcomes.value == Array(repeating: "cancelled", count: 5))
  }

  @Test("one that ends as soon as it is started is not started for ever")
  func stillborn() throws {
    let client = client(Decoders.standIn(named: "dies", in: folder))
    for _ in 0..<3 { #expect(try outcome(client, "ok").hasPrefix("the decoder ended (status 4)")) }
    #expect(try outcome(client, "ok") == "the decoder ends as soon as it is started")
    #expect(client.processIdentifier == nil)
  }

  @Test(
    "one that does not greet, or greets in another version's words, is none",
    arguments: [
      "mute", "old",
    ])
  func strangers(_ name: String) throws {
    let client = client(Decoders.standIn(named: name, in: folder))
    #expect(try outcome(client, "ok") == "the decoder's answer made no sense")
  }

  @Test("a program that is not there is told")
  func missing() throws {
    let client = client(DecoderProgram(path: "/nonexistent/decoder"))
    #expect(
      try outcome(client, "ok") == "the decoder can't be started: no such file or directory")
  }

  // MARK: - Headers

  private func inspect(_ texts: [String]) throws -> [FileContent] {
    let door = PhotoDoor(decoder: Decoders.standIn)
    let inspector = FileInspector(door: door)
    inspector.isKnown = { _ in false }
    var candidates: [Candidate] = []
    for (index, text) in texts.enumerated() {
      let name = FileName("\(index).jpg")
      try folder.write(text, to: name)
      candidates.append(
        Candidate(
          path: AssetPath(folder.path(of: name)), identity: nil, status: nil,
          isKnownRegular: true, isNamed: false, order: SortOrder()))
    }
    return try candidates.enumerated().map { index, candidate in
      inspector.expect(candidates, after: index)
      return try inspector.look(into: candidate).content
    }
  }

  @Test("a file over which the decoder ends costs no other file its facts")
  func guilty() throws {
    var texts = (0..<150).map { $0 % 3 == 0 ? "other" : "photo" }
    texts[17] = "signal 11"
    texts[18] = "signal 6"
    texts[100] = "signal 9"
    let contents = try inspect(texts)
    for (text, content) in zip(texts, contents) {
      switch text {
      case "other": #expect(content == .unknown(isSomethingElse: true))
      case "photo": #expect(content == .unknown(isSomethingElse: false))
      case let text:
        let number = try #require(Int32(text.split(separator: " ")[1]))
        #expect(content == .failed(.signal(number)))
      }
    }
  }

  @Test("more answers than files are none; several messages for one request are")
  func counts() throws {
    #expect(try inspect(["more"]) == [.failed(.nonsense)])
    #expect(
      try inspect(["in two", "other"]) == [
        .unknown(isSomethingElse: false), .unknown(isSomethingElse: true),
      ])
  }

  // MARK: - Nothing left behind

  @Test("a thousand kills leave no process, no descriptor and no wrong picture")
  func kills() async {
    await #expect(processExitsWith: .success) {
      let place = try TemporaryFolder("kills")
      try place.write(try Golden.bytes("marks-1.jpg"), to: "a.jpg")
      let file = try PhotoDoor().open(AssetPath(place.path(of: "a.jpg")))
      let client = DecoderClient(Decoders.real, report: DecoderReport())
      let request = DecodeRequest(format: .jpeg, target: PixelSize(width: 32, height: 24))
      let wanted = try client.thumbnail(file, request).0
      let before = Decoders.leftovers
      let count = pp_child_sanitizer() == 0 ? 1_000 : 50
      for round in 0..<count {
        if let process = client.processIdentifier { kill(process, SIGKILL) }
        // Killed before the request was sent, or while it was on its way: either is allowed.
        for attempt in 0... {
          guard attempt < 3 else { exit(1) }
          if let (thumbnail, _) = try? client.thumbnail(file, request) {
            guard thumbnail == wanted else { exit(2) }
            break
          }
        }
        if round % 100 == 0, Decoders.leftovers != before { exit(3) }
      }
      let after = Decoders.leftovers
      guard after.children == before.children else { exit(4) }
      guard after.files == before.files else { exit(5) }
      // Open until here.
      guard file.byteCount > 0 else { exit(6) }
      DecoderProgram.endAll()
      guard Decoders.leftovers.children == 0 else { exit(7) }
      exit(0)
    }
  }
}
