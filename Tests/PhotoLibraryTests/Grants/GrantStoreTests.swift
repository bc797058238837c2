import Dispatch
import Glibc
import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite("the grant store", .timeLimit(.minutes(2)))
struct GrantStoreTests {
  private let world: GrantWorld
  private let file: FileName

  init() throws {
    world = try GrantWorld()
    file = world.folder.path(of: "data/photopick/grants/org.example.Collage.json")
  }

  private func write(_ grant: Grant) throws {
    #expect(try world.store.update(world.client) { _ in grant } == .grant(grant))
  }

  /// The kind of the problem that a client's document has.
  private var problem: GrantProblem.Kind? {
    if case .unusable(let problem) = world.store.entry(of: world.client) {
      problem.kind
    } else {
      nil
    }
  }

  @Test("what was written is read; files are for the user alone")
  func writes() throws {
    let store = world.store
    #expect(store.entry(of: world.client) == .none)
    #expect(try store.clients() == [])
    #expect(!TestFiles.exists(store.folder))
    let grant = try world.grant(["a.jpg", "album/c.jpg"])
    try write(grant)
    #expect(store.entry(of: world.client) == .grant(grant))
    #expect(try store.clients() == [world.client])
    #expect(store.file(of: world.client) == file)
    #expect(TestFiles.mode(file) == 0o600)
    #expect(TestFiles.mode(store.folder) == 0o700)
    #expect(TestFiles.names(in: store.folder) == [".lock", "org.example.Collage.json"])
  }

  @Test("giving nothing changes nothing")
  func keeps() throws {
    #expect(try world.store.update(world.client) { _ in nil } == .none)
    #expect(!TestFiles.exists(file))
    let grant = try world.grant(["a.jpg"])
    try write(grant)
    #expect(try world.store.update(world.client) { _ in nil } == .grant(grant))
  }

  @Test(
    "a document that can't be relied upon denies, and says what is wrong",
    arguments: ["garbage", "", "{}", "{\"version\": 1}", "[]", "{\"version\": 2}"])
  func corrupt(text: String) throws {
    try write(try world.grant(["a.jpg"]))
    try TestFiles.write(Array(text.utf8), to: file)
    let kind = try #require(problem)
    switch kind {
    case .corrupt: break
    case .newer(let version): #expect(version == 2)
    default: Issue.record("\(kind)")
    }
  }

  @Test("a document that others can write, with two names, or behind a link denies")
  func foreign() throws {
    try write(try world.grant(["a.jpg"]))
    for mode in [0o620, 0o602, 0o666] as [mode_t] {
      _ = unsafe TestFiles.withPath(file) { unsafe chmod($0, mode) }
      #expect(problem == .writableByOthers)
    }
    _ = unsafe TestFiles.withPath(file) { unsafe chmod($0, 0o600) }
    let (from, other) = (file, world.folder.path(of: "second"))
    let made = unsafe TestFiles.withPath(from) { from in
      unsafe TestFiles.withPath(other) { unsafe link(from, $0) }
    }
    try #require(made == 0)
    #expect(problem == .notOwn)
    TestFiles.remove(file)
    #expect(world.store.entry(of: world.client) == .none)
    try world.folder.link("data/photopick/grants/org.example.Collage.json", to: other)
    #expect(problem == .symlink)
    TestFiles.remove(file)
    _ = unsafe TestFiles.withPath(file) { unsafe mkfifo($0, 0o600) }
    #expect(problem == .notFile)
    TestFiles.remove(file)
    _ = unsafe TestFiles.withPath(file) { unsafe mkdir($0, 0o700) }
    #expect(problem == .notFile)
  }

  @Test("somebody else's document and folder deny", .enabled(if: geteuid() == 0))
  func otherOwner() throws {
    try write(try world.grant(["a.jpg"]))
    _ = unsafe TestFiles.withPath(file) { unsafe chown($0, 12_345, 12_345) }
    #expect(problem == .notOwn)
    _ = unsafe TestFiles.withPath(file) { unsafe chown($0, 0, 0) }
    #expect(problem == nil)
    for folder in [world.store.folder, world.folder.path(of: "data/photopick")] {
      _ = unsafe TestFiles.withPath(folder) { unsafe chown($0, 12_345, 12_345) }
      #expect(problem == .notOwn)
      #expect(throws: GrantProblem.self) { try world.store.update(world.client) { _ in nil } }
      _ = unsafe TestFiles.withPath(folder) { unsafe chown($0, 0, 0) }
    }
  }

