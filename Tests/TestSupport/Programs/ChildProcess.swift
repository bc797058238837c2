internal import CTestShims
import Glibc
public import PickerModel

/// How a program ended.
public enum ProgramEnd: Hashable, Sendable {
  /// It left with this status.
  case code(Int)
  /// This signal ended it.
  case signal(Int)
}

/// What one of a program's three standard streams is.
public enum ChildStream: Sendable {
  /// The terminal, where there is one.
  case terminal
  /// A pipe to the test.
  case pipe
  /// `/dev/null`.
  case null
  /// No open descriptor.
  case closed
  /// A file, read from for standard input, else written anew.
  case file(FileName)
}

/// A program that was started in a session of its own, and is killed when nobody holds it.
public final class ChildProcess {
  /// The process id, which is the session's too.
  public let id: Int32
  /// How it ended, once it has.
  public private(set) var exitStatus: ProgramEnd?
  /// The most memory that it had at a time, in KiB, once it has ended.
  public private(set) var peakMemoryKiB = 0
  /// The processor time that it took, once it has ended.
  public private(set) var processorSeconds = 0.0
  /// Becomes readable when it ends.
  let endDescriptor: Int32

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: The program; a name is looked for in `PATH`.
  ///   - arguments: What follows the name.
  ///   - environment: The whole environment, as `NAME=value`.
  ///   - folder: The working folder; nil for the tests' own.
  ///   - terminal: The path of the terminal that is to be the controlling one.
  ///   - streams: Three of the caller's descriptors, or -1 for closed and -2 for the terminal.
  /// - Throws: `SystemCallError` where it can't be started.
  init(
    _ path: String, _ arguments: [FileName], environment: [String], folder: FileName?,
    terminal: [CChar]?, streams: [Int32]
  ) throws {
    guard let program = TestFiles.program(path) else {
      throw SystemCallError("start \(path)", code: ENOENT)
    }
    var pid: pid_t = 0
    let argumentBytes = [Array(path.utf8)] + arguments.map(\.bytes)
    let error = unsafe Self.withCStrings(argumentBytes) { argv in
      unsafe Self.withCStrings(environment.map { Array($0.utf8) }) { envp in
        let folderBytes = folder.map { $0.bytes.map { CChar(bitPattern: $0) } + [0] }
        return unsafe streams.withUnsafeBufferPointer { streams in
          unsafe Self.withOptional(folderBytes) { folder in
            unsafe Self.withOptional(terminal) { terminal in
              unsafe pt_spawn(
                &pid, program, argv, envp, folder, terminal, streams.baseAddress)
            }
          }
        }
      }
    }
    if error != 0 { throw SystemCallError("start \(path)", code: error) }
    id = pid
    endDescriptor = pt_open_process(pid)
  }

  deinit {
    if !hasEnded {
      Glibc.kill(id, SIGKILL)
      Self.wait(for: endDescriptor, milliseconds: 10_000)
      _ = hasEnded
    }
    if endDescriptor >= 0 { close(endDescriptor) }
  }

  /// Whether it has ended; takes its end where it is new.
  public var hasEnded: Bool {
    if exitStatus != nil { return true }
    var code: Int32 = -1
    var number: Int32 = -1
    var peak = 0
    var seconds = 0.0
    guard unsafe pt_wait(id, &code, &number, &peak, &seconds) != 0 else { return false }
    exitStatus = number >= 0 ? .signal(Int(number)) : .code(Int(code))
    peakMemoryKiB = peak
    processorSeconds = seconds
    return true
  }

  /// Sends it a signal, as long as it runs.
  public func signal(_ number: Int32) {
    if !hasEnded { Glibc.kill(id, number) }
  }

  /// The most memory so far, in KiB, while it runs.
  public var currentPeakMemoryKiB: Int {
    guard let bytes = try? TestFiles.read(FileName("/proc/\(id)/status")) else { return 0 }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    where line.hasPrefix("VmHWM:") {
      return line.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        ?? Int(line.filter(\.isNumber)) ?? 0
    }
    return 0
  }

  /// The processor time so far in seconds, while it runs.
  public var currentProcessorSeconds: Double {
    guard let bytes = try? TestFiles.read(FileName("/proc/\(id)/stat")) else { return 0 }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let close = text.lastIndex(of: ")") else { return 0 }
    let fields = text[close...].split(separator: " ")
    guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else {
      return 0
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// How often its threads that run now have waited so far, while it runs: an idle program does not.
  public var currentWakeUpCount: Int {
    let folder = "/proc/\(id)/task"
    var count = 0
    for thread in TestFiles.names(in: FileName(folder)) {
      let file = FileName("\(folder)/\(thread.displayString)/status")
      guard let bytes = try? TestFiles.read(file) else { continue }
      for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      where line.hasPrefix("voluntary_ctxt_switches:") {
        count += Int(line.filter(\.isNumber)) ?? 0
      }
    }
    return count
  }

  /// The processes of its session that still run, itself included.
  public var survivors: [Int32] {
    TestFiles.names(in: "/proc").compactMap { Int32($0.displayString) }.filter { other in
      guard let bytes = try? TestFiles.read(FileName("/proc/\(other)/stat")) else { return false }
      let text = String(decoding: bytes, as: UTF8.self)
      guard let close = text.lastIndex(of: ")") else { return false }
      let fields = text[close...].split(separator: " ")
      return fields.count > 4 && fields[1] != "Z" && fields[4] == "\(id)"
    }
  }

  /// The processes that it started itself and that run.
  public var children: [Int32] {
    TestFiles.names(in: "/proc").compactMap { Int32($0.displayString) }.filter { other in
      guard let bytes = try? TestFiles.read(FileName("/proc/\(other)/stat")) else { return false }
      let text = String(decoding: bytes, as: UTF8.self)
      guard let close = text.lastIndex(of: ")") else { return false }
      let fields = text[close...].split(separator: " ")
      return fields.count > 2 && fields[1] != "Z" && fields[2] == "\(id)"
    }
  }

  /// `/dev/null`, open for as long as the tests run.
  static let null: Int32 = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)

  // MARK: - Waiting

  /// Waits until a descriptor is readable, but no longer than a time.
  @discardableResult
  static func wait(for descriptor: Int32, milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, milliseconds) > 0
  }

  // MARK: - C strings

  private static func withCStrings<Result>(
    _ strings: [[UInt8]],
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> Result
  ) -> Result {
    let copies = unsafe strings.map { bytes in
      unsafe (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
        unsafe buffer.baseAddress.flatMap { unsafe strdup($0) }
      }
    }
    defer { unsafe copies.forEach { unsafe free($0) } }
    return unsafe (copies + [nil]).withUnsafeBufferPointer { unsafe body($0.baseAddress) }
  }

  private static func withOptional<Result>(
    _ text: [CChar]?, _ body: (UnsafePointer<CChar>?) -> Result
  ) -> Result {
    guard let text else { return body(nil) }
    return unsafe text.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
  }
}
