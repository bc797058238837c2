public import PickerModel

/// The only place where photo files are opened.
///
/// Header readers and decoders never see a path, only an ``OpenFile`` that came through here, so the
/// access scope is enforced in one place. Thread-safe; opening may block on a slow disk.
public struct PhotoDoor: Sendable {
  /// A door to everything that the user can read.
  public init() {}

  /// Opens a photo for reading.
  ///
  /// - Parameter path: the path as the scan gave it.
  /// - Returns: the open regular file.
  /// - Throws: `.missing`, `.permissionDenied` and the like; `.isFolder` and `.isSpecialFile` without
  ///   ever waiting for a FIFO's other end or touching a device; in limited scope `.notApproved`
  ///   before the file system is asked anything.
  public func open(_ path: AssetPath) throws(FileError) -> OpenFile {
    let name = path.fileName
    let descriptor: Descriptor
    do throws(SystemError) {
      // Looked at first: opening some devices does something to them.
      let status = try FileCalls.status(
        at: FileCalls.currentFolder, name.bytes, followingLast: true)
      if status.kind == .special { throw SystemError.specialFile }
      descriptor = try FileCalls.open(at: FileCalls.currentFolder, name.bytes, for: .read)
    } catch {
      throw FileError(path: name, error)
    }
    return try OpenFile(descriptor, path: name)
  }
}
