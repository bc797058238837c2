/// The state under the names that views use.
extension PickerModel {
  /// What keys work on.
  public var mode: PickerMode { state.mode }
  /// The words at the left of the title line.
  public var title: String { state.title }
  /// Which assets may be seen.
  public var access: AccessScope { state.access }
  /// How many may and must be picked.
  public var rules: SelectionRules { state.rules }
  /// What assets are ordered by.
  public var order: SortOrder { state.order }
  /// What may be shown at all: the caller's rule.
  public var baseFilter: AssetFilter? { state.baseFilter }
  /// What the person wants to see of that; nil for all of it.
  public var filter: AssetFilter? { state.filter }
  /// What is searched for; empty for nothing.
  public var searchText: String { state.searchText }
  /// The search text with its cursor, for the prompt.
  public var searchField: TextField { state.searchField }
  /// The assets that are shown, in order.
  public var matching: [AssetID] { state.matching }
  /// The number of assets in the library.
  public var totalCount: Int { state.totalCount }
  /// The picks, by set where there are named sets.
  public var sets: SelectionSets { state.sets }
  /// The picks; with named sets those of the first.
  public var selection: Selection { state.selection }
  /// Rows, columns and cursor.
  public var viewport: Viewport { state.viewport }
  /// The message for the status line.
  public var notice: Notice? { state.notice }
  /// How far the scan is.
  public var scanProgress: ScanProgress { state.progress }
  /// How it ended; nil while it goes on.
  public var outcome: PickOutcome? { state.outcome }
  /// What is handed over; nil while the picker goes on.
  public var result: PickResult? { state.result }
  /// What would be handed over if the picks were confirmed now; see ``PickerState/unconfirmed``.
  public var unconfirmed: PickResult { state.unconfirmed }
  /// The asset that keys work on: under the tray's cursor while it is open, else the grid's.
  public var focusedAsset: Asset? { state.focusedID.flatMap { state.asset($0) } }
  /// The asset under the cursor.
  public var cursorAsset: Asset? { state.cursorID.flatMap { state.asset($0) } }

  /// An asset of the library.
  public func asset(_ id: AssetID) -> Asset? { state.asset(id) }
  /// Tells whether an asset is picked.
  public func isPicked(_ id: AssetID) -> Bool { state.isPicked(id) }
  /// The number of a pick in its set, from 1.
  public func position(of id: AssetID) -> Int? { state.sets.position(of: id) }
  /// Tells whether an asset's file vanished; it keeps its tile while it is picked.
  public func isMissing(_ id: AssetID) -> Bool { state.missing.contains(id) }
}
