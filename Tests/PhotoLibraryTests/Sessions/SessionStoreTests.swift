import Glibc
import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite("The store of unfinished sessions")
struct SessionStoreTests {
  private let folder: TemporaryFolder
  private let store: SessionStore

  init() throws {
    folder = try TemporaryFolder("sessions")
    store = SessionStore(folder: folder.path(of: "state/photopick/unfinished"))
  }

  private func path(_ id: String) -> FileName {
    folder.path(of: FileName("state/photopick/unfinished/\(id).json"))
  }

  @Test("a document is read back, 0600 in 0700, and nothing else is left in the folder")
  func keeps() throws {
    #expect(try store.ids() == [])
    try store.keep(Array("one".utf8), as: "1-a")
    try store.keep(Array("two".utf8), as: "2-b")
    try store.keep(Array("again".utf8), as: "1-a")
    #expect(try store.ids() == ["1-a", "2-b"])
    #expect(try store.read("1-a") == Array("again".utf8))
    #expect(TestFiles.mode(path("1-a")) == 0o600)
    #expect(TestFiles.mode(store.folder) == 0o700)
    #expect(TestFiles.names(in: store.folder).sorted() == ["1-a.json", "2-b.json"])
    store.remove("1-a")
    store.remove("9-never")
    #expect(try store.ids() == ["2-b"])
  }

  @Test("who goes on with a session has it alone, until that ends")
  func claims() throws {
    try store.keep(Array("one".utf8), as: "1-a")
    var first: SessionClaim? = try store.claim("1-a")
    #expect(first?.bytes == Array("one".utf8))
    let problem = #expect(throws: SessionProblem.self) { try store.claim("1-a") }
    #expect(problem?.isInUse == true)
    // It can be looked at, and it can be kept again.
    #expect(try store.read("1-a") == Array("one".utf8))
    first = nil
    _ = try store.claim("1-a")
    store.remove("1-a")
    #expect(throws: SessionProblem.self) { try store.claim("1-a") }
  }

  @Test("of too many the oldest go")
  func bounded() throws {
    for number in 0..<(SessionStore.maximumCount + 3) {
      try store.keep([0x7B], as: "1-\(number + 100)")
    }
    #expect(try store.ids().count == SessionStore.maximumCount)
    #expect(try store.ids().first == "1-103")
  }

  @Test(
    "a name that is a path, hidden, or in other letters is no document",
    arguments: ["", ".", "../1", "1/2", ".1", "a1", "1_", "1A", "1\u{0}", "é"])
  func names(id: String) throws {
    #expect(!SessionStore.isID(id))
    #expect(throws: SessionProblem.self) { try store.keep([1], as: id) }
    #expect(throws: SessionProblem.self) { try store.read(id) }
    store.remove(id)
  }

  @Test("what can't be relied upon is neither read nor removed, and does not hold up the others")
  func hostile() throws {
    try store.keep(Array("good".utf8), as: "5-good")
    let target = try folder.write("mine", to: "elsewhere")
    try folder.link("state/photopick/unfinished/1-link.json", to: target)
    try folder.makePipe("state/photopick/unfinished/2-pipe.json")
    try folder.makeFolder("state/photopick/unfinished/3-folder.json")
    let open = try folder.write("open", to: "state/photopick/unfinished/4-open.json")
    #expect(unsafe TestFiles.withPath(open) { unsafe chmod($0, 0o666) } == 0)
    let twice = try folder.write("twice", to: "state/photopick/unfinished/4-twice.json")
    let name = folder.path(of: "second name")
    let isLinked = unsafe TestFiles.withPath(twice) { old in
      unsafe TestFiles.withPath(name) { unsafe link(old, $0) }
    }
    #expect(isLinked == 0)
    for id in try store.ids() where id != "5-good" {
      let problem = #expect(throws: SessionProblem.self) { try store.read(id) }
      #expect(problem?.file == path(id) && problem?.reason.isEmpty == false)
      store.remove(id)
      #expect(try store.ids().contains(id))
    }
    for number in 0...SessionStore.maximumCount { try store.keep([1], as: "6-\(number + 100)") }
    #expect(try store.ids().prefix(5) == ["1-link", "2-pipe", "3-folder", "4-open", "4-twice"])
    #expect(try TestFiles.read(target) == Array("mine".utf8))
  }

  @Test("somebody else's document is refused", .enabled(if: getuid() == 0))
  func foreign() throws {
    try store.keep([1], as: "1-a")
    #expect(unsafe TestFiles.withPath(path("1-a")) { unsafe chown($0, 65_534, 65_534) } == 0)
    let problem = #expect(throws: SessionProblem.self) { try store.read("1-a") }
    #expect(problem?.reason.contains("somebody else") == true)
  }

  @Test("a folder that is a link is not followed")
  func linkedFolder() throws {
    try folder.makeFolder("other")
    try folder.makeFolder("state/photopick")
    try folder.link("state/photopick/unfinished", to: folder.path(of: "other"))
    #expect(throws: SessionProblem.self) { try store.keep([1], as: "1-a") }
    #expect(throws: SessionProblem.self) { try store.ids() }
    #expect(TestFiles.names(in: folder.path(of: "other")).isEmpty)
  }
}
