/// Assets by handle, in pieces of 2,048: growing never copies the assets that are there.
///
/// One array of them would be moved as a whole now and then, and at 100,000 assets that takes
/// longer than a frame may.
struct AssetStorage: Sendable {
  private var pieces: [[Asset?]] = []
  private static let shift = 11
  private static let pieceCount = 1 << shift

  /// Creates empty storage.
  init() {}

  /// The asset of a handle, or nil for one that has none.
  subscript(index: Int) -> Asset? {
    @inline(__always)
    get {
      let piece = index >> Self.shift
      return piece < pieces.count ? pieces[piece][index & (Self.pieceCount - 1)] : nil
    }
    set {
      let piece = index >> Self.shift
      while piece >= pieces.count {
        pieces.append(Array(repeating: nil, count: Self.pieceCount))
      }
      pieces[piece][index & (Self.pieceCount - 1)] = newValue
    }
  }

  /// Tells whether an asset passes a filter; one that is not there does not.
  ///
  /// The asset is looked at where it is: a copy would retain its objects.
  @inline(__always)
  func passes(_ index: Int, _ filter: AssetFilter) -> Bool {
    let piece = index >> Self.shift
    guard piece < pieces.count else { return false }
    switch pieces[piece][index & (Self.pieceCount - 1)] {
    case .some(let asset): return filter.matches(asset)
    case .none: return false
    }
  }

  /// The number that an order compares first, of the asset where it is.
  @inline(__always)
  func primaryKey(_ index: Int, _ order: SortOrder) -> UInt64 {
    let piece = index >> Self.shift
    guard piece < pieces.count else { return 0 }
    let place = index & (Self.pieceCount - 1)
    switch order.key {
    case .name, .path: return 0
    case .modified:
      return pieces[piece][place].map { SortOrder.timeKey(of: $0.modified) } ?? 0
    case .date:
      return pieces[piece][place].map { SortOrder.timeKey(of: $0.dateForOrdering) } ?? 0
    case .size: return pieces[piece][place].map { SortOrder.sizeKey(of: $0.byteCount) } ?? 0
    }
  }
}
