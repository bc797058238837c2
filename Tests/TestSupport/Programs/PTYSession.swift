internal import CTestShims
import Glibc
public import PickerModel
public import Testing

/// A program on a pseudo-terminal that behaves like a chosen terminal.
///
/// Nothing happens by itself: output is read, queries are answered and time passes in `until`,
/// `waitForExit` and `pump` only.
public final class PTYSession {
  /// How a session is to be.
  public struct Options: Sendable {
    /// The size of the screen.
    public var size = CellSize(columns: 80, rows: 24)
    /// The terminal.
    public var terminal = TerminalProfile.xterm
    /// Whether the program has a controlling terminal at all.
    public var hasTerminal = true
    /// Standard input.
    public var input = ChildStream.terminal
    /// Standard output.
    public var output = ChildStream.pipe
    /// Standard error.
    public var error = ChildStream.pipe
    /// More of the environment; nil takes a variable away.
    public var environment: [String: String?] = [:]
    /// The working folder; nil for the tests' own.
    public var folder: FileName?
    /// What `TIOCGWINSZ` tells of pixels, where it is not the truth.
    public var reportedPixels: PixelSize?

    /// Creates options.
    public init() {}
  }

  /// The program.
  public let process: ChildProcess
  /// The screen.
  public private(set) var screen: VTScreen
  /// Every byte that came out of the terminal.
  public private(set) var output: [UInt8] = []
  /// Standard output, where it is a pipe.
  public private(set) var standardOutput: [UInt8] = []
  /// Standard error, where it is a pipe.
  public private(set) var standardError: [UInt8] = []
  /// The queries that the program sent.
  public private(set) var queries: [VTQuery] = []
  /// The terminal; queries are answered as it says at the time.
  public var terminal: TerminalProfile
  /// The line settings before the program was started.
  public let settingsBefore: TerminalSettings?
  /// Milliseconds from the start to the first byte on the terminal.
  public private(set) var firstByteMilliseconds: Double?

  private let started = pt_milliseconds()
  private let master: Int32
  private var inputPipe: Int32 = -1
  private var outputPipe: Int32 = -1
  private var errorPipe: Int32 = -1
  private var answers: [(due: Double, bytes: [UInt8])] = []
  private var isMasterOpen: Bool

  /// Starts a program.
  ///
  /// - Throws: `SystemCallError` where that fails.
  public init(
    _ program: String, _ arguments: [FileName] = [], options: Options = Options()
  ) throws {
    terminal = options.terminal
    screen = VTScreen(size: options.size, cellPixels: options.terminal.cellPixels)
    var slave: [CChar]?
    if options.hasTerminal {
      var path = [CChar](repeating: 0, count: 128)
      master = unsafe pt_open_master(&path, path.count)
      if master < 0 { throw SystemCallError("open a pseudo-terminal") }
      slave = path
    } else {
      master = -1
    }
    isMasterOpen = master >= 0
    settingsBefore = master >= 0 ? try TerminalSettings(descriptor: master) : nil
    var ends = [Int32]()
    defer { for end in ends where end >= 0 { close(end) } }
    let input = try Self.open(options.input, forReading: true)
    let standardOutput = try Self.open(options.output, forReading: false)
    let standardError = try Self.open(options.error, forReading: false)
    inputPipe = input.own
    outputPipe = standardOutput.own
    errorPipe = standardError.own
    let streams = [input.child, standardOutput.child, standardError.child]
    ends = streams
    if master >= 0 {
      Self.setSize(master, options.size, options.terminal, options.reportedPixels)
    }
    process = try ChildProcess(
      program, arguments, environment: Self.environment(options), folder: options.folder,
      terminal: slave, streams: streams)
  }

  deinit {
    for descriptor in [master, inputPipe, outputPipe, errorPipe] where descriptor >= 0 {
      close(descriptor)
    }
  }

  // MARK: - Input

  /// Types keys.
  public func press(_ keys: TerminalKey...) {
    for key in keys { send(key.bytes(isApplication: screen.isSet(1))) }
  }

  /// Types text.
  public func type(_ text: String) { send(Array(text.utf8)) }

  /// Sends bytes to the program as if the terminal did.
  public func send(_ bytes: [UInt8]) {
    guard isMasterOpen else { return }
    try? TestFiles.writeAll(bytes[...], to: master)
  }

  /// Sends a mouse button's press and release (SGR coordinates, mode 1006).
  ///
  /// - Parameters:
  ///   - point: The cell.
  ///   - button: 0 left, 1 middle, 2 right, 64 wheel up, 65 wheel down; plus 4 shift, 8 alt,
  ///     16 control.
  public func click(_ point: CellPoint, button: Int = 0) {
    let place = "\(button);\(point.column + 1);\(point.row + 1)"
    send(Array("\u{1B}[<\(place)M".utf8))
    if button & 64 == 0 { send(Array("\u{1B}[<\(place)m".utf8)) }
  }

