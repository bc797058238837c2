internal import Glibc
public import PickerModel

/// The only place where photo files are opened.
///
/// Header readers and decoders never see a path, only an ``OpenFile`` that came through here, so the
/// access scope is enforced in one place. Thread-safe; opening may block on a slow disk.
public struct PhotoDoor: Sendable {
  /// What alone can be opened, with limited access.
  public let approved: ApprovedSet?
  private let bounds: LibraryBounds?
  /// The program whose processes look into what is opened; nil for this process itself.
  public let decoder: DecoderProgram?

  /// A door to everything that the user can read.
  ///
  /// - Parameter decoder: what looks into it; nil for this process.
  public init(decoder: DecoderProgram? = nil) {
    approved = nil
    bounds = nil
    self.decoder = decoder
  }

  /// A door to all photos of some folders: what a client is authorized to.
  ///
  /// - Parameters:
  ///   - bounds: the folders.
  ///   - decoder: what looks into the photos; nil for this process.
  public init(within bounds: LibraryBounds, decoder: DecoderProgram? = nil) {
    approved = nil
    self.bounds = bounds
    self.decoder = decoder
  }

  /// A door to the approved photos alone: limited access.
  ///
  /// - Parameters:
  ///   - approved: the photos.
  ///   - decoder: what looks into them; nil for this process.
  public init(approved: ApprovedSet, decoder: DecoderProgram? = nil) {
    self.approved = approved
    bounds = nil
    self.decoder = decoder
  }

  /// Whether only an approved set can be opened.
  public var isLimited: Bool { approved != nil }

  /// Opens a photo for reading.
  ///
  /// - Parameter path: the path as the scan gave it.
  /// - Returns: the open regular file.
  /// - Throws: `.missing`, `.permissionDenied` and the like; `.isFolder` and `.isSpecialFile` without
  ///   ever waiting for a FIFO's other end or touching a device; in limited scope `.notApproved`
  ///   before the file system is asked anything, and `.replacedBySymlink` where a part of an
  ///   approved path has become a symbolic link since.
  public func open(_ path: AssetPath) throws(FileError) -> OpenFile {
    try open(path, isKnownRegular: false)
  }

  /// Opens a photo that a listing called a regular file a moment ago.
  internal func open(_ path: AssetPath, isKnownRegular: Bool) throws(FileError) -> OpenFile {
    if let approved { return try approved.open(path) }
    let name = path.fileName
    let descriptor: Descriptor
    do throws(SystemError) {
      // Looked at first: opening some devices does something to them.
      if !isKnownRegular {
        let status = try FileCalls.status(
          at: FileCalls.currentFolder, name.bytes, followingLast: true)
        if status.kind == .special { throw SystemError.specialFile }
      }
      descriptor = try FileCalls.open(at: FileCalls.currentFolder, name.bytes, for: .read)
    } catch {
      throw FileError(path: name, error)
    }
    if let bounds, !bounds.contains(descriptor.rawValue) {
      throw FileError(path: name, kind: .outsideLibrary)
    }
    return try OpenFile(descriptor, path: name)
  }

  /// What `stat(2)` says of a path that may be opened.
  internal func status(of path: AssetPath) throws(FileError) -> FileStatus {
    if let approved { return try approved.status(of: path) }
    do throws(SystemError) {
      guard let bounds else {
        return try FileCalls.status(
          at: FileCalls.currentFolder, path.bytes, followingLast: true)
      }
      let descriptor = try FileCalls.open(at: FileCalls.currentFolder, path.bytes, for: .look)
      guard bounds.contains(descriptor.rawValue) else { throw SystemError(code: ENOENT) }
      return try FileCalls.status(of: descriptor.rawValue)
    } catch {
      throw FileError(path: path.fileName, error)
    }
  }
}
