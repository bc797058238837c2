import Glibc
import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

/// Confinement is for good: each test confines a process of its own, and tries from inside.
@Suite(
  "the confined picker", .timeLimit(.minutes(3)),
  .enabled(if: LandlockCoverage.ofKernel().version >= 3, "needs Landlock 3"))
struct PickerConfinementTests {
  @Test("reads the approved photos, also those that were moved, and nothing else of the library")
  func reads() async {
    await #expect(processExitsWith: .success) {
      let place = try Trial()
      try place.library.link("lib/planted.jpg", to: "secret.jpg")
      try place.library.link("lib/door", to: "..")
      #expect(place.hardLink("lib/secret.jpg", "lib/twin.jpg") == 0)
      try PickerConfinement(to: place.approved, hasScreen: true).confine()
      place.succeeds("the approved photo") { place.open("lib/a.jpg") }
      place.succeeds("one in a folder") { place.open("lib/album/b.jpg") }
      for name in [
        "lib/secret.jpg", "lib/twin.jpg", "lib/planted.jpg", "lib/album/../secret.jpg",
        "lib/door/outside.jpg", "lib", "lib/album", ".", "outside.jpg",
      ] {
        place.fails(name, EACCES) { place.open(name) }
        place.fails("/proc/self/root, " + name, EACCES) {
          place.open(name, below: "/proc/self/root")
        }
      }
      // Who is root may read memory maps and environments (perfmon_capable), confined or not.
      let own = geteuid() == 0 ? [] : ["environ", "maps"]
      for name in own + ["mem", "root/etc/passwd", "fd/0"] {
        let path = Trial.terminated(Array("/proc/\(getppid())/\(name)".utf8))
        place.fails("the parent's \(name)", EACCES, EPERM) { unsafe open(path, O_RDONLY) }
      }
      place.fails("accounts", EACCES) { unsafe open("/etc/passwd", O_RDONLY) }
      place.end()
    }
  }

  @Test("writes, makes, moves and removes nothing in the library")
  func writes() async {
    await #expect(processExitsWith: .success) {
      let place = try Trial()
      try PickerConfinement(to: place.approved, hasScreen: true).confine()
      place.fails("open to write", EACCES) { place.open("lib/a.jpg", O_WRONLY) }
      place.fails("open to cut off", EACCES) { place.open("lib/a.jpg", O_RDONLY | O_TRUNC) }
      place.fails("truncate", EACCES) { unsafe truncate(place.path("lib/a.jpg"), 0) }
      place.fails("create", EACCES) { place.open("lib/new.jpg", O_WRONLY | O_CREAT) }
      place.fails("create beside", EACCES) { place.open("new.jpg", O_WRONLY | O_CREAT) }
      place.fails("make a folder", EACCES) { unsafe mkdir(place.path("lib/new"), 0o700) }
      place.fails("remove", EACCES) { unsafe unlink(place.path("lib/a.jpg")) }
      place.fails("rename the secret over an approved name", EACCES) {
        unsafe rename(place.path("lib/secret.jpg"), place.path("lib/a.jpg"))
      }
      place.fails("link the secret", EXDEV, EACCES) {
        place.hardLink("lib/secret.jpg", "lib/album/c.jpg")
      }
      place.fails("link to it", EACCES) {
        unsafe symlink(place.path("lib/secret.jpg"), place.path("lib/album/c.jpg"))
      }
      place.end()
    }
  }

  @Test("gets no other file's bytes when names change meanwhile")
  func renames() async {
    await #expect(processExitsWith: .success) {
      let place = try Trial()
      let door = PhotoDoor(approved: place.approved)
      let a = AssetPath(place.library.path(of: "lib/a.jpg"))
      let b = AssetPath(place.library.path(of: "lib/album/b.jpg"))
      // Somebody else is not confined: a process that was there before.
      let other = try Companion(
        """
        cd '\(place.library.text)/lib'; read go; mv a.jpg gone.jpg; ln secret.jpg a.jpg
        mv album elsewhere; mkdir album; cp secret.jpg album/b.jpg; echo done; read go
        mv -f gone.jpg a.jpg; rm -r album; mv elsewhere album; echo done; read go
        """)
      try PickerConfinement(to: place.approved, hasScreen: true).confine()
      place.check("before", (try? door.open(a)) != nil)
      other.next()
      for path in [a, b] {
        place.check("\(path)", place.error { _ = try door.open(path) } == .replacedByFile)
        place.check("\(path)", place.error { _ = try door.status(of: path) } == .replacedByFile)
        place.fails("by name", EACCES) { unsafe open(Trial.terminated(path.bytes), O_RDONLY) }
      }
      other.next()
      for (path, content) in [(a, "a"), (b, "b")] {
        let bytes = try? door.open(path).bytes(at: 0, count: 9)
        place.check("\(path) again", bytes == Array(content.utf8))
      }
      place.end()
    }
  }

  @Test(
    "keeps to TCP's absence and to its own abstract sockets",
    .enabled(if: LandlockCoverage.ofKernel().version >= 6, "needs Landlock 6"))
  func network() async {
    await #expect(processExitsWith: .success) {
      let place = try Trial()
      let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      place.succeeds("bind") { place.abstract(listener, connecting: false) }
      place.succeeds("listen") { listen(listener, 1) }
      // The listener belongs to the process as it was before.
      try PickerConfinement(to: place.approved, hasScreen: false).confine()
      place.fails("abstract socket", EPERM) {
        place.abstract(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0), connecting: true)
      }
      place.fails("TCP", EACCES) { place.connectTCP() }
      place.fails("a signal to the parent", EPERM) { kill(getppid(), 0) }
      place.end()
    }
  }

  @Test("may write where its own files and the result go, and read no photo there")
  func ownFolders() async {
    await #expect(processExitsWith: .success) {
      let place = try Trial()
      try place.library.makeFolder("state")
      var confinement = PickerConfinement(to: place.approved, hasScreen: true)
      confinement.ownFolders = [place.library.path(of: "state"), place.library.path(of: "none")]
      confinement.resultFolders = [place.library.path(of: ".")]
      try confinement.confine()
      place.succeeds("state") { place.open("state/file", O_RDWR | O_CREAT) }
      place.succeeds("state again") { place.open("state/file", O_RDONLY) }
      place.succeeds("result") { place.open("result", O_WRONLY | O_CREAT | O_EXCL) }
      place.succeeds("result in its place") {
        unsafe rename(place.path("result"), place.path("result.json"))
      }
      place.fails("the result's folder is not read", EACCES) { place.open("result.json") }
      place.fails("nor the library below it", EACCES) { place.open("lib/secret.jpg") }
      place.end()
    }
  }

  @Test("a variable of the environment that names the library opens nothing")
  func environment() async {
    await #expect(processExitsWith: .success) {
      let place = try Trial()
      for name in ["TERMINFO", "TZDIR", "LD_LIBRARY_PATH"] {
        _ = unsafe setenv(name, place.library.text + "/lib", 1)
      }
      _ = unsafe setenv("LOCPATH", place.library.text, 1)
      try PickerConfinement(to: place.approved, hasScreen: true).confine()
      place.fails("the library", EACCES) { place.open("lib/secret.jpg") }
      place.fails("above it", EACCES) { place.open("outside.jpg") }
      place.end()
    }
  }
}

