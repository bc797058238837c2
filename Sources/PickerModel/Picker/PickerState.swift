/// Everything that a picker knows and decides, as a value: intents and library news in, state out.
///
/// ``PickerModel`` is the observable shell around it. The value has no clock and no files, so a
/// test can run through every sequence of intents.
public struct PickerState: Sendable {
  /// The words at the left of the title line.
  public internal(set) var title: String
  /// Which assets may be seen.
  public internal(set) var access: AccessScope
  /// The picks, by set where there are named sets.
  public internal(set) var sets: SelectionSets { didSet { picksChanged() } }
  /// Rows, columns and cursor.
  public internal(set) var viewport = Viewport()
  /// Tiles or a list.
  public internal(set) var presentation: Presentation
  /// The size of the tiles.
  public internal(set) var thumbnailSize: ThumbnailSize
  /// Where title, content and status are.
  public internal(set) var screen = ScreenLayout(screen: CellSize(columns: 80, rows: 24))
  /// The message for the status line.
  public internal(set) var notice: Notice?
  /// How far the scan is.
  public internal(set) var progress = ScanProgress()
  /// How it ended; nil while it goes on.
  ///
  /// After the end intents do nothing.
  public internal(set) var outcome: PickOutcome?
  /// Whether one photo is shown alone.
  public internal(set) var isPreviewing = false {
    didSet { if !isPreviewing { zoom.set(nil) } }
  }
  /// How large the preview shows photos, and which part of them.
  public internal(set) var zoom = PreviewZoom()
  /// The pixels of a cell as pictures use them; 0×0 where there are no pictures.
  public internal(set) var cellPixels = PixelSize(width: 0, height: 0)
  /// Whether the tray takes the place of the grid.
  public internal(set) var isTrayOpen = false
  /// Whether the info panel is shown beside the rest.
  public internal(set) var isInfoOpen = false
  /// Rows, columns and cursor of the tray; empty while it is closed.
  public internal(set) var trayViewport = Viewport()
  /// Whether help is shown.
  public internal(set) var isHelpVisible = false
  /// How many rows help is scrolled down; the view limits it to what there is.
  public internal(set) var helpOffset = 0
  /// The search text: what the grid is narrowed to, in the prompt and after it.
  public internal(set) var searchField: TextField
  /// Whether the search prompt is open.
  public internal(set) var isSearching = false
  /// What may be shown at all: the caller's rule.
  public let baseFilter: AssetFilter?
  /// What the person wants to see of that; nil for all of it.
  public internal(set) var filter: AssetFilter?
  /// The folder whose photos are shown alone; nil for those of all folders.
  public internal(set) var collection: FolderCollection?
  /// The menu that lies over the grid; nil while none is open.
  public internal(set) var openMenu: OpenMenu?
  /// Where the range started that is being marked; nil outside of a range.
  public internal(set) var rangeAnchor: AssetID?
  /// Picks whose file vanished; they keep their tile and their number.
  public internal(set) var missing: Set<AssetID> = []

  /// The index of the set that the tray shows.
  public internal(set) var traySet = 0
  /// The pick that was under the tray's cursor last.
  var trayPick: AssetID?
  /// Which missing files the present or last scan reported.
  var reportedMissing: Set<AssetID> = []
  /// The parts that are turned off.
  public let disabled: Set<PickerFeature>
  /// The library.
  var catalog: AssetCatalog
  /// What the filter menu needs of every asset.
  var facets = FacetTable()
  /// The folders with their numbers.
  var folders = FolderCounts()
  /// What day it is, where somebody said so.
  var today: CivilDate?
  /// The distance of our clock from UTC in seconds.
  var zoneSeconds: Int64 = 0
  /// What the picks were.
  var history = SelectionHistory()
  /// What is preselected and has not arrived.
  var pending = PendingPreselection()
  /// Whether the person chose where the cursor is; until then it stays on the first item.
  var hasSettledCursor = false
  /// Whether the last intent was to leave without picks, and was held back.
  var isAskedToLeave = false
  /// What the search was before the prompt opened.
  var searchBefore = ""
  /// Where the cursor was when the prompt opened.
  var searchHome: AssetID?

  /// Whether Enter without a pick takes the asset under the cursor.
  let confirmsAtCursor: Bool
  /// Whether the preselected picks are a person's.
  let resumesPicks: Bool

