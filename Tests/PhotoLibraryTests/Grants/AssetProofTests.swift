import Glibc
import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite("approved files are known by identity", .timeLimit(.minutes(2)))
struct AssetProofTests {
  @Test("a file that was renamed or moved within the library is still approved")
  func moved() throws {
    let world = try GrantWorld()
    let grant = try world.grant(["a.jpg", "b.jpg"])
    try #require(TestFiles.rename(world.photo("a.jpg"), to: world.photo("album/z.jpg")))
    #expect(try world.contents(grant) == ["a.jpg", "b.jpg"])
    let photos = grant.photos()
    #expect(photos.moved == [0: "album/z.jpg"])
    #expect(photos.approved.refusals == [])
    // Noted, it is found without going through the library.
    let noted = grant.moving(photos.moved)
    #expect(noted.photos().moved == [:])
    #expect(try world.contents(noted) == ["a.jpg", "b.jpg"])
  }

  @Test("two files that exchange their names stay approved each for itself")
  func exchanged() throws {
    let world = try GrantWorld()
    let grant = try world.grant(["a.jpg"])
    try #require(TestFiles.rename(world.photo("a.jpg"), to: world.photo("t")))
    try #require(TestFiles.rename(world.photo("b.jpg"), to: world.photo("a.jpg")))
    try #require(TestFiles.rename(world.photo("t"), to: world.photo("b.jpg")))
    #expect(try world.contents(grant) == ["a.jpg"])
    #expect(grant.photos().moved == [0: "b.jpg"])
  }

