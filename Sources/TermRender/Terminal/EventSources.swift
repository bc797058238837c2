internal import CShims
internal import Dispatch
internal import Glibc

/// What wakes the screen up: the terminal has bytes, or a signal came.
///
/// Nothing polls.
@MainActor
final class EventSources {
  private var sources: [any DispatchSourceRead] = []
  private var watched: [Int32] = []
  private var timers: [Purpose: any DispatchSourceTimer] = [:]

  /// What a timer is for; none exists while nothing is waited for.
  enum Purpose: CaseIterable {
    /// To tell the Escape key from the start of a sequence.
    case escape
    /// To stop waiting for the terminal's answers.
    case probe
    /// To let the screen rest.
    case settle
  }

  /// The signals that are watched.
  nonisolated static let signals = [SIGWINCH, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT]

  /// Those of them that end the session.
  nonisolated static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// Ignores what would end the session: it is ending already, and has something to save.
  static func ignoreEndings() {
    for signal in endings { pp_signal_ignore(signal) }
  }

  /// Starts listening.
  ///
  /// - Parameters:
  ///   - descriptor: The terminal.
  ///   - onReadable: Called when the terminal has bytes, or is gone.
  ///   - onSignal: Called with each signal's number.
  init(
    descriptor: Int32, onReadable: @escaping @MainActor () -> Void,
    onSignal: @escaping @MainActor (Int32) -> Void
  ) {
    let pipe = pp_signal_pipe()
    if pipe >= 0 {
      // One that the caller had ignored (nohup) stays as it is, also at the end.
      watched = Self.signals.filter { pp_signal_watch($0) == 0 }
      add(pipe) {
        for byte in Self.drain(pipe) { onSignal(Int32(byte)) }
      }
    }
    add(descriptor, onReadable)
  }

  private func add(_ descriptor: Int32, _ handler: @escaping @MainActor () -> Void) {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated { handler() } }
    sources.append(source)
    source.activate()
  }

  /// The signals that wait in the pipe.
  static func pendingSignals() -> [Int32] {
    let pipe = pp_signal_pipe()
    return pipe < 0 ? [] : drain(pipe).map { Int32($0) }
  }

  nonisolated static func drain(_ descriptor: Int32) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
      count = max(0, unsafe read(descriptor, buffer.baseAddress, buffer.count))
    }
  }

  /// Calls back once after a time; an earlier timer for the same purpose is replaced.
  ///
  /// - Parameters:
  ///   - purpose: What the timer is for.
  ///   - milliseconds: The time.
  ///   - handler: What to do then.
  func after(
    _ purpose: Purpose, milliseconds: Int, _ handler: @escaping @MainActor () -> Void
  ) {
    cancelTimer(purpose)
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now() + .milliseconds(milliseconds))
    timer.setEventHandler {
      MainActor.assumeIsolated {
        self.cancelTimer(purpose)
        handler()
      }
    }
    timers[purpose] = timer
    timer.activate()
  }

  /// Drops a timer.
  func cancelTimer(_ purpose: Purpose) {
    timers.removeValue(forKey: purpose)?.cancel()
  }

  /// Stops listening; the signals have their default action again.
  ///
  /// - Parameter keepsEndings: Those of ``endings`` stay as they are: ignored, or in the pipe for
  ///   ``EndingSignals``.
  func cancel(keepsEndings: Bool) {
    for purpose in Purpose.allCases { cancelTimer(purpose) }
    for source in sources { source.cancel() }
    sources.removeAll()
    for signal in watched where !(keepsEndings && Self.endings.contains(signal)) {
      pp_signal_reset(signal)
    }
  }
}
