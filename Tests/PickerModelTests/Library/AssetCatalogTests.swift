import TestSupport
import Testing

@testable import PickerModel

@Suite struct AssetCatalogTests {
  /// What a catalogue must show, found the slow way.
  static func expected(
    _ assets: [AssetID: Asset], _ order: SortOrder, _ filter: AssetFilter?, _ search: String
  ) -> [AssetID] {
    let query = SearchQuery(search)
    return assets.values
      .filter { filter?.matches($0) ?? true }
      .filter { asset in
        var folded = [UInt8]()
        CaseFolding.appendSearchText(asset.path.name.bytes, to: &folded)
        return query.words.allSatisfy { word in
          folded.indices.contains { folded[$0...].starts(with: word) }
        }
      }
      .sorted { order.precedes($0, $1) }
      .map(\.id)
  }

  @Test("merging batches shows the same as sorting, filtering and searching everything", .seeded)
  func reference() {
    var random = SplitMix64(stream: 12)
    for round in 0..<40 {
      var order = SortOrderTests.orders[round % SortOrderTests.orders.count]
      var filter = random.oneIn(2) ? nil : AssetFilterTests.randomFilter(&random, depth: 1)
      var search = ["", "a", "0 a", "é"][random.below(4)]
      var catalog = AssetCatalog(order: order, filter: filter, query: SearchQuery(search))
      var assets = [AssetID: Asset]()
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
          search = ["", "a", "b 1", "0 a", "e", "zzz"][random.below(6)]
          catalog.setQuery(SearchQuery(search))
        }
        let matching = Self.expected(assets, order, filter, search)
        guard catalog.matching == matching,
          catalog.all == Self.expected(assets, order, nil, "")
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

@Suite struct SearchTests {
  static func finds(_ search: String, _ name: FileName) -> Bool {
    var index = SearchIndex()
    index.add(name, for: AssetID(0))
    let query = SearchQuery(search)
    let found = index.matches(query).contains(AssetID(0))
    #expect(index.matches(query, AssetID(0)) == found)
    return found
  }

  @Test(
    "a search finds names by their words, without case and accents",
    arguments: [
      ("img", "IMG_2031.HEIC", true), ("2031 img", "IMG_2031.HEIC", true),
      ("img 2032", "IMG_2031.HEIC", false), ("uber", "Über uns.jpg", true),
      ("ÜBER", "uber.jpg", true), ("é", "Cafe\u{301}.png", true), ("Café", "Cafe\u{301}.png", true),
      ("łódź", "LODZ.jpg", true), ("日本", "旅行日本.jpg", true), ("", "x", true), ("  ", "x", true),
      ("привет", "ПРИВЕТ.gif", true), ("\u{301}", "x", true), ("ß", "Straße", true),
    ] as [(String, String, Bool)])
  func words(search: String, name: String, expected: Bool) {
    #expect(Self.finds(search, FileName(name)) == expected)
  }

  @Test("names that are not UTF-8 or hold NUL are searched as far as they go")
  func oddNames() {
    #expect(Self.finds("bad", FileName(bytes: [0xFF] + Array("BAD".utf8))))
    #expect(Self.finds("\u{FFFD}bad", FileName(bytes: [0xFF] + Array("BAD".utf8))))
    #expect(Self.finds("ab", FileName(bytes: [0x61, 0, 0x62])))
    #expect(!Self.finds("x", FileName(bytes: [])))
  }

  @Test("two names next to each other don't make a third")
  func neighbours() {
    var index = SearchIndex()
    index.add("ab", for: AssetID(0))
    index.add("cd", for: AssetID(1))
    let found = index.matches(SearchQuery("bc"))
    #expect(!found.contains(AssetID(0)) && !found.contains(AssetID(1)))
  }
}
