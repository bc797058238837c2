import Glibc
import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

/// A library and a store in a folder of their own.
struct GrantWorld {
  /// What both are in.
  let folder: TemporaryFolder
  /// The client.
  let client: ClientID

  /// Makes a library of photos, each of which contains its name.
  init(_ names: [FileName] = ["a.jpg", "b.jpg", "album/c.jpg"]) throws {
    folder = try TemporaryFolder("grants")
    client = try #require(ClientID("org.example.Collage"))
    for name in names { try folder.write(name.bytes, to: "library/" + name) }
  }

  /// The library's path.
  var library: FileName { folder.path(of: "library") }

  /// A path in the library.
  func photo(_ name: FileName) -> FileName { folder.path(of: "library/" + name) }

  /// The store.
  var store: GrantStore { GrantStore(folder: folder.path(of: "data/photopick/grants")) }

  /// A limited grant of these photos.
  func grant(_ names: [FileName]) throws -> Grant {
    let approval = Approval([library])
    #expect(approval.problems == [])
    return Grant(
      client: client, decision: .limited, reason: "a test", at: 1_764_563_833,
      libraries: approval.libraries,
      approved: try names.flatMap { try approval.entries(of: Approval.Photo(path: photo($0))) })
  }

  /// What the approved files of a grant contain, in order.
  func contents(_ grant: Grant) throws -> [String] {
    let photos = grant.photos()
    let door = PhotoDoor(approved: photos.approved)
    return try photos.approved.paths.map { path in
      String(decoding: try door.open(path).bytes(at: 0, count: 99), as: UTF8.self)
    }
  }
}

/// Joins names.
func + (left: FileName, right: FileName) -> FileName {
  FileName(bytes: left.bytes + right.bytes)
}

/// Says that an access went wrong with this reason.
func kinds(_ errors: [FileError]) -> [FileError.Kind] { errors.map(\.kind) }