/// A library to confine a process to, and what it tries.
final class Trial {
  /// A folder with the library `lib` in it.
  let library: TemporaryFolder
  /// Two of its photos.
  let approved: ApprovedSet
  private let failures = Failures()
  private let cleaner: Companion

  private final class Failures {
    var lines: [String] = []
  }

  /// Makes a library.
  init() throws {
    library = try TemporaryFolder("confined")
    try library.write("a", to: "lib/a.jpg")
    try library.write("b", to: "lib/album/b.jpg")
    try library.write("secret", to: "lib/secret.jpg")
    try library.write("outside", to: "outside.jpg")
    // What is confined can't remove it: somebody else does at the end of the pipe.
    cleaner = try Companion("read end; rm -rf '\(library.text)'")
    approved = ApprovedSet(
      [library.path(of: "lib/a.jpg"), library.path(of: "lib/album/b.jpg")],
      in: LibraryRoots([library.path(of: "lib")]))
  }

  /// A path as C wants it.
  static func terminated(_ path: [UInt8]) -> [CChar] {
    path.map { CChar(bitPattern: $0) } + [0]
  }

  /// A path in the folder.
  func path(_ name: String) -> [CChar] {
    Self.terminated(Array("\(library.text)/\(name)".utf8))
  }

  /// `open(2)`.
  func open(_ name: String, _ flags: Int32 = O_RDONLY, below prefix: String = "") -> Int32 {
    let path = Self.terminated(Array("\(prefix)\(library.text)/\(name)".utf8))
    return unsafe Glibc.open(path, flags | O_CLOEXEC, 0o600)
  }

