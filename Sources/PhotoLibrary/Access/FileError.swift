public import PickerModel

/// Why a file or a folder could not be used: one path and one reason.
public struct FileError: Error, Hashable, Sendable {
  /// The path as the user or the scan named it.
  public let path: FileName
  /// What is wrong.
  public let kind: Kind

  /// What can be wrong with a path.
  public enum Kind: Hashable, Sendable {
    /// Nothing has this name (`ENOENT`).
    case missing
    /// The permissions forbid it (`EACCES`, `EPERM`).
    case permissionDenied
    /// A folder where a file is needed.
    case isFolder
    /// A file where a folder is needed (`ENOTDIR`).
    case isNotFolder
    /// A FIFO, a socket or a device.
    case isSpecialFile
    /// A chain of symbolic links that never ends (`ELOOP`).
    case symlinkLoop
    /// Longer than the kernel takes (`ENAMETOOLONG`), empty, or with a NUL in it.
    case invalidName
    /// Not in the approved set.
    case notApproved
    /// In none of the library's folders.
    case outsideLibrary
    /// Leaves the library by `..`.
    case leavesByParent
    /// Leaves the library by a symbolic link.
    case leavesBySymlink
    /// A part of the approved path was replaced by a symbolic link after it was approved.
    case replacedBySymlink
    /// Another file has the name of the approved one.
    case replacedByFile
    /// Another folder has the name of the library that was approved.
    case libraryReplaced
    /// Neither a photo nor a video, by content.
    case notPhoto
    /// Another `errno`.
    case system(errno: Int32)
  }

  /// Creates an error.
  public init(path: FileName, kind: Kind) {
    self.path = path
    self.kind = kind
  }

  /// A short clause for people, without the path: `no such file`.
  public var userMessage: String {
    switch kind {
    case .missing: "no such file or folder"
    case .permissionDenied: "permission denied"
    case .isFolder: "is a folder"
    case .isNotFolder: "is not a folder"
    case .isSpecialFile: "is not a regular file"
    case .symlinkLoop: "too many levels of symbolic links"
    case .invalidName: "is not a usable file name"
    case .notApproved: "is not in the approved set"
    case .outsideLibrary: "lies outside the library"
    case .leavesByParent: "leaves the library by \"..\""
    case .leavesBySymlink: "is reached through a symbolic link that leaves the library"
    case .replacedBySymlink: "was replaced by a symbolic link"
    case .replacedByFile: "was replaced by another file since it was approved"
    case .libraryReplaced: "is another folder than the one that was approved"
    case .notPhoto: "is neither a photo nor a video"
    case .system(let errno): SystemError(code: errno).text
    }
  }

  /// A stable name of the reason for machines, as `failures[].reason` of the result has it.
  public var code: String {
    switch kind {
    case .missing: "missing"
    case .permissionDenied: "permissionDenied"
    case .isFolder: "isFolder"
    case .isNotFolder: "isNotFolder"
    case .isSpecialFile: "isSpecialFile"
    case .symlinkLoop: "symlinkLoop"
    case .invalidName: "invalidName"
    case .notApproved: "notApproved"
    case .outsideLibrary: "outsideLibrary"
    case .leavesByParent: "leavesByParent"
    case .leavesBySymlink: "leavesBySymlink"
    case .replacedBySymlink: "replacedBySymlink"
    case .replacedByFile: "replacedByFile"
    case .libraryReplaced: "libraryReplaced"
    case .notPhoto: "notPhoto"
    case .system: "system"
    }
  }

  /// Whether trying again can help: for what the file system may change, not for rules.
  public var isRetryable: Bool {
    switch kind {
    case .missing, .permissionDenied, .system: true
    default: false
    }
  }

  /// Creates an error from a failed call.
  internal init(path: FileName, _ error: SystemError) {
    self.init(path: path, kind: error.kind)
  }
}
