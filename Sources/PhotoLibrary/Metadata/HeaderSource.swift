/// Where header readers read from: an open file or bytes in memory, with a bound on the work.
///
/// A reader gets at most ``byteBudget`` bytes in at most ``readBudget`` reads beyond the head; then
/// every read fails. So a header that sends its reader around in circles costs a bounded time.
internal struct HeaderSource {
  /// How many bytes one header may cost.
  internal static let byteBudget = 262_144
  /// How many reads one header may cost.
  internal static let readBudget = 4_096

  /// How many bytes are read where fewer are wanted.
  private static let windowByteCount = 512

  /// The cameras that were seen; without it each header gets an object of its own.
  internal var cameras: CameraTable?
  /// The length of the whole file.
  internal let byteCount: Int64

  private let head: [UInt8]
  private let descriptor: Int32?
  private var bytesLeft = HeaderSource.byteBudget
  private var readsLeft = HeaderSource.readBudget
  /// What was read last: small reads follow each other closely.
  private var window: [UInt8] = []
  private var windowStart: Int64 = 0

  /// Creates a source over bytes in memory.
  internal init(bytes: [UInt8]) {
    head = bytes
    byteCount = Int64(bytes.count)
    descriptor = nil
  }

  /// Creates a source over an open file whose first bytes were read already.
  ///
  /// The descriptor is borrowed: it must stay open as long as the source is used.
  internal init(descriptor: Int32, byteCount: Int64, head: [UInt8]) {
    self.descriptor = descriptor
    self.byteCount = byteCount
    self.head = head
  }

  /// Exactly `count` bytes at an offset.
  ///
  /// - Returns: nil where they do not all lie in the file, cannot be read, or cost too much.
  internal mutating func view(at offset: Int64, count: Int) -> ByteView? {
    guard let view = viewUpTo(at: offset, count: count), view.count == count else { return nil }
    return view
  }

  /// Up to `count` bytes at an offset, fewer at the end of the file or of the budget.
  ///
  /// - Returns: nil where there is none.
  internal mutating func viewUpTo(at offset: Int64, count: Int) -> ByteView? {
    guard offset >= 0, count > 0, offset < byteCount, readsLeft > 0 else { return nil }
    let count = Int(min(Int64(count), byteCount - offset))
    readsLeft -= 1
    if offset <= Int64(head.count - count) {
      let start = Int(offset)
      return ByteView(head, from: start, count: count)
    }
    guard let descriptor else {
      guard offset < head.count else { return nil }
      return ByteView(head, from: Int(offset), count: count)
    }
    if offset >= windowStart, offset - windowStart <= Int64(window.count - count) {
      return ByteView(window, from: Int(offset - windowStart), count: count)
    }
    let wanted = Int(min(Int64(max(count, Self.windowByteCount)), byteCount - offset))
    let affordable = min(wanted, bytesLeft)
    guard affordable > 0 else { return nil }
    bytesLeft -= affordable
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: affordable) { buffer, used in
      let count = unsafe try? FileCalls.read(
        descriptor, at: offset, into: UnsafeMutableRawBufferPointer(buffer))
      used = count ?? 0
    }
    window = bytes
    windowStart = offset
    return bytes.isEmpty ? nil : ByteView(bytes, from: 0, count: count)
  }

  /// Up to `count` bytes at an offset, outside of the byte budget: for the one bounded search there
  /// is.
  internal mutating func searchWindow(at offset: Int64, count: Int) -> [UInt8]? {
    guard let descriptor else { return viewUpTo(at: offset, count: count)?.bytes }
    guard offset >= 0, count > 0, offset < byteCount, readsLeft > 0 else { return nil }
    readsLeft -= 1
    let count = Int(min(Int64(count), byteCount - offset))
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
      let count = unsafe try? FileCalls.read(
        descriptor, at: offset, into: UnsafeMutableRawBufferPointer(buffer))
      used = count ?? 0
    }
  }
}
