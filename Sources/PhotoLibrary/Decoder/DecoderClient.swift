internal import Glibc
internal import PickerModel

/// The picker's side of a decoder: starts it when it is needed first, asks it, and replaces it when it
/// crashes, hangs or answers nonsense.
///
/// *Isolation:* belongs to one queue, which it blocks while it waits for an answer.
internal final class DecoderClient {
  /// How long a wait lasts before it is looked whether anybody still wants the answer.
  private static let sliceMilliseconds: Int32 = 100
  /// How many may end in a row before their first word.
  private static let stillbornLimit = 3
  /// How long none is started after that, in nanoseconds.
  private static let pause: Int64 = 2_000_000_000
  /// How many may end in a row without a good answer before the next ones are started more slowly.
  private static let failureLimit = 8
  /// The longest wait before one is started, in milliseconds.
  private static let longestWait = 1_000

  private let program: DecoderProgram
  private let limits: DecodeLimits
  private let graceSeconds: Int
  private let memoryByteCount: Int
  private let report: DecoderReport
  private var memory: ChildMemory?
  private var child: DecoderProcess?
  private var isGreeted = false
  private var sequence: UInt64 = 0
  private var stillbornCount = 0
  private var lastStillborn: Int64 = 0
  private var failureCount = 0

  /// Creates a client; nothing is started yet.
  ///
  /// - Parameters:
  ///   - program: what is started.
  ///   - limits: what a photo may cost.
  ///   - graceSeconds: seconds beyond that: the decoder is to give up by itself first.
  ///   - memoryByteCount: the room for pixels.
  ///   - report: where the layers are noted that a decoder could not give up.
  internal init(
    _ program: DecoderProgram, limits: DecodeLimits = .standard, graceSeconds: Int = 3,
    memoryByteCount: Int = ChildMemory.standardByteCount, report: DecoderReport = .shared
  ) {
    self.program = program
    self.limits = limits
    self.graceSeconds = graceSeconds
    self.memoryByteCount = memoryByteCount
    self.report = report
  }

  /// The number of the process that is there, if any.
  internal var processIdentifier: Int32? { child?.identifier }

  // MARK: - Pictures

  /// Decodes a picture.
  ///
  /// - Throws: why there is none; `.cancelled` where the current task was cancelled meanwhile.
  internal func thumbnail(
    _ file: borrowing OpenFile, _ request: DecodeRequest
  ) throws(DecodeError) -> (Thumbnail, dependsOnBackground: Bool) {
    try picture(
      .thumbnail(request, byteCount: file.byteCount), file, within: request.target,
      mayBeLarger: false)
  }

  /// Cuts a part out of a photo.
  ///
  /// - Throws: as ``thumbnail(_:_:)``.
  internal func region(
    _ region: DecoderRequest.Region, _ file: borrowing OpenFile
  ) throws(DecodeError) -> (Thumbnail, dependsOnBackground: Bool) {
    // Where the region has more pixels than the target it is made smaller; else its pixels are
    // repeated.
    try picture(.region(region), file, within: region.target, mayBeLarger: true)
  }

  /// Lets go of the photo that regions are cut out of.
  internal func releaseSource() {
    guard child != nil else { return }
    do throws(DecoderEnd) {
      _ = try send(.releaseSource, [])
    } catch {
      // It is gone, and the photo with it.
    }
  }

  private func picture(
    _ request: DecoderRequest, _ file: borrowing OpenFile, within target: PixelSize,
    mayBeLarger: Bool
  ) throws(DecodeError) -> (Thumbnail, dependsOnBackground: Bool) {
    switch try file.withDescriptor({ descriptor throws(DecodeError) in
      try ask(request, [descriptor])
    }) {
    case .failure(let error): throw error
    case .picture(let picture):
      // A box of one pixel at least, and for regions a little more than asked for by rounding.
      let slack = mayBeLarger ? 8 : 0
      let (count, overflow) = picture.size.width.multipliedReportingOverflow(
        by: picture.size.height &* 3)
      guard let memory, !overflow, count > 0, count <= memory.byteCount,
        picture.size.width <= max(1, target.width) + slack,
        picture.size.height <= max(1, target.height) + slack
      else { throw .decoder(replace(.nonsense)) }
      let pixels = PixelBuffer(size: picture.size, bytes: memory.read(count))
      return (
        Thumbnail(pixels: pixels, isTruncated: picture.isTruncated, source: picture.source),
        picture.dependsOnBackground
      )
    default: throw .decoder(replace(.nonsense))
    }
  }

