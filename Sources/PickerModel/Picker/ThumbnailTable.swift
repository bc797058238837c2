/// The load states of the pictures on the screen and of the pages around it.
///
/// Pixels of what scrolled further away are let go: the cache behind the pipeline is what is
/// bounded by bytes, and this table must not hold on to what it has dropped.
struct ThumbnailTable: Sendable {
  /// The box that the pictures were wanted for; another one empties the table.
  var target: PixelSize? {
    didSet { if target != oldValue { states = [:] } }
  }

  private var states: [AssetID: LoadState<Thumbnail>] = [:]

  /// Creates an empty table.
  init() {}

  /// The number of states that are not idle.
  var count: Int { states.count }

  /// The state of a picture; idle for what nobody asked for.
  subscript(id: AssetID) -> LoadState<Thumbnail> { states[id] ?? .idle }

  /// Takes a new state.
  ///
  /// A picture that is there stays until another one or a failure takes its place: no tile falls
  /// back to a placeholder while it is refined.
  ///
  /// - Returns: Whether anything changed.
  mutating func set(_ state: LoadState<Thumbnail>, for id: AssetID) -> Bool {
    switch (state, self[id]) {
    case (.loading, .loaded), (.idle, .loaded), (.idle, .idle), (.loading, .loading):
      return false
    case (.idle, _):
      states[id] = nil
    default:
      states[id] = state
    }
    return true
  }

  /// Forgets a picture.
  mutating func forget(_ id: AssetID) {
    states[id] = nil
  }

  /// Forgets all but some pictures.
  mutating func keep(only ids: Set<AssetID>) {
    states = states.filter { ids.contains($0.key) }
  }
}