  @Test("another file that takes the name is not approved, and the refusal says so")
  func replaced() throws {
    let world = try GrantWorld()
    let grant = try world.grant(["a.jpg"])
    try world.folder.write("secret", to: "library/new")
    try #require(TestFiles.rename(world.photo("new"), to: world.photo("a.jpg")))
    let photos = grant.photos()
    #expect(photos.approved.paths == [])
    #expect(
      photos.approved.refusals == [FileError(path: world.photo("a.jpg"), kind: .replacedByFile)])
  }

  @Test("a file that is replaced after the set was made is not opened")
  func replacedLater() throws {
    let world = try GrantWorld()
    let photos = try world.grant(["a.jpg"]).photos()
    let path = try #require(photos.approved.paths.first)
    try world.folder.write("secret", to: "library/new")
    try #require(TestFiles.rename(world.photo("new"), to: world.photo("a.jpg")))
    #expect(throws: FileError(path: world.photo("a.jpg"), kind: .replacedByFile)) {
      _ = try PhotoDoor(approved: photos.approved).open(path)
    }
  }

  @Test("a file that is gone is missing")
  func gone() throws {
    let world = try GrantWorld()
    let grant = try world.grant(["a.jpg", "b.jpg"])
    TestFiles.remove(world.photo("a.jpg"))
    let photos = grant.photos()
    #expect(kinds(photos.approved.refusals) == [.missing])
    #expect(try world.contents(grant) == ["b.jpg"])
  }

  @Test("an edit in place keeps the approval")
  func edited() throws {
    let world = try GrantWorld()
    let grant = try world.grant(["a.jpg"])
    try TestFiles.write(Array("edited, and longer".utf8), to: world.photo("a.jpg"))
    #expect(try world.contents(grant) == ["edited, and longer"])
  }

  @Test("a hard link in the library is the same file; the second name counts once")
  func hardLink() throws {
    let world = try GrantWorld()
    let grant = try world.grant(["a.jpg"])
    let (from, to) = (world.photo("a.jpg"), world.photo("album/link.jpg"))
    let made = unsafe TestFiles.withPath(from) { from in
      unsafe TestFiles.withPath(to) { unsafe link(from, $0) }
    }
    try #require(made == 0)
    #expect(try world.contents(grant) == ["a.jpg"])
    TestFiles.remove(from)
    #expect(try world.contents(grant) == ["a.jpg"])
    #expect(try world.grant(["album/link.jpg", "album/link.jpg"]).photos().approved.count == 1)
  }

  @Test("a file moved out of the library is not approved any more, not through a link either")
  func movedOut() throws {
    let world = try GrantWorld()
    let grant = try world.grant(["a.jpg"])
    try #require(TestFiles.rename(world.photo("a.jpg"), to: world.folder.path(of: "out.jpg")))
    #expect(kinds(grant.photos().approved.refusals) == [.missing])
    try world.folder.link("library/a.jpg", to: "../out.jpg")
    #expect(grant.photos().approved.paths == [])
  }

  @Test("another folder under the library's name approves nothing; the same one moved is not found")
  func anotherLibrary() throws {
    let world = try GrantWorld()
    let grant = try world.grant(["a.jpg"])
    try #require(TestFiles.rename(world.library, to: world.folder.path(of: "old")))
    #expect(kinds(grant.photos().approved.refusals) == [.missing])
    try world.folder.write("secret", to: "library/a.jpg")
    let photos = grant.photos()
    #expect(kinds(photos.approved.refusals) == [.libraryReplaced])
    #expect(photos.approved.paths == [] && photos.libraries == [])
    // Not even when the approved file itself is put there.
    try #require(
      TestFiles.rename(world.folder.path(of: "old/a.jpg"), to: world.photo("a.jpg")))
    #expect(grant.photos().approved.paths == [])
  }

  @Test("what the caller limits itself to leaves out the rest without a word")
  func narrowed() throws {
    let world = try GrantWorld()
    let grant = try world.grant(["a.jpg", "album/c.jpg"])
    let photos = grant.photos(within: [world.photo("album")])
    #expect(photos.approved.paths.map(\.fileName) == [world.photo("album/c.jpg")])
    #expect(photos.approved.refusals == [])
    #expect(grant.photos(within: ["/etc"]).approved.count == 0)
  }

  /// The inode number of a path.
  private func inode(_ path: FileName) -> UInt64? {
    var status = stat()
    let result = unsafe TestFiles.withPath(path) { unsafe stat($0, &status) }
    return result == 0 ? UInt64(status.st_ino) : nil
  }

  @Test(
    "a file that gets the approved one's inode number and name is not approved",
    arguments: ["/tmp", "/dev/shm"])
  func inodeReuse(base: String) throws {
    var template = Array("\(base)/photopick-inode-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { return }  // No such file system here.
    let folder = FileName(bytes: template.dropLast().map { UInt8(bitPattern: $0) })
    defer { TestFiles.remove(folder) }
    let path = folder + "/a.jpg"
    try TestFiles.write(Array("approved".utf8), to: path)
    let approval = Approval([folder])
    let client = try #require(ClientID("c"))
    let grant = Grant(
      client: client, decision: .limited, at: 0, libraries: approval.libraries,
      approved: try approval.entries(of: Approval.Photo(path: path)))
    #expect(grant.photos().approved.count == 1)
    let old = try #require(inode(path))
    for round in 0..<200 {
      TestFiles.remove(path)
      try TestFiles.write(Array("secret \(round)".utf8), to: path)
      // ext4 gives the lowest free number again at once, tmpfs counts on.
      let isReused = inode(path) == old
      #expect(grant.photos().approved.count == 0, "round \(round), inode reused: \(isReused)")
    }
  }

  @Test("without what lasts, device, inode, length and time of modification must be the same")
  func weak() throws {
    let world = try GrantWorld()
    var grant = try world.grant(["a.jpg"])
    let path = world.photo("a.jpg")
    let descriptor = unsafe TestFiles.withPath(path) { unsafe open($0, O_RDWR | O_CLOEXEC) }
    defer { close(descriptor) }
    let facts = try FileFacts(of: descriptor)
    let proof = AssetProof(inode: facts.inode, birth: nil, handle: nil, content: facts.content)
    grant.approved = [
      Grant.ApprovedFile(library: 0, way: "a.jpg", proof: proof, isPart: false)
    ]
    #expect(grant.photos().approved.count == 1)
    try #require(TestFiles.rename(path, to: world.photo("z.jpg")))
    #expect(grant.photos().moved == [0: "z.jpg"])
    var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
    try #require(unsafe futimens(descriptor, &times) == 0)
    #expect(grant.photos().approved.count == 0)
  }

  @Test("a proof of nothing holds for nothing")
  func empty() throws {
    let world = try GrantWorld()
    let descriptor = unsafe TestFiles.withPath(world.library) { unsafe open($0, O_RDONLY) }
    defer { close(descriptor) }
    let facts = try FileFacts(of: descriptor)
    for proof in [
      AssetProof(inode: nil, birth: nil, handle: nil, content: nil),
      AssetProof(inode: facts.inode, birth: nil, handle: nil, content: nil),
      AssetProof(inode: nil, birth: facts.birth, handle: nil, content: nil),
    ] {
      #expect(!proof.holds(for: facts))
    }
    #expect(facts.proof.holds(for: facts))
  }
}
