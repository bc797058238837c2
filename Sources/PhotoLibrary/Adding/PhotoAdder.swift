internal import Glibc
public import PickerModel

/// Copies photos into a folder that it can't read.
///
/// A copy gets its name when it is whole: written, flushed to the disk, read back and compared with its
/// source. A name that is taken stays what it is; the copy gets the next free one, `IMG (1).jpg`, and
/// files that were named together and differ in their extension alone, as those of a Live Photo, get
/// the same number.
///
/// Not thread-safe: it belongs to one thread, which blocks on the disk.
public final class PhotoAdder {
  /// A photo that was added.
  public struct Added: Hashable, Sendable {
    /// Where it is now.
    public let path: FileName
    /// Its length in bytes.
    public let byteCount: Int64
  }

  /// Why a photo was not added.
  public enum Failure: Error, Hashable, Sendable {
    /// The source can't be used, or is no photo and no video.
    case source(FileError)
    /// The source was written to while it was copied.
    case changed
    /// What was read back is not what was written.
    case different
    /// Nothing can be written.
    case library(FileError)
    /// A signal came.
    case interrupted
  }

  private let album: AlbumFolder
  private var buffer: [UInt8]
  private var other: [UInt8]
  private static let chunk = 1 << 20
  private static let numberLimit = 10_000

  /// Creates an adder to a folder.
  public init(to album: AlbumFolder) {
    self.album = album
    buffer = [UInt8](repeating: 0, count: Self.chunk)
    other = [UInt8](repeating: 0, count: Self.chunk)
  }

  /// Confines the process to reading these files and making files in the album, for good.
  ///
  /// To be called on the only thread that there is. Sources that can't be opened are left out: reading
  /// them fails later, and says why.
  ///
  /// - Returns: What the kernel does not keep the process from, as a clause for people; nil where
  ///   nothing is missing.
  public func confine(to sources: [FileName]) -> String? {
    let coverage = LandlockCoverage.ofKernel()
    // Version 2 lets a file be moved from where it was made to its name.
    if coverage.version < 2 {
      return coverage.shortfall ?? "this kernel's Landlock is too old to add files"
    }
    let threadCount = Landlock.threadCount
    if threadCount != 1 { return "the process can't be confined: it has \(threadCount) threads" }
    do throws(SystemError) {
      try confineThread(to: sources)
    } catch {
      return "the process can't be confined by Landlock: \(error.text)"
    }
    return coverage.shortfall
  }

  /// Confines the calling thread.
  internal func confineThread(to sources: [FileName]) throws(SystemError) {
    let rules = try LandlockRules(denying: [.network, .abstractSockets, .signals])
    for source in sources {
      guard
        let file = try? FileCalls.open(
          at: FileCalls.currentFolder, source.bytes, for: .look),
        let status = try? FileCalls.status(of: file.rawValue), status.kind == .regular
      else { continue }
      try rules.allow(.readFile, on: file.rawValue)
    }
    for need in OwnNeeds.program {
      guard
        let file = try? FileCalls.open(at: FileCalls.currentFolder, need.path.bytes, for: .look),
        let real = try? FileCalls.path(of: file.rawValue),
        PathComponents(album.path.bytes).behind(PathComponents(real)) == nil
      else { continue }
      try? rules.allow(need.rights, on: file.rawValue)
    }
    try album.allow(in: rules)
    try rules.enter()
  }

  /// The numbers that the names of files get, the same for files that belong together.
  ///
  /// - Complexity: O(n) and a question to the file system for each name that is tried.
  public func numbers(for sources: [FileName]) -> [Int] {
    var groups: [FileName: [Int]] = [:]
    for (index, source) in sources.enumerated() {
      groups[AddedName(of: source).group, default: []].append(index)
    }
    var numbers = [Int](repeating: 0, count: sources.count)
    var taken: Set<FileName> = []
    for (index, source) in sources.enumerated() {
      let members = groups[AddedName(of: source).group] ?? []
      // Two of the same name are no pair.
      let isPair = Set(members.map { AddedName(of: sources[$0]).text(0) }).count == members.count
      if isPair, members.first != index { continue }
      let group = isPair ? members : [index]
      let names = group.map { AddedName(of: sources[$0]) }
      var number = 0
      while number < Self.numberLimit,
        names.contains(where: { taken.contains($0.text(number)) || album.has($0.text(number)) })
      {
        number += 1
      }
      for (name, member) in zip(names, group) {
        taken.insert(name.text(number))
        numbers[member] = number
      }
    }
    return numbers
  }

  /// Adds a photo.
  ///
  /// - Parameters:
  ///   - source: The file; symbolic links are followed.
  ///   - number: The number that its name gets where that is free, as ``numbers(for:)`` has it.
  /// - Returns: Where it is now.
  /// - Throws: why it was not added; there is nothing of it in the album then.
  public func add(_ source: FileName, number: Int) throws(Failure) -> Added {
    let file = try open(source)
    let copy: NewFile
    do throws(SystemError) {
      copy = try album.newFile()
    } catch {
      throw .library(FileError(path: album.path, error))
    }
    do throws(Failure) {
      try fill(copy, from: file)
      let name = try publish(copy, AddedName(of: source), from: number)
      return Added(path: FolderPath.join(album.path, name), byteCount: file.status.byteCount)
    } catch {
      album.discard(copy)
      throw error
    }
  }

