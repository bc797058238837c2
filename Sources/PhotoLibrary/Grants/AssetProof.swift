internal import CShims
internal import Glibc
public import PickerModel

/// What proves that a file is the one that was approved, whatever its name is by now.
///
/// An inode number alone proves nothing: it is given out again as soon as a file is deleted. Beside it
/// stand, where the file system has them, the time at which the inode was made (`statx(2)`,
/// `STATX_BTIME`), which no call can set, and the file handle (`name_to_handle_at(2)`), which holds the
/// inode's generation. All that was noted must be the same; the device's number is not noted, for it
/// changes from one start of the machine to the next. Editing a file in place changes none of these.
///
/// Where the file system has neither (or makes up inode numbers, as FAT and FUSE do), the device, the
/// length and the time of modification are noted as well: there an edited file has to be approved
/// again. Where numbers are made up the proof is no more than length and time: it holds for the path that
/// was approved, and nothing is looked for by it.
public struct AssetProof: Hashable, Sendable {
  /// The inode's number; nil where the file system makes numbers up.
  public let inode: UInt64?
  /// When the inode was made; nil where the file system does not know.
  public let birth: FileTime?
  /// The handle: its type, four bytes with the lowest first, and its bytes; nil where there is none.
  public let handle: [UInt8]?
  /// What is compared where the rest proves too little; else nil.
  public let content: Content?

  /// What changes when a file is edited.
  public struct Content: Hashable, Sendable {
    /// `st_dev`; 0 where numbers are made up.
    public let device: UInt64
    /// The length in bytes.
    public let byteCount: Int64
    /// When it was last modified.
    public let modified: FileTime

    /// Creates what is compared.
    internal init(device: UInt64, byteCount: Int64, modified: FileTime) {
      self.device = device
      self.byteCount = byteCount
      self.modified = modified
    }
  }

  /// Creates a proof from its parts.
  internal init(inode: UInt64?, birth: FileTime?, handle: [UInt8]?, content: Content?) {
    self.inode = inode
    self.birth = birth
    self.handle = handle
    self.content = content
  }

  /// The longest handle with its type, in bytes.
  internal static let handleLimit = 4 + Int(PP_HANDLE_LIMIT)

  /// Whether it says enough: a proof of nothing would hold for every file.
  internal var isSound: Bool { content != nil || (inode != nil && (birth != nil || handle != nil)) }

  /// Whether a file can be told by it wherever it is: else only at the path that it had.
  internal var findsFile: Bool { inode != nil }

  /// Whether an open file is the one that this was noted of.
  ///
  /// - Parameter descriptor: Any descriptor, `O_PATH` ones too.
  /// - Returns: False also where the file system does not tell any more what it told then.
  internal func holds(for descriptor: Int32) -> Bool {
    guard let facts = try? FileFacts(of: descriptor) else { return false }
    return holds(for: facts)
  }

  /// Whether facts are those of the file that this was noted of.
  internal func holds(for facts: FileFacts) -> Bool {
    guard isSound else { return false }
    if let inode, inode != facts.inode { return false }
    if let birth, birth != facts.birth { return false }
    if let handle, handle != facts.handle { return false }
    if let content, content != facts.content { return false }
    return true
  }
}

/// What the file system says of one open file, all that a proof can be made of.
internal struct FileFacts: Hashable, Sendable {
  /// The inode's number; nil where the file system makes numbers up.
  internal let inode: UInt64?
  /// When the inode was made.
  internal let birth: FileTime?
  /// The handle, as ``AssetProof/handle``.
  internal let handle: [UInt8]?
  /// Device, length and time of modification.
  internal let content: AssetProof.Content
  /// Whether it is a regular file.
  internal let isRegular: Bool

  /// Asks about an open file.
  ///
  /// - Throws: what `statx(2)` reported.
  internal init(of descriptor: Int32) throws(SystemError) {
    var raw = pp_identity()
    let result = unsafe pp_identity_of(descriptor, &raw)
    if result < 0 { throw SystemError(code: -result) }
    let type = UInt32(bitPattern: raw.handle_type)
    let count = min(Int(raw.handle_count), Int(PP_HANDLE_LIMIT))
    let bytes = unsafe withUnsafeBytes(of: raw.handle) { unsafe Array($0.prefix(count)) }
    inode = raw.inode == 0 ? nil : raw.inode
    birth =
      raw.has_birth == 0
      ? nil : FileTime(seconds: raw.birth_seconds, nanoseconds: raw.birth_nanoseconds)
    handle = count == 0 ? nil : (0..<4).map { UInt8(truncatingIfNeeded: type >> ($0 * 8)) } + bytes
    isRegular = raw.kind == Int32(PP_FILE_REGULAR.rawValue)
    // A folder has no length, and its time changes with every file in it.
    content = AssetProof.Content(
      device: raw.inode == 0 ? 0 : raw.device, byteCount: isRegular ? raw.byte_count : 0,
      modified: isRegular
        ? FileTime(seconds: raw.modified_seconds, nanoseconds: raw.modified_nanoseconds)
        : FileTime(seconds: 0))
  }

  /// Asks about what a path leads to, links followed; nil where nothing is there.
  internal static func atPath(_ path: FileName) -> FileFacts? {
    guard
      let file = try? FileCalls.open(at: FileCalls.currentFolder, path.bytes, for: .look)
    else { return nil }
    return try? FileFacts(of: file.rawValue)
  }

  /// The proof to be noted: what lasts, and the rest only where that is too little.
  internal var proof: AssetProof {
    let isStrong = inode != nil && (birth != nil || handle != nil)
    return AssetProof(
      inode: inode, birth: birth, handle: handle, content: isStrong ? nil : content)
  }
}
