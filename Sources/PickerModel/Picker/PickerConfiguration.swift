/// What a picker starts with.
public struct PickerConfiguration: Sendable {
  /// The words at the left of the title line.
  public var title: String
  /// How many may and must be picked.
  public var rules: SelectionRules
  /// Which assets may be seen.
  public var access: AccessScope
  /// The order at the start.
  public var order: SortOrder
  /// What may be shown at all: the caller's rule, which the person can narrow and never widen.
  public var baseFilter: AssetFilter?
  /// The search text at the start.
  public var searchText: String
  /// The size of the tiles at the start.
  public var thumbnailSize: ThumbnailSize
  /// Tiles or a list.
  public var presentation: Presentation
  /// The parts that are turned off.
  public var disabled: Set<PickerFeature>
  /// The names of the sets that photos are put into; none for one list of picks.
  public var setNames: [String]
  /// Whether Enter without a pick takes the asset under the cursor, as in fzf; else it confirms
  /// nothing, where the minimum allows that.
  public var confirmsAtCursor = true
  /// Whether what is preselected was picked by the person before, in a picker that was ended: it is
  /// not thrown away by one key either.
  public var resumesPicks = false

  /// Creates a configuration.
  public init(
    title: String = "", rules: SelectionRules = .single, access: AccessScope = .authorized,
    order: SortOrder = SortOrder(), baseFilter: AssetFilter? = nil, searchText: String = "",
    thumbnailSize: ThumbnailSize = .medium, presentation: Presentation = .tiles,
    disabled: Set<PickerFeature> = [], setNames: [String] = []
  ) {
    self.title = title
    self.rules = rules
    self.access = access
    self.order = order
    self.baseFilter = baseFilter
    self.searchText = searchText
    self.thumbnailSize = thumbnailSize
    self.presentation = presentation
    self.disabled = disabled
    self.setNames = setNames
  }
}

/// How the items are shown.
public enum Presentation: Hashable, Sendable, CaseIterable {
  /// A grid of tiles with pictures.
  case tiles
  /// A list with one row each, without pictures.
  case list
}

/// What the keys work on.
public enum PickerMode: Hashable, Sendable, CaseIterable {
  /// The grid or list.
  case grid
  /// One photo alone.
  case preview
  /// The tray with the picks.
  case tray
  /// The search prompt.
  case search
  /// Help.
  case help
  /// The filter menu.
  case filterMenu
  /// The text of the filter, in its menu.
  case filterText
  /// The menu of orders.
  case sortMenu
  /// The list of folders.
  case collections
  /// The prompt that narrows the list of folders.
  case collectionText
  /// The prompt for a day to go to.
  case dateText

  /// Whether keys write text.
  public var isText: Bool {
    switch self {
    case .search, .filterText, .collectionText, .dateText: true
    case .grid, .preview, .tray, .help, .filterMenu, .sortMenu, .collections: false
    }
  }
}

/// How far a scan is.
public struct ScanProgress: Hashable, Sendable {
  /// Whether it goes on.
  public var isScanning: Bool
  /// The number of assets in the library so far.
  public var found: Int
  /// The number of folders and files that could not be read.
  public var failures: Int

  /// Creates a progress.
  public init(isScanning: Bool = false, found: Int = 0, failures: Int = 0) {
    self.isScanning = isScanning
    self.found = found
    self.failures = failures
  }
}

/// An asset that is to be picked from the start.
public struct Preselection: Hashable, Sendable {
  /// Its path as the caller wrote it.
  public let path: FileName
  /// What the file system calls it, so that another spelling of the path is found; nil if it has no
  /// file.
  public let identity: FileIdentity?
  /// The length that a file of that identity must have to be taken for it, in bytes; nil for any.
  ///
  /// For identities from an earlier run: the file may be gone, and its number given to another.
  public let byteCount: Int64?
  /// The index of the set that it goes into, from 0; without sets there is only that one.
  public let set: Int

  /// Creates a preselection.
  public init(
    path: FileName, identity: FileIdentity? = nil, byteCount: Int64? = nil, set: Int = 0
  ) {
    self.path = path
    self.identity = identity
    self.byteCount = byteCount
    self.set = set
  }
}
