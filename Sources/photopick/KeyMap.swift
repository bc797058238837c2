import PickerModel
import TermRender

/// Turns keys into intents, by one table that help and manual are made of, too.
struct KeyMap: Sendable {
  private static let general = actions { $0 == nil }

  private static let special: [PickerMode: [KeyPress: KeyBinding.Action]] =
    Dictionary(
      uniqueKeysWithValues: PickerMode.allCases.map { mode in
        (mode, actions { $0?.contains(mode) ?? false })
      })

  private static func actions(
    in modes: (Set<PickerMode>?) -> Bool
  ) -> [KeyPress: KeyBinding.Action] {
    var actions: [KeyPress: KeyBinding.Action] = [:]
    for binding in bindings where modes(binding.section.modes) {
      for key in binding.keys { actions[key] = binding.action }
    }
    return actions
  }

  /// The number typed before a key, as in `12G`; nil for none.
  private(set) var count: Int?

  private let hasSets: Bool
  private static let sortingModes: Set<PickerMode> = [.grid, .preview, .tray]

  /// Creates a map with no number typed.
  ///
  /// - Parameter hasSets: Digits name sets, and are no numbers.
  init(hasSets: Bool = false) {
    self.hasSets = hasSets
  }

  /// The intent of a key.
  ///
  /// - Parameters:
  ///   - press: The key.
  ///   - mode: What is open.
  /// - Returns: What the person wants, or nil for a key that means nothing here.
  mutating func intent(for press: KeyPress, in mode: PickerMode) -> Intent? {
    if mode.isText { return textIntent(for: press, in: mode) }
    if press.modifiers.isEmpty, case .character(let character) = press.key,
      character.isASCII, let digit = character.wholeNumberValue,
      digit > 0 || count != nil || (hasSets && Self.sortingModes.contains(mode))
    {
      if hasSets, Self.sortingModes.contains(mode) {
        return digit == 0 ? .leaveSets : .toggleSet(digit)
      }
      count = min(((count ?? 0) * 10) + digit, 99_999_999)
      return nil
    }
    let typed = count
    count = nil
    // A number that was typed by mistake is what Escape leaves first.
    if press == KeyPress(.escape), typed != nil { return nil }
    switch Self.special[mode]?[press] ?? Self.general[press] {
    case .move(let move)?: return .move(move, count: typed ?? 1)
    case .goTo(let move)?:
      if let typed { return .goTo(typed - 1) }
      return .move(move, count: 1)
    case .movePick(let steps)?:
      return .movePick(by: steps * (typed ?? 1))
    case .intent(let intent)?: return intent
    case nil: return nil
    }
  }

  /// The intent of a key while text is written.
  private mutating func textIntent(for press: KeyPress, in mode: PickerMode) -> Intent? {
    count = nil
    if let edit = Self.edit(for: press) {
      return mode == .search ? .editSearch(edit) : .menu(.edit(edit))
    }
    if press.modifiers == .control, case .character(let character) = press.key {
      switch character {
      case "l": return .redraw
      case "c": return .quit
      case "z": return .suspend
      default: return nil
      }
    }
    switch press.key {
    case .enter: return mode == .search ? .endSearch(keep: true) : .confirm
    case .escape: return mode == .search ? .endSearch(keep: false) : .cancel
    case .up: return .move(.up)
    case .down: return .move(.down)
    case .pageUp: return .move(.pageUp)
    case .pageDown: return .move(.pageDown)
    default: return nil
    }
  }

  /// The edit of a line of text that a key stands for.
  private static func edit(for press: KeyPress) -> TextEdit? {
    let isControl = press.modifiers.contains(.control)
    switch press.key {
    case .backspace: return isControl ? .deleteWordBackward : .deleteBackward
    case .delete: return .deleteForward
    case .left: return .moveLeft
    case .right: return .moveRight
    case .home: return .moveToStart
    case .end: return .moveToEnd
    case .character(let character) where isControl: return edit(forControl: character)
    case .character(let character) where press.modifiers.isEmpty:
      return .insert(String(character))
    default: return nil
    }
  }

  private static func edit(forControl character: Character) -> TextEdit? {
    switch character {
    case "a": .moveToStart
    case "e": .moveToEnd
    case "u": .deleteToStart
    case "k": .deleteToEnd
    case "w": .deleteWordBackward
    case "h": .deleteBackward
    case "d": .deleteForward
    default: nil
    }
  }
}
