internal import PickerModel

/// Keeps decoded thumbnails, the least recently used ones leaving first, bounded by bytes.
///
/// A single entry of more than a tenth of the limit is not kept. *Complexity:* O(1) a call, but for
/// making room.
internal struct ThumbnailCache {
  /// The most bytes that are kept.
  let byteLimit: Int
  /// The bytes that are kept now: pixels, and a little for each entry.
  private(set) var byteCount = 0

  /// What is counted for an entry beside its pixels.
  static let entryOverhead = 256

  private struct Entry {
    var result: ThumbnailResult
    var byteCount: Int
    var previous: ThumbnailKey?
    var next: ThumbnailKey?
  }

  private var entries: [ThumbnailKey: Entry] = [:]
  private var newest: ThumbnailKey?
  private var oldest: ThumbnailKey?

  /// Creates an empty cache.
  init(byteLimit: Int) {
    self.byteLimit = max(0, byteLimit)
  }

  /// How many thumbnails are kept.
  var count: Int { entries.count }

  /// Finds a thumbnail and marks it as used.
  mutating func find(_ key: ThumbnailKey) -> ThumbnailResult? {
    guard let result = entries[key]?.result else { return nil }
    unlink(key)
    linkAsNewest(key)
    return result
  }

  /// Keeps a thumbnail in place of an older one of the same key.
  mutating func insert(_ result: ThumbnailResult, for key: ThumbnailKey) {
    remove(key)
    let size = result.thumbnail.pixels.bytes.count + Self.entryOverhead
    guard size <= byteLimit / 10 else { return }
    entries[key] = Entry(result: result, byteCount: size)
    linkAsNewest(key)
    byteCount += size
    while byteCount > byteLimit, let oldest { remove(oldest) }
  }

  /// Drops a thumbnail.
  mutating func remove(_ key: ThumbnailKey) {
    guard let entry = entries[key] else { return }
    unlink(key)
    entries[key] = nil
    byteCount -= entry.byteCount
  }

  /// Drops every thumbnail for which `condition` holds.
  mutating func removeAll(where condition: (ThumbnailResult) -> Bool) {
    for key in entries.filter({ condition($0.value.result) }).keys { remove(key) }
  }

  // MARK: - The chain from newest to oldest

  private mutating func linkAsNewest(_ key: ThumbnailKey) {
    entries[key]?.previous = nil
    entries[key]?.next = newest
    if let newest { entries[newest]?.previous = key }
    newest = key
    if oldest == nil { oldest = key }
  }

  private mutating func unlink(_ key: ThumbnailKey) {
    guard let entry = entries[key] else { return }
    if let previous = entry.previous {
      entries[previous]?.next = entry.next
    } else {
      newest = entry.next
    }
    if let next = entry.next {
      entries[next]?.previous = entry.previous
    } else {
      oldest = entry.previous
    }
  }
}
