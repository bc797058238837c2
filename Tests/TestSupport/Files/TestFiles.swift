import Glibc
public import PickerModel

/// What a call to the kernel failed with, in words for a failed test.
public struct SystemCallError: Error, CustomStringConvertible {
  /// The call and what it was about.
  public let call: String
  /// `errno`.
  public let code: Int32

  /// Creates an error from a call's name and `errno`.
  public init(_ call: String, code: Int32) {
    self.call = call
    self.code = code
  }

  /// Creates an error from a call's name and the current `errno`.
  public init(_ call: String) {
    self.init(call, code: errno)
  }

  /// The call and the message.
  public var description: String {
    let message = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    return "\(call): \(message)"
  }
}

/// Small file operations on paths that are bytes.
public enum TestFiles {
  /// The bytes of a file.
  ///
  /// - Throws: `SystemCallError` where it can't be opened or read.
  public static func read(_ path: FileName) throws -> [UInt8] {
    let descriptor = unsafe withPath(path) { unsafe open($0, O_RDONLY | O_CLOEXEC) }
    if descriptor < 0 { throw SystemCallError("open \(path.displayString)") }
    defer { close(descriptor) }
    return try readAll(descriptor)
  }

  /// Everything that a descriptor still has.
  ///
  /// - Throws: `SystemCallError` where it can't be read.
  public static func readAll(_ descriptor: Int32) throws -> [UInt8] {
    var result = [UInt8]()
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes { buffer in
        unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      }
      if count > 0 {
        result.append(contentsOf: chunk[..<count])
      } else if count == 0 {
        return result
      } else if errno != EINTR {
        throw SystemCallError("read")
      }
    }
  }

  /// Writes a file anew.
  ///
  /// - Throws: `SystemCallError` where it can't be written.
  public static func write(_ bytes: [UInt8], to path: FileName) throws {
    let descriptor = unsafe withPath(path) {
      unsafe open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    }
    if descriptor < 0 { throw SystemCallError("open \(path.displayString)") }
    defer { close(descriptor) }
    try writeAll(bytes[...], to: descriptor)
  }

  /// Writes bytes to a descriptor, however many calls it takes.
  ///
  /// - Throws: `SystemCallError` where it can't be written.
  public static func writeAll(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws {
    var rest = bytes
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { buffer in
        unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        if unsafe poll(&entry, 1, 5_000) <= 0 { throw SystemCallError("write", code: EAGAIN) }
      } else if errno != EINTR {
        throw SystemCallError("write")
      }
    }
  }

  /// Whether something is there, a dangling symbolic link included.
  public static func exists(_ path: FileName) -> Bool {
    var status = stat()
    return unsafe withPath(path) { unsafe lstat($0, &status) } == 0
  }

  /// The permission bits of a file, or nil where there is none.
  public static func mode(_ path: FileName) -> Int? {
    var status = stat()
    guard unsafe withPath(path, { unsafe stat($0, &status) }) == 0 else { return nil }
    return Int(status.st_mode & 0o7777)
  }

  /// Whether a program can be run: an absolute path, or a name in `PATH`.
  public static func program(_ name: String) -> String? {
    if name.contains("/") { return unsafe access(name, X_OK) == 0 ? name : nil }
    let path = Environment.value("PATH") ?? "/usr/bin:/bin"
    return path.split(separator: ":").map { "\($0)/\(name)" }.first { unsafe access($0, X_OK) == 0 }
  }

  /// Removes a file, or a folder with all that is in it; symbolic links are not followed.
  public static func remove(_ path: FileName) {
    var status = stat()
    guard unsafe withPath(path, { unsafe lstat($0, &status) }) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      _ = unsafe withPath(path) { unsafe chmod($0, 0o700) }
      for name in names(in: path) {
        remove(FileName(bytes: path.bytes + [UInt8(ascii: "/")] + name.bytes))
      }
      _ = unsafe withPath(path) { unsafe rmdir($0) }
    } else {
      _ = unsafe withPath(path) { unsafe unlink($0) }
    }
  }

  /// Renames a file.
  ///
  /// - Returns: Whether it worked.
  public static func rename(_ path: FileName, to target: FileName) -> Bool {
    unsafe withPath(path) { from in
      unsafe withPath(target) { to in unsafe Glibc.rename(from, to) == 0 }
    }
  }

  /// The names in a folder, sorted by their bytes, without `.` and `..`.
  public static func names(in path: FileName) -> [FileName] {
    guard let stream = unsafe withPath(path, { unsafe opendir($0) }) else { return [] }
    defer { unsafe closedir(stream) }
    var result = [FileName]()
    while let entry = unsafe readdir(stream) {
      let bytes = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { raw in
        unsafe Array(raw.prefix { $0 != 0 })
      }
      if bytes != Array(".".utf8), bytes != Array("..".utf8) {
        result.append(FileName(bytes: bytes))
      }
    }
    return result.sorted()
  }

  /// Calls a function with a path as a C string.
  @unsafe public static func withPath<Result>(
    _ path: FileName, _ body: (UnsafePointer<CChar>) -> Result
  ) -> Result {
    let terminated = path.bytes.map { CChar(bitPattern: $0) } + [0]
    return unsafe terminated.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("never empty") }
      return unsafe body(base)
    }
  }
}
