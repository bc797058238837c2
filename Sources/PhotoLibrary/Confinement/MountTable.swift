internal import Glibc
internal import PickerModel

/// The mounts of the process's namespace, from `/proc/self/mountinfo` (proc_pid_mountinfo(5)).
internal struct MountTable: Sendable {
  /// One mount.
  internal struct Mount: Hashable, Sendable {
    /// The device's numbers, `major:minor`.
    internal let device: String
    /// The folder of the file system that is mounted.
    internal let root: PathComponents
    /// Where it is.
    internal let point: PathComponents
  }

  /// The mounts, in the order in which the kernel tells them: later ones lie over earlier ones.
  internal let mounts: [Mount]

  /// Reads the table.
  ///
  /// - Throws: what keeps `/proc` from being read.
  internal static func ofProcess() throws(SystemError) -> MountTable {
    let file = try FileCalls.open(
      at: FileCalls.currentFolder, Array("/proc/self/mountinfo".utf8), for: .read)
    return MountTable(parsing: try PrivateFiles.contents(of: file.rawValue, limit: 64 << 20))
  }

  /// Takes the text of a table; lines that are none are left out.
  internal init(parsing bytes: [UInt8]) {
    mounts = bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      // ID, parent's ID, device, root, point, options and more.
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
      guard fields.count >= 5 else { return nil }
      return Mount(
        device: String(decoding: fields[2], as: UTF8.self),
        root: PathComponents(Self.unescaped(fields[3])),
        point: PathComponents(Self.unescaped(fields[4])))
    }
  }

  /// Blank, tab, newline and backslash are three octal digits behind a backslash.
  private static func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var index = field.startIndex
    while index < field.endIndex {
      let digits = field[index...].dropFirst().prefix(3)
      if field[index] == UInt8(ascii: "\\"), digits.count == 3,
        digits.allSatisfy({ (0x30...0x37).contains($0) })
      {
        bytes.append(UInt8(truncatingIfNeeded: digits.reduce(0) { $0 * 8 + Int($1 - 0x30) }))
        index += 4
      } else {
        bytes.append(field[index])
        index += 1
      }
    }
    return bytes
  }

  /// All paths by which a folder, or a part of it, can be reached: bind mounts of it, of what is above
  /// it, and of what is below it.
  ///
  /// - Parameter path: Its path without symbolic links.
  /// - Returns: The path itself, first, and the others.
  internal func ways(to path: PathComponents) -> [PathComponents] {
    var ways = [path]
    guard
      let own = mounts.last(where: { mount in
        path.behind(mount.point) != nil
          && !mounts.contains { other in
            other.point.parts.count > mount.point.parts.count && path.behind(other.point) != nil
          }
      }), let rest = path.behind(own.point)
    else { return ways }
    var inside = own.root
    inside.parts += rest
    for mount in mounts where mount.device == own.device {
      var way = mount.point
      if let below = inside.behind(mount.root) {
        way.parts += below
      } else if mount.root.behind(inside) == nil {
        continue
      }
      if !ways.contains(way) { ways.append(way) }
    }
    return ways
  }
}
