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

  /// Decodes the whole photo itself into memory, to cut regions out of.
  ///
  /// - Parameters:
  ///   - source: the file.
  ///   - reduction: what its sides are divided by: 1, 2, 4 or 8.
  ///   - checkpoint: the time that is left.
  /// - Returns: the picture as stored.
  /// - Throws: as ``decode(_:_:_:)``; `.needsTooMuchMemory` past the limits.
  func decodeSource(
    _ source: ByteSource, reduction: Int, _ checkpoint: DecodeCheckpoint
  ) throws(DecodeError) -> SourcePicture
}
