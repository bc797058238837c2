internal import Dispatch
internal import Glibc
import PickerModel

/// Reads the commands of `--control` from a descriptor that the caller left open.
///
/// A queue of its own waits in read(2): that works for pipes, sockets and files alike, changes no
/// flag of a descriptor that others share, and costs nothing while no command comes. Each line is
/// handed to the main actor alone, and the next waits for it: a flood of commands holds up its sender
/// and not the keys.
final class ControlChannel: Sendable {
  /// What a line came to.
  enum Message: Equatable, Sendable {
    /// Commands in order, and what the file system calls the paths in them.
    case commands([ControlCommand], [FileName: FileIdentity])
    /// A line that did nothing, and why.
    case problem(String)
  }

  private let descriptor: Int32
  private let looksUpFiles: Bool
  private let queue = DispatchQueue(label: "photopick.control")

  /// The longest line, in bytes: a few thousand paths.
  static let longestLine = 1 << 20

  /// Creates a channel.
  ///
  /// - Parameters:
  ///   - descriptor: A descriptor that passed ``problem(with:)``.
  ///   - looksUpFiles: Whether the file system may be asked for the identity of paths.
  init(descriptor: Int32, looksUpFiles: Bool) {
    self.descriptor = descriptor
    self.looksUpFiles = looksUpFiles
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Why commands can't be read from a descriptor; nil if they can.
  ///
  /// To be asked before anything else is opened, which might get the same number.
  static func problem(with descriptor: Int32) -> String? {
    let flags = fcntl(descriptor, F_GETFL)
    if flags < 0 { return "it is not open" }
    if flags & O_ACCMODE == O_WRONLY { return "it is open for writing only" }
    if isatty(descriptor) == 1 { return "it is the terminal, where the keys come from" }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return SystemError.text(errno) }
    switch status.st_mode & S_IFMT {
    case S_IFIFO, S_IFSOCK, S_IFREG, S_IFCHR: return nil
    case S_IFDIR: return "it is a folder"
    default: return "it was not left open by the caller"
    }
  }

  /// Starts reading, to the end of the stream.
  func start(_ handler: @escaping @MainActor (Message) -> Void) {
    queue.async { [self] in
      var splitter = LineSplitter(limit: Self.longestLine)
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while true {
        let count = unsafe read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        if count < 0, errno == EAGAIN {
          var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
          _ = unsafe poll(&one, 1, -1)
          continue
        }
        let pieces = count > 0 ? splitter.take(buffer.prefix(count)) : splitter.finish()
        for message in pieces.map(message) {
          DispatchQueue.main.sync {
            MainActor.assumeIsolated { handler(message) }
          }
        }
        if count <= 0 { return }
      }
    }
  }

  private func message(_ piece: LineSplitter.Piece) -> Message {
    guard case .line(let line) = piece else {
      return .problem("a line is longer than \(Wording.bytes(Int64(Self.longestLine)))")
    }
    do throws(ControlError) {
      let commands = try ControlCommand.parse(line)
      var identities: [FileName: FileIdentity] = [:]
      for case .preselect(let paths) in commands where looksUpFiles {
        for path in paths { identities[path] = FileIdentity(of: path) }
      }
      return .commands(commands, identities)
    } catch {
      return .problem(error.message)
    }
  }
}
