internal import PickerModel

/// Finds the palette of a picture: median cut over a histogram of 15 bits a colour.
///
/// Each colour of the palette is the exact mean of the pixels that get it, and which pixel gets
/// which colour is decided by its box: nothing is searched. Keeps its tables between pictures, so
/// one instance serves one queue.
///
/// Complexity: O(pixels + bins · log colours); 160×120 pixels take about a millisecond.
struct MedianCut {
  /// One occupied cell of the histogram.
  private struct Bin {
    var key: UInt16
    var count: UInt32
    var red: UInt32
    var green: UInt32
    var blue: UInt32
  }

  /// A range of `bins`, and how far its colours spread.
  private struct Box {
    var start: Int
    var end: Int
    var spread: Double
    var axis: Int
    var middle: Double
  }

  private var slots = [Int32](repeating: -1, count: 1 << 15)
  private var bins: [Bin] = []
  private var colorOfBin = [UInt16](repeating: 0, count: 1 << 15)

  /// Creates empty tables.
  init() {}

  /// Reduces pictures to one palette.
  ///
  /// - Parameters:
  ///   - pictures: Pixels, three bytes each.
  ///   - colorCount: The most colours, at least 1.
  /// - Returns: The palette, and for each picture its indices.
  mutating func quantize(
    _ pictures: [PixelBuffer], colorCount: Int
  ) -> (palette: [RGBColor], indices: [[UInt16]]) {
    for picture in pictures { count(picture.bytes) }
    let boxes = split(into: max(1, colorCount))
    var palette: [RGBColor] = []
    palette.reserveCapacity(boxes.count)
    for (index, box) in boxes.enumerated() {
      palette.append(mean(of: box))
      for bin in bins[box.start..<box.end] { colorOfBin[Int(bin.key)] = UInt16(index) }
    }
    let indices = pictures.map { map($0.bytes) }
    for bin in bins { slots[Int(bin.key)] = -1 }
    bins.removeAll(keepingCapacity: true)
    return (palette, indices)
  }

  // MARK: - Histogram

  @inline(__always)
  private static func key(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
    Int(red >> 3) << 10 | Int(green >> 3) << 5 | Int(blue >> 3)
  }

  private mutating func count(_ bytes: [UInt8]) {
    var offset = 0
    while offset + 2 < bytes.count {
      let red = bytes[offset]
      let green = bytes[offset + 1]
      let blue = bytes[offset + 2]
      offset += 3
      let key = Self.key(red, green, blue)
      var slot = Int(slots[key])
      if slot < 0 {
        slot = bins.count
        slots[key] = Int32(slot)
        bins.append(Bin(key: UInt16(key), count: 0, red: 0, green: 0, blue: 0))
      }
      bins[slot].count &+= 1  // pictures on a screen have fewer than 2^24 pixels: no sum overflows
      bins[slot].red &+= UInt32(red)
      bins[slot].green &+= UInt32(green)
      bins[slot].blue &+= UInt32(blue)
    }
  }

  private func map(_ bytes: [UInt8]) -> [UInt16] {
    var indices = [UInt16](repeating: 0, count: bytes.count / 3)
    var offset = 0
    for pixel in indices.indices {
      indices[pixel] = colorOfBin[Self.key(bytes[offset], bytes[offset + 1], bytes[offset + 2])]
      offset += 3
    }
    return indices
  }

  // MARK: - Boxes

  private mutating func split(into colorCount: Int) -> [Box] {
    guard !bins.isEmpty else { return [] }
    var boxes = [measured(0, bins.count)]
    boxes.reserveCapacity(colorCount)
    while boxes.count < colorCount {
      var worst = -1
      var spread = 0.0
      for (index, box) in boxes.enumerated() where box.spread > spread {
        spread = box.spread
        worst = index
      }
      guard worst >= 0 else { break }
      let box = boxes[worst]
      let cut = partition(box)
      guard cut > box.start, cut < box.end else {
        boxes[worst].spread = 0
        continue
      }
      boxes[worst] = measured(box.start, cut)
      boxes.append(measured(cut, box.end))
    }
    return boxes
  }

  /// A box with the axis along which its colours spread most, weighted as the eye sees them.
  private func measured(_ start: Int, _ end: Int) -> Box {
    var weight = 0.0
    var sum = SIMD4<Double>.zero
    var squares = SIMD4<Double>.zero
    for bin in bins[start..<end] {
      let count = Double(bin.count)
      let color = SIMD4(Double(bin.red), Double(bin.green), Double(bin.blue), 0) / count
      weight += count
      sum += color * count
      squares += color * color * count
    }
    guard weight > 0, end - start > 1 else {
      return Box(start: start, end: end, spread: 0, axis: 0, middle: 0)
    }
    let mean = sum / weight
    let variance = (squares - mean * sum) * SIMD4(0.7, 1, 0.5, 0)
    var axis = 1
    if variance[0] > variance[axis] { axis = 0 }
    if variance[2] > variance[axis] { axis = 2 }
    return Box(start: start, end: end, spread: variance[axis], axis: axis, middle: mean[axis])
  }

  /// Moves the bins below the mean to the front.
  private mutating func partition(_ box: Box) -> Int {
    var low = box.start
    var high = box.end - 1
    while low <= high {
      let bin = bins[low]
      let channel = box.axis == 0 ? bin.red : box.axis == 1 ? bin.green : bin.blue
      if Double(channel) < box.middle * Double(bin.count) {
        low += 1
      } else {
        bins.swapAt(low, high)
        high -= 1
      }
    }
    return low
  }

  private func mean(of box: Box) -> RGBColor {
    var count = 0
    var red = 0
    var green = 0
    var blue = 0
    for bin in bins[box.start..<box.end] {
      count += Int(bin.count)
      red += Int(bin.red)
      green += Int(bin.green)
      blue += Int(bin.blue)
    }
    guard count > 0 else { return .black }
    return RGBColor(
      red: UInt8((red + count / 2) / count), green: UInt8((green + count / 2) / count),
      blue: UInt8((blue + count / 2) / count))
  }
}
