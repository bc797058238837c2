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
}
