public import PickerModel

/// How much one photo may cost before it is refused with a named error.
public struct DecodeLimits: Hashable, Sendable {
  /// Pixels of a picture that is decoded as a stream or at a reduced scale (JPEG, PNG).
  public var maximumPixelCount: Int
  /// Bytes that a decoder may need for pixels or coefficients at once.
  public var maximumWorkingByteCount: Int
  /// Bytes of a file that must be in memory as a whole (JPEG, HEIF).
  public var maximumFileByteCount: Int
  /// Seconds for one photo, where a decoder can be stopped at all.
  public var maximumSeconds: Int

  /// Creates limits.
  public init(
    maximumPixelCount: Int = 1_000_000_000, maximumWorkingByteCount: Int = 512_000_000,
    maximumFileByteCount: Int = 256_000_000, maximumSeconds: Int = 10
  ) {
    self.maximumPixelCount = maximumPixelCount
    self.maximumWorkingByteCount = maximumWorkingByteCount
    self.maximumFileByteCount = maximumFileByteCount
    self.maximumSeconds = maximumSeconds
  }

  /// The limits that photopick works with.
  public static let standard = DecodeLimits()

  /// The bytes that a picture takes, checked against ``maximumWorkingByteCount``.
  ///
  /// - Throws: `.corrupt` for a size below 1×1, `.needsTooMuchMemory` past the limit or past what
  ///   an `Int` holds.
  public func byteCount(for size: PixelSize, bytesPerPixel: Int) throws(DecodeError) -> Int {
    guard size.width > 0, size.height > 0, bytesPerPixel > 0 else {
      throw .corrupt("the picture has no pixels")
    }
    let (pixels, pixelsOverflow) = size.width.multipliedReportingOverflow(by: size.height)
    let (bytes, bytesOverflow) = pixels.multipliedReportingOverflow(by: bytesPerPixel)
    if pixelsOverflow || bytesOverflow || bytes > maximumWorkingByteCount {
      throw .needsTooMuchMemory(
        byteCount: pixelsOverflow || bytesOverflow ? .max / 2 : bytes,
        limit: maximumWorkingByteCount)
    }
    return bytes
  }

  /// Checks a picture's size, as its header states it, before anything is allocated.
  ///
  /// - Throws: `.corrupt` for a size below 1×1, `.tooLarge` past ``maximumPixelCount``.
  public func check(_ size: PixelSize) throws(DecodeError) {
    guard size.width > 0, size.height > 0 else { throw .corrupt("the picture has no pixels") }
    let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    if overflow || pixels > maximumPixelCount {
      throw .tooLarge(size, limit: maximumPixelCount)
    }
  }
}
