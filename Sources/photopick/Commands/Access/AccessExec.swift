internal import Glibc
import PhotoLibrary
import PickerModel
import TermRender

/// `access exec`: becomes another program, which can read of the libraries what its grant approves.
@MainActor
enum AccessExec {
  /// The statuses of env(1) and of shells for a program that could not be started.
  private enum Status {
    /// It is there and can't be run.
    static let notRun: Int32 = 126
    /// It is not there.
    static let notFound: Int32 = 127
  }

  /// Confines the process and runs the program in its place.
  ///
  /// To be called on the only thread that there is.
  ///
  /// - Returns: The exit status, where the program does not run.
  /// - Throws: `CommandError` where access is denied, and where it can't be enforced.
  static func run(_ options: AccessOptions) throws(CommandError) -> Int32 {
    let client = try AccessRun.client(options)
    let confinement = try confinement(of: client)
    do throws(ProgramConfinementError) {
      if let shortfall = try confinement.enter() {
        Diagnostics.report("access exec: access is limited in part: " + shortfall)
      }
    } catch {
      throw CommandError("access exec: the program can't be confined: " + error.reason)
    }
    StandardStreams.restorePipeAction()
    let code = execute(options.program)
    let name = TerminalText.sanitized(String(decoding: options.program[0], as: UTF8.self))
    Diagnostics.report("access exec: \(name): \(SystemError.text(code))")
    return code == ENOENT ? Status.notFound : Status.notRun
  }

  private static func confinement(
    of client: ClientID
  ) throws(CommandError) -> ProgramConfinement {
    let access = ClientAccess(of: client)
    guard let grant = access.grant, access.status == .limited || access.status == .authorized
    else { throw CommandError(messages: AccessWording.refusal(access), status: .denied) }
    let libraries = grant.libraries.map(\.path)
    let remedy = AccessWording.remedy(client)
    if let photos = access.photos() {
      // A part of the photos being gone is no reason not to run; that nothing is left is.
      let problems = photos.approved.refusals.map { OpenedLibrary.line($0) + remedy }
      if photos.libraries.isEmpty, !problems.isEmpty {
        throw CommandError(messages: problems, status: .denied)
      }
      Diagnostics.report(lines: problems)
      if let store = GrantStore.ofUser() { try? access.note(photos.moved, in: store) }
      return ProgramConfinement(
        to: .approved(photos.approved), in: libraries, hiding: ProgramConfinement.ownFolders)
    }
    let bounds = access.bounds()
    let problems = (bounds?.problems ?? []).map { OpenedLibrary.line($0) + remedy }
    guard let bounds, !bounds.folders.isEmpty else {
      throw CommandError(
        messages: problems.isEmpty ? [AccessWording.nothingLeft(client)] : problems,
        status: .denied)
    }
    Diagnostics.report(lines: problems)
    return ProgramConfinement(
      to: .folders(bounds.folders), in: libraries, hiding: ProgramConfinement.ownFolders)
  }

  /// Runs a program that is looked for in `PATH`, in this one's place.
  ///
  /// - Returns: `errno`, where that fails.
  private static func execute(_ arguments: [[UInt8]]) -> Int32 {
    let texts = arguments.map { ($0 + [0]).map { CChar(bitPattern: $0) } }
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe texts.map { text in
      unsafe text.withUnsafeBufferPointer { buffer in
        unsafe buffer.baseAddress.flatMap { unsafe strdup($0) }
      }
    }
    unsafe pointers.append(nil)
    guard let name = unsafe pointers[0] else { return ENOMEM }
    _ = unsafe execvp(name, pointers)
    return errno
  }
}
