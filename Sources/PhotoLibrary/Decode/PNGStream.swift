/// The window through which libspng reads a file.
internal final class PNGStream {
  private let source: ByteSource
  private var window: [UInt8] = []
  private var windowStart: Int64 = 0
  private var offset: Int64 = 0
  /// Why reading failed, if the kernel reported an error.
  private(set) var failure: DecodeError?
  /// Whether the first chunk is the one that Xcode puts before the header.
  private(set) var isAppleVariant = false

  private static let windowByteCount = 131_072

  /// Whether more bytes were asked for than there are.
  private(set) var hasReachedEnd = false
  private let cut: PNGChunks.Cut?

  /// Reads from the start of a source.
  init(_ source: ByteSource, cutAt cut: PNGChunks.Cut?) {
    self.source = source
    self.cut = cut
  }

  /// Fills a buffer with what comes next.
  ///
  /// - Returns: whether there were enough bytes; ``failure`` says why where there were not, unless
  ///   the file ended.
  func read(into destination: UnsafeMutableRawBufferPointer) -> Bool {
    var filled = 0
    while filled < destination.count {
      let position = Int(offset - windowStart)
      if position >= window.count {
        guard loadWindow() else {
          hasReachedEnd = true
          return false
        }
        continue
      }
      let count = min(window.count - position, destination.count - filled)
      unsafe window.withUnsafeBytes { bytes in
        unsafe UnsafeMutableRawBufferPointer(rebasing: destination[filled..<filled + count])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[position..<position + count]))
      }
      filled += count
      offset += Int64(count)
    }
    return true
  }

  private func loadWindow() -> Bool {
    let rest = source.byteCount - offset
    guard rest > 0 else { return false }
    windowStart = offset
    let capacity = Int(min(Int64(Self.windowByteCount), rest))
    var outcome: Result<Int, DecodeError> = .success(0)
    window = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, used in
      outcome = Result { () throws(DecodeError) in
        unsafe try source.read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
      }
      used = (try? outcome.get()) ?? 0
    }
    if case .failure(let error) = outcome { failure = error }
    if let cut { cut.correct(&window, at: windowStart) }
    if offset == 0, window.count >= 16 {
      isAppleVariant = window[12..<16].elementsEqual("CgBI".utf8)
    }
    return !window.isEmpty
  }
}
