internal import PickerModel

/// Turns the bytes that a terminal sends into events.
///
/// A pure value: bytes in, events out, no clock. What is not complete yet stays inside until more
/// comes. A lone ESC is ambiguous: while ``isEscapePending`` the caller runs a short timer and calls
/// ``flush()`` when it fires. Answers of the terminal are never taken for keys, however late or
/// broken up they come. Memory is bounded whatever comes in.
///
/// Source: ECMA-48 5.4; xterm's ctlseqs (keys, SGR mouse, bracketed paste, XTSMGRAPHICS).
public struct InputParser: Sendable {
  /// The longest control sequence that is looked at.
  static let sequenceLimit = 256
  /// The longest OSC or DCS string that is kept; the rest of a longer one is swallowed.
  static let stringLimit = 4096
  /// The longest paste that is kept; the rest is dropped.
  static let pasteLimit = 1 << 20

  /// What kind of string is being swallowed or collected.
  private enum Mode: Equatable {
    case ground
    case string(UInt8)
    case paste
  }

  private var mode = Mode.ground
  private var buffer: [UInt8] = []
  private var collected: [UInt8] = []

  /// Creates a parser that waits for a first byte.
  public init() {}

  /// True while what is pending may be a key by itself: ESC alone, or Alt with `[`, `O`, `P`, `]`.
  public var isEscapePending: Bool {
    if mode == .paste { return false }
    return buffer.first == 0x1B
      && (buffer.count == 1 || buffer.count == 2 && buffer[1] < 0x80)
  }

  /// True between the marks of a bracketed paste.
  public var isPasteOpen: Bool { mode == .paste }

  /// Says that nothing more came for long: a paste whose end was lost is over.
  ///
  /// - Returns: The paste as far as it came; nothing outside of one.
  public mutating func endPaste() -> [InputEvent] {
    guard mode == .paste else { return [] }
    mode = .ground
    let text = String(decoding: collected + buffer, as: UTF8.self)
    buffer.removeAll(keepingCapacity: true)
    collected.removeAll(keepingCapacity: false)
    return [.paste(text)]
  }

  /// Gives up a paste in whose middle a Ctrl-C came alone: pasted text has other bytes around it.
  ///
  /// - Returns: Ctrl-C; nothing outside of a paste.
  public mutating func interruptPaste() -> [InputEvent] {
    guard !endPaste().isEmpty else { return [] }
    return [.key(Self.control(0x03))]
  }

  /// Takes bytes in.
  ///
  /// - Parameter bytes: What was read.
  /// - Returns: The events that are complete now, in order.
  /// - Complexity: O(n) in the number of bytes.
  public mutating func feed(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    var events: [InputEvent] = []
    for byte in bytes { step(byte, &events) }
    return events
  }

  /// Says that nothing more came for a while: what is pending is a key by itself.
  ///
  /// - Returns: The Escape key, or Alt with the character that began a sequence; else nothing.
  public mutating func flush() -> [InputEvent] {
    guard isEscapePending else { return [] }
    let pending = buffer
    buffer.removeAll(keepingCapacity: true)
    mode = .ground
    if pending.count == 1 { return [.key(KeyPress(.escape))] }
    if pending[1] == 0x1B { return [.key(KeyPress(.escape, .alt))] }
    return [.key(KeyPress(Character(Unicode.Scalar(pending[1])), .alt))]
  }

  // MARK: - States

  private mutating func step(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch mode {
    case .ground: ground(byte, &events)
    case .string(let kind): string(byte, kind, &events)
    case .paste: paste(byte, &events)
    }
  }

  private mutating func ground(_ byte: UInt8, _ events: inout [InputEvent]) {
    guard let first = buffer.first else {
      begin(byte, &events)
      return
    }
    if first == 0x1B {
      escape(byte, &events)
    } else {
      continueCharacter(byte, &events)
    }
  }

  private mutating func begin(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch byte {
    case 0x1B: buffer.append(byte)
    case 0x00..<0x20, 0x7F: events.append(.key(Self.control(byte)))
    case 0x20..<0x7F: events.append(.key(KeyPress(Character(Unicode.Scalar(byte)))))
    case 0xC2...0xF4: buffer.append(byte)
    default: break  // a stray continuation byte or one that UTF-8 never has
    }
  }