  // MARK: - Facts

  /// What an XMP file tells.
  ///
  /// - Throws: why the decoder gave no answer.
  internal func sidecar(_ file: borrowing OpenFile) throws(DecodeError) -> SidecarContent? {
    let byteCount = file.byteCount
    let reply = try file.withDescriptor { descriptor throws(DecodeError) in
      try ask(.sidecar(byteCount: byteCount), [descriptor])
    }
    guard case .sidecar(let content) = reply else { throw .decoder(replace(.nonsense)) }
    return content
  }

  /// What the info panel tells of a file's content.
  ///
  /// - Throws: why the decoder gave no answer.
  internal func details(
    _ file: borrowing OpenFile, _ format: FileFormat
  ) throws(DecodeError) -> PhotoDetails {
    let byteCount = file.byteCount
    let reply = try file.withDescriptor { descriptor throws(DecodeError) in
      try ask(.details(format, byteCount: byteCount), [descriptor])
    }
    guard case .details(let rows) = reply else { throw .decoder(replace(.nonsense)) }
    return PhotoDetails(rows: rows)
  }

  // MARK: - Headers, several requests at a time

  /// Sends a request for headers without waiting for the answer.
  ///
  /// - Parameter files: open descriptors and the lengths of their files, at most
  ///   ``ChildLink/fileLimit``; they stay the caller's.
  /// - Returns: the request's number, for ``receiveHeaders(_:)``.
  /// - Throws: why there is no decoder to send it to.
  internal func sendHeaders(
    _ files: [(descriptor: Int32, byteCount: Int64)]
  ) throws(DecoderEnd) -> UInt64 {
    try send(.headers(byteCounts: files.map(\.byteCount)), files.map(\.descriptor))
  }

  /// Waits for headers.
  ///
  /// - Parameters:
  ///   - number: the number of the request; requests are answered in order.
  ///   - count: how many are still to come.
  /// - Returns: at least one, at most so many.
  /// - Throws: why there is no answer.
  internal func receiveHeaders(_ number: UInt64, _ count: Int) throws(DecodeError) -> [FileContent]
  {
    guard case .headers(let contents) = try receive(number, isCancellable: false) else {
      throw .decoder(replace(.nonsense))
    }
    guard !contents.isEmpty, contents.count <= count else { throw .decoder(replace(.nonsense)) }
    return contents
  }

  // MARK: - Talking

  /// The layers of a decoder that is started for it.
  ///
  /// - Throws: why there is none.
  internal func layers() throws(DecodeError) -> DecoderLayers {
    do throws(DecoderEnd) {
      try start()
    } catch {
      throw .decoder(error)
    }
    if !isGreeted { _ = try message(isCancellable: false) }
    return report.layers ?? []
  }

  private func ask(
    _ request: DecoderRequest, _ files: [Int32]
  ) throws(DecodeError) -> DecoderReply {
    let number: UInt64
    do throws(DecoderEnd) {
      number = try send(request, files)
    } catch {
      throw .decoder(error)
    }
    return try receive(number, isCancellable: true)
  }

  private func send(_ request: DecoderRequest, _ files: [Int32]) throws(DecoderEnd) -> UInt64 {
    sequence += 1
    let bytes = request.encoded(sequence)
    // The one that is there may have ended meanwhile, unnoticed: then a fresh one gets the request.
    for isLast in [false, true] {
      try start()
      guard let link = child?.link else { throw .nonsense }
      do throws(SystemError) {
        try link.send(
          bytes, files: files,
          milliseconds: Int32(clamping: (limits.maximumSeconds + graceSeconds) * 1_000))
        return sequence
      } catch {
        let end = replace(nil)
        if isLast { throw end }
      }
    }
    throw .nonsense
  }

