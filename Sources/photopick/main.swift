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

/// The name that the program was started by.
func programName() -> [UInt8] {
  guard CommandLine.argc > 0, let name = unsafe CommandLine.unsafeArgv[0] else { return [] }
  let count = unsafe strlen(name)
  return (0..<count).map { unsafe UInt8(bitPattern: name[$0]) }
}

/// Runs what the command line says and returns the exit status.
@MainActor
func runPhotopick() async -> Int32 {
  let invocation: Invocation
  do {
    invocation = try ArgumentParser.parse(commandLineArguments())
  } catch {
    Diagnostics.report(error.message)
    Diagnostics.report("'photopick --help' lists the options")
    return ExitStatus.failure.rawValue
  }
  switch invocation {
  case .pick(let options): return await PickCommand.run(options)
  case .list(let options): return await ListCommand.run(options).rawValue
  case .doctor(let options): return await DoctorCommand.run(options)
  case .access(let options): return await AccessRun.run(options)
  case .accessHelp: return Informative.write(HelpText.access)
  case .help: return Informative.write(HelpText.full)
  case .version: return Informative.write(BuildInfo.text)
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
if DecoderServer.isWanted(name: programName()) { DecoderServer.run() }
// Before anything else opens a file.
_ = StandardStreams.wasOutputClosed
// A closed pipe is told by write(2), not by a signal.
_ = signal(SIGPIPE, SIG_IGN)
_ = unsafe setlocale(LC_ALL, "")
Task { @MainActor in
  let status = await runPhotopick()
  DecoderProgram.endAll()
  Diagnostics.reportMissingLayers()
  exit(status)
}
dispatchMain()
