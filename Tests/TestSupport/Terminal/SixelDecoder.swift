import PickerModel

/// Draws sixel strings as a terminal would, and notes what is peculiar about them.
///
/// - Source: DEC, "VT330/VT340 Programmer Reference Manual", volume 2, chapter 14.
public struct SixelDecoder {
  private let body: ArraySlice<UInt8>
  private var image: SixelImage
  private var palette: [Int: UInt32]

  /// Decodes a whole string, `ESC P … ESC \` or its parts after `ESC P`.
  ///
  /// - Parameters:
  ///   - string: The bytes; introducer and terminator may be missing.
  ///   - palette: Colours that earlier strings left in the registers (terminals with shared ones).
  /// - Returns: The picture, or nil where this is no sixel string at all.
  public static func decode(_ string: [UInt8], palette: [Int: UInt32] = [:]) -> SixelImage? {
    var content = string[...]
    if content.starts(with: [0x1B, UInt8(ascii: "P")]) { content = content.dropFirst(2) }
    if content.suffix(2).elementsEqual([0x1B, UInt8(ascii: "\\")]) {
      content = content.dropLast(2)
    }
    guard let final = content.firstIndex(where: { !(0x30...0x3B).contains($0) }),
      content[final] == UInt8(ascii: "q")
    else { return nil }
    let parameters = content[..<final].split(
      separator: UInt8(ascii: ";"), omittingEmptySubsequences: false
    ).map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
    var decoder = SixelDecoder(
      body: content[(final + 1)...], backgroundMode: parameters.count > 1 ? parameters[1] : 0,
      palette: palette)
    return decoder.run()
  }

  private init(body: ArraySlice<UInt8>, backgroundMode: Int, palette: [Int: UInt32]) {
    self.body = body
    self.palette = palette
    image = SixelImage(
      size: PixelSize(width: 0, height: 0), pixels: [], declaredSize: nil, declaredAspect: nil,
      drawnSize: PixelSize(width: 0, height: 0), backgroundMode: backgroundMode,
      definedRegisters: [], undefinedRegisters: [], usedRegisters: [], endsInNewline: false,
      bandCount: 0, problems: [])
  }

  // MARK: - Drawing

  private mutating func run() -> SixelImage {
    let extent = measure()
    let width = extent.width
    let height = extent.height
    image.size = extent
    image.pixels = [UInt32](repeating: 0, count: width * height)
    var x = 0
    var top = 0
    var register = 0
    var color: UInt32 = palette[0] ?? 0xFF00_0000
    var isDefined = palette[0] != nil
    var isSelectionClear = true
    var index = body.startIndex
    var repeats = 1
    var drawnRight = 0
    var drawnBottom = 0
    while index < body.endIndex {
      let byte = body[index]
      index += 1
      switch byte {
      case 0x3F...0x7E:
        let bits = byte - 0x3F
        let end = min(x + repeats, width)
        if bits != 0 {
          image.usedRegisters.insert(register)
          if !isDefined { image.undefinedRegisters.insert(register) }
          if !isSelectionClear {
            image.problems.append("draws right behind a definition, with no register selected")
            isSelectionClear = true
          }
          for row in 0..<6 where bits & (1 << UInt8(row)) != 0 && top + row < height {
            let base = (top + row) * width
            var column = x
            while column < end {
              image.pixels[base + column] = color
              column += 1
            }
            drawnBottom = max(drawnBottom, top + row + 1)
          }
          drawnRight = max(drawnRight, end)
        }
        x = end
        repeats = 1
        image.endsInNewline = false
      case UInt8(ascii: "!"):
        repeats = max(1, number(&index))
      case UInt8(ascii: "$"):
        x = 0
      case UInt8(ascii: "-"):
        x = 0
        top += 6
        image.endsInNewline = true
      case UInt8(ascii: "#"):
        // xterm does not select a register that it is given the colour of; others do.
        let named = number(&index)
        if index < body.endIndex, body[index] == UInt8(ascii: ";") {
          defineColor(named, &index)
          isSelectionClear = false
        } else {
          register = named
          isSelectionClear = true
        }
        color = palette[register] ?? 0xFF00_0000
        isDefined = palette[register] != nil
      case UInt8(ascii: "\""):
        readRasterAttributes(&index)
      case 0x0A, 0x0D, 0x20:
        break
      default:
        image.problems.append("byte \(byte) in a sixel string")
      }
    }
    image.drawnSize = PixelSize(width: drawnRight, height: drawnBottom)
    image.bandCount = (top / 6) + (image.endsInNewline ? 0 : 1)
    return image
  }

