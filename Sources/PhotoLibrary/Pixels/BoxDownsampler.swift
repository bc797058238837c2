internal import PickerModel

/// Shrinks a picture to a given size by area average while its rows arrive.
///
/// Every output pixel is the mean of the source area that it covers, pixels on the edge of that area
/// counted by their share. With alpha the mean is taken over premultiplied values, so that a
/// transparent pixel's colour does not bleed.
///
/// *Memory:* one accumulated source row and the output, whatever the source's height.
/// *Complexity:* O(source samples).
internal struct BoxDownsampler {
  /// The size of the source in pixels.
  let source: PixelSize
  /// The size of the result in pixels; in no direction larger than the source.
  let target: PixelSize
  /// How samples are laid out in source and result.
  let layout: SampleLayout

  /// The result: row-major, `layout.channelCount` bytes a pixel, no padding, alpha straight.
  private(set) var output: [UInt8]
  /// How many rows of the result are there, the last one perhaps from fewer source rows.
  private(set) var rowCount = 0

  private let columns: [Span1D]
  private var sums: [Float]
  private var weight: Float = 0
  private var sourceRow = 0

  /// The source columns that one output column covers.
  private struct Span1D {
    var first: Int
    var last: Int
    var firstWeight: Float
    var innerWeight: Float
    var lastWeight: Float
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
    output = [UInt8](repeating: 0, count: target.width * target.height * layout.channelCount)
    sums = [Float](repeating: 0, count: source.width * layout.channelCount)
    columns = (0..<target.width).map {
      Self.span(of: $0, source: source.width, target: target.width)
    }
  }

  /// Takes the next source row.
  ///
  /// - Parameter row: at least `source.width * layout.channelCount` samples. Rows past the source's
  ///   height are ignored.
  mutating func append(_ row: UnsafeBufferPointer<UInt8>) {
    precondition(row.count >= sums.count, "a row is as wide as the source")
    guard sourceRow < source.height else { return }
    if isCopy {
      unsafe copy(row)
      return
    }
    // In units of 1/target.height source rows, so that all of this is exact.
    var start = sourceRow * target.height
    let end = start + target.height
    while start < end && rowCount < target.height {
      let boundary = (rowCount + 1) * source.height
      let share = min(end, boundary) - start
      unsafe accumulate(row, Float(share) / Float(source.height))
      start += share
      if start == boundary { emitRow() }
    }
    sourceRow += 1
  }

  /// Ends the picture: a last row that was only begun is made from what came.
  ///
  /// - Returns: the number of rows of ``output`` that hold picture.
  mutating func finish() -> Int {
    if rowCount < target.height && weight > 0 { emitRow() }
    return rowCount
  }

  // MARK: - Rows

  /// Whether nothing is scaled; premultiplied rows are converted all the same.
  private var isCopy: Bool { source == target && layout != .premultipliedAlpha }

  private mutating func copy(_ row: UnsafeBufferPointer<UInt8>) {
    let count = sums.count
    let base = rowCount * count
    unsafe output.withUnsafeMutableBufferPointer { output in
      for index in 0..<count { unsafe output[base + index] = row[index] }
    }
    sourceRow += 1
    rowCount += 1
  }

  private mutating func accumulate(_ row: UnsafeBufferPointer<UInt8>, _ share: Float) {
    let count = sums.count
    let isFirst = weight == 0
    unsafe sums.withUnsafeMutableBufferPointer { sums in
      switch layout {
      case .straightAlpha:
        var index = 0
        while index + 3 < count {
          let alpha = unsafe Float(row[index + 3]) * share
          let colorShare = alpha * (1 / 255)
          unsafe sums[index] += Float(row[index]) * colorShare
          unsafe sums[index + 1] += Float(row[index + 1]) * colorShare
          unsafe sums[index + 2] += Float(row[index + 2]) * colorShare
          unsafe sums[index + 3] += alpha
          index += 4
        }
      default:
        if isFirst {
          for index in 0..<count { unsafe sums[index] = Float(row[index]) * share }
        } else {
          for index in 0..<count { unsafe sums[index] += Float(row[index]) * share }
        }
      }
    }
    weight += share
  }

  private mutating func emitRow() {
    let channels = layout.channelCount
    let base = rowCount * target.width * channels
    let normal = weight > 0 ? 1 / weight : 0
    unsafe output.withUnsafeMutableBufferPointer { output in
      unsafe sums.withUnsafeMutableBufferPointer { sums in
        for (x, span) in columns.enumerated() {
          var mean = SIMD4<Float>(repeating: 0)
          for channel in 0..<channels {
            var sum = unsafe sums[span.first * channels + channel] * span.firstWeight
            if span.last > span.first {
              var inner: Float = 0
              var index = (span.first + 1) * channels + channel
              let end = span.last * channels
              while index < end {
                inner += unsafe sums[index]
                index += channels
              }
              sum += inner * span.innerWeight
              sum += unsafe sums[span.last * channels + channel] * span.lastWeight
            }
            mean[channel] = sum * normal
          }
          unsafe Self.store(mean, in: output, at: base + x * channels, layout)
        }
        for index in 0..<sums.count { unsafe sums[index] = 0 }
      }
    }
    weight = 0
    rowCount += 1
  }

  /// Writes one mean value as 8-bit samples; alpha becomes straight.
  static func store(
    _ mean: SIMD4<Float>, in output: UnsafeMutableBufferPointer<UInt8>, at index: Int,
    _ layout: SampleLayout
  ) {
    var value = mean
    if layout.hasAlpha {
      // Premultiplied means are unpremultiplied here: colour management needs straight values.
      let factor = mean[3] > 0 ? 255 / mean[3] : 0
      value = mean * SIMD4(factor, factor, factor, 1)
    }
    let rounded = (value + 0.5).clamped(
      lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255))
    for channel in 0..<layout.channelCount {
      unsafe output[index + channel] = UInt8(rounded[channel])
    }
  }

  private static func span(of index: Int, source: Int, target: Int) -> Span1D {
    // In units of 1/target source columns.
    let start = index * source
    let end = start + source
    let first = start / target
    let last = (end - 1) / target
    let unit = 1 / Float(source)
    let firstShare = min(end, (first + 1) * target) - start
    let lastShare = end - max(start, last * target)
    return Span1D(
      first: first, last: last, firstWeight: Float(firstShare) * unit,
      innerWeight: Float(target) * unit, lastWeight: Float(lastShare) * unit)
  }
}

/// How the samples of a pixel are laid out, 8 bits each.
internal enum SampleLayout: Hashable, Sendable {
  /// One channel: gray.
  case gray
  /// R, G, B.
  case rgb
  /// R, G, B, A with colour not multiplied by alpha.
  case straightAlpha
  /// R, G, B, A with colour multiplied by alpha.
  case premultipliedAlpha
  /// C, M, Y, K where 255 is full ink.
  case cmyk
  /// C, M, Y, K where 0 is full ink, as Adobe's programs store it.
  case invertedCMYK

  /// Bytes a pixel.
  var channelCount: Int {
    switch self {
    case .gray: 1
    case .rgb: 3
    case .straightAlpha, .premultipliedAlpha, .cmyk, .invertedCMYK: 4
    }
  }

  /// Whether the last channel is alpha.
  var hasAlpha: Bool { self == .straightAlpha || self == .premultipliedAlpha }
}
