internal import PickerModel

/// A control sequence (`CSI … final`) taken apart, and the event that it stands for.
struct ControlSequence {
  /// `<`, `=`, `>`, `?`, or 0.
  let prefix: UInt8
  /// The parameters; an empty one is nil.
  let parameters: [Int?]
  /// The intermediate byte before the final one, or 0.
  let intermediate: UInt8
  /// The final byte.
  let final: UInt8

  /// Takes a sequence apart.
  ///
  /// - Parameters:
  ///   - body: The bytes between `CSI` and the final byte, all from 0x20 to 0x3F.
  ///   - final: The final byte.
  init(body: [UInt8], final: UInt8) {
    self.final = final
    var prefix: UInt8 = 0
    var intermediate: UInt8 = 0
    var parameters: [Int?] = [nil]
    var isInSubparameter = false
    for (index, byte) in body.enumerated() {
      switch byte {
      case 0x3C...0x3F where index == 0: prefix = byte
      case 0x20..<0x30: intermediate = byte
      case UInt8(ascii: ";"):
        isInSubparameter = false
        if parameters.count < 16 { parameters.append(nil) }
      case UInt8(ascii: ":"): isInSubparameter = true
      case 0x30...0x39 where !isInSubparameter:
        let last = parameters.count - 1
        let value = (parameters[last] ?? 0) * 10 + Int(byte - 0x30)
        parameters[last] = min(value, 1_000_000)
      default: break
      }
    }
    self.prefix = prefix
    self.intermediate = intermediate
    self.parameters = parameters
  }

  /// The parameter at `index`, or nil when it is missing or empty.
  private func parameter(_ index: Int) -> Int? {
    index < parameters.count ? parameters[index] : nil
  }

  /// True for the mark before pasted text.
  var isPasteStart: Bool {
    prefix == 0 && final == UInt8(ascii: "~") && parameter(0) == 200
  }

  /// The event, or nil for something that is swallowed.
  var event: InputEvent? {
    switch prefix {
    case 0 where intermediate == 0: plainEvent
    case UInt8(ascii: "<"): mouseEvent
    case UInt8(ascii: "?"): .reply(privateReply)
    default: .reply(.other)
    }
  }

  // MARK: - Keys

  private var modifiers: KeyModifiers { Self.modifiers(parameter(1) ?? 1) }

  /// xterm's modifier number, 1 + bits: shift, alt, control, meta.
  private static func modifiers(_ number: Int) -> KeyModifiers {
    let bits = number < 1 ? 0 : number - 1
    var set: KeyModifiers = []
    if bits & 1 != 0 { set.insert(.shift) }
    if bits & 10 != 0 { set.insert(.alt) }
    if bits & 4 != 0 { set.insert(.control) }
    return set
  }

  private var plainEvent: InputEvent? {
    switch final {
    case UInt8(ascii: "~"): return tildeKey
    case UInt8(ascii: "u"): return codeKey(parameter(0), modifiers)
    case UInt8(ascii: "Z"): return .key(KeyPress(.tab, modifiers.union(.shift)))
    case UInt8(ascii: "t"): return .reply(windowReply)
    case UInt8(ascii: "I"), UInt8(ascii: "O"): return nil
    case UInt8(ascii: "R") where (parameter(0) ?? 1) > 1: return .reply(.other)
    case UInt8(ascii: "c"), UInt8(ascii: "n"), UInt8(ascii: "y"): return .reply(.other)
    default:
      guard let press = Self.singleShiftKey(final, modifier: parameter(1) ?? 1) else { return nil }
      return .key(press)
    }
  }

  /// The key of `ESC O final`, which `CSI … final` shares.
  static func singleShiftKey(_ final: UInt8, modifier: Int) -> KeyPress? {
    let key: Key? =
      switch final {
      case UInt8(ascii: "A"): .up
      case UInt8(ascii: "B"): .down
      case UInt8(ascii: "C"): .right
      case UInt8(ascii: "D"): .left
      case UInt8(ascii: "H"): .home
      case UInt8(ascii: "F"): .end
      case UInt8(ascii: "P"): .function(1)
      case UInt8(ascii: "Q"): .function(2)
      case UInt8(ascii: "R"): .function(3)
      case UInt8(ascii: "S"): .function(4)
      case UInt8(ascii: "M"): .enter
      default: nil
      }
    guard let key else { return nil }
    return KeyPress(key, modifiers(modifier))
  }

  private var tildeKey: InputEvent? {
    let key: Key
    switch parameter(0) ?? 0 {
    case 1, 7: key = .home
    case 2: key = .insert
    case 3: key = .delete
    case 4, 8: key = .end
    case 5: key = .pageUp
    case 6: key = .pageDown
    case 27: return codeKey(parameter(2), modifiers)
    case let number where (11...15).contains(number): key = .function(number - 10)
    case let number where (17...21).contains(number): key = .function(number - 11)
    case let number where (23...24).contains(number): key = .function(number - 12)
    default: return nil
    }
    return .key(KeyPress(key, modifiers))
  }

