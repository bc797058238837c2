internal import Glibc
import PickerModel
import TermRender

/// Where a result goes: standard output, or a file that appears whole or not at all.
struct ResultDestination: Sendable {
  /// The file; nil for standard output.
  let file: FileName?

  /// Where the bytes of a file option go.
  private enum Place {
    /// A file that is there or not: written beside it and renamed over it. Links are followed.
    case file([UInt8])
    /// A device, a pipe: written to as it is.
    case stream
  }

  /// Checks before the picker opens that the result will have somewhere to go, so that no pick is
  /// made in vain.
  ///
  /// - Throws: `ResultError.notWritten` for a closed standard output, a missing or read-only folder.
  func check() throws(ResultError) {
    guard let file else {
      if StandardStreams.wasOutputClosed {
        throw .notWritten("standard output is closed: nobody would get the result")
      }
      return
    }
    switch try place(of: file) {
    case .stream:
      guard access(file, W_OK) else {
        throw .notWritten("--output \(shown(file)): \(reason())")
      }
    case .file(let target):
      let path = AssetPath(FileName(bytes: target))
      let folder = path.folder.bytes.isEmpty ? FileName(".") : path.folder
      guard access(folder, W_OK | X_OK) else {
        throw .notWritten("--output \(shown(file)): can't write in its folder: \(reason())")
      }
    }
  }

  /// What has to be writable to the process: the folder that the file is made in, or the device.
  ///
  /// - Returns: Nothing for standard output, which is open.
  /// - Throws: as ``check()``.
  func needs() throws(ResultError) -> (folder: FileName?, device: FileName?) {
    guard let file else { return (nil, nil) }
    guard case .file(let target) = try place(of: file) else { return (nil, file) }
    let folder = AssetPath(FileName(bytes: target)).folder
    return (folder.bytes.isEmpty ? FileName(".") : folder, nil)
  }

  /// Writes the result.
  ///
  /// A file is written beside its place under a temporary name with mode 0600, flushed to disk, and
  /// renamed. Standard output, devices and pipes are written whole or the error says why not;
  /// interrupted calls go on.
  ///
  /// - Throws: `ResultError.notWritten`.
  func write(_ bytes: [UInt8]) throws(ResultError) {
    guard let file else {
      guard !StandardStreams.wasOutputClosed, writeAll(bytes, to: STDOUT_FILENO) else {
        throw .notWritten(
          "can't write to standard output: "
            + (StandardStreams.wasOutputClosed ? "it is closed" : reason()))
      }
      return
    }
    switch try place(of: file) {
    case .file(let target): try replace(target, with: bytes, named: file)
    case .stream:
      let descriptor = unsafe open(terminated(file.bytes), O_WRONLY | O_CLOEXEC | O_NOCTTY)
      let isWritten = descriptor >= 0 && writeAll(bytes, to: descriptor)
      let failure = isWritten ? "" : reason()
      if descriptor >= 0 { close(descriptor) }
      if !isWritten { throw .notWritten("--output \(shown(file)): \(failure)") }
    }
  }

  private func replace(
    _ target: [UInt8], with bytes: [UInt8], named file: FileName
  ) throws(ResultError) {
    // Not by mkstemp(3): that wants to read, too, and a confined picker may only write there.
    var template: [CChar] = []
    var descriptor: Int32 = -1
    for _ in 0..<100 {
      let suffix = ".photopick-" + String(UInt32.random(in: 0 ... .max), radix: 36)
      template = terminated(target + Array(suffix.utf8))
      descriptor = unsafe open(template, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor >= 0 || (errno != EEXIST && errno != EINTR) { break }
    }
    guard descriptor >= 0 else {
      throw .notWritten("--output \(shown(file)): can't create a temporary file: \(reason())")
    }
    var isWritten = writeAll(bytes, to: descriptor) && fsync(descriptor) == 0
    let failure = isWritten ? "" : reason()
    isWritten = close(descriptor) == 0 && isWritten
    guard isWritten, unsafe rename(template, terminated(target)) == 0 else {
      let why = failure.isEmpty ? reason() : failure
      _ = unsafe unlink(template)
      throw .notWritten("--output \(shown(file)): \(why)")
    }
  }

  /// Finds out what is at the path: only a regular file may be replaced by another one.
  private func place(of file: FileName) throws(ResultError) -> Place {
    var status = stat()
    guard unsafe stat(terminated(file.bytes), &status) == 0 else {
      guard errno == ENOENT, unsafe lstat(terminated(file.bytes), &status) != 0 else {
        let why = errno == 0 || errno == ENOENT ? "is a link that leads nowhere" : reason()
        throw .notWritten("--output \(shown(file)): \(why)")
      }
      return .file(file.bytes)
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw .notWritten("--output \(shown(file)): is a folder")
    case S_IFREG: return .file(FileURI.resolve(file.bytes) ?? file.bytes)
    default: return .stream
    }
  }

  private func terminated(_ path: [UInt8]) -> [CChar] {
    (path + [0]).map { CChar(bitPattern: $0) }
  }

  private func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    unsafe bytes.withUnsafeBytes { buffer in
      var offset = 0
      while offset < buffer.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[offset...])
        let count = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          if errno == EAGAIN {
            // Standard output can be a non-blocking pipe that somebody else set up.
            var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            _ = unsafe poll(&poller, 1, -1)
            continue
          }
          return false
        }
        offset += count
      }
      return true
    }
  }

  private func access(_ path: FileName, _ mode: Int32) -> Bool {
    unsafe Glibc.access(terminated(path.bytes), mode) == 0
  }

  private func shown(_ path: FileName) -> String { TerminalText.sanitized(path.displayString) }

  private func reason() -> String { SystemError.text(errno) }
}
