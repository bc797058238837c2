internal import Glibc
internal import PickerModel

/// What the program itself has to read: nothing of it is anybody's photo.
internal enum OwnNeeds {
  /// A place and what may be done there.
  internal struct Need {
    /// The path; what is not there is left out.
    internal let path: FileName
    /// The rights, on everything below where it is a folder.
    internal let rights: FileRights

    fileprivate init(_ path: FileName, _ rights: FileRights) {
      self.path = path
      self.rights = rights
    }
  }

  /// What every command needs: itself, the shared libraries, words and zones of the system.
  internal static var program: [Need] {
    var needs = [Need("/proc/self/exe", [.readFile, .execute])]
    let mapped = mappedFiles()
    for file in mapped {
      let name = AssetPath(file).name
      // The kernel opens the loader to run it.
      let isLoader = name.bytes.starts(with: "ld-".utf8) || name.bytes.starts(with: "ld.so".utf8)
      needs.append(Need(file, isLoader ? [.readFile, .execute] : .readFile))
    }
    // Where the system's libraries are, their plugins are, too: codecs, character sets.
    let places = Set(mapped.map { AssetPath($0).folder })
    needs += places.filter { $0.bytes.starts(with: "/usr/".utf8) && isLibraryFolder($0) }
      .map { Need($0, .read) }
    needs += [
      "/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/localtime", "/etc/locale.alias",
      "/usr/share/zoneinfo", "/usr/lib/locale", "/usr/share/locale", "/usr/lib/gconv",
      "/sys/devices/system/cpu",
    ].map { Need($0, .read) }
    // libdispatch looks into /proc/THREAD/stat of its threads to come, and ends the process where it
    // can't. What is another process's own there (memory, environment, files) is out of reach all the
    // same: a confined process may trace none that is not (landlock(7)).
    needs.append(Need("/proc", .readFile))
    needs += ["/dev/null"].map { Need($0, .useDevice) }
    needs += ["/dev/urandom", "/dev/random"].map { Need($0, .readFile) }
    needs += ["TZDIR", "LOCPATH", "GCONV_PATH"].flatMap(folders(inVariable:))
      .map { Need($0, .read) }
    needs += folders(inVariable: "LD_LIBRARY_PATH").map { Need($0, .read) }
    return needs
  }

  /// What the screen needs: the terminal and its description.
  internal static var screen: [Need] {
    var needs = ["TERMINFO", "TERMINFO_DIRS"].flatMap(folders(inVariable:)).map { Need($0, .read) }
    needs += folders(inVariable: "HOME").map {
      Need(FolderPath.join($0, ".terminfo"), .read)
    }
    needs += [
      "/etc/terminfo", "/lib/terminfo", "/usr/lib/terminfo", "/usr/share/terminfo",
      "/usr/share/misc/terminfo",
    ].map { Need($0, .read) }
    needs.append(Need("/dev/tty", .useDevice))
    for number in STDIN_FILENO...STDERR_FILENO where isatty(number) == 1 {
      if let path = try? FileCalls.path(of: number) {
        needs.append(Need(FileName(bytes: path), .useDevice))
      }
    }
    return needs
  }

  private static func isLibraryFolder(_ folder: FileName) -> Bool {
    PathComponents(folder.bytes).parts.contains { $0.bytes.starts(with: "lib".utf8) }
  }

  /// The absolute folders that a variable names, separated by colons.
  private static func folders(inVariable name: String) -> [FileName] {
    guard let value = unsafe getenv(name) else { return [] }
    let count = unsafe strlen(value)
    let bytes = (0..<count).map { unsafe UInt8(bitPattern: value[$0]) }
    return bytes.split(separator: UInt8(ascii: ":")).map { FileName(bytes: Array($0)) }
      .filter { $0.bytes.first == UInt8(ascii: "/") }
  }

  /// The files that the program is made of, from `/proc/self/maps` (proc(5)).
  private static func mappedFiles() -> Set<FileName> {
    var bytes: [UInt8] = []
    guard
      let file = try? FileCalls.open(
        at: FileCalls.currentFolder, Array("/proc/self/maps".utf8), for: .read)
    else { return [] }
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while let count = try? FileCalls.read(file.rawValue, into: &chunk), count > 0,
      bytes.count < 16 << 20
    {
      bytes += chunk[..<count]
    }
    var files: Set<FileName> = []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      // The path is the last column, and the only one with a slash in front.
      if let slash = line.firstIndex(of: UInt8(ascii: "/")) {
        files.insert(FileName(bytes: Array(line[slash...])))
      }
    }
    return files
  }
}
