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

  @Test(
    "a name pattern finds over all names what it matches one by one",
    arguments: [
      "*cafe*", "*CAF?*", "*é*", "k*", "*[0-9]_1*", "*_1_*", "*.jpg", "*\\u{FFFD}*", "*", "?*?", "",
      "cafe\u{301}.jpg", "*i*", "img_1_9.jpg", "*ss*",
    ])
  func namePatterns(_ text: String) {
    let names: [FileName] =
      [
        "cafe.jpg", "CAFE\u{301}.JPG", "Caf\u{E9}.jpg", "\u{212A}elvin.jpg", "kelvin.jpg",
        "IMG_1_9.JPG", "img_1_9.jpg", "3_1.heic", "stra\u{DF}e.jpg", "\u{130}.jpg", "i.jpg", "x",
      ].map { FileName($0) }
      + [
        FileName(bytes: [0xFF, 0x31, 0x5F, 0x31, 0x5F]),
        FileName(bytes: Array("cafe".utf8) + [0xC3]),
      ]
    var catalog = AssetCatalog(order: SortOrder(), filter: nil, query: SearchQuery(""))
    let assets = names.enumerated().map { index, name in
      var asset = Sample.asset(UInt32(index), "")
      asset.path = AssetPath(folder: "photos", name: name)
      return asset
    }
    catalog.insert(assets)
    let filter = AssetFilter.name(GlobPattern(text))
    catalog.setFilter(filter)
    #expect(Set(catalog.matching) == Set(assets.filter(filter.matches).map(\.id)))
    catalog.setFilter(.not(filter))
    #expect(Set(catalog.matching) == Set(assets.filter { !filter.matches($0) }.map(\.id)))
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
