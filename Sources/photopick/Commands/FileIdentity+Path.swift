internal import Glibc
import PickerModel

extension FileIdentity {
  /// What the file system calls the file at a path, links followed; nil where there is none.
  init?(of path: FileName) {
    var status = stat()
    let name = (path.bytes + [0]).map { CChar(bitPattern: $0) }
    guard unsafe stat(name, &status) == 0 else { return nil }
    self.init(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }
}
