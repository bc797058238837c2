internal import Dispatch
internal import Glibc
import PhotoLibrary

/// The arguments as bytes, the program's name left out.
func commandLineArguments() -> [[UInt8]] {
  (1..<max(1, Int(CommandLine.argc))).compactMap { index in
    guard let argument = unsafe CommandLine.unsafeArgv[index] else { return nil }
    let count = unsafe strlen(argument)
    return (0..<count).map { unsafe UInt8(bitPattern: argument[$0]) }
  }
}

/// Runs a command and returns the exit status.
@MainActor
func runPhotopick(_ start: Preparation) async -> Int32 {
  switch start {
  case .ended(let status): return status
  case .pick(let options, let opened): return await PickCommand.run(options, opened)
  case .list(let options, let opened): return await ListCommand.run(options, opened).rawValue
  case .other(.pick(let options)): return await PickCommand.run(options)
  case .other(.list(let options)): return await ListCommand.run(options).rawValue
  // Before the first thread; see `Preparation`.
  case .other(.add): return ExitStatus.failure.rawValue
  case .other(.doctor(let options)): return await DoctorCommand.run(options)
  case .other(.access(let options)): return await AccessRun.run(options)
  case .other(.accessHelp): return Informative.write(HelpText.access)
  case .other(.help): return Informative.write(HelpText.full)
  case .other(.version): return Informative.write(BuildInfo.text)
  }
}

/// Texts that were asked for.
enum Informative {
  /// Writes to standard output.
  ///
  /// - Returns: The exit status.
  static func write(_ text: String) -> Int32 {
    do {
      try ResultDestination(file: nil).write(Array(text.utf8))
      return ExitStatus.success.rawValue
    } catch {
      Diagnostics.report(error.message)
      return ExitStatus.failure.rawValue
    }
  }
}

// A decoder is this program, too; it has no terminal, no files and one thread.
if DecoderServer.isWanted(name: ProgramName.bytes) { DecoderServer.run() }
// Before anything else opens a file.
_ = StandardStreams.wasOutputClosed
// A closed pipe is told by write(2), not by a signal.
_ = StandardStreams.formerPipeAction
_ = unsafe setlocale(LC_ALL, "")
// The kernel confines one thread: there must be no other one yet.
let start = Preparation(commandLineArguments())
Task { @MainActor in
  let status = await runPhotopick(start)
  DecoderProgram.endAll()
  Diagnostics.reportMissingLayers()
  exit(status)
}
dispatchMain()
