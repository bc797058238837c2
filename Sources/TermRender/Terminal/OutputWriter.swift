internal import CShims
internal import Dispatch
internal import Glibc
internal import Synchronization

/// The one writer to the terminal: whole frames, in order, on a queue of its own.
///
/// A terminal that is slow, or stopped with Ctrl-S, holds up this queue and nothing else; and that
/// only until ``abandon()``.
@MainActor
final class OutputWriter {
  private let queue = DispatchQueue(label: "photopick.terminal-writer")
  private let descriptor: Int32
  private let epoch = Epoch()
  private var pendingCount = 0
  /// True from ``write(_:)`` until the terminal has taken everything.
  var isBusy: Bool { pendingCount > 0 }
  /// Called when the writer is idle again.
  var onIdle: (@MainActor () -> Void)?
  /// The bytes handed over so far.
  private(set) var byteCount = 0

  /// Creates a writer.
  ///
  /// - Parameter descriptor: A non-blocking descriptor; it must stay open until ``drain(milliseconds:)``
  ///   has returned true.
  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Hands bytes over; does not wait.
  ///
  /// - Parameter bytes: One frame.
  func write(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    pendingCount += 1
    byteCount += bytes.count
    let descriptor = descriptor
    let epoch = epoch
    let start = epoch.current
    queue.async {
      Self.writeAll(bytes, to: descriptor) { epoch.current == start }
      DispatchQueue.main.async {
        MainActor.assumeIsolated { self.finished() }
      }
    }
  }

  private func finished() {
    pendingCount -= 1
    if pendingCount == 0 { onIdle?() }
  }

  /// Which frames are still wanted: those handed over since the last ``abandon()``.
  private final class Epoch: Sendable {
    private let number = Atomic(0)

    /// The number of the present epoch.
    var current: Int { number.load(ordering: .acquiring) }

    /// Begins another.
    func advance() { number.wrappingAdd(1, ordering: .releasing) }
  }

  /// Drops what the terminal has not taken yet, be it in the middle of a frame.
  func abandon() { epoch.advance() }

  /// Waits until everything is written, for a bounded time.
  ///
  /// - Parameter milliseconds: The longest wait.
  /// - Returns: False when the terminal takes nothing more.
  func drain(milliseconds: Int) -> Bool {
    let done = DispatchSemaphore(value: 0)
    queue.async { done.signal() }
    return done.wait(timeout: .now() + .milliseconds(milliseconds)) == .success
  }

  /// Writes now, on the caller's thread: for the last words before stopping or leaving.
  ///
  /// Gives up on a terminal that takes nothing.
  ///
  /// - Parameters:
  ///   - bytes: What to write.
  ///   - milliseconds: The longest time that all of it may take.
  /// - Returns: False when the terminal did not take all.
  @discardableResult
  func writeNow(_ bytes: [UInt8], patience milliseconds: Int = 200) -> Bool {
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    return Self.writeAll(bytes, to: descriptor) { ContinuousClock.now < end }
  }

  /// How long one wait for room lasts at most: as late is it noticed that nobody wants the rest.
  private nonisolated static let pollMilliseconds: Int32 = 20

  @discardableResult
  private nonisolated static func writeAll(
    _ bytes: [UInt8], to descriptor: Int32, while isWanted: () -> Bool
  ) -> Bool {
    unsafe bytes.withUnsafeBytes { buffer in
      var offset = 0
      while offset < buffer.count {
        guard isWanted(), pp_writing_has_ended() == 0 else { return false }
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[offset...])
        let count = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count > 0 {
          offset += count
        } else if count == 0 || errno == EAGAIN {
          var one = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = unsafe poll(&one, 1, pollMilliseconds)
        } else if errno != EINTR {
          return false  // the terminal is gone; the reader notices
        }
      }
      return true
    }
  }
}
