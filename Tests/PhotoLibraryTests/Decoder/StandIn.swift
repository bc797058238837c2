import Glibc
import PickerModel
import TestSupport

@testable import PhotoLibrary

/// Decoder programs for tests.
enum Decoders {
  /// photopick as it was built beside the tests.
  static let real: DecoderProgram = {
    var buffer = [CChar](repeating: 0, count: 4_096)
    let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count - 1)
    let own = String(
      decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let folder = own.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return DecoderProgram(path: FileName(folder.joined(separator: "/") + "/photopick"))
  }()

  /// A program that does what the files in its hands say.
  static let standIn = DecoderProgram(path: FileName(folder + "/stand-in"))

  /// The same under another name, which tells it how to start.
  static func standIn(named name: String, in place: TemporaryFolder) -> DecoderProgram {
    let path = place.path(of: FileName(name))
    _ = unsafe symlink(standIn.path.displayString, path.displayString)
    return DecoderProgram(path: path)
  }

  private static let folder: String = {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return parts.joined(separator: "/")
  }()

  /// How many descriptors this process has open, and how many children.
  static var leftovers: (files: Int, children: Int) {
    var children = 0
    for thread in TestFiles.names(in: "/proc/self/task") {
      let list = try? TestFiles.read(FileName("/proc/self/task/\(thread.displayString)/children"))
      children += (list ?? []).split(separator: UInt8(ascii: " ")).count
    }
    return (TestFiles.names(in: "/proc/self/fd").count, children)
  }
}
