internal import Synchronization

/// What the decoders of this program could give up.
///
/// Thread-safe: each queue has a decoder of its own.
public final class DecoderReport: Sendable {
  /// The one of this program.
  public static let shared = DecoderReport()

  private static let unknown: UInt8 = 0xFF
  private let bits = Atomic(DecoderReport.unknown)

  /// Creates a report of nothing yet.
  internal init() {}

  /// The layers that all of them had; nil while none has said a word.
  public var layers: DecoderLayers? {
    let bits = bits.load(ordering: .relaxed)
    return bits == Self.unknown ? nil : DecoderLayers(rawValue: bits)
  }

  internal func note(_ layers: DecoderLayers) {
    bits.bitwiseAnd(layers.rawValue, ordering: .relaxed)
  }

  /// Starts a decoder, asks what it could give up, and ends it.
  ///
  /// Blocks for some 10 ms.
  ///
  /// - Parameter program: the decoder's program.
  /// - Returns: the layers.
  /// - Throws: why it does not start.
  public static func probe(_ program: DecoderProgram) throws(DecodeError) -> DecoderLayers {
    try DecoderClient(program, report: DecoderReport()).layers()
  }
}
