/// A part of the picker that a caller can turn off.
///
/// The raw value is its name on the command line. What a person does with a part that is off does
/// nothing but say so; its keys are not in the help.
public enum PickerFeature: String, Hashable, Sendable, CaseIterable {
  /// The search prompt.
  case search
  /// Choosing another filter.
  case filter
  /// Choosing another order.
  case sort
  /// The folders as collections.
  case collections
  /// Jumping to a date.
  case dates
  /// One photo alone, with its zoom.
  case preview
  /// The panel with what is known of a photo.
  case info
  /// The staging tray: the picks in order, and moving them.
  case tray
  /// Picking from here to there.
  case ranges
  /// Picking all that match, and inverting.
  case all
  /// Undo and redo.
  case undo
  /// Larger and smaller tiles.
  case sizes
  /// Reading the folders again.
  case rescan
  /// Stopping the process group.
  case suspend
  /// The table of keys.
  case help

  /// What the message of a refused intent begins with.
  var subject: String {
    switch self {
    case .search: "Search is"
    case .filter: "Filtering is"
    case .sort: "Sorting is"
    case .collections: "Jumping to folders is"
    case .dates: "Jumping to dates is"
    case .preview: "The preview is"
    case .info: "The info panel is"
    case .tray: "The tray is"
    case .ranges: "Picking ranges is"
    case .all: "Picking all is"
    case .undo: "Undo is"
    case .sizes: "The tile size is"
    case .rescan: "Reading again is"
    case .suspend: "Suspending is"
    case .help: "Help is"
    }
  }
}

extension Notice {
  /// Says that a part is off.
  static func turnedOff(_ feature: PickerFeature) -> Notice {
    Notice(kind: .refused, text: feature.subject + " turned off here")
  }
}

extension Intent {
  /// The part that an intent belongs to; nil for what is always there.
  public var feature: PickerFeature? {
    switch self {
    case .beginSearch, .editSearch, .endSearch: .search
    case .setFilter, .openMenu(.filter): .filter
    case .setCollection, .stepCollection, .openMenu(.collections): .collections
    case .openMenu(.dates): .dates
    case .setOrder, .cycleOrder, .reverseOrder, .openMenu(.sort): .sort
    case .togglePreview, .click(_, .openPreview), .zoom, .toggleActualSize, .pan: .preview
    case .markRange, .click(_, .extendRange): .ranges
    case .pickAll, .invert: .all
    case .toggleInfo: .info
    case .undo, .redo: .undo
    case .toggleTray, .reveal, .removePick, .movePick: .tray
    case .changeThumbnailSize: .sizes
    case .rescan: .rescan
    case .suspend: .suspend
    case .toggleHelp: .help
    case .move, .goTo, .scroll, .click, .nextPhoto, .previousPhoto, .toggle, .toggleSet, .leaveSets,
      .clear, .confirm,
      .cancel, .dismiss, .quit, .dismissNotice, .retry, .redraw, .menu:
      nil
    }
  }
}
