import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite("The thumbnail cache")
struct ThumbnailCacheTests {
  private func result(side: Int) -> ThumbnailResult {
    ThumbnailResult(
      thumbnail: Thumbnail(
        pixels: PixelBuffer(size: PixelSize(width: side, height: side), color: .black)),
      version: FileVersion(
        identity: FileIdentity(device: 1, inode: 1), byteCount: 1, modified: FileTime(seconds: 1)))
  }

  private func key(_ number: Int) -> ThumbnailKey {
    ThumbnailKey(
      FileVersion(
        identity: FileIdentity(device: 1, inode: UInt64(number)), byteCount: 1,
        modified: FileTime(seconds: 1)), target: PixelSize(width: 10, height: 10))
  }

  @Test("the least recently used one leaves first")
  func leastRecentlyUsed() {
    let entry = 30 * 30 * 3 + ThumbnailCache.entryOverhead
    var cache = ThumbnailCache(byteLimit: entry * 10)
    for number in 0..<10 { cache.insert(result(side: 30), for: key(number)) }
    #expect(cache.count == 10)
    _ = cache.find(key(0))
    cache.insert(result(side: 30), for: key(10))
    #expect(cache.find(key(0)) != nil)
    #expect(cache.find(key(1)) == nil)
    #expect(cache.find(key(10)) != nil)
  }

  @Test("one entry takes a tenth at most")
  func largestEntry() {
    let entry = 30 * 30 * 3 + ThumbnailCache.entryOverhead
    var cache = ThumbnailCache(byteLimit: entry * 10)
    cache.insert(result(side: 31), for: key(1))
    #expect(cache.count == 0 && cache.byteCount == 0)
    cache.insert(result(side: 30), for: key(1))
    #expect(cache.count == 1 && cache.byteCount == entry)
  }

  @Test("over random use it stays within its bytes and finds what it should")
  func randomUse() {
    var random = SplitMix64(seed: 20)
    var cache = ThumbnailCache(byteLimit: 100_000)
    var model: [(key: Int, side: Int)] = []
    func cost(_ side: Int) -> Int { side * side * 3 + ThumbnailCache.entryOverhead }
    for _ in 0..<4_000 {
      let number = Int.random(in: 0..<60, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        cache.remove(key(number))
        model.removeAll { $0.key == number }
      case 1...3:
        let side = Int.random(in: 1...70, using: &random)
        cache.insert(result(side: side), for: key(number))
        model.removeAll { $0.key == number }
        if cost(side) <= 10_000 { model.append((number, side)) }
        while model.reduce(0, { $0 + cost($1.side) }) > 100_000 { model.removeFirst() }
      default:
        let found = cache.find(key(number))
        let place = model.firstIndex { $0.key == number }
        #expect(found?.thumbnail.pixels.size.width == place.map { model[$0].side })
        if let place { model.append(model.remove(at: place)) }
      }
      #expect(cache.count == model.count)
      #expect(cache.byteCount == model.reduce(0) { $0 + cost($1.side) })
    }
  }
}
