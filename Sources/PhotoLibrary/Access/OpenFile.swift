public import PickerModel

/// A photo's open file: what ``PhotoDoor`` hands out and header readers and decoders read from.
///
/// Owns its descriptor and closes it at the end of its life. Reading has no position, so that any
/// part can be read in any order. Reads may block on a slow disk: never call them on the main actor.
public struct OpenFile: ~Copyable, Sendable {
  /// What `fstat(2)` said right after opening: the file that is read, whatever its name means now.
  public let status: FileStatus
  /// The path that it was opened by, for messages.
  public let path: FileName

  private let descriptor: Descriptor

  /// Takes over a descriptor.
  ///
  /// - Throws: `.isFolder` or `.isSpecialFile` for what is not a regular file.
  internal init(_ descriptor: consuming Descriptor, path: FileName) throws(FileError) {
    let status: FileStatus
    do throws(SystemError) {
      status = try FileCalls.status(of: descriptor.rawValue)
    } catch {
      throw FileError(path: path, error)
    }
    switch status.kind {
    case .regular: break
    case .folder: throw FileError(path: path, kind: .isFolder)
    case .symlink, .special, .unknown: throw FileError(path: path, kind: .isSpecialFile)
    }
    self.status = status
    self.path = path
    self.descriptor = descriptor
  }

  /// Takes over a descriptor of a regular file, of which another process told the length.
  internal init(_ descriptor: consuming Descriptor, byteCount: Int64) {
    status = FileStatus(byteCount: byteCount)
    path = FileName(bytes: [])
    self.descriptor = descriptor
  }

  /// The length in bytes when it was opened.
  public var byteCount: Int64 { status.byteCount }

  /// Reads at an offset until the buffer is full or the file ends.
  ///
  /// - Returns: the number of bytes read; fewer than asked for at the end of the file.
  /// - Throws: what `pread(2)` reported. Reading past the end is not an error.
  public borrowing func read(
    at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(FileError) -> Int {
    // Past the end of what a file can be: the kernel would call it a wrong argument.
    if offset < 0 || offset > Int64.max - Int64(buffer.count) { return 0 }
    do throws(SystemError) {
      return unsafe try FileCalls.read(descriptor.rawValue, at: offset, into: buffer)
    } catch {
      throw FileError(path: path, error)
    }
  }

  /// Reads up to `count` bytes at an offset.
  ///
  /// - Returns: the bytes; fewer than asked for at the end of the file. Memory follows the file's
  ///   length, never `count` alone.
  /// - Throws: what `pread(2)` reported.
  public borrowing func bytes(at offset: Int64, count: Int) throws(FileError) -> [UInt8] {
    if offset < 0 || offset - status.byteCount > 4_096 || count <= 0 { return [] }
    // Not past what fstat said (plus one page, for a file that grows): a count that a hostile
    // header names must not become an allocation.
    let rest = Int(clamping: max(0, status.byteCount - offset))
    let capacity = count <= rest ? count : rest + min(count - rest, 4_096)
    var failure: FileError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, used in
      do throws(FileError) {
        used = unsafe try read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
      } catch {
        used = 0
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Lends the descriptor number, for a C library that wants one or to hand it to a child.
  ///
  /// The number must not be closed and not be kept after `body` returns.
  public borrowing func withDescriptor<Result, Failure: Error>(
    _ body: (Int32) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(descriptor.rawValue)
  }
}
