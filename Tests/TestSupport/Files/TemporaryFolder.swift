import Glibc
public import PickerModel

/// A folder that is there as long as somebody holds it, and is then removed with all in it.
public final class TemporaryFolder: Sendable {
  /// The absolute path.
  public let path: FileName

  /// Creates an empty folder under `TMPDIR`.
  ///
  /// - Parameter name: Part of the folder's name, for whoever looks at it.
  /// - Throws: `SystemCallError` where it can't be made.
  public init(_ name: String = "test") throws {
    let base = Environment.value("TMPDIR") ?? "/tmp"
    var template = Array("\(base)/photopick-\(name)-XXXXXX".utf8) + [0]
    let made = unsafe template.withUnsafeMutableBytes { buffer in
      let base = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      return unsafe base.map { unsafe mkdtemp($0) != nil } ?? false
    }
    if !made { throw SystemCallError("mkdtemp") }
    path = FileName(bytes: template.dropLast())
  }

  deinit {
    TestFiles.remove(path)
  }

  /// The path as text.
  public var text: String { path.displayString }

  /// The path of something in the folder.
  public func path(of name: FileName) -> FileName {
    FileName(bytes: path.bytes + [UInt8(ascii: "/")] + name.bytes)
  }

  /// Writes a file, with the folders above it.
  ///
  /// - Throws: `SystemCallError` where it can't be written.
  @discardableResult
  public func write(_ bytes: [UInt8], to name: FileName) throws -> FileName {
    let whole = path(of: name)
    try makeFolders(above: name)
    try TestFiles.write(bytes, to: whole)
    return whole
  }

  /// Writes a text file, with the folders above it.
  ///
  /// - Throws: `SystemCallError` where it can't be written.
  @discardableResult
  public func write(_ text: String, to name: FileName) throws -> FileName {
    try write(Array(text.utf8), to: name)
  }

  /// Copies a file into the folder.
  ///
  /// - Throws: `SystemCallError` where it can't be read or written.
  @discardableResult
  public func copy(_ source: FileName, to name: FileName) throws -> FileName {
    try write(try TestFiles.read(source), to: name)
  }

  /// Makes a folder, with the folders above it.
  ///
  /// - Throws: `SystemCallError` where it can't be made.
  @discardableResult
  public func makeFolder(_ name: FileName) throws -> FileName {
    try makeFolders(above: FileName(bytes: name.bytes + Array("/x".utf8)))
    return path(of: name)
  }

  /// Makes a symbolic link that holds `target` as it is given.
  ///
  /// - Throws: `SystemCallError` where it can't be made.
  @discardableResult
  public func link(_ name: FileName, to target: FileName) throws -> FileName {
    try makeFolders(above: name)
    let whole = path(of: name)
    let result = unsafe TestFiles.withPath(target) { target in
      unsafe TestFiles.withPath(whole) { unsafe symlink(target, $0) }
    }
    if result != 0 { throw SystemCallError("symlink \(whole.displayString)") }
    return whole
  }

  /// Makes a named pipe.
  ///
  /// - Throws: `SystemCallError` where it can't be made.
  @discardableResult
  public func makePipe(_ name: FileName) throws -> FileName {
    let whole = path(of: name)
    if unsafe TestFiles.withPath(whole, { unsafe mkfifo($0, 0o600) }) != 0 {
      throw SystemCallError("mkfifo")
    }
    return whole
  }

  private func makeFolders(above name: FileName) throws {
    for (index, byte) in name.bytes.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
      let folder = path(of: FileName(bytes: Array(name.bytes[..<index])))
      if unsafe TestFiles.withPath(folder, { unsafe mkdir($0, 0o755) }) != 0, errno != EEXIST {
        throw SystemCallError("mkdir \(folder.displayString)")
      }
    }
  }
}
