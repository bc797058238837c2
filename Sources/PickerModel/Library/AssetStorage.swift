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

  /// The handles below a number whose assets pass a filter; others may be among them.
  ///
  /// Predicate by predicate over all assets, so that what is asked of each is one field where it is:
  /// about 3 nanoseconds, where a whole filter asset by asset took fifty and more.
  ///
  /// - Parameters:
  ///   - filter: The filter.
  ///   - count: The number.
  ///   - index: The names side by side: most that a pattern can't match are passed over there.
  /// - Returns: The handles.
  /// - Complexity: O(n·m) for n handles and m predicates. Cameras are asked once each.
  func passing(_ filter: AssetFilter, below count: Int, _ index: SearchIndex) -> AssetIDSet {
    switch filter {
    case .any(let filters):
      var result = AssetIDSet(capacity: count)
      for filter in filters { result.formUnion(passing(filter, below: count, index)) }
      return result
    case .all(let filters):
      var result = AssetIDSet(capacity: count)
      result.invert()
      for filter in filters { result.formIntersection(passing(filter, below: count, index)) }
      return result
    case .not(let filter):
      var result = passing(filter, below: count, index)
      result.invert()
      return result
    case .mediaType(let type):
      return select(count) { $0[$1]?.format.mediaType == type }
    case .format(let format):
      return select(count) { $0[$1]?.format == format }
    case .byteCount(let comparison, let size):
      return select(count) { $0[$1].map { comparison.holds($0.byteCount, size) } ?? false }
    case .width(let comparison, let width):
      return select(count) {
        ($0[$1]?.pixelSize).map { comparison.holds($0.width, width) } ?? false
      }
    case .height(let comparison, let height):
      return select(count) {
        ($0[$1]?.pixelSize).map { comparison.holds($0.height, height) } ?? false
      }
    case .name(let pattern):
      guard let part = pattern.longestPart else {
        return select(count) { ($0[$1]?.path.name).map(pattern.matches) ?? false }
      }
      let candidates = index.names(containing: part, below: count)
      return AssetIDSet(below: count) {
        candidates.contains(AssetID(UInt32($0))) && passes($0, filter)
      }
    case .date(let range):
      return select(count) { ($0[$1]?.creationDate).map(range.contains) ?? false }
    case .camera:
      var known: [ObjectIdentifier: Bool] = [:]
      return select(count) { piece, place in
        guard let camera = piece[place]?.camera else { return false }
        if let answer = known[ObjectIdentifier(camera)] { return answer }
        let answer = piece[place].map(filter.matches) ?? false
        known[ObjectIdentifier(camera)] = answer
        return answer
      }
    default:
      return select(count) { piece, place in piece[place].map(filter.matches) ?? false }
    }
  }

  @inline(__always)
  private func select(
    _ count: Int, _ test: (borrowing [Asset?], Int) -> Bool
  ) -> AssetIDSet {
    AssetIDSet(below: count) { index in
      let piece = index >> Self.shift
      return piece < pieces.count && test(pieces[piece], index & (Self.pieceCount - 1))
    }
  }
}
