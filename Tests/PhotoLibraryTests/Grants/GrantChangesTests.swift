import Glibc
import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite("what is said about a client changes", .timeLimit(.minutes(2)))
struct GrantChangesTests {
  /// Everything that can happen to a grant.
  private enum Change: CaseIterable {
    case authorize
    case deny
    case approveA
    case approveLive
    case removeA
    case chooseB
    case chooseNothing
  }

  private static func sequences(_ length: Int) -> [[Change]] {
    length == 0
      ? [[]] : sequences(length - 1).flatMap { head in Change.allCases.map { head + [$0] } }
  }

  /// What a grant must be: its decision, and the approved photos in order.
  private struct Expected {
    var decision: Grant.Decision
    var names: [String] = []

    mutating func apply(_ change: Change) {
      switch change {
      case .authorize: (decision, names) = (.authorized, [])
      case .deny: (decision, names) = (.denied, [])
      case .approveA, .approveLive:
        guard decision != .authorized else { return }
        decision = .limited
        let new = change == .approveA ? ["a.jpg"] : ["live.jpg", "live.mov"]
        names += new.filter { !names.contains($0) }
      case .removeA: names.removeAll { $0 == "a.jpg" }
      case .chooseB: (decision, names) = (.limited, ["b.jpg"])
      case .chooseNothing: (decision, names) = (.limited, [])
      }
    }
  }

  /// Expects a change to have been made; `#expect` can't make one itself.
  private func done(
    _ isDone: Bool, is expected: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(isDone == expected, sourceLocation: sourceLocation)
  }

  @Test("every sequence of four changes leads where it should")
  func everySequence() throws {
    let world = try GrantWorld(["a.jpg", "b.jpg", "live.jpg", "live.mov"])
    let approval = Approval([world.library])
    func entries(_ names: FileName...) throws -> [Grant.ApprovedFile] {
      try approval.entries(
        of: Approval.Photo(
          path: world.photo(names[0]), parts: names.dropFirst().map { world.photo($0) }))
    }
    let (a, b) = (try entries("a.jpg"), try entries("b.jpg"))
    let live = try entries("live.jpg", "live.mov")
    #expect(live.map(\.isPart) == [false, true])
    for start in Grant.Decision.allCases {
      for sequence in Self.sequences(4) {
        var grant = Grant(
          client: world.client, decision: start, at: 1, libraries: approval.libraries)
        var expected = Expected(decision: start)
        for change in sequence {
          expected.apply(change)
          switch change {
          case .authorize: grant.authorize(approval.libraries, at: 2)
          case .deny: grant.deny(at: 2)
          case .approveA: done(grant.approve(a, of: approval.libraries, at: 2))
          case .approveLive: done(grant.approve(live, of: approval.libraries, at: 2))
          case .removeA: grant.remove(grant.approvedFiles(at: world.photo("a.jpg")), at: 2)
          case .chooseB:
            done(grant.choose(b, of: approval.libraries, insteadOf: grant.approved, at: 2))
          case .chooseNothing:
            done(grant.choose([], of: approval.libraries, insteadOf: grant.approved, at: 2))
          }
        }
        #expect(grant.decision == expected.decision, "\(start) \(sequence)")
        #expect(
          grant.approved.map(\.way.displayString) == expected.names, "\(start) \(sequence)")
        #expect(grant.libraries.count == 1)
        // What can be said can be noted.
        let bytes = GrantDocument.encoded(grant)
        #expect(try GrantDocument.decoded(bytes, of: world.client) == grant)
      }
    }
  }

  @Test("a photo takes its other files along, one of those leaves alone")
  func parts() throws {
    let world = try GrantWorld(["a.jpg", "live.jpg", "live.mov", "live.xmp", "z.jpg"])
    let approval = Approval([world.library])
    var grant = try world.grant(["a.jpg"])
    let live = try approval.entries(
      of: Approval.Photo(
        path: world.photo("live.jpg"),
        parts: [world.photo("live.mov"), world.photo("live.xmp"), world.photo("missing")]))
    done(grant.approve(live, of: approval.libraries, at: 3))
    done(
      grant.approve(
        try approval.entries(of: Approval.Photo(path: world.photo("z.jpg"))),
        of: approval.libraries, at: 3))
    #expect(grant.approvedCount == 3 && grant.approved.count == 5)
    #expect(grant.photos().approved.photoCount == 3)
    var one = grant
    one.remove(one.approvedFiles(at: world.photo("live.mov")), at: 4)
    #expect(one.approved.map(\.way) == ["a.jpg", "live.jpg", "live.xmp", "z.jpg"])
    grant.remove(grant.approvedFiles(at: world.photo("live.jpg")), at: 4)
    #expect(grant.approved.map(\.way) == ["a.jpg", "z.jpg"])
  }

  @Test("what somebody approved while another was choosing stays approved")
  func concurrent() throws {
    let world = try GrantWorld()
    let approval = Approval([world.library])
    let seen = try world.grant(["a.jpg", "b.jpg"])
    var now = seen
    let c = try approval.entries(of: Approval.Photo(path: world.photo("album/c.jpg")))
    done(now.approve(c, of: approval.libraries, at: 2))
    done(now.choose([seen.approved[1]], of: approval.libraries, insteadOf: seen.approved, at: 3))
    #expect(now.approved.map(\.way) == ["b.jpg", "album/c.jpg"])
  }

  @Test("libraries are kept apart, and a file is taken for that of its own")
  func libraries() throws {
    let world = try GrantWorld(["one/a.jpg", "two/a.jpg", "two/inner/b.jpg"])
    let (one, two) = (world.photo("one"), world.photo("two"))
    let first = Approval([one])
    let second = Approval([two, world.photo("two/inner")])
    var grant = Grant(client: world.client, decision: .denied, at: 1)
    done(
      grant.approve(
        try first.entries(of: Approval.Photo(path: world.photo("one/a.jpg"))),
        of: first.libraries, at: 1))
    done(
      grant.approve(
        try ["two/a.jpg", "two/inner/b.jpg"].flatMap {
          try second.entries(of: Approval.Photo(path: world.photo($0)))
        }, of: second.libraries, at: 1))
    #expect(grant.approved.map(\.library) == [0, 1, 2])
    #expect(try world.contents(grant) == ["one/a.jpg", "two/a.jpg", "two/inner/b.jpg"])
    #expect(throws: FileError.self) {
      _ = try first.entries(of: Approval.Photo(path: world.photo("two/a.jpg")))
    }
    let other = FileIdentity(device: 1, inode: 2)
    #expect(throws: FileError(path: one + "/a.jpg", kind: .replacedByFile)) {
      _ = try first.entries(of: Approval.Photo(path: one + "/a.jpg", identity: other))
    }
  }

  @Test("more than a grant can hold changes nothing")
  func full() throws {
    let world = try GrantWorld()
    var grant = try world.grant(["a.jpg"])
    let before = grant
    let proof = { (number: Int) in
      AssetProof(
        inode: UInt64(number), birth: FileTime(seconds: 1), handle: nil, content: nil)
    }
    let files = (0..<Grant.approvedLimit).map { number in
      Grant.ApprovedFile(
        library: 0, way: FileName("p\(number)"), proof: proof(number), isPart: false)
    }
    done(grant.approve(files, of: before.libraries, at: 9), is: false)
    #expect(grant == before)
    done(grant.approve(Array(files.dropLast()), of: before.libraries, at: 9))
    #expect(GrantDocument.encoded(grant).count < GrantDocument.byteLimit)
  }
}