  /// A key by its code point: `CSI code ; modifier u` and `CSI 27 ; modifier ; code ~`.
  private func codeKey(_ code: Int?, _ modifiers: KeyModifiers) -> InputEvent? {
    guard let code, let value = UInt32(exactly: code), let scalar = Unicode.Scalar(value) else {
      return nil
    }
    if value < 0x20 || value == 0x7F {
      var press = InputParser.control(UInt8(value))
      press.modifiers.formUnion(modifiers)
      return .key(press)
    }
    // Private-use code points are kitty's modifier and media keys.
    guard !(0xE000...0xF8FF).contains(value), !(0x80..<0xA0).contains(value) else { return nil }
    return .key(KeyPress(Character(scalar), modifiers))
  }

  // MARK: - Mouse

  /// SGR mouse reports (mode 1006): `CSI < button ; x ; y M` or `m`.
  private var mouseEvent: InputEvent? {
    guard final == UInt8(ascii: "M") || final == UInt8(ascii: "m"), let button = parameter(0),
      let x = parameter(1), let y = parameter(2), x > 0, y > 0
    else { return .reply(.other) }
    var held: KeyModifiers = []
    if button & 4 != 0 { held.insert(.shift) }
    if button & 8 != 0 { held.insert(.alt) }
    if button & 16 != 0 { held.insert(.control) }
    let position = CellPoint(column: x - 1, row: y - 1)
    let action: MouseEvent.Action
    switch (button & ~0x1C, final == UInt8(ascii: "M")) {
    case (0, true): action = .press(.left)
    case (1, true): action = .press(.middle)
    case (2, true): action = .press(.right)
    case (0...3, false): action = .release
    case (64, true): action = .wheelUp
    case (65, true): action = .wheelDown
    default: return nil
    }
    return .mouse(MouseEvent(action, at: position, held))
  }

  // MARK: - Replies

  private var windowReply: TerminalReply {
    guard let height = parameter(1), let width = parameter(2) else { return .other }
    switch parameter(0) {
    case 4: return .areaPixels(PixelSize(width: width, height: height))
    case 6: return .cellPixels(PixelSize(width: width, height: height))
    default: return .other
    }
  }

  private var privateReply: TerminalReply {
    switch final {
    case UInt8(ascii: "c"):
      return .deviceAttributes(parameters.compactMap { $0 })
    case UInt8(ascii: "S"):
      guard parameter(1) == 0, let value = parameter(2) else { return .other }
      if parameter(0) == 1 { return .colorRegisters(value) }
      if parameter(0) == 2, let height = parameter(3) {
        return .graphicLimit(PixelSize(width: value, height: height))
      }
      return .other
    case UInt8(ascii: "y") where intermediate == UInt8(ascii: "$"):
      guard let mode = parameter(0), let status = parameter(1) else { return .other }
      return .mode(mode, status: status)
    default:
      return .other
    }
  }

  /// What an OSC or DCS string of the terminal says.
  static func reply(string: [UInt8], kind: UInt8) -> TerminalReply {
    let text = String(decoding: string, as: UTF8.self)
    if kind == UInt8(ascii: "P"), text.hasPrefix(">|") {
      return .version(String(text.dropFirst(2).prefix(80)))
    }
    if kind == UInt8(ascii: "]"), text.hasPrefix("11;"),
      let color = RGBColor(xColor: text.dropFirst(3))
    {
      return .background(color)
    }
    return .other
  }
}

extension RGBColor {
  /// Reads an X11 colour as terminals write it: `rgb:RR/GG/BB` with one to four digits each, `rgba:`
  /// with a fourth part that is ignored, or `#RRGGBB`.
  init?(xColor text: some StringProtocol) {
    if text.hasPrefix("#") {
      guard text.utf8.count == 7, let value = UInt32(text.dropFirst(), radix: 16) else {
        return nil
      }
      self.init(
        red: UInt8(value >> 16 & 0xFF), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
      return
    }
    guard let colon = text.firstIndex(of: ":"), text[..<colon] == "rgb" || text[..<colon] == "rgba"
    else { return nil }
    let parts = text[text.index(after: colon)...].split(
      separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 3 else { return nil }
    var channels: [UInt8] = []
    for part in parts.prefix(3) {
      guard (1...4).contains(part.utf8.count), let value = Int(part, radix: 16), value >= 0 else {
        return nil
      }
      let top = (1 << (4 * part.utf8.count)) - 1
      channels.append(UInt8((value * 255 + top / 2) / top))
    }
    self.init(red: channels[0], green: channels[1], blue: channels[2])
  }
}