  /// Finds the size before anything is drawn.
  private mutating func measure() -> PixelSize {
    var x = 0
    var right = 0
    var top = 0
    var bottom = 0
    var repeats = 1
    var index = body.startIndex
    while index < body.endIndex {
      let byte = body[index]
      index += 1
      switch byte {
      case 0x3F...0x7E:
        x = min(x + repeats, 20_000)
        repeats = 1
        if byte != 0x3F {
          right = max(right, x)
          bottom = max(bottom, top + 8 - (byte - 0x3F).leadingZeroBitCount)
        }
      case UInt8(ascii: "!"):
        repeats = max(1, number(&index))
      case UInt8(ascii: "$"):
        x = 0
      case UInt8(ascii: "-"):
        x = 0
        top = min(top + 6, 20_000)
      case UInt8(ascii: "\""):
        readRasterAttributes(&index)
      default:
        break
      }
    }
    let declared = image.declaredSize ?? PixelSize(width: 0, height: 0)
    image.problems = []
    return PixelSize(width: max(right, declared.width), height: max(bottom, declared.height))
  }

  // MARK: - Numbers and colours

  private func number(_ index: inout Int) -> Int {
    var value = 0
    while index < body.endIndex, (0x30...0x39).contains(body[index]) {
      value = min(value * 10 + Int(body[index] - 0x30), 1_000_000)
      index += 1
    }
    return value
  }

  private func numbers(_ index: inout Int) -> [Int] {
    var result = [number(&index)]
    while index < body.endIndex, body[index] == UInt8(ascii: ";") {
      index += 1
      result.append(number(&index))
    }
    return result
  }

  private mutating func readRasterAttributes(_ index: inout Int) {
    let values = numbers(&index)
    if values.count >= 2 {
      image.declaredAspect = PixelSize(width: values[1], height: values[0])
    }
    if values.count >= 4 {
      image.declaredSize = PixelSize(width: min(values[2], 20_000), height: min(values[3], 20_000))
    } else {
      image.problems.append("raster attributes without a size")
    }
  }

  private mutating func defineColor(_ register: Int, _ index: inout Int) {
    index += 1
    let values = numbers(&index)
    guard values.count == 4 else {
      image.problems.append("colour of register \(register) is not complete")
      return
    }
    switch values[0] {
    case 1 where values[1] <= 360 && values[2] <= 100 && values[3] <= 100:
      palette[register] =
        Self.color(
          hue: values[1], lightness: values[2], saturation: values[3]
        ).packed
    case 2 where values[1...].allSatisfy({ $0 <= 100 }):
      let channels = values[1...].map { UInt8(($0 * 255 + 50) / 100) }
      palette[register] =
        RGBColor(red: channels[0], green: channels[1], blue: channels[2]).packed
    default:
      image.problems.append("colour of register \(register) is out of range")
      return
    }
    image.definedRegisters.insert(register)
  }

  /// The colour that DEC's HLS numbers mean: degrees with blue at 0, and per cent.
  static func color(hue: Int, lightness: Int, saturation: Int) -> RGBColor {
    let hue = Double((hue + 240) % 360) / 60
    let lightness = Double(lightness) / 100
    let chroma = (1 - abs(2 * lightness - 1)) * Double(saturation) / 100
    let second = chroma * (1 - abs(hue.truncatingRemainder(dividingBy: 2) - 1))
    let low = lightness - chroma / 2
    let (red, green, blue): (Double, Double, Double) =
      switch Int(hue) {
      case 0: (chroma, second, 0)
      case 1: (second, chroma, 0)
      case 2: (0, chroma, second)
      case 3: (0, second, chroma)
      case 4: (second, 0, chroma)
      default: (chroma, 0, second)
      }
    func channel(_ value: Double) -> UInt8 { UInt8(((value + low) * 255).rounded()) }
    return RGBColor(red: channel(red), green: channel(green), blue: channel(blue))
  }
}