  private mutating func continueCharacter(_ byte: UInt8, _ events: inout [InputEvent]) {
    guard byte & 0xC0 == 0x80 else {
      buffer.removeAll(keepingCapacity: true)
      begin(byte, &events)
      return
    }
    buffer.append(byte)
    let isAlt = buffer[0] == 0x1B
    let lead = isAlt ? buffer[1] : buffer[0]
    let length = (lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2) + (isAlt ? 1 : 0)
    guard buffer.count >= length else { return }
    if let text = String(validating: buffer.dropFirst(isAlt ? 1 : 0), as: UTF8.self),
      let character = text.first
    {
      events.append(.key(KeyPress(character, isAlt ? .alt : [])))
    }
    buffer.removeAll(keepingCapacity: true)
  }

  private mutating func escape(_ byte: UInt8, _ events: inout [InputEvent]) {
    // ESC ESC [ … is Alt with the key whose sequence follows.
    let isDoubled = buffer.count >= 2 && buffer[1] == 0x1B
    let start = isDoubled ? 2 : 1
    if buffer.count == start {
      introduce(byte, isDoubled, &events)
      return
    }
    switch buffer[start] {
    case UInt8(ascii: "["): controlSequence(byte, start, &events)
    case UInt8(ascii: "O"): singleShift(byte, start, &events)
    default: continueCharacter(byte, &events)
    }
  }

