public import PickerModel

/// Concludes kinds from what a header does not say outright: the file's name and its shape.
///
/// Every kind that is added here is marked as inferred. `docs/KINDS.md` lists the rules with their
/// sources and what they miss.
public enum KindRecognizer {
  /// Adds the kinds that name and shape tell.
  ///
  /// - Parameters:
  ///   - header: what the file's header told.
  ///   - name: the file's name, without folders.
  /// - Complexity: O(length of the name); no allocation for names that begin like none of the known
  ///   ones.
  public static func complete(_ header: inout PhotoHeader, name: FileName) {
    if header.format == .raw { header.kinds.stated.insert(.raw) }
    let told = header.kinds.stated
    let named = NamePattern.kinds(of: name, header.format.mediaType)
    // A Live Photo is none of a screen, whatever someone called it.
    if named.contains(.screenshot), !told.contains(.screenshot), header.contentIdentifier == nil {
      header.kinds.inferred.insert(.screenshot)
    }
    if named.contains(.screenRecording), !told.contains(.screenRecording) {
      header.kinds.inferred.insert(.screenRecording)
    }
    if named.contains(.burst), !told.contains(.burst) { header.kinds.inferred.insert(.burst) }
    if !told.contains(.panorama), named.contains(.panorama) || isApplePanorama(header) {
      header.kinds.inferred.insert(.panorama)
    }
  }

  /// Whether an iPhone's picture has the shape of its panoramas: they are far wider than any of its
  /// sensors, and at least as high as a narrow crop of one.
  ///
  /// A crop of a photo is at most as long as the longest side of the 48-megapixel sensor.
  private static func isApplePanorama(_ header: PhotoHeader) -> Bool {
    guard header.camera?.make == "Apple", let size = header.displayedSize else { return false }
    let long = max(size.width, size.height)
    let short = min(size.width, size.height)
    return long > 8_064 && short >= 1_000 && long >= 2 * short
  }
}
