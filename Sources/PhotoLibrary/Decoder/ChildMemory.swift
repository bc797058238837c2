internal import CShims
internal import Glibc

/// Memory that picker and decoder share, for pixels (`memfd_create(2)`).
///
/// Sealed: neither can make it shorter under the other's reading. What is in it may change at any
/// time, so it is copied once, and the copy is looked at.
@safe
internal final class ChildMemory {
  /// Room for the largest picture that a screen shows.
  internal static let standardByteCount = 128 << 20
  /// Beyond this many bytes the pages are given back after use.
  private static let keptByteCount = 4 << 20

  /// The memory's descriptor.
  internal let descriptor: Int32
  /// Its size in bytes.
  internal let byteCount: Int

  private let start: UnsafeMutableRawPointer

  /// Makes new memory to read from; pages come when the decoder writes them.
  ///
  /// - Throws: what `memfd_create(2)` or `mmap(2)` reported.
  internal init(byteCount: Int = standardByteCount) throws(SystemError) {
    let descriptor = pp_memory_create(byteCount)
    if descriptor < 0 { throw SystemError(code: -descriptor) }
    guard let start = unsafe pp_memory_map(descriptor, byteCount, 0) else {
      _ = pp_close(descriptor)
      throw SystemError(code: ENOMEM)
    }
    self.descriptor = descriptor
    self.byteCount = byteCount
    unsafe self.start = start
  }

  /// Maps the memory that a decoder is born with, to write into.
  ///
  /// - Returns: nil where there is none.
  internal init?(inherited: Void) {
    let descriptor = Int32(PP_CHILD_MEMORY)
    let size = pp_memory_size(descriptor)
    guard size > 0, let start = unsafe pp_memory_map(descriptor, Int(size), 1) else { return nil }
    self.descriptor = descriptor
    byteCount = Int(size)
    unsafe self.start = start
  }

  deinit {
    unsafe pp_memory_unmap(start, byteCount)
    _ = pp_close(descriptor)
  }

  /// Writes bytes to the beginning.
  ///
  /// - Precondition: `bytes.count <= byteCount`, in memory that was mapped to be written.
  internal func write(_ bytes: [UInt8]) {
    precondition(bytes.count <= byteCount)
    unsafe bytes.withUnsafeBytes { source in
      guard let base = source.baseAddress else { return }
      unsafe start.copyMemory(from: base, byteCount: source.count)
    }
  }

  /// Copies the first bytes out.
  ///
  /// - Precondition: `0 <= count <= byteCount`.
  internal func read(_ count: Int) -> [UInt8] {
    precondition(count >= 0 && count <= byteCount)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
      if let base = buffer.baseAddress {
        unsafe UnsafeMutableRawPointer(base).copyMemory(from: start, byteCount: count)
      }
      used = count
    }
    if count > Self.keptByteCount { _ = pp_memory_discard(descriptor, count) }
    return bytes
  }
}
