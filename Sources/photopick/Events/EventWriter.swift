internal import Dispatch
internal import Glibc

/// Writes lines of events to standard output, on a queue of its own.
///
/// A consumer that reads slowly, or not at all, holds up this queue and nothing else. The descriptor
/// is shared with whoever started the program, so it is not made non-blocking; instead each piece is
/// written when there is room for it.
final class EventWriter: Sendable {
  private let queue = DispatchQueue(label: "photopick.events")
  private let descriptor: Int32

  /// What a pipe that is reported as writable takes without waiting (`PIPE_BUF`, pipe(7)).
  private static let pieceByteCount = 4_096

  /// Creates a writer.
  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Encodes and writes events; does not wait.
  ///
  /// - Parameters:
  ///   - events: What to write, in order.
  ///   - completion: Called on the main actor when all is written, or with false when nobody reads.
  func write(_ events: [PickEvent], completion: @escaping @MainActor (Bool) -> Void) {
    queue.async { [descriptor] in
      var isWritten = true
      for event in events where isWritten {
        isWritten = Self.writeAll(event.line, to: descriptor)
      }
      let result = isWritten
      DispatchQueue.main.async {
        MainActor.assumeIsolated { completion(result) }
      }
    }
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    unsafe bytes.withUnsafeBytes { buffer in
      var offset = 0
      while offset < buffer.count {
        var one = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        if unsafe poll(&one, 1, -1) < 0, errno != EINTR { return false }
        let end = min(buffer.count, offset + pieceByteCount)
        let piece = unsafe UnsafeRawBufferPointer(rebasing: buffer[offset..<end])
        let count = unsafe Glibc.write(descriptor, piece.baseAddress, piece.count)
        if count > 0 {
          offset += count
        } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
          return false
        }
      }
      return true
    }
  }
}
