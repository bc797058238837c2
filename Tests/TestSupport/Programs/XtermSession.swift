internal import CTestShims
import Glibc
public import PickerModel
public import Testing

/// A real xterm, with sixel, on a screen that exists in memory only, and what it shows as pixels.
///
/// The X server writes its screen into a file, which is read here; keys are pressed by xdotool.
public final class XtermSession {
  /// What has to be there, or nil where all of it is.
  public static let missing: String? = {
    let programs = ["Xvfb", "xterm", "xdotool"].filter { TestFiles.program($0) == nil }
    return programs.isEmpty
      ? nil : "needs \(programs.joined(separator: ", ")) (Debian: xvfb xterm xdotool)"
  }()

  /// Columns and rows.
  public let size: CellSize
  /// A cell in pixels.
  public private(set) var cellPixels = PixelSize(width: 0, height: 0)
  /// The colour of the background.
  public static let background = RGBColor(red: 16, green: 16, blue: 20)

  private static let screenSize = PixelSize(width: 1280, height: 960)
  private let folder: TemporaryFolder
  private let server: ChildProcess
  private var terminal: ChildProcess
  private let display: String

  /// Starts a server and an xterm that runs a shell command.
  ///
  /// - Throws: `PTYTimeout` where they don't come up.
  public init(_ command: String, size: CellSize = CellSize(columns: 120, rows: 40)) throws {
    self.size = size
    folder = try TemporaryFolder("xterm")
    var ends: [Int32] = [-1, -1]
    if unsafe pt_pipe(&ends) != 0 { throw SystemCallError("pipe") }
    defer { close(ends[0]) }
    server = try ChildProcess(
      "Xvfb",
      [
        "-displayfd", "1", "-screen", "0",
        FileName("\(Self.screenSize.width)x\(Self.screenSize.height)x24"), "-nolisten", "tcp",
        // Without this the server starts anew, and drops who just comes, when its last client
        // leaves: xdotool asks and leaves while xterm is still starting.
        "-fbdir", folder.path, "-noreset",
      ], environment: Self.environment([:]), folder: nil, terminal: nil,
      streams: [ChildProcess.null, ends[1], ChildProcess.null])
    close(ends[1])
    guard let number = Self.readLine(ends[0], seconds: 20) else {
      throw PTYTimeout(description: "the X server tells no display")
    }
    display = ":\(number)"
    let resources = [
      "XTerm*numColorRegisters: 1024", "XTerm*sixelScrolling: true", "XTerm*scrollBar: false",
      "XTerm*privateColorRegisters: true", "XTerm*allowWindowOps: true",
      "XTerm*cursorBlink: false", "XTerm*disallowedWindowOps:",
    ].flatMap { resource -> [FileName] in ["-xrm", FileName(resource)] }
    terminal = try ChildProcess(
      "xterm",
      [
        "-ti", "vt340", "-tn", "xterm-256color", "-b", "0", "-bw", "0", "-fa", "DejaVu Sans Mono",
        "-fs", "10",
        "-bg", "#101014", "-fg", "#d8d8d8", "-geometry",
        FileName("\(size.columns)x\(size.rows)+0+0"),
      ] + resources + ["-e", "sh", "-c", FileName(command)],
      environment: Self.environment(["DISPLAY": display]), folder: nil, terminal: nil,
      streams: [ChildProcess.null, ChildProcess.null, ChildProcess.null])
    try until("the window", seconds: 20) { session in
      guard let window = session.windowSize() else { return false }
      session.cellPixels = PixelSize(
        width: window.width / size.columns, height: window.height / size.rows)
      return session.cellPixels.width > 3
    }
    // Without a window manager the window under the pointer has the keys.
    _ = try run(["mousemove", "40", "40"])
  }

  // MARK: - Keys

  /// Presses keys by their X names, as in `Right`, `space` or `ctrl+c`.
  ///
  /// - Throws: an error where xdotool can't be run.
  public func press(_ names: String...) throws {
    _ = try run(["key", "--delay", "40", "--"] + names)
  }

  /// Clicks into a cell with a button from 1.
  ///
  /// - Throws: an error where xdotool can't be run.
  public func click(_ point: CellPoint, button: Int = 1) throws {
    let x = point.column * cellPixels.width + cellPixels.width / 2
    let y = point.row * cellPixels.height + cellPixels.height / 2
    _ = try run(["mousemove", "\(x)", "\(y)", "click", "\(button)"])
  }

  /// Makes the whole window be drawn anew, as when another one was over it.
  ///
  /// xterm keeps only a number of pictures: what it dropped is missing after this.
  ///
  /// - Throws: an error where xdotool can't be run.
  public func expose() throws {
    let id = try run(["search", "--class", "xterm"]).split(separator: "\n").first ?? ""
    _ = try run(["windowunmap", "--sync", String(id)])
    _ = try run(["windowmap", "--sync", String(id)])
    _ = try run(["windowfocus", "--sync", String(id)])
  }

  // MARK: - Looking

  /// Whether the command still runs.
  public var isRunning: Bool { !terminal.hasEnded }

  /// The pixels of a rectangle of cells.
  public func pixels(in rect: CellRect) -> PixelPatch {
    let left = rect.origin.column * cellPixels.width
    let top = rect.origin.row * cellPixels.height
    return pixels(
      x: left, y: top,
      size: PixelSize(
        width: rect.size.columns * cellPixels.width, height: rect.size.rows * cellPixels.height))
  }

