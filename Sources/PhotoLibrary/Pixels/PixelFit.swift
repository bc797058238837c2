public import PickerModel

extension PixelSize {
  /// The largest size of the same proportions that fits into a box; never larger than `self`.
  ///
  /// *Units:* pixels. Both sides are at least 1, whatever the proportions and the box.
  public func fitted(into box: PixelSize) -> PixelSize {
    let width = max(1, self.width)
    let height = max(1, self.height)
    let boxWidth = max(1, box.width)
    let boxHeight = max(1, box.height)
    if width <= boxWidth && height <= boxHeight { return PixelSize(width: width, height: height) }
    let scale = min(Double(boxWidth) / Double(width), Double(boxHeight) / Double(height))
    return PixelSize(
      width: min(boxWidth, max(1, Int((Double(width) * scale).rounded()))),
      height: min(boxHeight, max(1, Int((Double(height) * scale).rounded()))))
  }

  /// The size with both sides divided by a number, rounded up as libjpeg does; at least 1×1.
  internal func reduced(by divisor: Int) -> PixelSize {
    let divisor = max(1, divisor)
    return PixelSize(
      width: max(1, (width - 1) / divisor + 1), height: max(1, (height - 1) / divisor + 1))
  }

  /// Tells whether two sizes have the same proportions to within a share of the longer one.
  ///
  /// - Parameters:
  ///   - other: the other size.
  ///   - tolerance: the share that the proportions may differ by, 0.02 for 2 %.
  /// - Returns: whether they do; a side is taken to be off by up to half a pixel.
  internal func hasProportions(of other: PixelSize, within tolerance: Double) -> Bool {
    guard width > 0, height > 0, other.width > 0, other.height > 0 else { return false }
    let expected = Double(other.width) / Double(other.height)
    let least = (Double(width) - 0.5) / (Double(height) + 0.5)
    let most = (Double(width) + 0.5) / (Double(height) - 0.5)
    return most >= expected * (1 - tolerance) && least <= expected * (1 + tolerance)
  }

  /// The longer side in pixels.
  internal var longSide: Int { max(width, height) }
}
