import CShims
import CTestShims
import Glibc
import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

/// What is tried from inside.
private enum Attempt {
  static func open(_ path: String, flags: Int32 = O_RDONLY) -> Int32 {
    unsafe Glibc.open(path, flags)
  }

  static func open(below folder: Int32, _ path: String) -> Int32 {
    unsafe openat(folder, path, O_RDONLY)
  }

  static func write(_ descriptor: Int32) -> Int {
    unsafe Glibc.write(descriptor, "x", 1)
  }

  /// Whether memory can be had.
  static func map(_ byteCount: Int, executable: Bool) -> Bool {
    let protection = PROT_READ | (executable ? PROT_EXEC : PROT_WRITE)
    return unsafe mmap(nil, byteCount, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED
  }
}

/// Each attempt in a process of its own, because confinement is for good.
@Suite("What a decoder can't do", .timeLimit(.minutes(5)))
struct DecoderConfinementTests {
  /// Confines this process as a decoder does.
  private static func enter() {
    _ = DecoderConfinement.enter(.standard, memory: 1 << 20)
  }

  /// Ends the process: well if a call failed with one of these errors.
  private static func expectRefused(_ result: Int32, _ errors: Int32...) -> Never {
    _exit(result == -1 && errors.contains(errno) ? 0 : 1)
  }

  @Test("open a file, whether by its path, below a folder that is open, or through /proc")
  func open() async {
    await #expect(processExitsWith: .success) {
      Self.enter()
      Self.expectRefused(Attempt.open("/etc/passwd"), EPERM, EACCES)
    }
    await #expect(processExitsWith: .success) {
      let folder = Attempt.open("/etc", flags: O_RDONLY | O_DIRECTORY)
      guard folder >= 0 else { _exit(2) }
      Self.enter()
      Self.expectRefused(Attempt.open(below: folder, "passwd"), EPERM, EACCES)
    }
    await #expect(processExitsWith: .success) {
      let file = Attempt.open("/etc/passwd")
      guard file >= 0 else { _exit(2) }
      Self.enter()
      Self.expectRefused(Attempt.open("/proc/self/fd/\(file)"), EPERM, EACCES)
    }
  }

  @Test("write, even to a descriptor that it has")
  func write() async {
    await #expect(processExitsWith: .success) {
      let file = Attempt.open("/dev/null", flags: O_WRONLY)
      guard file >= 0 else { _exit(2) }
      Self.enter()
      Self.expectRefused(Int32(Attempt.write(file)), EPERM)
    }
  }

  @Test("make a socket: it ends at once", .enabled(if: pp_child_sanitizer() == 0))
  func socket() async {
    await #expect(processExitsWith: .signal(SIGSYS)) {
      Self.enter()
      _ = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      _exit(0)
    }
  }

  @Test("run a program: it ends at once", .enabled(if: pp_child_sanitizer() == 0))
  func execute() async {
    await #expect(processExitsWith: .signal(SIGSYS)) {
      Self.enter()
      _ = pt_try_exec()
      _exit(0)
    }
  }

  @Test("start a process: it ends at once", .enabled(if: pp_child_sanitizer() == 0))
  func process() async {
    await #expect(processExitsWith: .signal(SIGSYS)) {
      Self.enter()
      _exit(pt_try_fork() < 0 ? 1 : 0)
    }
  }

  @Test("send another process a signal: it ends at once", .enabled(if: pp_child_sanitizer() == 0))
  func signal() async {
    await #expect(processExitsWith: .signal(SIGSYS)) {
      Self.enter()
      _ = kill(getppid(), 0)
      _exit(0)
    }
  }

  @Test("make memory that can be run")
  func executableMemory() async {
    await #expect(processExitsWith: .success) {
      Self.enter()
      _exit(!Attempt.map(4_096, executable: true) && errno == EPERM ? 0 : 1)
    }
  }

  @Test(
    "take more memory than its limit", .enabled(if: pp_child_sanitizer() == 0))
  func memory() async {
    await #expect(processExitsWith: .success) {
      Self.enter()
      _exit(!Attempt.map(8 << 30, executable: false) && errno == ENOMEM ? 0 : 1)
    }
  }

  @Test("it still can decode, with threads of its own")
  func decodes() async throws {
    await #expect(processExitsWith: .success) {
      let jpeg = try Golden.bytes("marks-1.jpg")
      let png = try Golden.bytes("marks-rgb.png")
      Self.enter()
      let decoder = PhotoDecoder()
      let target = PixelSize(width: 20, height: 20)
      _ = try decoder.decode(jpeg, DecodeRequest(format: .jpeg, target: target))
      _ = try decoder.decode(png, DecodeRequest(format: .png, target: target))
      _exit(pt_try_thread() == 0 ? 0 : 1)
    }
  }
}
