internal import Glibc
import PhotoLibrary
import PickerModel

/// Confines the process where access is limited, and tells what the kernel does not do.
enum Confining {
  /// Confines the process to the photos of a library with limited access; does nothing for another.
  static func enter(_ library: OpenedLibrary, _ output: OutputOptions, hasScreen: Bool) {
    guard let approved = library.door.approved else { return }
    var confinement = PickerConfinement(to: approved, hasScreen: hasScreen)
    // Where picks are kept that can't be handed over. A rule needs a folder that is there.
    if hasScreen, let folder = StateFolder.made() { confinement.ownFolders = [folder] }
    if let needs = try? ResultDestination(file: output.file).needs() {
      confinement.resultFolders = needs.folder.map { [$0] } ?? []
      confinement.resultDevices = needs.device.map { [$0] } ?? []
    }
    if let shortfall = confinement.enter() {
      Diagnostics.report("access is limited by photopick alone in part: " + shortfall)
    }
  }
}

/// `$XDG_STATE_HOME/photopick`, by default below `~/.local/state` (XDG Base Directory Specification
/// 0.8).
enum StateFolder {
  /// Makes the folder and those above it, for the owner alone, where they are missing.
  ///
  /// - Returns: The folder; nil where there is no home.
  static func made() -> FileName? {
    let path: [UInt8]
    if let folder = environment("XDG_STATE_HOME"), folder.first == UInt8(ascii: "/") {
      path = folder + Array("/photopick".utf8)
    } else if let home = environment("HOME"), home.first == UInt8(ascii: "/") {
      path = home + Array("/.local/state/photopick".utf8)
    } else {
      return nil
    }
    for end in path.indices.dropFirst() + [path.count]
    where end == path.count || path[end] == UInt8(ascii: "/") {
      _ = unsafe mkdir((path[..<end] + [0]).map { CChar(bitPattern: $0) }, 0o700)
    }
    return FileName(bytes: path)
  }

  private static func environment(_ name: String) -> [UInt8]? {
    guard let value = unsafe getenv(name) else { return nil }
    let count = unsafe strlen(value)
    return (0..<count).map { unsafe UInt8(bitPattern: value[$0]) }
  }
}
