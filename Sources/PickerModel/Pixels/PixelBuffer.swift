/// A colour with 8 bits a channel, sRGB.
public struct RGBColor: Hashable, Sendable {
  /// Red, 0 to 255.
  public var red: UInt8
  /// Green, 0 to 255.
  public var green: UInt8
  /// Blue, 0 to 255.
  public var blue: UInt8

  /// Creates a colour.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Black.
  public static let black = RGBColor(red: 0, green: 0, blue: 0)
}

/// Opaque pixels ready for display.
///
/// Layout: width × height × 3 channels (R, G, B), 8 bits each, sRGB, row-major, top row first, no
/// padding between rows. Copies share their storage until one is changed.
public struct PixelBuffer: Hashable, Sendable {
  /// Width and height in pixels; both at least 1.
  public let size: PixelSize
  /// `size.width * size.height * 3` bytes.
  public private(set) var bytes: [UInt8]

  /// Creates a buffer from bytes.
  ///
  /// - Precondition: `size` is at least 1×1 and `bytes.count == size.width * size.height * 3`.
  public init(size: PixelSize, bytes: [UInt8]) {
    precondition(size.width > 0 && size.height > 0, "a pixel buffer has at least one pixel")
    precondition(bytes.count == size.width * size.height * 3, "bytes must match the size")
    self.size = size
    self.bytes = bytes
  }

  /// Creates a buffer of one colour.
  public init(size: PixelSize, color: RGBColor) {
    var bytes = [UInt8]()
    bytes.reserveCapacity(size.width * size.height * 3)
    for _ in 0..<(size.width * size.height) {
      bytes.append(color.red)
      bytes.append(color.green)
      bytes.append(color.blue)
    }
    self.init(size: size, bytes: bytes)
  }

  /// The colour of one pixel.
  ///
  /// - Precondition: the position lies inside.
  public subscript(x: Int, y: Int) -> RGBColor {
    get {
      precondition(x >= 0 && x < size.width && y >= 0 && y < size.height)
      let base = (y * size.width + x) * 3
      return RGBColor(red: bytes[base], green: bytes[base + 1], blue: bytes[base + 2])
    }
    set {
      precondition(x >= 0 && x < size.width && y >= 0 && y < size.height)
      let base = (y * size.width + x) * 3
      bytes[base] = newValue.red
      bytes[base + 1] = newValue.green
      bytes[base + 2] = newValue.blue
    }
  }
}
