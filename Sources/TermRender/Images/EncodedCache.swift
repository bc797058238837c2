internal import PickerModel

/// Keeps encoded pictures, bounded by bytes; what was not used for longest goes first.
struct EncodedCache {
  private struct Entry {
    var image: EncodedImage
    var byteCount: Int
    var use: Int
  }

  private let byteLimit: Int
  private var entries: [EncodeKey: Entry] = [:]
  private var clock = 0
  /// The bytes of all entries.
  private(set) var byteCount = 0

  /// Creates an empty cache.
  ///
  /// - Parameter byteLimit: The most bytes that are kept.
  init(byteLimit: Int) {
    self.byteLimit = byteLimit
  }

  /// Tells whether a picture is there, without using it.
  func contains(_ key: EncodeKey) -> Bool { entries[key] != nil }

  /// Finds a picture and marks it as used.
  mutating func take(_ key: EncodeKey) -> EncodedImage? {
    guard let index = entries.index(forKey: key) else { return nil }
    clock += 1
    entries.values[index].use = clock
    return entries.values[index].image
  }

  /// Adds a picture, at the cost of others.
  ///
  /// - Complexity: O(n log n) when it overflows, which drops a quarter.
  mutating func insert(_ image: EncodedImage, for key: EncodeKey) {
    remove(key)
    clock += 1
    let size = image.byteCount
    entries[key] = Entry(image: image, byteCount: size, use: clock)
    byteCount += size
    guard byteCount > byteLimit else { return }
    for (old, _) in entries.sorted(by: { $0.value.use < $1.value.use }) where old != key {
      remove(old)
      if byteCount <= byteLimit * 3 / 4 { break }
    }
  }

  /// Drops everything.
  mutating func removeAll() {
    entries.removeAll()
    byteCount = 0
  }

  private mutating func remove(_ key: EncodeKey) {
    if let entry = entries.removeValue(forKey: key) { byteCount -= entry.byteCount }
  }
}

/// Names encoded bytes: which pixels, how they lie to each other, and the format.
struct EncodeKey: Hashable, Sendable {
  /// A tile, from the upper left cell of all.
  struct Part: Hashable, Sendable {
    /// The pixels.
    let key: ImageKey
    /// Columns to the right.
    let column: Int
    /// Rows down.
    let row: Int
    /// The box's columns.
    let columns: Int
    /// The box's rows.
    let rows: Int
  }

  /// The tiles.
  let parts: [Part]
  /// How they are encoded.
  let format: ImageFormat

  /// Names what encoding these tiles gives.
  init(_ tiles: [ImageTile], _ format: ImageFormat) {
    let left = tiles.map(\.rect.origin.column).min() ?? 0
    let top = tiles.map(\.rect.origin.row).min() ?? 0
    parts = tiles.map { tile in
      Part(
        key: tile.key, column: tile.rect.origin.column - left, row: tile.rect.origin.row - top,
        columns: tile.rect.size.columns, rows: tile.rect.size.rows)
    }
    self.format = format
  }
}
