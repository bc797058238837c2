internal import PickerModel

/// Shrinks a picture by area average while its pixels arrive in any order.
///
/// For interlaced files: what came so far is spread over the result. *Memory:* five numbers for each
/// pixel of the result, whatever the source's size.
internal struct ScatterDownsampler {
  /// The size of the source in pixels.
  let source: PixelSize
  /// The size of the result in pixels; in no direction larger than the source.
  let target: PixelSize
  /// How samples are laid out in source and result; at most four channels.
  let layout: SampleLayout

  private let columns: [Share]
  private var sums: [SIMD4<Float>]
  private var weights: [Float]

  /// How one source column or row is shared by one or two of the result.
  private struct Share {
    var first: Int
    var firstShare: Float
    /// The share of `first + 1`, 0 where the source lies in `first` alone.
    var secondShare: Float

    init(of index: Int, source: Int, target: Int) {
      let start = index * target
      first = start / source
      let boundary = (first + 1) * source
      let inFirst = min(start + target, boundary) - start
      firstShare = Float(inFirst) / Float(source)
      secondShare = Float(target - inFirst) / Float(source)
    }
  }

  /// Prepares for a picture.
  ///
  /// - Precondition: both sizes are at least 1×1 and `target` is in no direction larger.
  init(source: PixelSize, target: PixelSize, layout: SampleLayout) {
    precondition(source.width > 0 && source.height > 0 && target.width > 0 && target.height > 0)
    precondition(target.width <= source.width && target.height <= source.height)
    self.source = source
    self.target = target
    self.layout = layout
    columns = (0..<source.width).map { Share(of: $0, source: source.width, target: target.width) }
    sums = [SIMD4<Float>](repeating: .zero, count: target.width * target.height)
    weights = [Float](repeating: 0, count: target.width * target.height)
  }

  /// Takes every `step`th pixel of a row, starting with column `start`.
  mutating func append(
    _ row: UnsafeBufferPointer<UInt8>, at y: Int, from start: Int, by step: Int
  ) {
    let channels = layout.channelCount
    precondition(row.count >= source.width * channels && step > 0 && start >= 0)
    guard y >= 0, y < source.height else { return }
    let vertical = Share(of: y, source: source.height, target: target.height)
    for x in stride(from: start, to: source.width, by: step) {
      var value = SIMD4<Float>(repeating: 0)
      for channel in 0..<channels { value[channel] = unsafe Float(row[x * channels + channel]) }
      if layout == .straightAlpha {
        let alpha = value[3] / 255
        value *= SIMD4(alpha, alpha, alpha, 1)
      }
      let horizontal = columns[x]
      add(value, horizontal, row: vertical.first, share: vertical.firstShare)
      if vertical.secondShare > 0 {
        add(value, horizontal, row: vertical.first + 1, share: vertical.secondShare)
      }
    }
  }

  private mutating func add(_ value: SIMD4<Float>, _ columns: Share, row: Int, share: Float) {
    let index = row * target.width + columns.first
    sums[index] += value * (columns.firstShare * share)
    weights[index] += columns.firstShare * share
    if columns.secondShare > 0 {
      sums[index + 1] += value * (columns.secondShare * share)
      weights[index + 1] += columns.secondShare * share
    }
  }

  /// The result so far; pixels that nothing came for are 0.
  ///
  /// - Returns: the bytes, and how many rows from the top have no such pixel.
  func finish() -> (bytes: [UInt8], rowCount: Int) {
    let channels = layout.channelCount
    var bytes = [UInt8](repeating: 0, count: weights.count * channels)
    unsafe bytes.withUnsafeMutableBufferPointer { output in
      for (index, weight) in weights.enumerated() where weight > 0 {
        unsafe BoxDownsampler.store(sums[index] / weight, in: output, at: index * channels, layout)
      }
    }
    let firstEmpty = weights.firstIndex { $0 <= 0 } ?? weights.count
    return (bytes, firstEmpty / target.width)
  }
}
