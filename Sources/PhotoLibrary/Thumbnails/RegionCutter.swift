internal import PickerModel

/// Cuts regions out of one photo at a time, which it keeps in memory.
///
/// *Isolation:* belongs to the owner of its decoder.
internal final class RegionCutter {
  private let decoder: PhotoDecoder
  /// The photo that regions are cut out of, and what its sides were divided by.
  private var source: (version: FileVersion, reduction: Int, picture: SourcePicture)?

  /// Creates a cutter that keeps nothing yet.
  internal init(decoder: PhotoDecoder) {
    self.decoder = decoder
  }

  /// Lets go of the photo.
  internal func release() {
    source = nil
  }

  /// Cuts a region out of a photo, which is decoded unless it is the one that is kept.
  ///
  /// - Parameters:
  ///   - region: in pixels of the upright photo.
  ///   - file: the open file.
  ///   - version: its content.
  ///   - format: its format by content.
  ///   - target: the size of the result in pixels.
  ///   - background: what lies behind transparent pixels.
  /// - Returns: the part, and whether the background shows through.
  /// - Throws: why the photo can't be decoded.
  internal func cut(
    _ region: PhotoRegion, of file: borrowing OpenFile, _ version: FileVersion,
    _ format: FileFormat, target: PixelSize, background: RGBColor
  ) throws(DecodeError) -> (Thumbnail, dependsOnBackground: Bool) {
    let reduction = DecodeWorker.reduction(for: region, target: target)
    if source?.version != version || source.map({ $0.reduction > reduction }) ?? true {
      // The old one goes first: two of them are never there.
      source = nil
      let picture = try decoder.source(file, format: format, reduction: reduction)
      source = (version, reduction, picture)
    }
    if Task.isCancelled { throw .cancelled }
    guard let picture = source?.picture else { throw .cancelled }
    let pixels = decoder.crop(picture, region, target: target, background: background)
    return (
      Thumbnail(pixels: pixels, isTruncated: picture.isTruncated),
      picture.raster.layout.hasAlpha || picture.isTruncated
    )
  }
}
