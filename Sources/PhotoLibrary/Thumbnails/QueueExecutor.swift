internal import Dispatch

/// Runs an actor's work on a private serial queue instead of the shared pool.
///
/// The pool is as wide as the cores and must never block; decoders block for up to seconds.
internal final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  /// Creates the queue.
  internal init(label: String) {
    queue = DispatchQueue(label: label)
  }

  internal func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = unsafe asUnownedSerialExecutor()
    queue.async {
      unsafe job.runSynchronously(on: executor)
    }
  }

  internal func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    unsafe UnownedSerialExecutor(ordinary: self)
  }

  internal func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }
}
