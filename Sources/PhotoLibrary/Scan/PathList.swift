internal import Glibc
public import PickerModel

/// Why a list of paths could not be read.
public struct PathListError: Error, Hashable, Sendable {
  /// The list, as the user named it; `-` for standard input.
  public let list: FileName
  /// The line, from 1, or nil when the list as a whole is at fault.
  public let line: Int?
  /// The column in bytes, from 1, where it is known.
  public let column: Int?
  /// What is wrong, as a clause.
  public let message: String
  /// What to do about it, as a clause, or nil.
  public let remedy: String?

  /// Creates an error.
  internal init(
    list: FileName, line: Int? = nil, column: Int? = nil, message: String, remedy: String? = nil
  ) {
    self.list = list
    self.line = line
    self.column = column
    self.message = message
    self.remedy = remedy
  }

  /// One line for people: `approved.json:3:7: … (…)`.
  ///
  /// The list's name is in it as it is: whoever prints it escapes it.
  public var userMessage: String {
    var text = list.displayString
    if let line { text += ":\(line)" }
    if let column, line != nil { text += ":\(column)" }
    text += ": \(message)"
    if let remedy { text += " (\(remedy))" }
    return text
  }
}

/// A list of paths, one a line or NUL-terminated: `--files-from` and `--files0-from`.
///
/// Paths are bytes. A line is everything up to the line feed, nothing is trimmed and nothing is a
/// comment, so every name without a line feed can stand in a list. Empty lines are skipped.
public enum PathList {
  /// What ends a path.
  public enum Separator: Hashable, Sendable {
    /// A line feed.
    case newline
    /// A NUL, as `find -print0` writes.
    case nul

    /// The byte.
    internal var byte: UInt8 { self == .nul ? 0 : UInt8(ascii: "\n") }
  }

  /// The largest list that is read, in bytes.
  public static let byteLimit = 1 << 30

  /// The longest path that the kernel takes (`PATH_MAX`), in bytes with its NUL.
  internal static let pathLimit = 4_096

  /// Reads a list.
  ///
  /// - Parameters:
  ///   - list: the list's path; `-` is standard input.
  ///   - separator: what ends a path; the last one need not be ended.
  /// - Returns: the paths in order, duplicates included.
  /// - Throws: a list that cannot be read, a path too long for the kernel, a NUL in a list of lines.
  public static func read(
    _ list: FileName, separatedBy separator: Separator
  ) throws(PathListError) -> [FileName] {
    try parse(try contents(of: list), of: list, separatedBy: separator)
  }

  /// Takes a list's bytes apart.
  ///
  /// - Parameters:
  ///   - bytes: the list.
  ///   - list: its name, for errors.
  ///   - separator: what ends a path.
  /// - Returns: the paths in order.
  /// - Throws: a path too long for the kernel, a NUL in a list of lines.
  public static func parse(
    _ bytes: [UInt8], of list: FileName, separatedBy separator: Separator
  ) throws(PathListError) -> [FileName] {
    var paths: [FileName] = []
    var start = 0
    var number = 0
    while start < bytes.count {
      number += 1
      let end = bytes[start...].firstIndex(of: separator.byte) ?? bytes.count
      defer { start = end + 1 }
      if end == start { continue }
      let path = bytes[start..<end]
      if path.count >= pathLimit {
        throw PathListError(
          list: list, line: number, message: "a path of \(path.count) bytes is too long",
          remedy: "the longest path is \(pathLimit - 1) bytes")
      }
      if separator == .newline, let nul = path.firstIndex(of: 0) {
        throw PathListError(
          list: list, line: number, column: nul - start + 1,
          message: "a NUL byte in a list of lines",
          remedy: "NUL-separated lists have an option of their own that ends in 0")
      }
      paths.append(FileName(bytes: Array(path)))
    }
    return paths
  }

  /// Reads a whole list.
  ///
  /// - Parameters:
  ///   - list: its path; `-` is standard input.
  ///   - limit: the most bytes that are read.
  /// - Returns: the bytes.
  /// - Throws: a list that cannot be read, or is longer.
  internal static func contents(
    of list: FileName, limit: Int = byteLimit
  ) throws(PathListError) -> [UInt8] {
    if list.bytes == [UInt8(ascii: "-")] { return try contents(of: 0, list: list, limit) }
    let descriptor: Descriptor
    do throws(SystemError) {
      descriptor = try FileCalls.open(at: FileCalls.currentFolder, list.bytes, for: .stream)
    } catch {
      throw PathListError(list: list, message: FileError(path: list, error).userMessage)
    }
    return try contents(of: descriptor.rawValue, list: list, limit)
  }

  private static func contents(
    of descriptor: Int32, list: FileName, _ limit: Int
  ) throws(PathListError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count: Int
      do throws(SystemError) {
        count = try FileCalls.read(descriptor, into: &chunk)
      } catch {
        throw PathListError(list: list, message: FileError(path: list, error).userMessage)
      }
      if count == 0 { return bytes }
      if bytes.count + count > limit {
        throw PathListError(list: list, message: "the list is larger than \(limit >> 20) MiB")
      }
      bytes.append(contentsOf: chunk[..<count])
    }
  }
}
