import Glibc
import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite("the administrator's word", .timeLimit(.minutes(2)))
struct AdministratorPolicyTests {
  private let folder: TemporaryFolder
  private let client: ClientID

  init() throws {
    folder = try TemporaryFolder("policy")
    client = try #require(ClientID("org.example.Collage"))
    try folder.makeFolder("etc")
    _ = unsafe TestFiles.withPath(folder.path(of: "etc")) { unsafe chmod($0, 0o755) }
  }

  private var file: FileName { folder.path(of: "etc/access.json") }

  private func policy(_ text: String) throws -> AdministratorPolicy {
    try TestFiles.write(Array(text.utf8), to: file)
    _ = unsafe TestFiles.withPath(file) { unsafe chmod($0, 0o644) }
    return AdministratorPolicy(from: file, owner: geteuid())
  }

  @Test("without a file nothing is limited")
  func absent() {
    for path in [file, folder.path(of: "none/access.json")] {
      let policy = AdministratorPolicy(from: path, owner: geteuid())
      #expect(!policy.isPresent && policy.problem == nil)
      #expect(policy.rule(for: client) == .everything)
    }
  }

  @Test("a client's rule stands in the place of the default one")
  func rules() throws {
    let policy = try policy(
      #"""
      {"version": 1, "default": {"access": "limited"},
       "clients": {"org.example.Collage": {"access": "authorized", "folders": ["/srv"]},
                   "spy": {"access": "restricted"}}}
      """#)
    #expect(policy.problem == nil && policy.isPresent)
    let rule = policy.rule(for: client)
    #expect(rule.ceiling == .authorized && rule.folders == ["/srv"])
    #expect(policy.rule(for: try #require(ClientID("spy"))).ceiling == .restricted)
    #expect(policy.rule(for: try #require(ClientID("other"))).ceiling == .limited)
    #expect(try self.policy(#"{"version": 1}"#).rule(for: client) == .everything)
  }

  @Test(
    "a file with a mistake in it restricts everybody",
    arguments: [
      "", "{}", "[]", #"{"version": 0}"#, #"{"version": 2}"#, #"{"version": 1, "x": 1}"#,
      #"{"version": 1, "default": {}}"#, #"{"version": 1, "default": {"acces": "restricted"}}"#,
      #"{"version": 1, "default": {"access": "all"}}"#, #"{"version": 1, "default": "limited"}"#,
      #"{"version": 1, "clients": []}"#,
      #"{"version": 1, "clients": {"a/b": {"access": "limited"}}}"#,
      #"{"version": 1, "clients": {"a": {"access": "limited", "folders": "/srv"}}}"#,
      #"{"version": 1, "clients": {"a": {"access": "limited", "folders": ["srv"]}}}"#,
      #"{"version": 1, "version": 1}"#, #"{"version": 1"#,
    ])
  func mistakes(text: String) throws {
    let policy = try policy(text)
    #expect(policy.problem?.file == file)
    #expect(policy.rule(for: client).ceiling == .restricted)
  }

  @Test("a file or folder that others can write, or a link, restricts everybody")
  func untrusted() throws {
    let good = #"{"version": 1}"#
    #expect(try policy(good).problem == nil)
    for (path, mode) in [
      (file, 0o664), (file, 0o646), (folder.path(of: "etc"), 0o775),
      (folder.path(of: "etc"), 0o757),
    ] as [(FileName, mode_t)] {
      _ = unsafe TestFiles.withPath(path) { unsafe chmod($0, mode) }
      let policy = AdministratorPolicy(from: file, owner: geteuid())
      #expect(policy.problem?.kind == .writableByOthers)
      #expect(policy.rule(for: client).ceiling == .restricted)
      _ = unsafe TestFiles.withPath(path) { unsafe chmod($0, path == file ? 0o644 : 0o755) }
    }
    #expect(AdministratorPolicy(from: file, owner: geteuid() &+ 1).problem?.kind == .notOwn)
    try #require(TestFiles.rename(file, to: folder.path(of: "etc/real.json")))
    try folder.link("etc/access.json", to: "real.json")
    #expect(AdministratorPolicy(from: file, owner: geteuid()).problem?.kind == .symlink)
    TestFiles.remove(file)
    try folder.makeFolder("etc/access.json")
    #expect(AdministratorPolicy(from: file, owner: geteuid()).problem?.kind == .notFile)
  }

  /// What the state must be: the lower one of what the person said and the ceiling.
  private static let table:
    [(AuthorizationStatus, AdministratorPolicy.Ceiling, AuthorizationStatus)] =
      [
        (.notDetermined, .authorized, .notDetermined), (.notDetermined, .limited, .notDetermined),
        (.notDetermined, .restricted, .restricted), (.authorized, .authorized, .authorized),
        (.authorized, .limited, .limited), (.authorized, .restricted, .restricted),
        (.limited, .authorized, .limited), (.limited, .limited, .limited),
        (.limited, .restricted, .restricted), (.denied, .authorized, .denied),
        (.denied, .limited, .denied), (.denied, .restricted, .restricted),
      ]

  @Test("the state is what the person said, as far as the administrator allows it")
  func states() throws {
    for (said, ceiling, expected) in Self.table {
      #expect(ClientAccess.status(said, under: ceiling) == expected)
      let world = try GrantWorld()
      var entry = GrantStore.Entry.none
      switch said {
      case .authorized:
        var grant = try world.grant([])
        grant.authorize(grant.libraries, at: 5)
        entry = .grant(grant)
      case .limited: entry = .grant(try world.grant(["a.jpg"]))
      case .denied: entry = .grant(Grant(client: client, decision: .denied, at: 1))
      case .notDetermined, .restricted: break
      }
      let access = ClientAccess(
        client: client, entry: entry,
        policy: try policy(#"{"version": 1, "default": {"access": "\#(ceiling.rawValue)"}}"#))
      #expect(access.status == expected)
      #expect((access.bounds() != nil) == (expected == .authorized))
      #expect((access.photos() != nil) == (expected == .limited))
      let count = access.photos()?.approved.count ?? 0
      #expect(count == (said == .limited && expected == .limited ? 1 : 0))
    }
  }

  @Test("a document that can't be relied upon denies, and a restriction stays one")
  func unusable() throws {
    let problem = GrantProblem(file: "/x", kind: .tooLarge)
    for (text, expected) in [
      (#"{"version": 1}"#, AuthorizationStatus.denied),
      (#"{"version": 1, "default": {"access": "restricted"}}"#, .restricted), ("x", .restricted),
    ] {
      let access = ClientAccess(
        client: client, entry: .unusable(problem), policy: try policy(text))
      #expect(access.status == expected)
      #expect(access.bounds() == nil && access.photos() == nil)
    }
  }

  @Test("of granted photos those outside of the administrator's folders are left out")
  func folders() throws {
    let world = try GrantWorld()
    let album = world.photo("album").displayString
    let text = #"{"version": 1, "default": {"access": "authorized", "folders": ["\#(album)"]}}"#
    let limited = ClientAccess(
      client: client, entry: .grant(try world.grant(["a.jpg", "album/c.jpg"])),
      policy: try policy(text))
    let photos = try #require(limited.photos())
    #expect(photos.approved.paths.map(\.fileName) == [world.photo("album/c.jpg")])
    #expect(kinds(photos.approved.refusals) == [.outsideLibrary])
    var grant = try world.grant([])
    grant.authorize(grant.libraries, at: 5)
    let all = ClientAccess(client: client, entry: .grant(grant), policy: try policy(text))
    let bounds = try #require(all.bounds())
    #expect(bounds.folders == [world.photo("album")])
    #expect(bounds.contains(world.photo("album/c.jpg")))
    #expect(!bounds.contains(world.photo("a.jpg")) && !bounds.contains(world.library))
    #expect(!all.rule.leaves(world.library) && all.rule.leaves(world.photo("album")))
    let door = PhotoDoor(within: bounds)
    #expect(throws: FileError(path: world.photo("a.jpg"), kind: .outsideLibrary)) {
      _ = try door.open(AssetPath(world.photo("a.jpg")))
    }
    _ = try door.open(AssetPath(world.photo("album/c.jpg")))
    try world.folder.link("library/album/out.jpg", to: "../a.jpg")
    #expect(throws: FileError.self) {
      _ = try door.open(AssetPath(world.photo("album/out.jpg")))
    }
  }

  @Test("folders that were exchanged after they were opened are not inside")
  func exchanged() throws {
    let world = try GrantWorld()
    let bounds = LibraryBounds(try world.grant([]).libraries, in: nil)
    #expect(bounds.contains(world.photo("a.jpg")))
    try #require(TestFiles.rename(world.library, to: world.folder.path(of: "old")))
    try world.folder.write("secret", to: "library/a.jpg")
    #expect(!bounds.contains(world.photo("a.jpg")))
    #expect(bounds.contains(world.folder.path(of: "old/a.jpg")))
  }
}
