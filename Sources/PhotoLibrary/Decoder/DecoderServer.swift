internal import CShims
internal import PickerModel

extension DecoderProgram {
  /// Ends the processes that were started, and waits for them.
  ///
  /// The last thing before the program ends, so that it leaves none behind.
  public static func endAll() { DecoderProcess.endAll() }
}

/// The decoder's process: takes files, gives pixels and facts, until nobody asks any more.
public enum DecoderServer {
  /// Seconds beyond a photo's limit after which the process ends itself, for the case that nobody is
  /// there any more who would.
  private static let graceSeconds = 10

  /// Whether this process was started to be a decoder: by its name, and with a socket to serve.
  public static func isWanted(name: [UInt8]) -> Bool {
    name == Array(DecoderProgram.name.utf8) && ChildLink.inherited != nil
  }

  /// Gives up everything but decoding, and serves.
  ///
  /// To be called with one thread, before anything was read; does not return.
  public static func run() -> Never {
    run(limits: .standard)
  }

  internal static func run(limits: DecodeLimits) -> Never {
    guard let link = ChildLink.inherited, let memory = ChildMemory(inherited: ()) else {
      pp_child_exit(2)
    }
    let layers = DecoderConfinement.enter(limits, memory: memory.byteCount)
    do {
      try link.send(DecoderReply.hello(layers).encoded(0), milliseconds: nil)
      let service = DecoderService(limits: limits, memory: memory)
      while true {
        let message = try link.receive(fileCount: ChildLink.fileLimit, milliseconds: nil)
        if message.bytes.isEmpty { pp_child_exit(0) }
        try serve(message, service, link) {
          pp_child_alarm(UInt32(clamping: limits.maximumSeconds + graceSeconds))
        }
        pp_child_alarm(0)
      }
    } catch {
      // The picker is gone, or asks what no picker asks.
      pp_child_exit(1)
    }
  }

  private static func serve(
    _ message: consuming ReceivedMessage, _ service: DecoderService, _ link: ChildLink,
    restartingClock restart: () -> Void
  ) throws {
    restart()
    let files = message.files
    let (sequence, request) = try DecoderRequest.decoded(message.bytes)
    guard files.count == request.fileCount else {
      ChildLink.close(files)
      throw ByteReader.Damage()
    }
    try service.answer(request, files) { reply throws(SystemError) in
      restart()
      if let reply { try link.send(reply.encoded(sequence), milliseconds: nil) }
    }
  }
}

/// Answers requests: what a decoder's process does, without the process.
internal final class DecoderService {
  /// What one message of headers may hold, leaving room for one more.
  private static let headerRoom = ChildLink.messageLimit - 4_096
  /// How long headers are collected, in nanoseconds.
  private static let headerPause: Int64 = 500_000_000

  private let limits: DecodeLimits
  private let memory: ChildMemory
  private let cameras = CameraTable()
  private lazy var decoder = PhotoDecoder(limits: limits)
  private lazy var regions = RegionCutter(decoder: decoder)

  /// Creates a service that puts pixels into memory.
  internal init(limits: DecodeLimits, memory: ChildMemory) {
    self.limits = limits
    self.memory = memory
  }

  /// Answers a request.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - files: as many descriptors as it says; they are closed.
  ///   - send: takes the messages, in order; nil says that work goes on.
  /// - Throws: what `send` throws.
  internal func answer(
    _ request: DecoderRequest, _ files: [Int32],
    _ send: (DecoderReply?) throws(SystemError) -> Void
  ) throws(SystemError) {
    var files = files.makeIterator()
    func file(_ byteCount: Int64) -> OpenFile {
      OpenFile(Descriptor(owning: files.next() ?? -1), byteCount: byteCount)
    }
    switch request {
    case .thumbnail(let wanted, let byteCount):
      try send(picture { () throws(DecodeError) in try thumbnail(file(byteCount), wanted) })
    case .region(let wanted):
      try send(
        picture { () throws(DecodeError) in
          let file = file(wanted.version.byteCount)
          return try regions.cut(
            wanted.region, of: file, wanted.version, Self.format(of: file) ?? wanted.format,
            target: wanted.target, background: wanted.background)
        })
    case .releaseSource:
      regions.release()
    case .headers(let byteCounts):
      try headers(byteCounts.count, send) { FileContent.look(into: file(byteCounts[$0]), cameras) }
    case .sidecar(let byteCount):
      try send(.sidecar(SidecarContent(of: file(byteCount))))
    case .details(let format, let byteCount):
      let rows = PhotoDetailsReader.content(of: file(byteCount), format).rows
      try send(.details(Self.fitting(rows)))
    }
  }

  private func thumbnail(
    _ file: borrowing OpenFile, _ request: DecodeRequest
  ) throws(DecodeError) -> (Thumbnail, dependsOnBackground: Bool) {
    var request = request
    // The file may be another by now than the scan has seen.
    request.format = Self.format(of: file) ?? request.format
    let photo = try decoder.decode(file, request)
    return (photo.thumbnail, photo.dependsOnBackground)
  }

  private static func format(of file: borrowing OpenFile) -> FileFormat? {
    FileSniffer.format(ofHead: (try? HeaderReader.head(of: file)) ?? [])
  }

  private func picture(
    _ decode: () throws(DecodeError) -> (Thumbnail, dependsOnBackground: Bool)
  ) -> DecoderReply {
    do throws(DecodeError) {
      let (thumbnail, dependsOnBackground) = try decode()
      let pixels = thumbnail.pixels
      if pixels.bytes.count > memory.byteCount {
        throw .needsTooMuchMemory(byteCount: pixels.bytes.count, limit: memory.byteCount)
      }
      memory.write(pixels.bytes)
      return .picture(
        DecoderReply.Picture(
          size: pixels.size, isTruncated: thumbnail.isTruncated, source: thumbnail.source,
          dependsOnBackground: dependsOnBackground))
    } catch {
      return .failure(error)
    }
  }

  /// Headers in as few messages as hold them, and one at least every half second: on a slow disk the
  /// picker is not to take patience for a hang.
  private func headers(
    _ count: Int, _ send: (DecoderReply?) throws(SystemError) -> Void, _ look: (Int) -> FileContent
  ) throws(SystemError) {
    var part: [FileContent] = []
    var size = 0
    var last = FileCalls.now()
    for index in 0..<count {
      let content = look(index)
      try send(nil)
      var writer = ByteWriter()
      content.write(&writer)
      if size + writer.bytes.count > Self.headerRoom {
        try send(.headers(part))
        (part, size) = ([], 0)
      }
      part.append(content)
      size += writer.bytes.count
      if FileCalls.now() - last > Self.headerPause {
        try send(.headers(part))
        (part, size) = ([], 0)
        last = FileCalls.now()
      }
    }
    if !part.isEmpty { try send(.headers(part)) }
  }

  /// The rows that a message has room for; long ones are cut.
  private static func fitting(_ rows: [PhotoDetails.Row]) -> [PhotoDetails.Row] {
    var room = headerRoom
    return rows.prefix(256).compactMap { row in
      let value = String(decoding: row.value.utf8.prefix(8_192), as: UTF8.self)
      room -= value.utf8.count * 2 + row.label.utf8.count + 16
      return room > 0 ? PhotoDetails.Row(group: row.group, label: row.label, value: value) : nil
    }
  }
}
