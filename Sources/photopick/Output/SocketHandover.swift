internal import CShims
internal import Glibc
import PhotoLibrary
import PickerModel

/// Hands picks over as open files: `--fd-socket`.
///
/// Each pick is one message: its JSON without a path, and read-only descriptors of its files
/// (`SCM_RIGHTS`). On a `SOCK_SEQPACKET` socket a message is a packet; on a `SOCK_STREAM` socket its
/// length as four bytes, the highest first, is in front of it, and the descriptors come with the first
/// of these bytes. A last message tells the outcome; a stream that ends without it was interrupted.
///
/// Sending waits for a receiver that is slow, for as long as it takes: not for the main actor while a
/// screen is up.
struct SocketHandover: Sendable {
  private let descriptor: Int32
  private let isStream: Bool

  /// The most files of one pick; what is beyond is a failure.
  static let fileLimit = Int(PP_CHILD_FILES)

  /// Checks the descriptor that the caller left open, before anything else is opened.
  ///
  /// - Throws: `CommandError` for what is no connected Unix socket that messages can be sent on.
  init(_ descriptor: Int32) throws(CommandError) {
    let kind = pp_handover_kind(descriptor)
    guard kind > 0 else {
      let reason =
        switch -kind {
        case EBADF: "it is not open"
        case ENOTSOCK: "it is no socket"
        case EAFNOSUPPORT: "it is no Unix socket: only these carry descriptors"
        case EPROTOTYPE: "it is a datagram socket: SOCK_STREAM or SOCK_SEQPACKET is needed"
        case ENOTCONN, EINVAL: "nobody is connected to it"
        default: SystemError.text(-kind)
        }
      throw CommandError("--fd-socket \(descriptor): \(reason)")
    }
    self.descriptor = descriptor
    isStream = kind == 1
    // Not for the processes that are started from here.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  // MARK: - Messages

  /// Sends all items and the last message.
  ///
  /// - Parameters:
  ///   - content: What is handed over.
  ///   - picked: What the file system called each pick when it was picked, by position; none for what
  ///     was not picked by a person.
  ///   - door: What opens the files.
  /// - Returns: The same, with what could not be opened among the failures.
  /// - Throws: `ResultError.notWritten` where the receiver is gone.
  func send(
    _ content: ResultContent, picked: [Int: FileIdentity] = [:], through door: PhotoDoor
  ) throws(ResultError) -> ResultContent {
    var sent = content
    sent.assets = []
    for item in content.assets {
      do throws(FileError) {
        var files = HandedFiles()
        let identity = picked[item.position] ?? item.asset.identity
        try files.add(item.asset.path, identity, door)
        for resource in item.asset.otherResources {
          files.addResource(resource, of: item.asset, door)
        }
        let document = HandedDocument.item(item, files, setNames: content.setNames)
        try send(document, files.numbers).get()
        sent.assets.append(item)
      } catch {
        if error.path.bytes.isEmpty { throw Self.gone(error) }
        sent.failures.append(
          ResultFailure(
            position: content.outcome == .picked ? item.position : nil, place: item.place,
            path: item.asset.path, code: error.code, reason: error.userMessage))
      }
    }
    do throws(FileError) {
      try send(HandedDocument.end(sent), []).get()
    } catch {
      throw Self.gone(error)
    }
    return sent
  }

  /// Sends the last message of a picker that hands nothing over; a receiver that takes nothing is not
  /// waited for long.
  ///
  /// - Parameter outcome: `cancelled` or `nothing`.
  func sendEnd(_ outcome: String) {
    _ = send(HandedDocument.end(outcome), [], patience: 200)
  }

  private static func gone(_ error: FileError) -> ResultError {
    .notWritten("--fd-socket: the receiver is gone: \(error.userMessage)")
  }

  /// Sends a message; an error has no path.
  private func send(
    _ document: JSONValue, _ files: [Int32], patience: Int32 = -1
  ) -> Result<Void, FileError> {
    var bytes = document.encoded()
    if isStream {
      let count = UInt32(clamping: bytes.count)
      bytes = (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) } + bytes
    }
    var offset = 0
    while offset < bytes.count {
      let files = offset == 0 ? files : []
      let sent = unsafe bytes.withUnsafeBytes { buffer in
        unsafe files.withUnsafeBufferPointer { numbers in
          unsafe pp_child_send(
            descriptor, buffer.baseAddress.map { unsafe $0 + offset }, buffer.count - offset,
            numbers.baseAddress, numbers.count, patience)
        }
      }
      if sent > 0 {
        offset += Int(sent)
      } else if sent == -Int64(ETOOMANYREFS), patience < 0 {
        // More descriptors are on their way than the user may have: until the receiver takes some.
        var one = pollfd(fd: descriptor, events: 0, revents: 0)
        if unsafe poll(&one, 1, 20) > 0 { return .failure(Self.failure(EPIPE)) }
      } else {
        return .failure(Self.failure(sent == 0 ? EPIPE : Int32(clamping: -sent)))
      }
    }
    return .success(())
  }