  private func open(_ source: FileName) throws(Failure) -> OpenFile {
    do throws(FileError) {
      let descriptor: Descriptor
      do throws(SystemError) {
        // Opening what has no rule is denied, whatever it is: what it is, is better said.
        let status = try FileCalls.status(
          at: FileCalls.currentFolder, source.bytes, followingLast: true)
        switch status.kind {
        case .folder: throw SystemError(code: EISDIR)
        case .special: throw .specialFile
        case .regular, .symlink, .unknown: break
        }
        descriptor = try FileCalls.open(at: FileCalls.currentFolder, source.bytes, for: .read)
      } catch {
        throw FileError(path: source, error)
      }
      let file = try OpenFile(descriptor, path: source)
      let head = try file.bytes(at: 0, count: FileSniffer.headByteCount)
      let verdict = FileSniffer.verdict(head: head, name: AssetPath(source).name)
      guard case .asset = verdict else { throw FileError(path: source, kind: .notPhoto) }
      return file
    } catch {
      throw .source(error)
    }
  }

  /// Copies, and compares what is on the disk then.
  private func fill(
    _ copy: borrowing NewFile, from file: borrowing OpenFile
  ) throws(Failure) {
    let status = file.status
    var offset: Int64 = 0
    while true {
      if HeldSignals.pending != nil { throw .interrupted }
      let count = try read(file, offset)
      if count == 0 { break }
      do throws(SystemError) {
        try copy.write(buffer, count: count, at: offset)
      } catch {
        throw .library(FileError(path: album.path, error))
      }
      offset += Int64(count)
      // A file that grows faster than it is read has no end.
      if offset > status.byteCount { throw .changed }
    }
    do throws(SystemError) {
      try copy.finish(modified: status.modified)
    } catch {
      throw .library(FileError(path: album.path, error))
    }
    try compare(copy, with: file)
    let after = file.withDescriptor { try? FileCalls.status(of: $0) }
    guard let after, offset == status.byteCount, after.byteCount == status.byteCount,
      after.modified == status.modified
    else { throw .changed }
  }

  private func compare(
    _ copy: borrowing NewFile, with file: borrowing OpenFile
  ) throws(Failure) {
    var offset: Int64 = 0
    while true {
      if HeldSignals.pending != nil { throw .interrupted }
      let count: Int
      do throws(SystemError) {
        count = try FileCalls.read(copy.descriptor.rawValue, at: offset, into: &other)
      } catch {
        throw .library(FileError(path: album.path, error))
      }
      guard try read(file, offset) == count else { throw .changed }
      if count == 0 { return }
      if buffer[..<count] != other[..<count] { throw .different }
      offset += Int64(count)
    }
  }

  private func read(_ file: borrowing OpenFile, _ offset: Int64) throws(Failure) -> Int {
    do throws(SystemError) {
      return try file.withDescriptor { number throws(SystemError) in
        try FileCalls.read(number, at: offset, into: &buffer)
      }
    } catch {
      throw .source(FileError(path: file.path, error))
    }
  }

  private func publish(
    _ copy: borrowing NewFile, _ name: AddedName, from first: Int
  ) throws(Failure) -> FileName {
    var number = first
    while true {
      do throws(SystemError) {
        try album.publish(copy, as: name.text(number))
        try album.flush()
        return name.text(number)
      } catch {
        guard error.code == EEXIST, number < Self.numberLimit else {
          throw .library(FileError(path: album.path, error))
        }
        number += 1
      }
    }
  }
}

/// The name that a copy gets: that of its source, with a number where it is taken.
internal struct AddedName {
  private let stem: [UInt8]
  private let suffix: [UInt8]
  /// The same for files that belong together: their folder and their stem.
  internal let group: FileName

  /// The longest name, in bytes (`NAME_MAX`).
  private static let lengthLimit = 255

  /// The name of a source's copy.
  internal init(of source: FileName) {
    let path = AssetPath(source)
    let name = path.name.bytes
    if let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 {
      stem = Array(name[..<dot])
      suffix = Array(name[dot...])
    } else {
      stem = name
      suffix = []
    }
    group = FolderPath.join(path.folder, FileName(bytes: stem))
  }

  /// The name with a number; with 0 as it is.
  internal func text(_ number: Int) -> FileName {
    if number == 0 { return FileName(bytes: stem + suffix) }
    let mark = Array(" (\(number))".utf8)
    // A name that is too long loses the end of its stem, at a character's boundary.
    var stem = stem[...]
    while stem.count + mark.count + suffix.count > Self.lengthLimit, let last = stem.popLast() {
      var byte = last
      while byte & 0xC0 == 0x80, let next = stem.popLast() { byte = next }
    }
    return FileName(bytes: stem + mark + suffix)
  }
}

extension PhotoAdder.Failure {
  /// A clause for people, without the source's path.
  public var userMessage: String {
    switch self {
    case .source(let error): error.userMessage
    case .changed: "was changed while it was copied"
    case .different: "the copy is not the same: the disk may be failing"
    case .library(let error): "\(error.path.displayString): \(error.userMessage)"
    case .interrupted: "not added: ended by a signal"
    }
  }

  /// A stable name of the reason, for programs.
  public var code: String {
    switch self {
    case .source(let error): error.code
    case .changed: "changed"
    case .different: "different"
    case .library: "library"
    case .interrupted: "interrupted"
    }
  }
}