  private func receive(
    _ number: UInt64, isCancellable: Bool
  ) throws(DecodeError) -> DecoderReply {
    while true {
      let (sequence, reply) = try message(isCancellable: isCancellable)
      if case .hello = reply { continue }
      guard sequence == number else { throw .decoder(replace(.nonsense)) }
      failureCount = 0
      return reply
    }
  }

  /// Waits for a message.
  private func message(
    isCancellable: Bool
  ) throws(DecodeError) -> (sequence: UInt64, reply: DecoderReply) {
    let limit = limits.maximumSeconds + graceSeconds
    let deadline = FileCalls.now() + Int64(limit) * 1_000_000_000
    while let link = child?.link {
      let bytes: [UInt8]
      do throws(SystemError) {
        bytes = try link.receive(milliseconds: Self.sliceMilliseconds).bytes
      } catch {
        guard error.code == ETIMEDOUT else { throw .decoder(replace(.nonsense)) }
        if isCancellable, Task.isCancelled {
          // Nobody wants it any more, and what it decodes may take seconds: the next one starts at
          // once.
          _ = replace(nil, isGivenUp: true)
          throw .cancelled
        }
        if FileCalls.now() > deadline {
          _ = replace(nil)
          throw .timedOut(seconds: limits.maximumSeconds)
        }
        continue
      }
      if bytes.isEmpty { throw .decoder(replace(nil)) }
      return try take(bytes)
    }
    throw .decoder(.nonsense)
  }

  private func take(_ bytes: [UInt8]) throws(DecodeError) -> (UInt64, DecoderReply) {
    let message: (sequence: UInt64, reply: DecoderReply)
    do throws(ByteReader.Damage) {
      message = try DecoderReply.decoded(bytes)
    } catch {
      throw .decoder(replace(.nonsense))
    }
    if case .hello(let layers) = message.reply {
      if isGreeted { throw .decoder(replace(.nonsense)) }
      isGreeted = true
      stillbornCount = 0
      report.note(layers)
    } else if !isGreeted {
      throw .decoder(replace(.nonsense))
    }
    return message
  }

  // MARK: - Starting and ending

  private func start() throws(DecoderEnd) {
    if child != nil { return }
    if stillbornCount >= Self.stillbornLimit {
      if FileCalls.now() - lastStillborn < Self.pause { throw .neverStarts }
      stillbornCount -= 1
    }
    if failureCount > Self.failureLimit {
      // A folder full of such photos is not to keep the machine busy; each gets its turn. Slept, for
      // there is no event to wait for: this queue is the client's own and has nothing else to do, and
      // a second at most goes by until the next start.
      let wait = min(Self.longestWait, (failureCount - Self.failureLimit) * 100)
      _ = usleep(UInt32(wait * 1_000))
    }
    isGreeted = false
    do throws(SystemError) {
      let shared: ChildMemory
      if let memory {
        shared = memory
      } else {
        shared = try ChildMemory(byteCount: memoryByteCount)
      }
      memory = shared
      child = try DecoderProcess(program, memory: shared)
    } catch {
      throw .cannotStart(error.text)
    }
  }

  /// Ends the process; the next request starts another.
  ///
  /// - Parameters:
  ///   - reason: why, if that is known; else how it ended tells.
  ///   - isGivenUp: whether it is not its fault.
  /// - Returns: the reason.
  private func replace(_ reason: DecoderEnd?, isGivenUp: Bool = false) -> DecoderEnd {
    guard let child = child.take() else { return reason ?? .nonsense }
    failureCount += isGivenUp ? 0 : 1
    if !isGreeted, !isGivenUp {
      stillbornCount += 1
      lastStillborn = FileCalls.now()
    }
    let end = child.end()
    // What was written into it may still be mapped nowhere else, but nobody has to rely on it.
    memory = nil
    if let reason { return reason }
    switch end {
    case .signal(let number): return .signal(number)
    case .exit(let status): return .exited(status: status)
    }
  }
}
