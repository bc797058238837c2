internal import CShims
internal import Glibc
internal import PickerModel

/// Landlock (landlock(7)): the only file beside the decoder's that knows `pp_confine.h`.
internal enum Landlock {
  /// The version of the kernel's interface, 1 or more.
  ///
  /// - Throws: `ENOSYS` and `EOPNOTSUPP` where there is none, or where it is turned off.
  internal static func version() throws(SystemError) -> Int {
    let version = pp_landlock_abi()
    if version < 0 { throw SystemError(code: -version) }
    return Int(version)
  }

  /// How many threads the process has: only the one that asks is confined.
  internal static var threadCount: Int { Int(pp_thread_count()) }
}

/// What may be done with files.
internal struct FileRights: OptionSet, Hashable, Sendable {
  /// The bits, as the kernel has them.
  internal let rawValue: UInt64

  /// Creates a set of rights.
  internal init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  private init(_ right: pp_landlock_fs) {
    rawValue = UInt64(right.rawValue)
  }

  /// To run it.
  internal static let execute = FileRights(PP_LANDLOCK_EXECUTE)
  /// To read a file.
  internal static let readFile = FileRights(PP_LANDLOCK_READ_FILE)
  /// To list a folder.
  internal static let readFolder = FileRights(PP_LANDLOCK_READ_DIR)
  /// To open a file to write.
  internal static let writeFile = FileRights(PP_LANDLOCK_WRITE_FILE)
  /// To cut a file off (version 3).
  internal static let truncate = FileRights(PP_LANDLOCK_TRUNCATE)
  /// To make regular files.
  internal static let makeFile = FileRights(PP_LANDLOCK_MAKE_REG)
  /// To make folders.
  internal static let makeFolder = FileRights(PP_LANDLOCK_MAKE_DIR)
  /// To remove and rename files.
  internal static let removeFile = FileRights(PP_LANDLOCK_REMOVE_FILE)
  /// To remove folders.
  internal static let removeFolder = FileRights(PP_LANDLOCK_REMOVE_DIR)
  /// To move and to link files between folders (version 2).
  internal static let refer = FileRights(PP_LANDLOCK_REFER)
  /// `ioctl(2)` on devices (version 5).
  internal static let deviceControl = FileRights(PP_LANDLOCK_IOCTL_DEV)
  /// To make device nodes.
  internal static let makeDevices: FileRights = [
    FileRights(PP_LANDLOCK_MAKE_CHAR), FileRights(PP_LANDLOCK_MAKE_BLOCK),
  ]

  /// Everything that Landlock knows; what the kernel's version does not know is left out by itself.
  internal static let all = FileRights(rawValue: ~0)
  /// To read files and folders.
  internal static let read: FileRights = [.readFile, .readFolder]
  /// To write to a device.
  internal static let useDevice: FileRights = [.readFile, .writeFile, .deviceControl]
}

/// Rules in the making: whatever none of them allows is denied.
internal struct LandlockRules: ~Copyable {
  /// What is denied beside files.
  internal struct Others: OptionSet, Hashable, Sendable {
    /// The bits.
    internal let rawValue: UInt8

    /// Creates a set.
    internal init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// TCP, both ways (version 4).
    internal static let network = Others(rawValue: 1)
    /// Abstract sockets of other processes (version 6).
    internal static let abstractSockets = Others(rawValue: 2)
    /// Signals to other processes (version 6).
    internal static let signals = Others(rawValue: 4)
  }

  private let descriptor: Descriptor

  /// Begins: every right on files is denied.
  ///
  /// - Parameter others: What else is denied.
  /// - Throws: what the kernel reported.
  internal init(denying others: Others = []) throws(SystemError) {
    var scopes: UInt64 = 0
    if others.contains(.abstractSockets) {
      scopes |= UInt64(PP_LANDLOCK_ABSTRACT_SOCKETS.rawValue)
    }
    if others.contains(.signals) { scopes |= UInt64(PP_LANDLOCK_SIGNALS.rawValue) }
    let network =
      UInt64(PP_LANDLOCK_BIND_TCP.rawValue) | UInt64(PP_LANDLOCK_CONNECT_TCP.rawValue)
    let result = pp_landlock_create(
      FileRights.all.rawValue, others.contains(.network) ? network : 0, scopes)
    if result < 0 { throw SystemError(code: -result) }
    descriptor = Descriptor(owning: result)
  }

  /// Allows rights on an open file, or on an open folder and all that is below it.
  ///
  /// - Throws: what the kernel reported.
  internal borrowing func allow(_ rights: FileRights, on file: Int32) throws(SystemError) {
    let result = pp_landlock_allow(descriptor.rawValue, file, rights.rawValue)
    if result < 0 { throw SystemError(code: -result) }
  }

  /// Confines the calling thread and what it starts, for good.
  ///
  /// - Throws: what the kernel reported.
  internal consuming func enter() throws(SystemError) {
    let result = pp_landlock_restrict(descriptor.rawValue)
    if result < 0 { throw SystemError(code: -result) }
  }
}
