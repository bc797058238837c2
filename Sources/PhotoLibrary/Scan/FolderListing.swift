internal import PickerModel

/// Lists an open folder buffer by buffer, without a `stat(2)` a name.
internal struct FolderListing: ~Copyable {
  /// One name in a folder.
  internal struct Entry {
    /// The name.
    internal let name: FileName
    /// Its inode number as the folder has it.
    internal let inode: UInt64
    /// What it is, if the file system says so here.
    internal let kind: FileStatus.Kind
  }

  /// The open folder.
  internal let folder: Descriptor

  private var buffer: [UInt8]

  /// Takes over an open folder.
  internal init(_ folder: consuming Descriptor, bufferByteCount: Int = 32_768) {
    self.folder = folder
    buffer = [UInt8](repeating: 0, count: bufferByteCount)
  }

  /// Reads the next names.
  ///
  /// - Parameters:
  ///   - includesHidden: whether names that begin with a dot are reported; `.` and `..` never are.
  ///   - body: called with each entry.
  /// - Returns: false at the end of the folder.
  /// - Throws: what `getdents64(2)` reported: `ENOENT` for a folder that was removed meanwhile.
  internal mutating func next(
    includingHidden includesHidden: Bool, _ body: (Entry) -> Void
  ) throws(SystemError) -> Bool {
    let count = try FileCalls.list(folder.rawValue, into: &buffer)
    if count == 0 { return false }
    unsafe buffer.withUnsafeBytes { bytes in
      var record = 0
      // struct linux_dirent64: inode 8, offset 8, record length 2, type 1, name with its NUL.
      while record + 19 <= min(count, bytes.count) {
        let length = Int(unsafe bytes.loadUnaligned(fromByteOffset: record + 16, as: UInt16.self))
        guard length >= 20, record + length <= count else { break }
        defer { record += length }
        let start = record + 19
        let limit = record + length
        if unsafe bytes[start] == UInt8(ascii: ".") {
          if !includesHidden { continue }
          if unsafe bytes[start + 1] == 0 { continue }
          if unsafe bytes[start + 1] == UInt8(ascii: ".") && bytes[start + 2] == 0 { continue }
        }
        var end = start
        while unsafe end < limit && bytes[end] != 0 { end += 1 }
        let name = unsafe FileName(
          bytes: [UInt8](UnsafeRawBufferPointer(rebasing: bytes[start..<end])))
        let inode = unsafe bytes.loadUnaligned(fromByteOffset: record, as: UInt64.self)
        unsafe body(Entry(name: name, inode: inode, kind: Self.kind(bytes[record + 18])))
      }
    }
    return true
  }

  /// The meaning of `d_type`.
  private static func kind(_ type: UInt8) -> FileStatus.Kind {
    switch type {
    case 8: .regular
    case 4: .folder
    case 10: .symlink
    case 0: .unknown
    default: .special
    }
  }
}
