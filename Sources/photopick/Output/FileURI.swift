internal import Glibc
import PickerModel

/// Makes `file:` URIs of paths (RFC 8089, percent-encoding by RFC 3986).
enum FileURI {
  /// The URI of a path; relative paths are taken from the current folder.
  ///
  /// `.` and empty components go. A path with `..` has its folder resolved by the file system, for a
  /// URI's reader would drop the component before it, which is wrong behind a symbolic link.
  static func of(_ path: AssetPath) -> String {
    "file://" + encoded(absolute(path))
  }

  /// The absolute path's bytes.
  static func absolute(_ path: AssetPath) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    var bytes = path.bytes
    if bytes.first != slash { bytes = currentFolder() + [slash] + bytes }
    var components = bytes.split(separator: slash).filter { $0 != [UInt8(ascii: ".")] }
    let parent = [UInt8(ascii: "."), UInt8(ascii: ".")][...]
    if components.contains(parent), let name = components.last, name != parent {
      let folder = [slash] + components.dropLast().joined(separator: [slash])
      if let resolved = resolve(Array(folder)) {
        components = resolved.split(separator: slash) + [name]
        return [slash] + components.joined(separator: [slash])
      }
    }
    return [slash] + components.joined(separator: [slash])
  }

  /// Percent-encodes all bytes but the unreserved ones and `/`.
  static func encoded(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        text.append(byte)
      default:
        text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func currentFolder() -> [UInt8] {
    guard let buffer = unsafe getcwd(nil, 0) else { return [] }
    defer { unsafe free(buffer) }
    return unsafe bytes(of: buffer)
  }

  /// The path without symbolic links and dots (`realpath(3)`); nil where nothing is there.
  static func resolve(_ path: [UInt8]) -> [UInt8]? {
    let terminated = (path + [0]).map { CChar(bitPattern: $0) }
    guard let buffer = unsafe realpath(terminated, nil) else { return nil }
    defer { unsafe free(buffer) }
    return unsafe bytes(of: buffer)
  }

  private static func bytes(of pointer: UnsafeMutablePointer<CChar>) -> [UInt8] {
    let count = unsafe strlen(pointer)
    return (0..<count).map { unsafe UInt8(bitPattern: pointer[$0]) }
  }
}
