/// A key, for what a terminal sends when it is pressed.
public enum TerminalKey: Hashable, Sendable {
  /// A key with a character, or a whole text.
  case text(String)
  /// A letter with the control key.
  case control(Character)
  /// Cursor keys.
  case up, down, left, right
  /// Editing keys.
  case home, end, pageUp, pageDown, delete, backspace
  /// The big ones.
  case enter, escape, tab, space

  /// The bytes that xterm sends, where `isApplication` is the cursor keys' mode (DECCKM).
  public func bytes(isApplication: Bool = false) -> [UInt8] {
    let introducer = isApplication ? "\u{1B}O" : "\u{1B}["
    let text =
      switch self {
      case .text(let text): text
      case .control(let letter):
        String(Character(Unicode.Scalar((letter.asciiValue ?? 0x40) & 0x1F)))
      case .up: introducer + "A"
      case .down: introducer + "B"
      case .right: introducer + "C"
      case .left: introducer + "D"
      case .home: introducer + "H"
      case .end: introducer + "F"
      case .pageUp: "\u{1B}[5~"
      case .pageDown: "\u{1B}[6~"
      case .delete: "\u{1B}[3~"
      case .backspace: "\u{7F}"
      case .enter: "\r"
      case .escape: "\u{1B}"
      case .tab: "\t"
      case .space: " "
      }
    return Array(text.utf8)
  }
}