  /// Pastes text (bracketed, where the program asked for that).
  public func paste(_ text: String) {
    let isBracketed = screen.isSet(2004)
    type(isBracketed ? "\u{1B}[200~\(text)\u{1B}[201~" : text)
  }

  /// Writes into the program's standard input, where it is a pipe.
  public func writeInput(_ bytes: [UInt8]) {
    if inputPipe >= 0 { try? TestFiles.writeAll(bytes[...], to: inputPipe) }
  }

  /// Closes the program's standard input, where it is a pipe.
  public func closeInput() {
    if inputPipe >= 0 { close(inputPipe) }
    inputPipe = -1
  }

  /// Closes the reading end of the program's standard output.
  public func closeOutput() {
    if outputPipe >= 0 { close(outputPipe) }
    outputPipe = -1
  }

  /// Gives the terminal a new size; the program gets SIGWINCH.
  public func resize(_ size: CellSize, reportedPixels: PixelSize? = nil) {
    pump(milliseconds: 0)
    screen.resize(size)
    if isMasterOpen { Self.setSize(master, screen.size, terminal, reportedPixels) }
  }

  /// Sends the program a signal.
  public func signal(_ number: Int32) { process.signal(number) }

  /// Closes the terminal, as when its window is closed: the program gets SIGHUP.
  public func hangUp() {
    if isMasterOpen { close(master) }
    isMasterOpen = false
  }

  /// Forgets what the screen noted so far.
  public func forgetNotes() { screen.forgetNotes() }

  // MARK: - Waiting

  /// Lets time pass until a condition holds.
  ///
  /// - Parameters:
  ///   - what: What is waited for, for the failure.
  ///   - seconds: For how long at most.
  ///   - sourceLocation: Where to report a failure.
  ///   - condition: What is to hold.
  /// - Throws: `PTYTimeout` where it does not in time.
  public func until(
    _ what: String, seconds: Double = 10, sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: (PTYSession) throws -> Bool
  ) throws {
    let deadline = pt_milliseconds() + seconds * 1000 * Environment.patience
    while true {
      if try condition(self) { return }
      let left = deadline - pt_milliseconds()
      if left <= 0 {
        let place = "\(sourceLocation.fileID):\(sourceLocation.line)"
        throw PTYTimeout(description: "\(place): timed out: \(what)\n\(report)")
      }
      pump(milliseconds: min(left, 50))
    }
  }

  /// Lets time pass until a text stands on the screen.
  ///
  /// - Throws: `PTYTimeout` where it does not in time.
  public func until(
    text: String, seconds: Double = 10, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try until("'\(text)' on the screen", seconds: seconds, sourceLocation: sourceLocation) {
      $0.screen.contains(text)
    }
  }

  /// Lets time pass until nothing has come out of the terminal for a while.
  ///
  /// - Throws: `PTYTimeout` where it never is quiet.
  public func untilQuiet(
    milliseconds: Double = 150, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var count = output.count
    var since = pt_milliseconds()
    try until("\(milliseconds) ms of quiet", sourceLocation: sourceLocation) { session in
      if session.output.count != count {
        count = session.output.count
        since = pt_milliseconds()
      }
      return pt_milliseconds() - since >= milliseconds || session.process.hasEnded
    }
  }

