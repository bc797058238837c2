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

  /// Creates a map with no number typed.
  init() {}

  /// The intent of a key.
  ///
  /// - Parameters:
  ///   - press: The key.
  ///   - mode: What is open.
  /// - Returns: What the person wants, or nil for a key that means nothing here.
  mutating func intent(for press: KeyPress, in mode: PickerMode) -> Intent? {
    if mode == .search { return searchIntent(for: press) }
    if press.modifiers.isEmpty, case .character(let character) = press.key,
      character.isASCII, let digit = character.wholeNumberValue, digit > 0 || count != nil
    {
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

  /// The intent of a key while the search line is open.
  private mutating func searchIntent(for press: KeyPress) -> Intent? {
    count = nil
    let isControl = press.modifiers.contains(.control)
    switch press.key {
    case .enter: return .endSearch(keep: true)
    case .escape: return .endSearch(keep: false)
    case .backspace: return .editSearch(isControl ? .deleteWordBackward : .deleteBackward)
    case .delete: return .editSearch(.deleteForward)
    case .left: return .editSearch(.moveLeft)
    case .right: return .editSearch(.moveRight)
    case .home: return .editSearch(.moveToStart)
    case .end: return .editSearch(.moveToEnd)
    case .up: return .move(.up)
    case .down: return .move(.down)
    case .pageUp: return .move(.pageUp)
    case .pageDown: return .move(.pageDown)
    case .character(let character) where isControl: return controlIntent(for: character)
    case .character(let character) where press.modifiers.isEmpty:
      return .editSearch(.insert(String(character)))
    default: return nil
    }
  }

  private func controlIntent(for character: Character) -> Intent? {
    switch character {
    case "a": .editSearch(.moveToStart)
    case "e": .editSearch(.moveToEnd)
    case "u": .editSearch(.deleteToStart)
    case "k": .editSearch(.deleteToEnd)
    case "w": .editSearch(.deleteWordBackward)
    case "h": .editSearch(.deleteBackward)
    case "d": .editSearch(.deleteForward)
    case "l": .redraw
    case "c": .quit
    case "z": .suspend
    default: nil
    }
  }
}
