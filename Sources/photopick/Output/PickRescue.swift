internal import Glibc
import PhotoLibrary
import PickerModel
import TermRender

/// Keeps picks that could not be handed over: a broken pipe, a lost connection, a name that the format
/// can't carry.
///
/// Each rescue replaces the one before.
enum PickRescue {
  /// Writes a result as JSON to `$XDG_STATE_HOME/photopick/last-picks.json`, readable by its owner
  /// alone, and tells where on standard error.
  ///
  /// A result without items is not kept. Where even this can't be written, that is told.
  static func keep(_ content: ResultContent) {
    guard !content.assets.isEmpty, let folder = stateFolder() else { return }
    let file = FileName(bytes: folder + Array("/last-picks.json".utf8))
    let shown = TerminalText.sanitized(file.displayString)
    do {
      makeFolder(folder)
      try ResultDestination(file: file).write(
        ResultFormatter.bytes(content, format: .json))
      Diagnostics.report("the picks (\(Wording.photos(content.assets.count))) are kept in \(shown)")
    } catch {
      Diagnostics.report("the picks could not be kept in \(shown) either")
    }
  }

  /// `$XDG_STATE_HOME/photopick`, by default below `~/.local/state` (XDG Base Directory
  /// Specification 0.8); nil where there is no home.
  private static func stateFolder() -> [UInt8]? {
    if let folder = environment("XDG_STATE_HOME"), folder.hasPrefix("/") {
      return Array((folder + "/photopick").utf8)
    }
    guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
    return Array((home + "/.local/state/photopick").utf8)
  }

  private static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// Makes the folder and those above it, for the owner alone; what exists stays as it is.
  private static func makeFolder(_ path: [UInt8]) {
    for end in path.indices.dropFirst() + [path.count]
    where end == path.count || path[end] == UInt8(ascii: "/") {
      let part = (path[..<end] + [0]).map { CChar(bitPattern: $0) }
      _ = unsafe mkdir(part, 0o700)
    }
  }
}
