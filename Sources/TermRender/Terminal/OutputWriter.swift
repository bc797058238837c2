internal import CShims
internal import Dispatch
internal import Glibc

/// The one writer to the terminal: whole frames, in order, on a queue of its own.
///
/// A terminal that is slow, or stopped with Ctrl-S, holds up this queue and nothing else.
@MainActor
final class OutputWriter {
  private let queue = DispatchQueue(label: "photopick.terminal-writer")
  private let descriptor: Int32
  private var pendingCount = 0
  /// True from ``write(_:)`` until the terminal has taken everything.
  var isBusy: Bool { pendingCount > 0 }
  /// Called when the writer is idle again.
  var onIdle: (@MainActor () -> Void)?
  /// The bytes handed over so far.
  private(set) var byteCount = 0

  /// Creates a writer.
  ///
  /// - Parameter descriptor: A blocking descriptor; it must stay open.
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
    queue.async {
      Self.writeAll(bytes, to: descriptor)
      DispatchQueue.main.async {
        MainActor.assumeIsolated { self.finished() }
      }
    }
  }

  private func finished() {
    pendingCount -= 1
    if pendingCount == 0 { onIdle?() }
  }

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
  ///   - milliseconds: The longest wait for room.
  func writeNow(_ bytes: [UInt8], patience milliseconds: Int32 = 200) {
    unsafe bytes.withUnsafeBytes { buffer in
      var offset = 0
      while offset < buffer.count {
        var one = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard unsafe poll(&one, 1, milliseconds) > 0, one.revents & Int16(POLLOUT) != 0 else {
          return
        }
        // A terminal says that it has room when 256 bytes fit; more could wait for ever.
        let end = min(buffer.count, offset + 256)
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[offset..<end])
        let count = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count > 0 {
          offset += count
        } else if errno != EINTR && errno != EAGAIN {
          return
        }
      }
    }
  }

  private nonisolated static func writeAll(_ bytes: [UInt8], to descriptor: Int32) {
    unsafe bytes.withUnsafeBytes { buffer in
      var offset = 0
      while offset < buffer.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[offset...])
        let count = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count > 0 {
          offset += count
        } else if errno == EAGAIN {
          // Somebody who shares the terminal made it non-blocking.
          var one = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          unsafe poll(&one, 1, 1000)
        } else if errno != EINTR {
          return  // the terminal is gone; the reader notices
        }
      }
    }
  }
}
