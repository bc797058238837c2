internal import CShims
internal import Glibc
public import PickerModel

/// A folder that photos are added to, and the place in it where they are made: the only file that
/// knows `pp_add.h`.
///
/// Not thread-safe: it belongs to one thread.
public final class AlbumFolder {
  /// The folder, without symbolic links.
  public let path: FileName

  private let folder: Descriptor
  private let staging: Descriptor
  private let stagingName: String
  private static let fileName = "copy"

  /// Whether a text can be the name of an album: one component, not hidden, no control characters,
  /// valid UTF-8 of at most 255 bytes.
  public static func isName(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    return !bytes.isEmpty && bytes.count <= 255 && bytes[0] != UInt8(ascii: ".")
      && !bytes.contains(UInt8(ascii: "/"))
      && name.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator: false
        default: true
        }
      } && name.first?.isWhitespace == false && name.last?.isWhitespace == false
  }

  /// Opens an album of a library, and makes it where it is missing.
  ///
  /// - Parameters:
  ///   - library: The library's folder; symbolic links are followed.
  ///   - album: The name of a folder in it, as ``isName(_:)`` has it; nil for the library's folder
  ///     itself.
  /// - Throws: for a library that is missing, an album that is a symbolic link or no folder, and where
  ///   nothing can be written.
  public init(library: FileName, album: String?) throws(FileError) {
    var place = library
    do throws(SystemError) {
      var folder = try FileCalls.open(at: FileCalls.currentFolder, library.bytes, for: .list)
      place = FileName(bytes: try FileCalls.path(of: folder.rawValue))
      if let album {
        place = FolderPath.join(place, FileName(album))
        let parent = folder.rawValue
        let made = unsafe Self.withPath(album) { unsafe pp_add_directory(parent, $0, 0o777) }
        if made < 0, made != -EEXIST { throw SystemError(code: -made) }
        folder = try Self.descriptor(
          unsafe Self.withPath(album) { unsafe pp_open_directory(parent, $0) })
      }
      var name = ""
      var result: Int32 = -EEXIST
      var attempts = 0
      let number = folder.rawValue
      while result == -EEXIST, attempts < 100 {
        attempts += 1
        name = ".photopick-" + String(UInt64.random(in: .min ... .max), radix: 36)
        result = unsafe Self.withPath(name) { unsafe pp_add_directory(number, $0, 0o700) }
      }
      if result < 0 { throw SystemError(code: -result) }
      stagingName = name
      staging = try Self.descriptor(
        unsafe Self.withPath(name) { unsafe pp_open_directory(number, $0) })
      self.folder = folder
    } catch {
      throw FileError(path: place, error)
    }
    path = place
  }

  /// Removes the place where files are made, which is empty by now.
  public func close() {
    let parent = folder.rawValue
    _ = unsafe Self.withPath(stagingName) { unsafe pp_add_remove_directory(parent, $0) }
  }

  /// Allows what a process that adds needs: names in the folder, and files where they are made.
  ///
  /// No file of the folder can be read, changed or removed, and no folder listed.
  internal func allow(in rules: borrowing LandlockRules) throws(SystemError) {
    try rules.allow([.makeFile, .refer, .removeFolder], on: folder.rawValue)
    try rules.allow(
      [.readFile, .writeFile, .truncate, .makeFile, .removeFile, .refer], on: staging.rawValue)
  }

  /// Whether a name is taken.
  internal func has(_ name: FileName) -> Bool {
    (try? FileCalls.status(at: folder.rawValue, name.bytes, followingLast: false)) != nil
  }

  /// A new file without a name.
  internal func newFile() throws(SystemError) -> NewFile {
    var isNamed: Int32 = 0
    let place = staging.rawValue
    let file = try Self.descriptor(
      unsafe Self.withPath(Self.fileName) { name in
        unsafe pp_add_new_file(place, name, &isNamed)
      })
    return NewFile(file, isNamed: isNamed != 0)
  }

  /// Gives a new file its name.
  ///
  /// - Throws: `EEXIST` where it is taken.
  internal func publish(_ file: borrowing NewFile, as name: FileName) throws(SystemError) {
    let (number, from, to) = (file.descriptor.rawValue, staging.rawValue, folder.rawValue)
    if file.isNamed {
      try Self.check(
        unsafe Self.withPath(Self.fileName) { own in
          unsafe PathArgument.with(name.bytes) { unsafe pp_add_move(from, own, to, $0) }
        })
    } else {
      try Self.check(unsafe PathArgument.with(name.bytes) { unsafe pp_add_publish(number, to, $0) })
    }
  }

  /// Drops a new file that got no name.
  internal func discard(_ file: borrowing NewFile) {
    guard file.isNamed else { return }
    let place = staging.rawValue
    _ = unsafe Self.withPath(Self.fileName) { unsafe pp_add_remove_file(place, $0) }
  }

  /// Flushes the folder's names to the disk.
  internal func flush() throws(SystemError) {
    try Self.check(pp_add_flush(folder.rawValue))
  }

  // MARK: - Calls

  private static func check(_ result: Int32) throws(SystemError) {
    if result < 0 { throw SystemError(code: -result) }
  }

  private static func descriptor(_ result: Int32) throws(SystemError) -> Descriptor {
    try check(result)
    return Descriptor(owning: result)
  }

  private static func withPath(
    _ path: String, _ body: (UnsafePointer<CChar>) -> Int32
  ) -> Int32 {
    unsafe PathArgument.with(Array(path.utf8), body)
  }
}

/// A file that has no name yet.
internal struct NewFile: ~Copyable {
  /// The open file.
  internal let descriptor: Descriptor
  /// Whether it has a name where files are made, for want of `O_TMPFILE`.
  internal let isNamed: Bool

  fileprivate init(_ descriptor: consuming Descriptor, isNamed: Bool) {
    self.descriptor = descriptor
    self.isNamed = isNamed
  }

  /// Writes the first bytes of a buffer at an offset.
  internal func write(_ bytes: [UInt8], count: Int, at offset: Int64) throws(SystemError) {
    let result = unsafe bytes.withUnsafeBytes { buffer in
      unsafe pp_add_write(
        descriptor.rawValue, buffer.baseAddress, UInt64(min(count, buffer.count)), offset)
    }
    if result < 0 { throw SystemError(code: -result) }
  }

  /// Sets the time of modification, and flushes to the disk.
  internal func finish(modified time: FileTime) throws(SystemError) {
    let result = pp_add_set_time(descriptor.rawValue, time.seconds, Int64(time.nanoseconds))
    // A file system without such times keeps its own.
    _ = result
    let flushed = pp_add_flush(descriptor.rawValue)
    if flushed < 0 { throw SystemError(code: -flushed) }
  }
}

/// Signals while photos are added: they wait until nothing is half done.
public enum HeldSignals {
  /// Holds back the signals that end a program.
  public static func hold() { pp_add_hold_signals() }
  /// Drops those that have come and those that still come: the program is about to end.
  public static func drop() { pp_add_drop_signals() }
  /// The number of one that has come; nil while none has.
  public static var pending: Int32? {
    let number = pp_add_held_signal()
    return number == 0 ? nil : number
  }
}