  /// `link(2)`.
  func hardLink(_ from: String, _ to: String) -> Int32 { unsafe link(path(from), path(to)) }

  /// `bind(2)` or `connect(2)` with an abstract address of this process.
  func abstract(_ socket: Int32, connecting: Bool) -> Int32 {
    let name = "photopick-test-\(getpid())"
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let length = socklen_t(2 + 1 + name.utf8.count)
    return unsafe withUnsafeMutableBytes(of: &address) { bytes in
      for (index, byte) in name.utf8.enumerated() { unsafe bytes[3 + index] = byte }
      guard let base = unsafe bytes.assumingMemoryBound(to: sockaddr.self).baseAddress else {
        return -1
      }
      return unsafe connecting ? connect(socket, base, length) : bind(socket, base, length)
    }
  }

  /// `connect(2)` to the discard port of this machine.
  func connectTCP() -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(9).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  /// A call must succeed.
  func succeeds(_ what: String, _ call: () -> Int32) {
    if call() < 0 { failures.lines.append("\(what): errno \(errno)") }
  }

  /// A call must fail in one of these ways.
  func fails(_ what: String, _ codes: Int32..., call: () -> Int32) {
    let result = call()
    if result >= 0 || !codes.contains(errno) {
      failures.lines.append("\(what): \(result), errno \(errno)")
    }
  }

  /// Something must be so.
  func check(_ what: String, _ isSo: Bool) {
    if !isSo { failures.lines.append(what) }
  }

  /// How a call fails.
  func error(_ call: () throws -> Void) -> FileError.Kind? {
    do {
      try call()
      return nil
    } catch {
      return (error as? FileError)?.kind
    }
  }

  /// Ends the process: well, if all was as it must be.
  func end() -> Never {
    for line in failures.lines {
      let bytes = Array((line + "\n").utf8)
      unsafe bytes.withUnsafeBytes { unsafe _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
    _exit(failures.lines.isEmpty ? 0 : 1)
  }
}

/// A shell that was started before, does a step for each line, and says when it is done.
final class Companion {
  private let input: Int32
  private let output: Int32

  /// Starts a script.
  init(_ script: String) throws {
    var ends: [Int32] = [0, 0, 0, 0]
    guard unsafe pipe(&ends) == 0,
      unsafe ends.withUnsafeMutableBufferPointer({ buffer in
        guard let base = buffer.baseAddress else { return Int32(-1) }
        return unsafe pipe(base + 2)
      }) == 0
    else { throw SystemCallError("pipe", code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[3], STDOUT_FILENO)
    var pid: pid_t = 0
    var words: [UnsafeMutablePointer<CChar>?] = unsafe [strdup("sh"), strdup("-c")]
    unsafe words.append(strdup(script))
    unsafe words.append(nil)
    let code = unsafe posix_spawn(&pid, "/bin/sh", &actions, nil, words, environ)
    guard code == 0 else { throw SystemCallError("sh", code: code) }
    input = ends[1]
    output = ends[2]
  }

  /// Does the next step.
  func next() {
    var byte: UInt8 = UInt8(ascii: "\n")
    _ = unsafe write(input, &byte, 1)
    repeat { if unsafe read(output, &byte, 1) != 1 { return } } while byte != UInt8(ascii: "\n")
  }
}
