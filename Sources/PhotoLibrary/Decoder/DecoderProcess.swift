internal import CShims
internal import Glibc
internal import PickerModel

/// How a child ended.
internal enum ChildEnd: Hashable, Sendable {
  /// By a signal.
  case signal(Int32)
  /// By itself, with a status.
  case exit(Int32)
}

/// A message as it came, with the descriptors that came with it.
internal struct ReceivedMessage: ~Copyable {
  /// The bytes; none at the end.
  internal let bytes: [UInt8]
  /// The descriptors, which are the receiver's now.
  internal var files: [Int32]
}

/// A decoder's process and the socket to it.
///
/// Killed and waited for at the end of its life, so that there is never a zombie.
@safe
internal struct DecoderProcess: ~Copyable {
  private var raw: pp_child

  /// Starts a program with shared memory.
  ///
  /// - Throws: what `posix_spawn(3)` reported.
  internal init(_ program: DecoderProgram, memory: ChildMemory) throws(SystemError) {
    var raw = pp_child(pid: 0, socket: -1)
    let path = program.path.bytes.map { CChar(bitPattern: $0) } + [0]
    let result = unsafe pp_child_start(path, DecoderProgram.name, memory.descriptor, &raw)
    if result < 0 { throw SystemError(code: -result) }
    self.raw = raw
  }

  deinit {
    var (raw, status) = (raw, Int32(0))
    unsafe pp_child_end(&raw, &status)
  }

  /// Ends all decoders of this program: for its own end.
  internal static func endAll() { pp_child_end_all() }

  /// The process's number.
  internal var identifier: Int32 { raw.pid }

  /// The parent's end of the socket.
  internal var link: ChildLink { ChildLink(descriptor: raw.socket) }

  /// Kills the process, unless it has ended by itself, and says how it ended.
  internal consuming func end() -> ChildEnd {
    var status: Int32 = -1
    unsafe pp_child_end(&raw, &status)
    let signal = pp_child_signal(status)
    return signal != 0 ? .signal(signal) : .exit(pp_child_exit_status(status))
  }
}

/// One end of the socket between picker and decoder.
///
/// The descriptor is somebody else's.
internal struct ChildLink {
  /// The most bytes of a message.
  internal static let messageLimit = 64 << 10
  /// The most files of a message.
  internal static let fileLimit = Int(PP_CHILD_FILES)

  /// The socket.
  internal let descriptor: Int32

  /// Sends a message.
  ///
  /// - Parameters:
  ///   - bytes: the message, at most ``messageLimit``.
  ///   - files: descriptors to send along, at most ``fileLimit``; they stay the sender's.
  ///   - milliseconds: how long to wait for room; nil for ever.
  /// - Throws: `ETIMEDOUT`; `EPIPE` and the like where nobody is there.
  internal func send(
    _ bytes: [UInt8], files: [Int32] = [], milliseconds: Int32?
  ) throws(SystemError) {
    let result = unsafe pp_child_send(
      descriptor, bytes, bytes.count, files, files.count, milliseconds ?? -1)
    if result < 0 { throw SystemError(code: Int32(clamping: -result)) }
  }

  /// Receives a message.
  ///
  /// - Parameters:
  ///   - fileCount: how many descriptors may come along.
  ///   - milliseconds: how long to wait; nil for ever.
  /// - Returns: the message; one without bytes at the end.
  /// - Throws: `ETIMEDOUT`; `EMSGSIZE` and `EPROTO` for a message that is too long or has more files.
  internal func receive(
    fileCount: Int = 0, milliseconds: Int32?
  ) throws(SystemError) -> ReceivedMessage {
    var files = [Int32](repeating: -1, count: max(1, fileCount))
    var count = fileCount
    var result: Int64 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.messageLimit) { buffer, used in
      result = unsafe pp_child_receive(
        descriptor, buffer.baseAddress, buffer.count, &files, &count, milliseconds ?? -1)
      used = max(0, Int(result))
    }
    if result < 0 { throw SystemError(code: Int32(clamping: -result)) }
    return ReceivedMessage(bytes: bytes, files: Array(files.prefix(count)))
  }

  /// Closes descriptors that came with a message.
  internal static func close(_ files: [Int32]) {
    for file in files { _ = pp_close(file) }
  }

  /// The socket that a decoder is born with; nil where this process is none.
  internal static var inherited: ChildLink? {
    pp_child_is_link(Int32(PP_CHILD_SOCKET)) == 1
      ? ChildLink(descriptor: Int32(PP_CHILD_SOCKET)) : nil
  }
}
