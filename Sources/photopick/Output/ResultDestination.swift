internal import Glibc
import PickerModel
import TermRender

/// Where a result goes: standard output, or a file that appears whole or not at all.
struct ResultDestination: Sendable {
  /// The file; nil for standard output.
  let file: FileName?

  /// Checks before the picker opens that the result will have somewhere to go, so that no pick is
  /// made in vain.
  ///
  /// - Throws: `ResultError.notWritten` for a closed standard output, a missing or read-only folder.
  func check() throws(ResultError) {
    guard let file else {
      guard fcntl(STDOUT_FILENO, F_GETFD) >= 0 else {
        throw .notWritten("standard output is closed: nobody would get the result")
      }
      return
    }
    let path = AssetPath(file)
    let folder = path.folder.bytes.isEmpty ? FileName(".") : path.folder
    guard access(folder, W_OK | X_OK) else {
      throw .notWritten("--output \(shown(file)): can't write in its folder: \(reason())")
    }
    if isFolder(file) {
      throw .notWritten("--output \(shown(file)): is a folder")
    }
  }

  /// Writes the result.
  ///
  /// A file is written beside its place under a temporary name with mode 0600, flushed to disk, and
  /// renamed. Standard output is written whole or the error says why not; interrupted calls go on.
  ///
  /// - Throws: `ResultError.notWritten`.
  func write(_ bytes: [UInt8]) throws(ResultError) {
    guard let file else {
      guard writeAll(bytes, to: STDOUT_FILENO) else {
        throw .notWritten("can't write to standard output: \(reason())")
      }
      return
    }
    var template = (file.bytes + Array(".XXXXXX".utf8) + [0]).map { CChar(bitPattern: $0) }
    let descriptor = unsafe mkstemp(&template)
    guard descriptor >= 0 else {
      throw .notWritten("--output \(shown(file)): can't create a temporary file: \(reason())")
    }
    var isWritten = writeAll(bytes, to: descriptor) && fsync(descriptor) == 0
    let failure = isWritten ? "" : reason()
    isWritten = close(descriptor) == 0 && isWritten
    let target = (file.bytes + [0]).map { CChar(bitPattern: $0) }
    guard isWritten, unsafe rename(template, target) == 0 else {
      let why = failure.isEmpty ? reason() : failure
      _ = unsafe unlink(template)
      throw .notWritten("--output \(shown(file)): \(why)")
    }
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
    unsafe Glibc.access((path.bytes + [0]).map { CChar(bitPattern: $0) }, mode) == 0
  }

  private func isFolder(_ path: FileName) -> Bool {
    var status = stat()
    guard unsafe stat((path.bytes + [0]).map { CChar(bitPattern: $0) }, &status) == 0 else {
      return false
    }
    return status.st_mode & S_IFMT == S_IFDIR
  }

  private func shown(_ path: FileName) -> String { TerminalText.sanitized(path.displayString) }

  private func reason() -> String { SystemError.text(errno) }
}
