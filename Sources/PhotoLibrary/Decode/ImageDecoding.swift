internal import PickerModel

/// A decoder of one kind of file.
///
/// *Isolation:* owned by ``PhotoDecoder`` on its queue; decoding blocks it.
internal protocol ImageDecoding: AnyObject {
  /// Decodes a photo no larger than asked for.
  ///
  /// - Throws: `.cancelled` and `.timedOut` between steps; everything else means a bad file.
  func decode(
    _ source: ByteSource, _ request: DecodeRequest, _ checkpoint: DecodeCheckpoint
  ) throws(DecodeError) -> DecodedPhoto
}