  /// The pixels of the whole window.
  public var pixels: PixelPatch {
    pixels(in: CellRect(origin: CellPoint(column: 0, row: 0), size: size))
  }

  private func pixels(x left: Int, y top: Int, size: PixelSize) -> PixelPatch {
    var pixels = [UInt32](repeating: 0, count: size.width * size.height)
    guard let dump = try? TestFiles.read(folder.path(of: "Xvfb_screen0")), dump.count > 100 else {
      return PixelPatch(size: size, pixels: pixels)
    }
    func word(_ index: Int) -> Int {
      dump[(index * 4)..<(index * 4 + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
    // X11/XWDFile.h: header size, bytes a line and the number of colours.
    let start = word(0) + word(19) * 12
    let stride = word(12)
    for y in 0..<size.height where top + y < Self.screenSize.height {
      for x in 0..<size.width where left + x < Self.screenSize.width {
        let at = start + (top + y) * stride + (left + x) * 4
        if at + 3 < dump.count {
          pixels[y * size.width + x] =
            0xFF00_0000 | UInt32(dump[at + 2]) << 16 | UInt32(dump[at + 1]) << 8 | UInt32(dump[at])
        }
      }
    }
    return PixelPatch(size: size, pixels: pixels)
  }

  // MARK: - Waiting

  /// Lets time pass until a condition holds.
  ///
  /// - Throws: `PTYTimeout` where it does not in time.
  public func until(
    _ what: String, seconds: Double = 15, sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: (XtermSession) throws -> Bool
  ) throws {
    let deadline = pt_milliseconds() + seconds * 1000 * Environment.patience
    while try !condition(self) {
      if pt_milliseconds() > deadline {
        try? save("xterm-\(sourceLocation.line)")
        let place = "\(sourceLocation.fileID):\(sourceLocation.line)"
        throw PTYTimeout(
          description: """
            \(place): timed out: \(what) (see .build/failures)
            xterm: \(terminal.exitStatus.map { "\($0)" } ?? "running") on \(display)
            """)
      }
      ChildProcess.wait(for: terminal.hasEnded ? -1 : terminal.endDescriptor, milliseconds: 40)
    }
  }

  /// Lets time pass until the window stays the same for a while.
  ///
  /// - Throws: `PTYTimeout` where it never does.
  public func untilStill(
    milliseconds: Double = 400, seconds: Double = 20,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var last = pixels
    var since = pt_milliseconds()
    try until("a still window", seconds: seconds, sourceLocation: sourceLocation) { session in
      let now = session.pixels
      if now != last {
        last = now
        since = pt_milliseconds()
      }
      return pt_milliseconds() - since > milliseconds
    }
  }

  /// Writes what the window shows into `.build/failures`, as a PPM picture.
  ///
  /// - Throws: `SystemCallError` where it can't be written.
  public func save(_ name: String) throws {
    let patch = pixels
    let directory = "\(Package.root)/.build/failures"
    _ = unsafe mkdir(directory, 0o755)
    var bytes = Array("P6\n\(patch.size.width) \(patch.size.height)\n255\n".utf8)
    for pixel in patch.pixels {
      bytes.append(UInt8(pixel >> 16 & 0xFF))
      bytes.append(UInt8(pixel >> 8 & 0xFF))
      bytes.append(UInt8(pixel & 0xFF))
    }
    try TestFiles.write(bytes, to: FileName("\(directory)/\(name).ppm"))
  }

  // MARK: - Programs

  private func windowSize() -> PixelSize? {
    guard let text = try? run(["search", "--class", "xterm", "getwindowgeometry", "--shell"]) else {
      return nil
    }
    var values = [String: Int]()
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "=")
      if parts.count == 2 { values[String(parts[0])] = Int(parts[1]) }
    }
    guard let width = values["WIDTH"], let height = values["HEIGHT"] else { return nil }
    return PixelSize(width: width, height: height)
  }

  private func run(_ arguments: [String]) throws -> String {
    var ends: [Int32] = [-1, -1]
    if unsafe pt_pipe(&ends) != 0 { throw SystemCallError("pipe") }
    defer { close(ends[0]) }
    let process = try ChildProcess(
      "xdotool", arguments.map { FileName($0) },
      environment: Self.environment(["DISPLAY": display]), folder: nil, terminal: nil,
      streams: [ChildProcess.null, ends[1], ChildProcess.null])
    close(ends[1])
    let output = try TestFiles.readAll(ends[0])
    ChildProcess.wait(for: process.endDescriptor, milliseconds: 5_000)
    _ = process.hasEnded
    return String(decoding: output, as: UTF8.self)
  }

  private static func environment(_ more: [String: String]) -> [String] {
    var variables = [
      "PATH": Environment.value("PATH") ?? "/usr/bin:/bin", "LANG": "C.UTF-8",
      "HOME": "/nonexistent", "XDG_CACHE_HOME": "/dev/null", "SHELL": "/bin/sh",
      "SWIFT_BACKTRACE": "enable=no",
    ]
    for (name, value) in more { variables[name] = value }
    return variables.map { "\($0.key)=\($0.value)" }
  }

  private static func readLine(_ descriptor: Int32, seconds: Double) -> String? {
    var line = [UInt8]()
    let deadline = pt_milliseconds() + seconds * 1000
    while pt_milliseconds() < deadline {
      if !ChildProcess.wait(for: descriptor, milliseconds: 100) { continue }
      var byte: UInt8 = 0
      if unsafe read(descriptor, &byte, 1) != 1 { return nil }
      if byte == 0x0A { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return nil
  }
}
