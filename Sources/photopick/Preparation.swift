import PhotoLibrary
import PickerModel

/// What a command line asks for, and what of it had to be done while the process has one thread.
///
/// With limited access the library is opened, lists are read and the process is confined here, before
/// anything starts a thread; everything else waits for its command.
@MainActor
enum Preparation {
  /// It is over, with this status.
  case ended(Int32)
  /// A picker with limited access.
  case pick(PickOptions, PickCommand.Opened)
  /// A list with limited access.
  case list(ListOptions, ListCommand.Opened)
  /// Something that is not confined.
  case other(Invocation)

  /// Parses a command line and does what can't wait.
  init(_ arguments: [[UInt8]]) {
    do throws(UsageError) {
      self = .other(try ArgumentParser.parse(arguments))
    } catch {
      Diagnostics.report(error.message)
      Diagnostics.report("'photopick --help' lists the options")
      self = .ended(ExitStatus.failure.rawValue)
    }
    do throws(CommandError) {
      switch self {
      case .other(.pick(let options)) where options.mayBeLimited:
        let opened = try PickCommand.open(options)
        Confining.enter(opened.library, opened.options.output, hasScreen: true)
        self = .pick(options, opened)
      case .other(.list(let options)) where options.library.mayBeLimited:
        let opened = try ListCommand.open(options)
        Confining.enter(opened.library, options.output, hasScreen: false)
        self = .list(options, opened)
      case .other(.add(let options)): self = .ended(try AddCommand.run(options))
      case .other(.access(let options)) where options.command == .exec:
        self = .ended(try AccessExec.run(options))
      case .ended, .pick, .list, .other: break
      }
    } catch {
      error.messages.forEach { Diagnostics.report($0) }
      self = .ended(error.status.rawValue)
    }
  }
}

extension PickOptions {
  /// Whether only some photos may exist for the caller, now or in the session that is gone on with.
  fileprivate var mayBeLimited: Bool {
    library.mayBeLimited || (resume != nil && resume != .list)
  }
}

extension LibraryOptions {
  /// Whether only some photos may exist for the caller.
  fileprivate var mayBeLimited: Bool { approvedFile != nil || client != nil }
}