  private mutating func introduce(
    _ byte: UInt8, _ isDoubled: Bool, _ events: inout [InputEvent]
  ) {
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "O"):
      buffer.append(byte)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"),
      UInt8(ascii: "X"):
      buffer.append(byte)
      mode = .string(byte)
      collected.removeAll(keepingCapacity: true)
      if isDoubled { events.append(.key(KeyPress(.escape))) }
      buffer = [0x1B, byte]
    case 0x1B:
      if isDoubled { events.append(.key(KeyPress(.escape))) }
      buffer = [0x1B, 0x1B]
    case 0x00..<0x20, 0x7F:
      buffer.removeAll(keepingCapacity: true)
      var press = Self.control(byte)
      press.modifiers.insert(.alt)
      events.append(.key(press))
    case 0xC2...0xF4:
      buffer = [0x1B, byte]
    case 0x20..<0x7F:
      buffer.removeAll(keepingCapacity: true)
      events.append(.key(KeyPress(Character(Unicode.Scalar(byte)), .alt)))
    default:
      buffer.removeAll(keepingCapacity: true)
    }
  }

  private mutating func controlSequence(
    _ byte: UInt8, _ start: Int, _ events: inout [InputEvent]
  ) {
    switch byte {
    case 0x1B:
      buffer = [0x1B]  // a sequence was cut off; a new one begins
    case 0x18, 0x1A:
      buffer.removeAll(keepingCapacity: true)
    case 0x00..<0x20:
      // A control character inside a sequence acts as if it came before it (ECMA-48 leaves it
      // open, the VT parsers agree).
      events.append(.key(Self.control(byte)))
    case 0x20..<0x40:
      if buffer.count < Self.sequenceLimit { buffer.append(byte) }
    case 0x40...0x7E:
      let body = Array(buffer[(start + 1)...])
      if byte == UInt8(ascii: "["), body.isEmpty {
        buffer.append(byte)  // the Linux console's function keys: ESC [ [ A
        return
      }
      if byte == UInt8(ascii: "M"), body.isEmpty {
        buffer.append(byte)  // an X10 mouse report: three bytes follow, never asked for
        return
      }
      if let first = body.first, first == UInt8(ascii: "[") || first == UInt8(ascii: "M") {
        legacyTail(byte, body, &events)
        return
      }
      buffer.removeAll(keepingCapacity: true)
      finish(ControlSequence(body: body, final: byte), isAlt: start == 2, &events)
    default:
      if buffer.count > start + 1, buffer[start + 1] == UInt8(ascii: "M") {
        legacyTail(byte, Array(buffer[(start + 1)...]), &events)
      } else {
        buffer.removeAll(keepingCapacity: true)
      }
    }
  }

  private mutating func legacyTail(
    _ byte: UInt8, _ body: [UInt8], _ events: inout [InputEvent]
  ) {
    if body[0] == UInt8(ascii: "M") {
      buffer.append(byte)
      if body.count >= 3 { buffer.removeAll(keepingCapacity: true) }
      return
    }
    buffer.removeAll(keepingCapacity: true)
    if (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(byte) {
      events.append(.key(KeyPress(.function(Int(byte - UInt8(ascii: "A")) + 1))))
    }
  }

  private mutating func finish(
    _ sequence: ControlSequence, isAlt: Bool, _ events: inout [InputEvent]
  ) {
    if sequence.isPasteStart {
      mode = .paste
      collected.removeAll(keepingCapacity: true)
      return
    }
    guard var event = sequence.event else { return }
    if isAlt, case .key(var press) = event {
      press.modifiers.insert(.alt)
      event = .key(press)
    }
    events.append(event)
  }

  private mutating func singleShift(_ byte: UInt8, _ start: Int, _ events: inout [InputEvent]) {
    if byte == 0x1B {
      buffer = [0x1B]
      return
    }
    // Some terminals put the modifier in: ESC O 5 A.
    if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), buffer.count < start + 4 {
      buffer.append(byte)
      return
    }
    let modifier = buffer.count > start + 1 ? Int(buffer[start + 1]) - 0x30 : 1
    buffer.removeAll(keepingCapacity: true)
    guard var press = ControlSequence.singleShiftKey(byte, modifier: modifier) else { return }
    if start == 2 { press.modifiers.insert(.alt) }
    events.append(.key(press))
  }

  private mutating func string(_ byte: UInt8, _ kind: UInt8, _ events: inout [InputEvent]) {
    let isAfterEscape = buffer.count == 3
    switch byte {
    case UInt8(ascii: "\\") where isAfterEscape, 0x07:
      mode = .ground
      buffer.removeAll(keepingCapacity: true)
      events.append(.reply(ControlSequence.reply(string: collected, kind: kind)))
      collected.removeAll(keepingCapacity: true)
    case 0x18, 0x1A:
      mode = .ground
      buffer.removeAll(keepingCapacity: true)
    case 0x03:
      // No answer holds a Ctrl-C: an answer that was cut off must not take the keyboard with it.
      mode = .ground
      buffer.removeAll(keepingCapacity: true)
      events.append(.key(Self.control(byte)))
    case 0x1B:
      buffer = [0x1B, kind, 0x1B]
    default:
      if isAfterEscape {
        // ESC ended the string without its backslash: what follows is new.
        mode = .ground
        buffer = [0x1B]
        ground(byte, &events)
        return
      }
      buffer = [0x1B, kind, 0x20, 0x20]  // past the point where Alt with a key was possible
      if collected.count < Self.stringLimit { collected.append(byte) }
    }
  }

  private mutating func paste(_ byte: UInt8, _ events: inout [InputEvent]) {
    let end: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]
    buffer.append(byte)
    if buffer == end {
      mode = .ground
      buffer.removeAll(keepingCapacity: true)
      events.append(.paste(String(decoding: collected, as: UTF8.self)))
      collected.removeAll(keepingCapacity: false)
      return
    }
    // ESC occurs only at the start of the end mark, so a mismatch leaves at most this byte.
    if !end.starts(with: buffer) {
      let restarts = byte == 0x1B
      let settled = restarts ? buffer.dropLast() : buffer[...]
      if collected.count + settled.count <= Self.pasteLimit {
        collected.append(contentsOf: settled)
      }
      buffer.removeAll(keepingCapacity: true)
      if restarts { buffer.append(byte) }
    }
  }

  /// The key that a control character stands for.
  static func control(_ byte: UInt8) -> KeyPress {
    switch byte {
    case 0x00: KeyPress(" ", .control)
    case 0x08, 0x7F: KeyPress(.backspace)
    case 0x09: KeyPress(.tab)
    case 0x0D: KeyPress(.enter)
    case 0x1B: KeyPress(.escape)
    case 0x01...0x1A: KeyPress(Character(Unicode.Scalar(byte + 0x60)), .control)
    default: KeyPress(Character(Unicode.Scalar(byte + 0x40)), .control)
    }
  }
}
