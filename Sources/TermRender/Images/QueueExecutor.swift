internal import Dispatch

/// Runs an actor on a serial queue of its own, off the shared thread pool.
///
/// The pool has as many threads as there are cores; encoding there would hold up everything else.
final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  /// Creates a queue.
  ///
  /// - Parameter label: Its name in a debugger.
  init(label: String) {
    queue = DispatchQueue(label: label)
  }

  /// Runs a job on the queue.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Traps when the caller is not on the queue.
  func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }
}
