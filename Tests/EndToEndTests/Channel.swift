import Glibc
import PickerModel
import TestSupport
import Testing

/// A FIFO with both ends open, so that neither side waits for the other.
final class Channel {
  let path: FileName
  let descriptor: Int32

  init(in folder: TemporaryFolder) throws {
    path = folder.path(of: "channel")
    descriptor = unsafe TestFiles.withPath(path) { path in
      unsafe mkfifo(path, 0o600) == 0 ? unsafe open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK) : -1
    }
    try #require(descriptor >= 0)
  }

  deinit { close(descriptor) }

  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    try? TestFiles.writeAll(bytes[...], to: descriptor)
  }

  /// Takes what is in the FIFO.
  func read() -> [UInt8] {
    var bytes = [UInt8]()
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
      if count <= 0 { return bytes }
      bytes += chunk.prefix(count)
    }
  }
}

extension Photopick {
  /// Starts the picker with `--control 7` reading from a FIFO.
  static func start(
    _ channel: Channel, _ arguments: [FileName],
    _ change: (inout PTYSession.Options) -> Void = { _ in }
  ) throws -> PTYSession {
    var options = PTYSession.Options()
    options.size = CellSize(columns: 100, rows: 30)
    change(&options)
    let script: FileName = "fifo=$1; shift; exec \"$@\" 7<\"$fifo\""
    return try PTYSession(
      "/bin/sh",
      ["-c", script, "sh", channel.path, FileName(path), "--control", "7"] + arguments,
      options: options)
  }
}
