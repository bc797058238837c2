import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite("the table of mounts")
struct MountTableTests {
  private static let text = """
    21 1 254:0 / / rw,relatime shared:1 - ext4 /dev/root rw
    22 21 0:5 / /dev rw - devtmpfs devtmpfs rw
    30 21 254:1 / /home rw - ext4 /dev/vdb rw
    31 21 254:1 /ann /mnt/ann rw - ext4 /dev/vdb rw
    32 21 254:1 /ann/Pictures/2024 /srv/two\\040words rw - ext4 /dev/vdb rw
    33 21 254:1 /bob /mnt/bob rw - ext4 /dev/vdb rw
    34 21 254:0 / /mnt/host rw - ext4 /dev/root rw

    nonsense
    """

  private func ways(_ path: String) -> [String] {
    MountTable(parsing: Array(Self.text.utf8)).ways(to: PathComponents(Array(path.utf8)))
      .map { "/" + String(decoding: PathComponents.join($0.parts), as: UTF8.self) }
  }

  @Test("a folder is reached by bind mounts of what is above it and of what is below it")
  func binds() {
    #expect(
      ways("/home/ann/Pictures") == [
        "/home/ann/Pictures", "/mnt/ann/Pictures", "/srv/two words",
      ])
    #expect(ways("/home/bob/x") == ["/home/bob/x", "/mnt/bob/x"])
    #expect(ways("/srv/photos") == ["/srv/photos", "/mnt/host/srv/photos"])
    #expect(ways("/home/carol") == ["/home/carol"])
  }

  @Test("what lies under the last mount of a place counts, and another device does not")
  func covered() {
    let text = Self.text + "\n40 21 0:40 / /home/ann rw - tmpfs tmpfs rw\n"
    let table = MountTable(parsing: Array(text.utf8))
    let ways = table.ways(to: PathComponents(Array("/home/ann/Pictures".utf8)))
    #expect(ways.count == 1)
  }

  @Test("the running kernel's table has the root")
  func kernel() throws {
    #expect(try MountTable.ofProcess().mounts.contains { $0.point.parts.isEmpty })
  }
}
