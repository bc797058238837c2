public import PickerModel

/// The picture that a sixel string draws, with what is peculiar about the string.
public struct SixelImage: Sendable, Equatable {
  /// The larger of the size that the raster attributes announce and the size that is drawn.
  public var size: PixelSize
  /// Row-major, top row first: 0xFFRRGGBB, or 0 where nothing was drawn.
  public var pixels: [UInt32]
  /// The size in the raster attributes; nil without them.
  public var declaredSize: PixelSize?
  /// Pixel aspect in the raster attributes, vertical over horizontal, as written; nil without them.
  public var declaredAspect: PixelSize?
  /// The size up to the last pixel that was drawn, to the right and downwards.
  public var drawnSize: PixelSize
  /// `P2` of the string: 1 leaves undrawn pixels as they were, 0 and 2 fill them.
  public var backgroundMode: Int
  /// The registers that were given a colour.
  public var definedRegisters: Set<Int>
  /// The registers that were drawn with before they were given a colour.
  public var undefinedRegisters: Set<Int>
  /// The registers that pixels were drawn with.
  public var usedRegisters: Set<Int>
  /// The string ends in a graphics newline (`-`), which would scroll some terminals.
  public var endsInNewline: Bool
  /// The number of six-pixel bands that were begun.
  public var bandCount: Int
  /// What is wrong with the string beside that: unknown bytes, numbers out of range.
  public var problems: [String]

  /// Whether undrawn pixels keep what was there before.
  public var isTransparent: Bool { backgroundMode == 1 }

  /// The colour of a pixel; nil where nothing was drawn, and outside.
  public subscript(x: Int, y: Int) -> RGBColor? {
    guard x >= 0, y >= 0, x < size.width, y < size.height else { return nil }
    return RGBColor(packed: pixels[y * size.width + x])
  }

  /// The number of pixels that were drawn.
  public var drawnPixelCount: Int { pixels.reduce(0) { $0 + ($1 == 0 ? 0 : 1) } }

  /// The opaque picture, undrawn pixels filled with a colour; nil when it is empty.
  public func pixelBuffer(background: RGBColor = .black) -> PixelBuffer? {
    guard size.width > 0, size.height > 0 else { return nil }
    var bytes = [UInt8]()
    bytes.reserveCapacity(pixels.count * 3)
    for pixel in pixels {
      let color = RGBColor(packed: pixel) ?? background
      bytes.append(color.red)
      bytes.append(color.green)
      bytes.append(color.blue)
    }
    return PixelBuffer(size: size, bytes: bytes)
  }

  /// What breaks the rules for strings that are safe in all terminals, in words; empty if nothing.
  ///
  /// Raster attributes of square pixels that tell the drawn size, every register defined before
  /// use, no final graphics newline.
  public var ruleBreaks: [String] {
    var breaks = problems
    if let declaredSize {
      if drawnSize.width > declaredSize.width || drawnSize.height > declaredSize.height {
        breaks.append("draws \(drawnSize) outside the declared \(declaredSize)")
      }
      if declaredAspect?.width != declaredAspect?.height { breaks.append("pixels are not square") }
    } else {
      breaks.append("no raster attributes")
    }
    if !undefinedRegisters.isEmpty {
      breaks.append("registers used before defined: \(undefinedRegisters.sorted())")
    }
    if endsInNewline { breaks.append("ends in a graphics newline") }
    if drawnPixelCount == 0 { breaks.append("draws nothing") }
    return breaks
  }
}

extension RGBColor {
  /// Unpacks 0xFFRRGGBB; nil for 0.
  public init?(packed: UInt32) {
    if packed == 0 { return nil }
    self.init(
      red: UInt8(packed >> 16 & 0xFF), green: UInt8(packed >> 8 & 0xFF), blue: UInt8(packed & 0xFF))
  }

  /// 0xFFRRGGBB.
  public var packed: UInt32 {
    0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }

  /// The largest difference of a channel.
  public func distance(to other: RGBColor) -> Int {
    max(
      abs(Int(red) - Int(other.red)), abs(Int(green) - Int(other.green)),
      abs(Int(blue) - Int(other.blue)))
  }
}
