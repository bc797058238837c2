import PickerModel
import TestSupport
import Testing

@Suite struct SortOrderTests {
  static let orders = SortOrder.Key.allCases.flatMap { key in
    [SortOrder(key: key), SortOrder(key: key, isReversed: true)]
  }

  @Test("times and sizes descend, names and paths ascend")
  func directions() {
    let old = Sample.asset(0, "b", folder: "x", byteCount: 1, seconds: 1)
    let new = Sample.asset(1, "a", folder: "y", byteCount: 2, seconds: 2)
    #expect(SortOrder(key: .modified).precedes(new, old))
    #expect(SortOrder(key: .size).precedes(new, old))
    #expect(SortOrder(key: .name).precedes(new, old))
    #expect(SortOrder(key: .path).precedes(old, new))
    #expect(SortOrder(key: .modified, isReversed: true).precedes(old, new))
  }

  @Test("a folder's files come before those of the folders in it, and those before its neighbour's")
  func folders() {
    let names = [("", "z"), ("a", "z"), ("a/b", "a"), ("a b", "a"), ("a2", "a"), ("a10", "a")]
    let assets = names.enumerated().map { Sample.asset(UInt32($0), $1.1, folder: $1.0) }
    let sorted = assets.reversed().sorted { SortOrder(key: .path).precedes($0, $1) }
    #expect(sorted.map(\.id) == assets.map(\.id))
  }

  @Test("every order is total", .seeded, arguments: orders)
  func laws(order: SortOrder) {
    var random = SplitMix64(stream: 2)
    for round in 0..<1500 {
      let number = UInt32(round * 3)
      let a = Sample.asset(number, &random)
      let b = Sample.asset(number + 1, &random)
      let c = Sample.asset(number + 2, &random)
      #expect(order.compare(a, b).signum() == -order.compare(b, a).signum())
      #expect(order.compare(a, b) != 0)
      #expect(order.compare(a, a) == 0)
      if order.precedes(a, b), order.precedes(b, c) { #expect(order.precedes(a, c)) }
    }
  }

  @Test("keys never contradict the order", .seeded, arguments: SortOrder.Key.allCases)
  func keys(key: SortOrder.Key) {
    var random = SplitMix64(stream: 3)
    let order = SortOrder(key: key)
    for _ in 0..<3000 {
      let (a, b) = (Sample.asset(0, &random), Sample.asset(1, &random))
      if order.sortKey(of: a) < order.sortKey(of: b) { #expect(order.precedes(a, b)) }
    }
  }

  @Test("keys of long runs of digits never contradict the order")
  func longKeys() {
    let order = SortOrder(key: .name)
    let counts = [1, 2, 7, 8, 9, 10, 19, 20, 253, 254, 255, 256, 300]
    let names = counts.flatMap { count in
      ["0", "1", "9"].map { "a" + String(repeating: $0, count: count) + "b" }
    }
    for (i, left) in names.enumerated() {
      for (j, right) in names.enumerated() {
        let (a, b) = (Sample.asset(UInt32(i), left), Sample.asset(UInt32(j), right))
        if order.sortKey(of: a) < order.sortKey(of: b) { #expect(order.precedes(a, b)) }
      }
    }
  }

  @Test("stepping through the keys comes around")
  func stepping() {
    var key = SortOrder.Key.name
    for _ in SortOrder.Key.allCases { key = key.next }
    #expect(key == .name)
    #expect(SortOrder(key: .size, isReversed: true).description == "size, reversed")
  }
}
