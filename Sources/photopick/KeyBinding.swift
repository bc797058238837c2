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
    /// Putting them into named sets.
    case sets = "Sets"
    /// Looking at them.
    case showing = "Showing"
    /// One photo alone.
    case preview = "In the preview"
    /// The tray.
    case tray = "In the tray"
    /// Leaving the picker.
    case leaving = "Leaving"
    /// Building a filter.
    case filterMenu = "In the filter menu"
    /// Choosing an order.
    case sortMenu = "In the sort menu"
    /// Choosing a folder.
    case collections = "In the list of folders"

    /// What the keys of the group work in; nil where they work in the grid and the preview.
    ///
    /// Those of sets are digits, which ``KeyMap`` reads itself.
    ///
    /// A mode's own binding comes before a general one of the same key.
    var modes: Set<PickerMode>? {
      switch self {
      case .moving, .picking, .showing, .leaving: nil
      case .sets: []
      case .preview: [.preview]
      case .tray: [.tray]
      case .filterMenu: [.filterMenu]
      case .sortMenu: [.sortMenu]
      case .collections: [.collections]
      }
    }
  }

  /// What a key does.
  enum Action: Equatable, Sendable {
    /// Moves; a count before it repeats.
    case move(Move)
    /// Goes to the item that the count names, else to the first or last.
    case goTo(Move)
    /// Moves the pick under the tray's cursor by steps; a count before it repeats.
    case movePick(by: Int)
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

extension KeyBinding {
  /// The part of the picker that it belongs to; nil for what is always there.
  var feature: PickerFeature? {
    switch section {
    case .preview: return .preview
    case .tray: return .tray
    case .filterMenu: return .filter
    case .sortMenu: return .sort
    case .collections: return .collections
    case .moving, .picking, .sets, .showing, .leaving: break
    }
    return switch action {
    case .intent(let intent): intent.feature
    case .movePick: .tray
    case .move, .goTo: nil
    }
  }
}

/// The table of keys, for the picker, the help and the manual.
extension KeyMap {
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
      .sets, [], "1 … 9", .intent(.toggleSet(1)),
      "put the photo or the range into that set, or take it out"),
    KeyBinding(.sets, [], "0", .intent(.leaveSets), "take it out of whichever set it is in"),

    KeyBinding(
      .showing, [KeyPress(.tab), KeyPress("o")], "Tab o", .intent(.togglePreview),
      "preview; ← and → go on, Tab or Esc back"),
    KeyBinding(
      .showing, [KeyPress("i")], "i", .intent(.toggleInfo),
      "what is known of the photo under the cursor"),
    KeyBinding(
      .showing, [KeyPress("p")], "p", .intent(.toggleTray),
      "the tray: the picks in their order; p or Esc back"),
    KeyBinding(
      .showing, [KeyPress("/")], "/", .intent(.beginSearch),
      "search; Enter keeps, Esc takes back"),
    KeyBinding(
      .showing, [KeyPress("f")], "f", .intent(.openMenu(.filter)),
      "filter menu: kinds, dates, cameras, formats"),
    KeyBinding(
      .showing, [KeyPress("s")], "s", .intent(.openMenu(.sort)),
      "sort menu; s again goes to the next order"),
    KeyBinding(
      .showing, [KeyPress("C")], "C", .intent(.openMenu(.collections)),
      "list of folders, to show one alone"),
    KeyBinding(
      .showing, [KeyPress("]")], "]", .intent(.stepCollection(by: 1)), "next folder"),
    KeyBinding(
      .showing, [KeyPress("[")], "[", .intent(.stepCollection(by: -1)),
      "previous folder, at last all photos"),
    KeyBinding(
      .showing, [KeyPress("D")], "D", .intent(.openMenu(.dates)),
      "go to a date: 2024, 2024-06, 12 June 2024, today"),
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
      .preview, [KeyPress("z")], "z", .intent(.toggleActualSize),
      "one photo pixel as one screen pixel (100 %), or the whole photo"),
    KeyBinding(.preview, [KeyPress("+"), KeyPress("=")], "+", .intent(.zoom(by: 1)), "zoom in"),
    KeyBinding(.preview, [KeyPress("-")], "-", .intent(.zoom(by: -1)), "zoom out"),
    KeyBinding(
      .preview, [KeyPress("H"), KeyPress(.left, .shift)], "H Shift-←", .intent(.pan(.left)),
      "move a zoomed photo; arrows and hjkl by less"),
    KeyBinding(
      .preview, [KeyPress("J"), KeyPress(.down, .shift)], "J Shift-↓", .intent(.pan(.down)),
      "the same downwards"),
    KeyBinding(
      .preview, [KeyPress("K"), KeyPress(.up, .shift)], "K Shift-↑", .intent(.pan(.up)),
      "the same upwards"),
    KeyBinding(
      .preview, [KeyPress("L"), KeyPress(.right, .shift)], "L Shift-→", .intent(.pan(.right)),
      "the same to the right"),
    KeyBinding(
      .preview, [KeyPress("n"), KeyPress(.pageDown)], "n PgDn", .intent(.nextPhoto),
      "next photo, at the same zoom and place"),
    KeyBinding(
      .preview, [KeyPress("N"), KeyPress(.pageUp)], "N PgUp", .intent(.previousPhoto),
      "previous photo, the same way"),

    KeyBinding(
      .tray, [KeyPress("J"), KeyPress(.down, .shift), KeyPress(.right, .shift)], "J Shift-↓",
      .movePick(by: 1), "move the pick later"),
    KeyBinding(
      .tray, [KeyPress("K"), KeyPress(.up, .shift), KeyPress(.left, .shift)], "K Shift-↑",
      .movePick(by: -1), "move the pick earlier"),
    KeyBinding(
      .tray, [KeyPress("x"), KeyPress("d"), KeyPress(.delete)], "x d Del", .intent(.removePick),
      "take the pick back; so does Space"),
    KeyBinding(
      .tray, [KeyPress(".")], ".", .intent(.reveal), "go to this photo in the grid"),

    KeyBinding(
      .leaving, [KeyPress(.enter)], "Enter", .intent(.confirm),
      "done: hand over the picks, or this photo if there are none"),
    KeyBinding(
      .leaving, [KeyPress(.escape)], "Esc", .intent(.dismiss),
      "leave what is open, then drop search, filter and folder, then cancel"),
    KeyBinding(
      .leaving, [KeyPress("q")], "q", .intent(.cancel), "leave what is open, then cancel"),
    KeyBinding(.leaving, [control("c")], "Ctrl-C", .intent(.quit), "cancel at once"),
    KeyBinding(.leaving, [control("z")], "Ctrl-Z", .intent(.suspend), "suspend"),

    KeyBinding(
      .filterMenu, [KeyPress(.right), KeyPress("l"), KeyPress(" ")], "Space →",
      .intent(.menu(.step(1))), "only these, then all but these, then all"),
    KeyBinding(
      .filterMenu, [KeyPress(.left), KeyPress("h")], "←", .intent(.menu(.step(-1))),
      "the same, the other way round"),
    KeyBinding(
      .filterMenu, [KeyPress("x"), KeyPress(.backspace)], "x Backspace", .intent(.menu(.clear)),
      "take everything back"),
    KeyBinding(
      .filterMenu, [KeyPress("e")], "e", .intent(.menu(.beginEditing)),
      "edit the text of the filter"),
    KeyBinding(
      .filterMenu, [KeyPress(.enter), KeyPress("f")], "Enter f", .intent(.confirm),
      "show what passes; Esc leaves the filter as it was"),

    KeyBinding(
      .sortMenu, [KeyPress("r"), KeyPress(" "), KeyPress(.right), KeyPress(.left)], "r ← →",
      .intent(.menu(.step(1))), "turn the order around"),
    KeyBinding(
      .sortMenu, [KeyPress(.enter)], "Enter", .intent(.confirm),
      "take this order; Esc leaves the order as it was"),

    KeyBinding(
      .collections, [KeyPress(.enter), KeyPress("C")], "Enter C", .intent(.confirm),
      "show this folder and the folders in it"),
    KeyBinding(
      .collections, [KeyPress("o")], "o", .intent(.menu(.chooseAlone)),
      "show this folder without the folders in it"),
    KeyBinding(
      .collections, [KeyPress("/")], "/", .intent(.menu(.beginEditing)), "narrow the list"),
  ]

  /// The rows that describe the mouse, for help and manual.
  static let mouse: [(label: String, help: String, feature: PickerFeature?)] = [
    ("Click", "move there", nil),
    ("Double click", "preview; there 100 % of that place, or the whole photo", .preview),
    ("Ctrl-click", "pick or unpick", nil),
    ("Shift-click", "pick from the cursor to there; Alt-click, too", .ranges),
    ("Wheel", "scroll; with Ctrl in the preview: zoom", nil),
  ]

  /// A character with the Ctrl key.
  private static func control(_ character: Character) -> KeyPress {
    KeyPress(character, .control)
  }
}
