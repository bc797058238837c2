internal import CShims
internal import Dispatch

/// INT, TERM, HUP and QUIT while there is no screen any more: something is to be handed over, and
/// whoever ends that gets to know what became of it.
///
/// They are told on a queue of its own, so that a thread that waits for a full pipe can't keep the
/// program from ending. Costs nothing until a signal comes.
public final class EndingSignals: Sendable {
  /// What becomes of the signals when a screen is closed.
  public enum Fate: Sendable {
    /// They have their default action again.
    case byDefault
    /// They are ignored to the end of the process, which has something to save.
    case ignored
    /// They wait for an ``EndingSignals``.
    case kept
  }

  private let queue = DispatchQueue(label: "photopick.ending-signals")
  // Safe: it is only kept, and nobody asks it for anything once it is activated.
  private nonisolated(unsafe) let source: any DispatchSourceRead

  /// Listens; signals that came since a screen was closed with ``Fate/kept`` are told, too.
  ///
  /// It fails where there is no pipe to be had; then they have their default action.
  ///
  /// - Parameter handler: Called with each signal's number, on a queue of its own.
  public init?(_ handler: @escaping @Sendable (Int32) -> Void) {
    let pipe = pp_signal_pipe()
    guard pipe >= 0 else {
      for signal in EventSources.endings { pp_signal_reset(signal) }
      return nil
    }
    // One that the caller had ignored (nohup) stays as it is.
    for signal in EventSources.endings { _ = pp_signal_watch(signal) }
    let source = DispatchSource.makeReadSource(fileDescriptor: pipe, queue: queue)
    source.setEventHandler {
      for signal in EventSources.drain(pipe).map({ Int32($0) })
      where EventSources.endings.contains(signal) {
        handler(signal)
      }
    }
    source.activate()
    unsafe self.source = source
  }

  /// Runs something while no signal is told, and after one that is being told.
  public func perform(_ body: () -> Void) { queue.sync(execute: body) }

  /// Tells no signal any more; waits for one that is being told.
  ///
  /// They are caught, and nothing comes of them: for the last moment before the program ends by itself.
  public func stop() { queue.sync { unsafe source.cancel() } }
}
