public import PickerModel

/// One thing that came in from the terminal.
public enum InputEvent: Hashable, Sendable {
  /// A key was pressed.
  case key(KeyPress)
  /// A mouse button or the wheel was used.
  case mouse(MouseEvent)
  /// Text was pasted (bracketed paste); control characters are still in it.
  case paste(String)
  /// The terminal answered a query; never a key.
  case reply(TerminalReply)
}

/// A key with the modifiers that were held.
public struct KeyPress: Hashable, Sendable {
  /// Which key.
  public var key: Key
  /// What was held down with it.
  public var modifiers: KeyModifiers

  /// Creates a key press.
  public init(_ key: Key, _ modifiers: KeyModifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  /// Creates the press of a character key.
  public init(_ character: Character, _ modifiers: KeyModifiers = []) {
    self.key = .character(character)
    self.modifiers = modifiers
  }
}

/// A key of the keyboard as far as a terminal tells keys apart.
public enum Key: Hashable, Sendable {
  /// A character; control keys are the lower-case letter with ``KeyModifiers/control``, and a
  /// capital letter comes as that letter without ``KeyModifiers/shift``.
  case character(Character)
  /// Return.
  case enter
  /// Tab; with ``KeyModifiers/shift`` the back tab.
  case tab
  /// Backspace, sent as 0x7F or 0x08.
  case backspace
  /// Escape on its own.
  case escape
  /// Cursor up.
  case up
  /// Cursor down.
  case down
  /// Cursor left.
  case left
  /// Cursor right.
  case right
  /// Home.
  case home
  /// End.
  case end
  /// Page up.
  case pageUp
  /// Page down.
  case pageDown
  /// Insert.
  case insert
  /// Delete.
  case delete
  /// A function key, from 1.
  case function(Int)
}

/// Modifier keys held during a key press or a click.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
  /// The set as bits.
  public let rawValue: UInt8

  /// Creates a set from bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Shift, where the terminal tells.
  public static let shift = KeyModifiers(rawValue: 1)
  /// Alt (meta).
  public static let alt = KeyModifiers(rawValue: 2)
  /// Control.
  public static let control = KeyModifiers(rawValue: 4)
}

/// A click or a turn of the wheel; motion is never reported.
public struct MouseEvent: Hashable, Sendable {
  /// What happened.
  public var action: Action
  /// The cell under the pointer, from 0.
  public var position: CellPoint
  /// What was held down.
  public var modifiers: KeyModifiers

  /// What a mouse can do here.
  public enum Action: Hashable, Sendable {
    /// A button went down.
    case press(Button)
    /// A button went up.
    case release
    /// The wheel was turned away from the user.
    case wheelUp
    /// The wheel was turned towards the user.
    case wheelDown
  }

  /// The three buttons.
  public enum Button: Hashable, Sendable {
    /// The first button.
    case left
    /// The wheel's button.
    case middle
    /// The second button.
    case right
  }

  /// Creates an event.
  public init(_ action: Action, at position: CellPoint, _ modifiers: KeyModifiers = []) {
    self.action = action
    self.position = position
    self.modifiers = modifiers
  }
}

/// What a terminal answers to the queries of the probe.
public enum TerminalReply: Hashable, Sendable {
  /// Primary device attributes, `CSI ? … c`; 4 means sixel.
  case deviceAttributes([Int])
  /// Name and version, `DCS > | … ST`.
  case version(String)
  /// A cell's size in pixels, `CSI 6 ; h ; w t`.
  case cellPixels(PixelSize)
  /// The text area's size in pixels, `CSI 4 ; h ; w t`.
  case areaPixels(PixelSize)
  /// The number of colour registers, `CSI ? 1 ; 0 ; n S`.
  case colorRegisters(Int)
  /// The largest sixel in pixels, `CSI ? 2 ; 0 ; w ; h S`.
  case graphicLimit(PixelSize)
  /// The state of a private mode, `CSI ? mode ; status $ y`; status 0 is unknown.
  case mode(Int, status: Int)
  /// The background colour, `OSC 11 ; rgb:… ST`.
  case background(RGBColor)
  /// Any other answer.
  case other
}
