import PickerModel
import TermRender

/// One row of the key table: what is pressed, what it does, what help and manual say of it.
struct KeyBinding: Sendable {
  /// The groups of the help.
  enum Section: String, CaseIterable, Sendable {
    /// Moving the cursor.
    case moving = "Moving"
    /// Picking photos.
    case picking = "Picking"
    /// Looking at them.
    case showing = "Showing"
    /// Leaving the picker.
    case leaving = "Leaving"
  }

  /// What a key does.
  enum Action: Equatable, Sendable {
    /// Moves; a count before it repeats.
    case move(Move)
    /// Goes to the item that the count names, else to the first or last.
    case goTo(Move)
    /// Anything without a count.
    case intent(Intent)
  }

  /// The group.
  let section: Section
  /// The keys, each of them alone.
  let keys: [KeyPress]
  /// The keys as help and manual write them.
  let label: String
  /// What it does.
  let action: Action
  /// What help and manual say.
  let help: String

  /// Creates a row.
  init(
    _ section: Section, _ keys: [KeyPress], _ label: String, _ action: Action, _ help: String
  ) {
    self.section = section
    self.keys = keys
    self.label = label
    self.action = action
    self.help = help
  }
}

/// Turns keys into intents, by one table that help and manual are made of, too.
struct KeyMap: Sendable {
  /// The table.
  static let bindings: [KeyBinding] = [
    KeyBinding(.moving, [KeyPress(.left), KeyPress("h")], "← h", .move(.left), "previous photo"),
    KeyBinding(.moving, [KeyPress(.right), KeyPress("l")], "→ l", .move(.right), "next photo"),
    KeyBinding(.moving, [KeyPress(.up), KeyPress("k")], "↑ k", .move(.up), "a row up"),
    KeyBinding(.moving, [KeyPress(.down), KeyPress("j")], "↓ j", .move(.down), "a row down"),
    KeyBinding(
      .moving, [KeyPress(.pageUp), control("b")], "PgUp Ctrl-B", .move(.pageUp), "a screen up"),
    KeyBinding(
      .moving, [KeyPress(.pageDown), control("f")], "PgDn Ctrl-F", .move(.pageDown),
      "a screen down"),
    KeyBinding(.moving, [control("u")], "Ctrl-U", .move(.halfPageUp), "half a screen up"),
    KeyBinding(.moving, [control("d")], "Ctrl-D", .move(.halfPageDown), "half a screen down"),
    KeyBinding(
      .moving, [KeyPress(.home), KeyPress("g")], "Home g", .goTo(.home),
      "first photo, or the one that a number before names"),
    KeyBinding(
      .moving, [KeyPress(.end), KeyPress("G")], "End G", .goTo(.end),
      "last photo, or the one that a number before names"),

    KeyBinding(.picking, [KeyPress(" ")], "Space", .intent(.toggle), "pick or unpick"),
    KeyBinding(
      .picking, [KeyPress("v")], "v", .intent(.markRange),
      "begin a range here; Space or v picks it, Esc leaves it"),
    KeyBinding(
      .picking, [KeyPress("a")], "a", .intent(.pickAll), "pick all that match, up to the maximum"),
    KeyBinding(.picking, [KeyPress("I")], "I", .intent(.invert), "invert the picks"),
    KeyBinding(.picking, [KeyPress("c")], "c", .intent(.clear), "unpick everything"),
    KeyBinding(.picking, [KeyPress("u")], "u", .intent(.undo), "undo the last change of picks"),
    KeyBinding(.picking, [control("r")], "Ctrl-R", .intent(.redo), "redo it"),

    KeyBinding(
      .showing, [KeyPress(.tab), KeyPress("o")], "Tab o", .intent(.togglePreview),
      "preview; ← and → go on, Tab or Esc back"),
    KeyBinding(
      .showing, [KeyPress("/")], "/", .intent(.beginSearch),
      "search names; Enter keeps, Esc takes back"),
    KeyBinding(
      .showing, [KeyPress("s")], "s", .intent(.cycleOrder),
      "next order: name, modified, size, path"),
    KeyBinding(
      .showing, [KeyPress("+"), KeyPress("=")], "+", .intent(.changeThumbnailSize(by: 1)),
      "larger tiles"),
    KeyBinding(
      .showing, [KeyPress("-")], "-", .intent(.changeThumbnailSize(by: -1)), "smaller tiles"),
    KeyBinding(.showing, [KeyPress("r")], "r", .intent(.retry), "load a failed photo again"),
    KeyBinding(.showing, [KeyPress("R")], "R", .intent(.rescan), "read the folders again"),
    KeyBinding(.showing, [control("l")], "Ctrl-L", .intent(.redraw), "draw the screen again"),
    KeyBinding(.showing, [KeyPress("?")], "?", .intent(.toggleHelp), "this help"),

    KeyBinding(
      .leaving, [KeyPress(.enter)], "Enter", .intent(.confirm),
      "done: hand over the picks, or this photo if there are none"),
    KeyBinding(
      .leaving, [KeyPress(.escape)], "Esc", .intent(.dismiss),
      "leave what is open, then drop a search that was kept, then cancel"),
    KeyBinding(
      .leaving, [KeyPress("q")], "q", .intent(.cancel), "leave what is open, then cancel"),
    KeyBinding(.leaving, [control("c")], "Ctrl-C", .intent(.quit), "cancel at once"),
    KeyBinding(.leaving, [control("z")], "Ctrl-Z", .intent(.suspend), "suspend"),
  ]

  /// The rows that describe the mouse, for help and manual.
  static let mouse: [(label: String, help: String)] = [
    ("Click", "move there"),
    ("Double click", "preview"),
    ("Ctrl-click", "pick or unpick"),
    ("Shift-click", "pick from the cursor to there; Alt-click, too"),
    ("Wheel", "scroll"),
  ]

  private static let actions: [KeyPress: KeyBinding.Action] = {
    var actions: [KeyPress: KeyBinding.Action] = [:]
    for binding in bindings {
      for key in binding.keys { actions[key] = binding.action }
    }
    return actions
  }()

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
    switch Self.actions[press] {
    case .move(let move)?: return .move(move, count: typed ?? 1)
    case .goTo(let move)?:
      if let typed { return .goTo(typed - 1) }
      return .move(move, count: 1)
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

  private static func control(_ character: Character) -> KeyPress {
    KeyPress(character, .control)
  }
}
