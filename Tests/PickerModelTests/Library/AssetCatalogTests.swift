import TestSupport
import Testing

@testable import PickerModel

@Suite struct AssetCatalogTests {
  /// What a catalogue must show, found the slow way; `shared` is what all folders that were ever in
  /// it share.
  static func expected(
    _ assets: [AssetID: Asset], _ order: SortOrder, _ filter: AssetFilter?, _ search: String,
    shared: Int
  ) -> [AssetID] {
    assets.values
      .filter { filter?.matches($0) ?? true }
      .filter { SlowSearch.finds(SearchQuery(search), $0, shared: shared) }
      .sorted { order.precedes($0, $1) }
      .map(\.id)
  }

  @Test("merging batches shows the same as sorting, filtering and searching everything", .seeded)
  func reference() {
    var random = SplitMix64(stream: 12)
    for round in 0..<40 {
      var order = SortOrderTests.orders[round % SortOrderTests.orders.count]
      var filter = random.oneIn(2) ? nil : AssetFilterTests.randomFilter(&random, depth: 1)
      var search = SlowSearch.texts[random.below(SlowSearch.texts.count)]
      var catalog = AssetCatalog(order: order, filter: filter, query: SearchQuery(search))
      var assets = [AssetID: Asset]()
      var folders = [[UInt8]]()
      var next: UInt32 = 0
      for _ in 0..<25 {
        switch random.below(8) {
        case 0...3:
          var batch = [Asset]()
          for _ in 0..<random.below(12) {
            // Now and then a known handle comes with another state, twice in a batch even.
            let id = random.oneIn(4) && next > 0 ? UInt32(random.below(Int(next))) : next
            if id == next { next += random.oneIn(9) ? 3 : 1 }
            var asset = Sample.asset(id, &random)
            if let known = assets[AssetID(id)] { asset.path = known.path }
            batch.append(asset)
            folders.append(asset.path.folder.bytes)
            assets[asset.id] = asset
          }
          catalog.insert(batch)
        case 4:
          let gone = assets.keys.filter { _ in random.oneIn(4) } + [AssetID(next + 1000)]
          for id in gone { assets[id] = nil }
          catalog.remove(gone)
        case 5:
          order = SortOrderTests.orders[random.below(SortOrderTests.orders.count)]
          catalog.setOrder(order)
        case 6:
          filter = random.oneIn(2) ? nil : AssetFilterTests.randomFilter(&random, depth: 1)
          catalog.setFilter(filter)
        default:
          search = SlowSearch.texts[random.below(SlowSearch.texts.count)]
          catalog.setQuery(SearchQuery(search))
        }
        let shared = SlowSearch.sharedCount(folders)
        let matching = Self.expected(assets, order, filter, search, shared: shared)
        guard catalog.matching == matching,
          catalog.all == Self.expected(assets, order, nil, "", shared: shared)
        else {
          Issue.record("round \(round): \(order), \(filter?.description ?? "-"), \(search)")
          return
        }
        for (index, id) in matching.enumerated() { #expect(catalog.index(of: id) == index) }
      }
    }
  }

  @Test("a handle far away costs memory but no trap")
  func sparseHandles() {
    var catalog = AssetCatalog(order: SortOrder(), filter: nil, query: SearchQuery(""))
    catalog.insert([Sample.asset(1_000_000, "b"), Sample.asset(0, "a")])
    #expect(catalog.all == Sample.ids(0, 1_000_000))
    #expect(catalog[AssetID(.max)] == nil)
    #expect(!catalog.contains(AssetID(500_000)))
  }
}
