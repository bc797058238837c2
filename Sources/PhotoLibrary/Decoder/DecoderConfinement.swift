internal import CShims

/// What a decoder gives up before it sees the first photo.
internal enum DecoderConfinement {
  /// Memory beside pixels and files: the program, its libraries, its threads' stacks.
  private static let ownByteCount = 1 << 30
  /// Open files: the batch of a request, and a few.
  private static let fileCount: UInt64 = 64

  /// Confines the calling process, for good.
  ///
  /// To be called with one thread.
  ///
  /// - Parameters:
  ///   - limits: what decoding may need.
  ///   - memory: the bytes of the shared memory.
  /// - Returns: the layers that the kernel has taken.
  internal static func enter(_ limits: DecodeLimits, memory: Int) -> DecoderLayers {
    // What is loaded when it is first needed is needed now: there are no files later.
    _ = LocalZone.offsetMinutes(atUTC: 0)
    HEIFDecoder.loadLibrary()
    var layers = DecoderLayers(rawValue: UInt8(truncatingIfNeeded: pp_child_sanitizer()))
    let space = limits.maximumWorkingByteCount + limits.maximumFileByteCount + memory + ownByteCount
    if pp_child_limit(UInt64(space), fileCount) == 0 { layers.insert(.limits) }
    if pp_landlock_nothing() > 0 { layers.insert(.landlock) }
    if Seccomp.confine() { layers.insert(.seccomp) }
    return layers
  }
}