  @Test("a folder that is a link denies, and nothing is written behind it")
  func linkedFolder() throws {
    try world.folder.makeFolder("elsewhere")
    try world.folder.link("data/photopick", to: world.folder.path(of: "elsewhere"))
    let grant = try world.grant(["a.jpg"])
    #expect(throws: GrantProblem(file: world.store.folder, kind: .symlink)) {
      try world.store.update(world.client) { _ in grant }
    }
    #expect(TestFiles.names(in: world.folder.path(of: "elsewhere")) == [])
  }

  @Test("a document longer than the limit denies without being read whole")
  func tooLarge() throws {
    try write(try world.grant(["a.jpg"]))
    _ = unsafe TestFiles.withPath(file) {
      unsafe truncate($0, off_t(GrantDocument.byteLimit) + 1)
    }
    #expect(problem == .tooLarge)
  }

  @Test("a problem is replaced only by somebody who was told of it")
  func replacesProblem() throws {
    let grant = try world.grant(["a.jpg"])
    try write(grant)
    try TestFiles.write(Array("x".utf8), to: file)
    var seen: GrantStore.Entry?
    try world.store.update(world.client) { entry in
      seen = entry
      return nil
    }
    guard case .unusable = try #require(seen) else {
      Issue.record("\(String(describing: seen))")
      return
    }
    #expect(try TestFiles.read(file) == Array("x".utf8))
    try write(grant)
    #expect(world.store.entry(of: world.client) == .grant(grant))
  }

  @Test("a writer that is killed before the new document is in place leaves the old one")
  func killed() async throws {
    var grant = try world.grant(["a.jpg"])
    try write(grant)
    let folder = world.store.folder.displayString
    await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as String] in
      var store = GrantStore(folder: FileName(folder))
      store.beforeRename = { raise(SIGKILL) }
      guard let client = ClientID("org.example.Collage") else { return }
      try store.update(client) { entry in
        guard case .grant(var grant) = entry else { return nil }
        grant.decision = .denied
        grant.approved = []
        return grant
      }
    }
    #expect(TestFiles.exists(FileName(folder + "/.new")))
    #expect(world.store.entry(of: world.client) == .grant(grant))
    // The lock went with its holder, and what was left goes with the next change.
    grant.reason = "another"
    try write(grant)
    #expect(TestFiles.names(in: world.store.folder) == [".lock", "org.example.Collage.json"])
  }

  @Test("while one writes the other waits, and gives up with a clear message")
  func locked() throws {
    let grant = try world.grant(["a.jpg"])
    var impatient = world.store
    impatient.patience = 30
    let store = impatient
    var inner: GrantProblem?
    try world.store.update(world.client) { _ in
      do throws(GrantProblem) {
        try store.update(world.client) { _ in nil }
      } catch {
        inner = error
      }
      return grant
    }
    #expect(inner == GrantProblem(file: store.folder + "/.lock", kind: .locked))
    #expect(store.entry(of: world.client) == .grant(grant))
  }

  @Test("of many writers at once none loses what another wrote")
  func writers() throws {
    let names = (0..<24).map { FileName("p\($0).jpg") }
    for name in names { try world.folder.write(name.bytes, to: "library/" + name) }
    let whole = try world.grant(names)
    var empty = whole
    empty.approved = []
    try write(empty)
    let store = world.store
    let client = world.client
    DispatchQueue.concurrentPerform(iterations: names.count) { index in
      do throws(GrantProblem) {
        try store.update(client) { entry in
          guard case .grant(var grant) = entry else { return nil }
          grant.approved.append(whole.approved[index])
          return grant
        }
      } catch {
        Issue.record(error)
      }
    }
    guard case .grant(let grant) = store.entry(of: client) else {
      Issue.record("\(store.entry(of: client))")
      return
    }
    #expect(Set(grant.approved) == Set(whole.approved))
    #expect(Set(try world.contents(grant)) == Set(names.map(\.displayString)))
  }

}
