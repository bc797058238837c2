internal import Glibc
public import PickerModel

/// Where a user's pictures are when no path is given.
public enum DefaultLocation {
  /// The pictures folder of the process's user.
  ///
  /// - Returns: see ``picturesFolder(environment:readFile:)``.
  public static func picturesFolder() -> FileName? {
    picturesFolder(
      environment: { name in
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe FileName(
          bytes: Array(
            UnsafeBufferPointer(start: value, count: strlen(value)).map { UInt8(bitPattern: $0) }))
      },
      readFile: { path in try? PathList.contents(of: path) })
  }

  /// The pictures folder by an environment and a file reader.
  ///
  /// `$XDG_PICTURES_DIR`; else what `user-dirs.dirs` in `$XDG_CONFIG_HOME` (or `~/.config`) names;
  /// else `~/Pictures`. A folder that is the home folder itself means "none", as for
  /// `xdg-user-dirs(1)`.
  ///
  /// - Parameters:
  ///   - environment: the value of a variable.
  ///   - readFile: a file's bytes, nil if it cannot be read.
  /// - Returns: an absolute path, not checked for existence; nil where even `$HOME` is not set.
  public static func picturesFolder(
    environment: (String) -> FileName?, readFile: (FileName) -> [UInt8]?
  ) -> FileName? {
    if let folder = environment("XDG_PICTURES_DIR"), isAbsolute(folder) { return folder }
    guard let home = environment("HOME"), isAbsolute(home) else { return nil }
    var configuration = FolderPath.join(home, ".config")
    if let folder = environment("XDG_CONFIG_HOME"), isAbsolute(folder) { configuration = folder }
    if let bytes = readFile(FolderPath.join(configuration, "user-dirs.dirs")),
      let folder = picturesFolder(inUserDirectories: bytes, home: home),
      FolderPath.trimmed(folder) != FolderPath.trimmed(home)
    {
      return folder
    }
    return FolderPath.join(home, "Pictures")
  }

  private static func isAbsolute(_ path: FileName) -> Bool {
    path.bytes.first == UInt8(ascii: "/")
  }

  /// Reads the last `XDG_PICTURES_DIR="…"` line, the way a shell would: `$HOME/` or `/` begins it,
  /// a backslash protects the next byte.
  private static func picturesFolder(
    inUserDirectories bytes: [UInt8], home: FileName
  ) -> FileName? {
    var found: FileName?
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let line = line.drop { $0 == 0x20 || $0 == 0x09 }
      let key = Array("XDG_PICTURES_DIR=\"".utf8)
      guard line.starts(with: key) else { continue }
      var value: [UInt8] = []
      var rest = line.dropFirst(key.count)
      let variable = Array("$HOME".utf8)
      if rest.starts(with: variable) {
        rest = rest.dropFirst(variable.count)
        guard rest.first == UInt8(ascii: "/") || rest.first == UInt8(ascii: "\"") else { continue }
        value = FolderPath.trimmed(home).bytes
      }
      var isClosed = false
      while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "\"") {
          isClosed = true
          break
        }
        if byte == UInt8(ascii: "\\"), let next = rest.popFirst() {
          value.append(next)
        } else {
          value.append(byte)
        }
      }
      let folder = FileName(bytes: value)
      if isClosed, isAbsolute(folder) { found = FolderPath.trimmed(folder) }
    }
    return found
  }
}