  /// Creates the state that a picker starts with: an empty library that is being scanned.
  public init(configuration: PickerConfiguration) {
    title = configuration.title
    access = configuration.access
    disabled = configuration.disabled
    confirmsAtCursor = configuration.confirmsAtCursor
    resumesPicks = configuration.resumesPicks
    sets = SelectionSets(rules: configuration.rules, names: configuration.setNames)
    presentation = configuration.presentation
    thumbnailSize = configuration.thumbnailSize
    searchField = TextField(configuration.searchText)
    baseFilter = configuration.baseFilter
    catalog = AssetCatalog(
      order: configuration.order, filter: configuration.baseFilter,
      query: SearchQuery(searchField.text))
    progress.isScanning = true
    shapeViewport()
  }

  // MARK: - Questions

  /// What keys work on: the innermost of what is open.
  public var mode: PickerMode {
    if isHelpVisible { return .help }
    if let menuMode { return menuMode }
    if isSearching { return .search }
    if isPreviewing { return .preview }
    return isTrayOpen ? .tray : .grid
  }

  /// The picks and their rules; with named sets those of the first, which the keys for picking work
  /// on.
  public internal(set) var selection: Selection {
    get { sets.first }
    _modify { yield &sets.first }
  }

  /// Tells whether an asset is picked, into whichever set.
  public func isPicked(_ id: AssetID) -> Bool { sets.contains(id) }

  /// The rules of the selection.
  public var rules: SelectionRules { sets.rules }
  /// What assets are ordered by.
  public var order: SortOrder { catalog.order }
  /// What is searched for; empty for nothing.
  public var searchText: String { searchField.text }
  /// The assets that are shown: filter and search passed, in order.
  public var matching: [AssetID] { catalog.matching }
  /// The number of assets in the library.
  public var totalCount: Int { catalog.all.count }

  /// Whether the scan is over and no asset passes the caller's filter, so that there is nothing to
  /// pick (exit status 1).
  ///
  /// - Complexity: O(n) where the person's own filter leaves nothing.
  public var hasNothingToPick: Bool {
    guard !progress.isScanning, sets.count == 0, !catalog.passesFilterAtAll else {
      return false
    }
    guard let baseFilter else { return catalog.all.isEmpty }
    return !catalog.all.contains { id in catalog[id].map { baseFilter.matches($0) } ?? false }
  }

  /// An asset of the library.
  public func asset(_ id: AssetID) -> Asset? { catalog[id] }

  /// Tells whether filter and search leave an asset.
  ///
  /// - Complexity: O(log n).
  public func isShown(_ id: AssetID) -> Bool { catalog.index(of: id) != nil }

  /// The asset under the cursor.
  public var cursorID: AssetID? {
    let list = catalog.matching
    return viewport.cursor < list.count ? list[viewport.cursor] : nil
  }

  /// The assets on the screen, in the order of slots.
  public var visible: ArraySlice<AssetID> { catalog.matching[viewport.visibleRange] }

  /// The items of the range that is being marked, as indices of `matching`.
  public var range: ClosedRange<Int>? {
    guard let rangeAnchor, let anchor = catalog.index(of: rangeAnchor) else { return nil }
    return min(anchor, viewport.cursor)...max(anchor, viewport.cursor)
  }

  /// The grid on the present screen.
  public var gridLayout: GridLayout {
    GridLayout(area: mainArea, thumbnailSize: thumbnailSize)
  }

  /// The list on the present screen.
  public var listLayout: ListLayout { ListLayout(area: mainArea) }

  /// The preview on the present screen.
  public var previewLayout: PreviewLayout { PreviewLayout(area: mainArea) }

  /// The index in `matching` of the item that is shown at a cell, outside of the preview.
  public func item(at point: CellPoint) -> Int? {
    let slot = presentation == .tiles ? gridLayout.slot(at: point) : listLayout.slot(at: point)
    guard let slot else { return nil }
    let index = viewport.firstRow * viewport.columns + slot
    return viewport.visibleRange.contains(index) ? index : nil
  }

  /// The paths that were preselected and are not in the library; meaningful when the scan is over.
  public var unresolvedPreselection: [FileName] { pending.paths }
}
