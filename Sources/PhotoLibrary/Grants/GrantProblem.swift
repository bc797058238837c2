internal import Glibc
public import PickerModel

/// Why what a person said about a client can't be relied upon: the client is denied.
public struct GrantProblem: Error, Hashable, Sendable {
  /// The file, or the folder that it would be in.
  public let file: FileName
  /// What is wrong.
  public let kind: Kind

  /// What can be wrong with a grant's file.
  public enum Kind: Hashable, Sendable {
    /// Not a grant document; where and why.
    case corrupt(String)
    /// Larger than ``GrantDocument/byteLimit``.
    case tooLarge
    /// Written by a later photopick.
    case newer(version: Int64)
    /// It belongs to somebody else, or has a second name somewhere.
    case notOwn
    /// Others can write it.
    case writableByOthers
    /// A symbolic link is in its place.
    case symlink
    /// Not a regular file.
    case notFile
    /// Another process holds the lock.
    case locked
    /// Another `errno`.
    case system(errno: Int32)
  }

  /// Creates a problem.
  internal init(file: FileName, kind: Kind) {
    self.file = file
    self.kind = kind
  }

  /// Creates a problem from a failed call.
  internal init(file: FileName, _ error: SystemError) {
    self.file = file
    kind =
      switch error.code {
      case EPERM: .notOwn
      case EACCES: .writableByOthers
      case ELOOP: .symlink
      case EINVAL, EISDIR, ENXIO: .notFile
      case EWOULDBLOCK: .locked
      default: .system(errno: error.code)
      }
  }

  /// What is wrong, as a clause for people, without the file's name.
  public var userMessage: String {
    switch kind {
    case .corrupt(let text): "is no grant document: \(text)"
    case .tooLarge: "is larger than a grant document can be"
    case .newer(let version): "was written by a later photopick (version \(version))"
    case .notOwn: "belongs to somebody else or has a second name"
    case .writableByOthers: "can be written by others, or not be read"
    case .symlink: "is a symbolic link"
    case .notFile: "is not a regular file"
    case .locked: "is locked by another photopick that does not end"
    case .system(let code): SystemError(code: code).text
    }
  }
}
