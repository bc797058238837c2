import Glibc
import PickerModel
import TestSupport
import Testing

/// All tests that run the built program, one after the other.
@Suite("photopick", .serialized, .timeLimit(.minutes(3)))
struct EndToEndTests {}

/// The built program, and ways to run it.
enum Photopick {
  /// Its path: beside the tests, or where `PHOTOPICK_PROGRAM` says.
  static let path: String = {
    if let path = Environment.value("PHOTOPICK_PROGRAM") { return path }
    var buffer = [CChar](repeating: 0, count: 4_096)
    let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count - 1)
    let own = String(
      decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return own.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/") + "/photopick"
  }()

  /// Whether a sanitizer slows everything down and takes memory.
  static let isSanitized = Environment.value("PHOTOPICK_SANITIZER") != nil

  /// Starts the picker.
  static func start(
    _ arguments: [FileName], _ change: (inout PTYSession.Options) -> Void = { _ in }
  ) throws -> PTYSession {
    var options = PTYSession.Options()
    options.size = CellSize(columns: 100, rows: 30)
    change(&options)
    return try PTYSession(path, arguments, options: options)
  }

  /// Runs something that needs no terminal, to its end.
  static func run(
    _ arguments: [FileName], _ change: (inout PTYSession.Options) -> Void = { _ in }
  ) throws -> PTYSession {
    let session = try start(arguments) { options in
      options.hasTerminal = false
      options.input = .null
      change(&options)
    }
    try session.waitForExit(seconds: 30)
    return session
  }

  /// A folder with photos of these names, all the same small JPEG.
  static func folder(_ names: FileName...) throws -> TemporaryFolder {
    let folder = try TemporaryFolder("photos")
    let photo = try TestFiles.read(FileName("\(Package.fixtures)/Good/baseline.jpg"))
    for name in names { try folder.write(photo, to: name) }
    return folder
  }

  /// A folder with photos `IMG_1.jpg` and so on.
  static func folder(count: Int) throws -> TemporaryFolder {
    let folder = try TemporaryFolder("photos")
    let photo = try TestFiles.read(FileName("\(Package.fixtures)/Good/baseline.jpg"))
    for number in 0..<count { try folder.write(photo, to: FileName("IMG_\(number + 1).jpg")) }
    return folder
  }

  /// The sample photos of the repository.
  static let samples = FileName("\(Package.root)/samples")
}

extension PTYSession {
  /// Waits until the library was scanned and the screen shows it.
  func untilReady(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try until("the library on the screen", sourceLocation: sourceLocation) { session in
      let title = session.screen.row(0)
      return (title.contains(" photo") && !title.contains("…")) || session.process.hasEnded
    }
  }

  /// Waits until the screen is complete: every visible photo drawn, nothing in progress.
  func untilComplete(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try untilReady(sourceLocation: sourceLocation)
    try until("all pictures", sourceLocation: sourceLocation) { session in
      !["◐", "◓", "◑", "◒"].contains { session.screen.contains($0) }
        && session.screen.pictureCellCount > 0
    }
    try untilQuiet(sourceLocation: sourceLocation)
  }

  /// Ends the picker by Enter and returns its end.
  func confirm(sourceLocation: SourceLocation = #_sourceLocation) throws -> ProgramEnd {
    press(.enter)
    return try waitForExit(sourceLocation: sourceLocation)
  }

  /// Standard output as text.
  var outputText: String { String(decoding: standardOutput, as: UTF8.self) }
  /// Standard error as text.
  var errorText: String { String(decoding: standardError, as: UTF8.self) }

  /// What a program must leave behind on its terminal, and did not; empty if all is well.
  ///
  /// - Throws: `SystemCallError` where the terminal can't be asked.
  func leftovers() throws -> [String] {
    var left = [String]()
    if try settings() != settingsBefore { left.append("line settings: \(try settings())") }
    if screen.isAlternate { left.append("the alternate screen") }
    if !screen.isCursorVisible { left.append("a hidden cursor") }
    for mode in [1, 1000, 1002, 1003, 1004, 1006, 2004, 2026] where screen.isSet(mode) {
      left.append("mode \(mode)")
    }
    if screen.isKeypadApplication { left.append("application keypad") }
    if screen.pictureCellCount > 0 { left.append("\(screen.pictureCellCount) picture cells") }
    if !screen.isAtRest { left.append("half a sequence") }
    if screen.style != .plain { left.append("a text style") }
    if !process.survivors.isEmpty { left.append("processes \(process.survivors)") }
    return left
  }
}
