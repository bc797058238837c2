/// Splits a terminal's byte stream into characters and control strings, as ECMA-48 and the VT500
/// family do.
///
/// Bytes may come in any pieces. 8-bit controls are not recognised: the stream is UTF-8.
public struct VTParser: Sendable {
  /// One unit of the stream.
  public enum Unit: Equatable, Sendable {
    /// A character to print.
    case print(Unicode.Scalar)
    /// A C0 control other than ESC, or DEL.
    case control(UInt8)
    /// `ESC`, intermediate bytes and a final byte.
    case escape(intermediates: [UInt8], final: UInt8)
    /// `CSI`.
    case csi(CSI)
    /// `OSC` up to BEL or ST.
    case osc([UInt8])
    /// `DCS` up to ST, with all parameters.
    case dcs([UInt8])
    /// `APC` (true) or `PM`/`SOS` (false) up to ST.
    case apc([UInt8], Bool)
    /// Something that is no sequence.
    case malformed(String)
  }

  /// A control sequence.
  public struct CSI: Equatable, Sendable {
    /// `<`, `=`, `>` or `?`, if there is one.
    public var prefix: UInt8?
    /// The parameters, nil where one is left out; subparameters are in the text only.
    public var parameters: [Int?]
    /// The parameter bytes as written.
    public var text: [UInt8]
    /// Bytes 0x20 to 0x2F.
    public var intermediates: [UInt8]
    /// The final byte.
    public var final: UInt8

    /// A parameter, or a default where it is left out or 0.
    public func value(_ index: Int, default fallback: Int = 1) -> Int {
      guard parameters.indices.contains(index), let value = parameters[index], value != 0 else {
        return fallback
      }
      return value
    }
  }

  private enum State: Sendable {
    case ground, escape, csi, string, stringEscape
  }

  private var state = State.ground
  private var introducer: UInt8 = 0
  private var collected: [UInt8] = []
  private var utf8: [UInt8] = []
  private var utf8Length = 0

  /// Creates a parser at the start of a stream.
  public init() {}

  /// Whether the stream stands between two units.
  public var isAtRest: Bool { state == .ground && utf8.isEmpty }

  /// Takes bytes and hands on the units that they complete.
  public mutating func feed(_ bytes: some Sequence<UInt8>, _ body: (Unit) -> Void) {
    for byte in bytes { take(byte, body) }
  }

  private mutating func take(_ byte: UInt8, _ body: (Unit) -> Void) {
    switch state {
    case .ground:
      takeGround(byte, body)
    case .escape:
      takeEscape(byte, body)
    case .csi:
      takeControlSequence(byte, body)
    case .string:
      switch byte {
      case 0x1B: state = .stringEscape
      case 0x07 where introducer == UInt8(ascii: "]"): finishString(body)
      case 0x18, 0x1A:
        body(.malformed("a string was cancelled"))
        state = .ground
      default: collected.append(byte)
      }
    case .stringEscape:
      if byte == UInt8(ascii: "\\") {
        finishString(body)
      } else {
        body(.malformed("an escape inside a string"))
        state = .escape
        collected = []
        takeEscape(byte, body)
      }
    }
  }

  private mutating func takeGround(_ byte: UInt8, _ body: (Unit) -> Void) {
    if !utf8.isEmpty {
      if byte & 0xC0 == 0x80 {
        utf8.append(byte)
        if utf8.count == utf8Length {
          if let text = String(validating: utf8, as: UTF8.self),
            let scalar = text.unicodeScalars.first
          {
            body(.print(scalar))
          } else {
            body(.malformed("invalid UTF-8 \(utf8)"))
          }
          utf8 = []
        }
        return
      }
      body(.malformed("invalid UTF-8 \(utf8)"))
      utf8 = []
    }
    switch byte {
    case 0x1B:
      state = .escape
      collected = []
    case 0..<0x20, 0x7F:
      body(.control(byte))
    case 0x20..<0x7F:
      body(.print(Unicode.Scalar(byte)))
    case 0xC2..<0xE0:
      utf8 = [byte]
      utf8Length = 2
    case 0xE0..<0xF0:
      utf8 = [byte]
      utf8Length = 3
    case 0xF0..<0xF5:
      utf8 = [byte]
      utf8Length = 4
    default:
      body(.malformed("invalid UTF-8 [\(byte)]"))
    }
  }

  private mutating func takeEscape(_ byte: UInt8, _ body: (Unit) -> Void) {
    switch byte {
    case UInt8(ascii: "[") where collected.isEmpty:
      state = .csi
    case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "_"), UInt8(ascii: "^"),
      UInt8(ascii: "X"):
      state = .string
      introducer = byte
    case 0x20..<0x30:
      collected.append(byte)
    case 0x30..<0x7F:
      body(.escape(intermediates: collected, final: byte))
      state = .ground
    case 0x1B:
      body(.malformed("ESC without a sequence"))
      collected = []
    case 0x18, 0x1A:
      state = .ground
    default:
      body(.malformed("byte \(byte) after ESC"))
      state = .ground
    }
  }

  private mutating func takeControlSequence(_ byte: UInt8, _ body: (Unit) -> Void) {
    switch byte {
    case 0x40..<0x7F:
      state = .ground
      body(.csi(Self.controlSequence(collected, final: byte)))
    case 0x20..<0x40:
      collected.append(byte)
    case 0x1B:
      body(.malformed("a control sequence was broken off"))
      state = .escape
      collected = []
    case 0x18, 0x1A:
      body(.malformed("a control sequence was cancelled"))
      state = .ground
    case 0..<0x20:
      body(.control(byte))
    default:
      body(.malformed("byte \(byte) in a control sequence"))
      state = .ground
    }
  }

  private static func controlSequence(_ bytes: [UInt8], final: UInt8) -> CSI {
    var rest = bytes[...]
    var prefix: UInt8?
    if let first = rest.first, (0x3C...0x3F).contains(first) {
      prefix = first
      rest = rest.dropFirst()
    }
    let split = rest.firstIndex { $0 < 0x30 } ?? rest.endIndex
    let text = Array(rest[..<split])
    let parameters =
      text.isEmpty
      ? []
      : text.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { part in
        Int(String(decoding: part.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self))
      }
    return CSI(
      prefix: prefix, parameters: parameters, text: text, intermediates: Array(rest[split...]),
      final: final)
  }

  private mutating func finishString(_ body: (Unit) -> Void) {
    let content = collected
    collected = []
    state = .ground
    switch introducer {
    case UInt8(ascii: "P"): body(.dcs(content))
    case UInt8(ascii: "]"): body(.osc(content))
    case UInt8(ascii: "_"): body(.apc(content, true))
    default: body(.apc(content, false))
    }
  }
}