  /// Waits for the program's end and for all that it wrote.
  ///
  /// - Throws: `PTYTimeout` where it does not end in time.
  @discardableResult
  public func waitForExit(
    seconds: Double = 10, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ProgramEnd {
    try until("the end of the program", seconds: seconds, sourceLocation: sourceLocation) {
      $0.process.hasEnded
    }
    pump(milliseconds: 0)
    while pump(milliseconds: 20) {}
    return process.exitStatus ?? .code(-1)
  }

  /// The line settings now.
  ///
  /// - Throws: `SystemCallError` where there is no terminal.
  public func settings() throws -> TerminalSettings { try TerminalSettings(descriptor: master) }

  /// What the screen, the streams and the program look like, for a failure.
  public var report: String {
    """
    screen \(screen.size.columns)x\(screen.size.rows), \(output.count) bytes, \
    \(screen.images.count) pictures, \(screen.pictureCellCount) picture cells
    ┌\(String(repeating: "─", count: min(200, screen.size.columns)))
    \(screen.text.split(separator: "\n", omittingEmptySubsequences: false).map { "│\($0)" }
      .joined(separator: "\n"))
    └\(String(repeating: "─", count: min(200, screen.size.columns)))
    standard output: \(String(decoding: standardOutput.prefix(2_000), as: UTF8.self))
    standard error: \(String(decoding: standardError.prefix(2_000), as: UTF8.self))
    problems: \(screen.problems.prefix(10))
    status: \(process.exitStatus.map { "\($0)" } ?? "running")
    """
  }

  /// Reads what there is, waiting for it for a time, and answers queries that are due.
  ///
  /// - Returns: Whether anything was read.
  @discardableResult
  public func pump(milliseconds: Double) -> Bool {
    var wait = milliseconds
    if let due = answers.first?.due { wait = min(wait, max(0, due - pt_milliseconds())) }
    var entries = [
      pollfd(fd: isMasterOpen ? master : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: outputPipe, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errorPipe, events: Int16(POLLIN), revents: 0),
      pollfd(
        fd: process.hasEnded ? -1 : process.endDescriptor, events: Int16(POLLIN), revents: 0),
    ]
    _ = unsafe poll(&entries, nfds_t(entries.count), Int32(max(0, wait.rounded(.up))))
    var hasRead = false
    if entries[0].revents != 0 {
      let bytes = Self.readOnce(master)
      if bytes.isEmpty {
        // The last program closed the terminal. Looking at it again and again would not wait.
        _ = poll(nil, 0, Int32(min(5, max(0, wait))))
      } else {
        hasRead = true
        if firstByteMilliseconds == nil { firstByteMilliseconds = pt_milliseconds() - started }
        output.append(contentsOf: bytes)
        screen.feed(bytes)
        answerQueries()
      }
    }
    if entries[1].revents != 0 {
      hasRead = Self.drain(&outputPipe, into: &standardOutput) || hasRead
    }
    if entries[2].revents != 0 { hasRead = Self.drain(&errorPipe, into: &standardError) || hasRead }
    sendAnswers()
    return hasRead
  }

  // MARK: - Answers

  private func answerQueries() {
    let new = screen.takeQueries()
    queries += new
    for query in new {
      if let bytes = terminal.answer(query, size: screen.size) {
        answers.append((pt_milliseconds() + terminal.delayMilliseconds, bytes))
      }
    }
  }

  private func sendAnswers() {
    let now = pt_milliseconds()
    while let next = answers.first, next.due <= now {
      answers.removeFirst()
      send(next.bytes)
    }
  }

  // MARK: - Descriptors

  private static func setSize(
    _ descriptor: Int32, _ size: CellSize, _ terminal: TerminalProfile, _ reported: PixelSize?
  ) {
    let pixels =
      reported
      ?? (terminal.reportsPixels
        ? PixelSize(
          width: size.columns * terminal.cellPixels.width,
          height: size.rows * terminal.cellPixels.height)
        : PixelSize(width: 0, height: 0))
    pt_set_window_size(
      descriptor, UInt32(size.rows), UInt32(size.columns), UInt32(pixels.width),
      UInt32(pixels.height))
  }

  private static func open(
    _ stream: ChildStream, forReading: Bool
  ) throws -> (child: Int32, own: Int32) {
    switch stream {
    case .terminal: return (-2, -1)
    case .closed: return (-1, -1)
    case .null: return (try open("/dev/null", forReading: forReading), -1)
    case .file(let path): return (try open(path, forReading: forReading), -1)
    case .pipe:
      var ends: [Int32] = [-1, -1]
      if unsafe pt_pipe(&ends) != 0 { throw SystemCallError("pipe") }
      return forReading ? (ends[0], ends[1]) : (ends[1], ends[0])
    }
  }

  private static func open(_ path: FileName, forReading: Bool) throws -> Int32 {
    let flags = forReading ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC
    let descriptor = unsafe TestFiles.withPath(path) {
      unsafe Glibc.open($0, flags | O_CLOEXEC, 0o644)
    }
    if descriptor < 0 { throw SystemCallError("open \(path.displayString)") }
    return descriptor
  }

  private static func readOnce(_ descriptor: Int32) -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe chunk.withUnsafeMutableBytes { buffer in
      unsafe read(descriptor, buffer.baseAddress, buffer.count)
    }
    return count > 0 ? Array(chunk[..<count]) : []
  }

  private static func drain(_ descriptor: inout Int32, into target: inout [UInt8]) -> Bool {
    let bytes = readOnce(descriptor)
    if bytes.isEmpty {
      close(descriptor)
      descriptor = -1
      return false
    }
    target.append(contentsOf: bytes)
    return true
  }

  private static func environment(_ options: Options) -> [String] {
    var variables: [String: String] = [
      "TERM": options.terminal.term, "LANG": "C.UTF-8", "HOME": "/nonexistent",
      "XDG_CACHE_HOME": "/dev/null",
      "PATH": Environment.value("PATH") ?? "/usr/bin:/bin",
      // A crash must not wait for somebody to answer the backtracer's prompt.
      "SWIFT_BACKTRACE": "enable=no",
    ]
    for name in ["LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS"] {
      if let value = Environment.value(name) { variables[name] = value }
    }
    if let color = options.terminal.colorTerm { variables["COLORTERM"] = color }
    for (name, value) in options.environment { variables[name] = value }
    return variables.map { "\($0.key)=\($0.value)" }.sorted()
  }
}

/// Something that was waited for did not come.
public struct PTYTimeout: Error, CustomStringConvertible {
  /// What it was, and what there was instead.
  public let description: String
}
