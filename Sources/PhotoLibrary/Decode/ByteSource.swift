/// Where a decoder reads a file's bytes from: an open file, or memory.
///
/// *Isolation:* used on the decoder's queue only; a read may block on a slow disk. The descriptor is
/// borrowed from an ``OpenFile`` that outlives the source.
internal final class ByteSource {
  private enum Storage {
    case memory([UInt8])
    case descriptor(Int32)
  }

  private let storage: Storage
  /// The length in bytes when it was opened.
  let byteCount: Int64

  /// Reads from memory.
  init(_ bytes: [UInt8]) {
    storage = .memory(bytes)
    byteCount = Int64(bytes.count)
  }

  /// Reads from a descriptor that stays someone else's.
  init(descriptor: Int32, byteCount: Int64) {
    storage = .descriptor(descriptor)
    self.byteCount = byteCount
  }

  /// Reads until the buffer is full or the file ends.
  ///
  /// - Returns: the number of bytes; fewer than asked for at the end.
  /// - Throws: `.library("read", errno, …)` when the kernel reports an error.
  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(DecodeError) -> Int
  {
    switch storage {
    case .memory(let bytes):
      guard offset >= 0, offset < Int64(bytes.count) else { return 0 }
      let start = Int(offset)
      let count = min(buffer.count, bytes.count - start)
      unsafe bytes.withUnsafeBytes { source in
        unsafe buffer.copyMemory(
          from: UnsafeRawBufferPointer(rebasing: source[start..<start + count]))
      }
      return count
    case .descriptor(let descriptor):
      do throws(SystemError) {
        return unsafe try FileCalls.read(descriptor, at: offset, into: buffer)
      } catch {
        throw .library(name: "read", code: error.code, message: error.text)
      }
    }
  }
}

/// A buffer that is used again for every photo, so that files are read without an allocation each.
///
/// *Isolation:* owned by one decoder on its queue.
internal struct ScratchBuffer {
  /// The bytes; only the first ``count`` of them mean something.
  private(set) var bytes: [UInt8] = []
  /// How many bytes were read.
  private(set) var count = 0
  /// Past this many bytes the memory is given back after use.
  private let keptByteCount: Int

  /// Creates a buffer that stays allocated up to a number of bytes.
  init(keptByteCount: Int) {
    self.keptByteCount = keptByteCount
  }

  /// Makes room for a number of bytes; what was in it may be lost.
  mutating func prepare(_ capacity: Int) {
    count = 0
    if bytes.count < capacity { bytes = [UInt8](repeating: 0, count: capacity) }
  }

  /// Reads the beginning of a file, up to a number of bytes in all; what is there already stays.
  mutating func load(_ source: ByteSource, upTo limit: Int) throws(DecodeError) {
    let wanted = Int(min(Int64(limit), source.byteCount))
    guard wanted > count else { return }
    if bytes.count < wanted {
      var larger = [UInt8](repeating: 0, count: max(wanted, min(wanted * 2, 4_194_304)))
      larger.replaceSubrange(0..<count, with: bytes[0..<count])
      bytes = larger
    }
    var offset = count
    while offset < wanted {
      let start = offset
      var outcome: Result<Int, DecodeError> = .success(0)
      unsafe bytes.withUnsafeMutableBytes { buffer in
        outcome = Result { () throws(DecodeError) -> Int in
          unsafe try source.read(
            at: Int64(start), into: UnsafeMutableRawBufferPointer(rebasing: buffer[start..<wanted]))
        }
      }
      let read = try outcome.get()
      if read == 0 { break }
      offset += read
    }
    count = offset
  }

  /// Changes bytes that were read.
  mutating func withMutableBytes<Value>(_ body: (inout [UInt8], Int) -> Value) -> Value {
    body(&bytes, count)
  }

  /// Hands the first bytes over; the buffer is empty then.
  ///
  /// - Precondition: the buffer was prepared for as many.
  mutating func take(_ count: Int) -> [UInt8] {
    var taken = bytes
    bytes = []
    self.count = 0
    precondition(taken.count >= count)
    taken.removeLast(taken.count - count)
    return taken
  }

  /// Forgets the content and gives large memory back.
  mutating func release() {
    count = 0
    if bytes.count > keptByteCount { bytes = [] }
  }
}