  private static func failure(_ code: Int32) -> FileError {
    FileError(path: FileName(bytes: []), kind: .system(errno: code))
  }
}

/// The open files of one pick, each once.
struct HandedFiles: ~Copyable {
  /// The descriptors in the order in which they are sent.
  private(set) var numbers: [Int32] = []
  /// For each resource the index of its descriptor; nil where it has none.
  private(set) var indices: [Int?] = []
  /// Why resources have none.
  private(set) var failures: [(resource: Int, error: FileError)] = []

  /// No files yet.
  init() {}

  deinit {
    for number in numbers { close(number) }
  }

  /// Opens a file and adds it.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - identity: What the file system must call it.
  ///   - door: What opens it.
  /// - Throws: `.replacedByFile` for another file in its place, and what opening reports.
  mutating func add(
    _ path: AssetPath, _ identity: FileIdentity, _ door: PhotoDoor
  ) throws(FileError) {
    let file = try door.open(path)
    guard file.status.identity == identity else {
      throw FileError(path: path.fileName, kind: .replacedByFile)
    }
    let number = file.withDescriptor { fcntl($0, F_DUPFD_CLOEXEC, 3) }
    guard number >= 0 else { throw FileError(path: path.fileName, kind: .system(errno: errno)) }
    indices.append(numbers.count)
    numbers.append(number)
  }

  /// Adds a resource of an asset: a file of its own, or a part of the asset's own file, which is there
  /// already.
  mutating func addResource(_ resource: AssetResource, of asset: Asset, _ door: PhotoDoor) {
    if resource.path == asset.path {
      indices.append(0)
      return
    }
    do throws(FileError) {
      guard numbers.count < SocketHandover.fileLimit else {
        throw FileError(path: resource.path.fileName, kind: .system(errno: EMFILE))
      }
      try add(resource.path, resource.identity, door)
    } catch {
      failures.append((indices.count, error))
      indices.append(nil)
    }
  }
}

/// The messages of `--fd-socket`: as in the result, without paths.
enum HandedDocument {
  /// One pick.
  static func item(
    _ item: ResultContent.Item, _ files: borrowing HandedFiles, setNames: [String]
  ) -> JSONValue {
    var members: [JSONMember] = []
    if case .object(let all) = ResultDocument.item(item, setNames: setNames) {
      for member in all {
        switch (member.key, member.value) {
        case ("uri", _): members.append(suggestedName(item.asset.path))
        case ("path", _): break
        case ("resources", .array(let resources)):
          members.append(JSONMember("resources", .array(handed(resources, files.indices))))
        default: members.append(member)
        }
      }
    }
    let failures = files.failures.map { failure in
      JSONValue.object([
        JSONMember("resource", .integer(Int64(failure.resource))),
        JSONMember("code", .string(failure.error.code)),
        JSONMember("message", .string(failure.error.userMessage)),
      ])
    }
    return .object([
      JSONMember("version", .integer(1)), JSONMember("type", .string("item")),
      JSONMember("item", .object(members)), JSONMember("failures", .array(failures)),
    ])
  }

  private static func handed(_ resources: [JSONValue], _ indices: [Int?]) -> [JSONValue] {
    resources.enumerated().map { index, resource in
      guard case .object(let members) = resource else { return resource }
      let place = indices.indices.contains(index) ? indices[index] : nil
      return .object(
        members.filter { $0.key != "uri" } + [
          JSONMember("descriptor", place.map { .integer(Int64($0)) } ?? .null)
        ])
    }
  }

  /// The file's own name, without the way to it; null where it is not valid UTF-8.
  private static func suggestedName(_ path: AssetPath) -> JSONMember {
    JSONMember("suggestedName", path.name.utf8String.map { .string($0) } ?? .null)
  }

  /// The last message of a result.
  static func end(_ content: ResultContent) -> JSONValue {
    var members = start(content.outcome.rawValue, count: content.assets.count)
    if let rules = content.rules {
      members.append(
        JSONMember("selection", ResultDocument.selection(rules, count: content.assets.count)))
    }
    members.append(
      JSONMember(
        "access",
        ResultDocument.access(content.access, client: content.client, status: content.status)))
    let failures = content.failures.map { failure -> JSONValue in
      guard case .object(let all) = ResultDocument.failure(failure, setNames: content.setNames)
      else { return .null }
      return .object(
        all.filter { $0.key != "uri" && $0.key != "path" } + [suggestedName(failure.path)])
    }
    members.append(JSONMember("failures", .array(failures)))
    return .object(members)
  }

  /// The last message where nothing is handed over.
  static func end(_ outcome: String) -> JSONValue {
    .object(start(outcome, count: 0) + [JSONMember("failures", .array([]))])
  }

  private static func start(_ outcome: String, count: Int) -> [JSONMember] {
    [
      JSONMember("version", .integer(1)), JSONMember("type", .string("end")),
      JSONMember("outcome", .string(outcome)), JSONMember("count", .integer(Int64(count))),
    ]
  }
}
