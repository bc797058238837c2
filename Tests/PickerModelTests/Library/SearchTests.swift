import TestSupport
import Testing

@testable import PickerModel

/// The search, done the slow way.
enum SlowSearch {
  /// Searches that leave some of the samples.
  static let texts = [
    "", "a", "b 1", "0 a", "e", "zzz", "é", "!a", "'a0", "^a", "a$", "^a$", "!^a b", "ab", "a1",
    "2024", "2024-06 a", "eos", "!canon", "cr a",
  ]

  /// The length of what paths share, in whole components.
  static func sharedCount(_ paths: [[UInt8]]) -> Int {
    guard let first = paths.first else { return 0 }
    let slash = UInt8(ascii: "/")
    return (0...first.count).last { count in
      paths.allSatisfy { path in
        path.starts(with: first.prefix(count))
          && (count == 0 || count == path.count || path[count] == slash || path[count - 1] == slash)
      }
    } ?? 0
  }

  /// Tells whether each term is found in one of the fields, or in none for `!`.
  static func finds(_ query: SearchQuery, _ asset: Asset, shared: Int) -> Bool {
    var folder = Array(asset.path.folder.bytes.dropFirst(shared))
    if folder.first == UInt8(ascii: "/") { folder.removeFirst() }
    let day = asset.creationDate.map { CivilDate(localSeconds: $0.localSeconds) }
    let date =
      day.flatMap { day in
        guard (1...9_999).contains(day.year) else { return nil }
        let year = String(repeating: "0", count: 4 - String(day.year).count) + String(day.year)
        return year + (day.month < 10 ? "-0" : "-") + String(day.month)
          + (day.day < 10 ? "-0" : "-") + String(day.day)
      } as String?
    var matcher = FuzzyMatcher()
    return query.groups.allSatisfy { group in group.contains { isFound($0) } }
    func isFound(_ term: SearchTerm) -> Bool {
      let fields: [([UInt8], Bool)] = [
        (asset.path.name.bytes, true), (folder, true), (Array((date ?? "").utf8), false),
        (Array((asset.camera?.name ?? "").utf8), true),
      ]
      let isFound = fields.contains { bytes, isFuzzy in
        var text = [UInt8]()
        CaseFolding.appendSearchText(bytes, to: &text)
        return term.positions(in: text, isFuzzy: isFuzzy, &matcher) != nil
      }
      return isFound != term.isNegated
    }
  }
}

@Suite struct SearchTests {
  /// The name with what the search matches in brackets; nil if it is not found.
  static func marked(_ search: String, _ name: FileName) -> String? {
    let catalog = catalog(search, [asset(0, name)])
    guard catalog.matching == [AssetID(0)] else { return nil }
    var marked = [UInt8]()
    var end = 0
    for range in catalog.matchRanges(for: AssetID(0)) {
      marked += name.bytes[end..<range.lowerBound] + Array("[".utf8)
      marked += name.bytes[range] + Array("]".utf8)
      end = range.upperBound
    }
    return String(decoding: marked + name.bytes[end...], as: UTF8.self)
  }

  static func catalog(_ search: String, _ assets: [Asset]) -> AssetCatalog {
    var catalog = AssetCatalog(order: SortOrder(), filter: nil, query: SearchQuery(search))
    catalog.insert(assets)
    return catalog
  }

  static func asset(_ id: UInt32, _ name: FileName, folder: FileName = "photos") -> Asset {
    var asset = Sample.asset(id, "", seconds: 0)
    asset.path = AssetPath(folder: folder, name: name)
    return asset
  }

  @Test(
    "a search finds names by their parts, without case and accents, and says which",
    arguments: [
      ("img", "IMG_2031.HEIC", "[IMG]_2031.HEIC"),
      ("2031 img", "IMG_2031.HEIC", "[IMG]_[2031].HEIC"),
      ("img 2032", "IMG_2031.HEIC", nil),

      ("2032 | 2031", "IMG_2031.HEIC", "IMG_[2031].HEIC"), ("a | b", "c.jpg", nil),
      ("png | heic img", "IMG_2031.HEIC", "[IMG]_2031.[HEIC]"),
      ("png | heic dsc", "IMG_2031.HEIC", nil), ("| img |", "IMG_1.jpg", "[IMG]_1.jpg"),
      ("img | | 7", "IMG_1.jpg", "[IMG]_1.jpg"), ("x | !img", "IMG_1.jpg", nil),
      ("x | !dsc", "IMG_1.jpg", "IMG_1.jpg"), ("a|b", "a|b.jpg", "[a|b].jpg"),
      ("uber", "Über uns.jpg", "[Über] uns.jpg"),
      ("ÜBER", "uber.jpg", "[uber].jpg"), ("é", "Cafe\u{301}.png", "Caf[e\u{301}].png"),
      ("Café", "Cafe\u{301}.png", "[Cafe\u{301}].png"), ("łódź", "LODZ.jpg", "[LODZ].jpg"),
      ("日本", "旅行日本.jpg", "旅行[日本].jpg"), ("", "x", "x"), ("  ", "x", "x"),
      ("привет", "ПРИВЕТ.gif", "[ПРИВЕТ].gif"), ("\u{301}", "x", "x"), ("ß", "Straße", "Stra[ß]e"),
      // Words are preferred where a term stands together twice.
      ("at", "cat_attic.jpg", "cat_[at]tic.jpg"), ("a", "banana", "b[a]nana"),
      // Scattered: beginnings of words pay for the gaps.
      ("img31", "IMG_2031.HEIC", "[IMG]_20[31].HEIC"),
      ("vrl", "vacation_rome_lake.jpg", "[v]acation_[r]ome_[l]ake.jpg"),
      ("rl", "MyRomeLake.jpg", "My[R]ome[L]ake.jpg"), ("kichen", "kitchen.jpg", "[ki]t[chen].jpg"),
      ("abc", "xaxxbxxc.jpg", nil), ("ic", "IMG_2031.tic-tac", "IMG_2031.t[ic]-tac"),
      ("ic", "img_music.jpg", "img_mus[ic].jpg"), ("mp", "summer_xxp", nil),
      // A number is never divided, and neither is a character.
      ("31", "IMG_3201.jpg", nil), ("img231", "IMG_2031.jpg", nil), ("é日", "e日.png", "[e日].png"),
      ("日本", "日語本.jpg", "[日]語[本].jpg"),
      // The syntax of fzf.
      ("'img31", "IMG_2031.HEIC", nil), ("'31", "IMG_2031.HEIC", "IMG_20[31].HEIC"),
      ("^img", "IMG_1.jpg", "[IMG]_1.jpg"), ("^mg", "IMG_1.jpg", nil),
      ("heic$", "a.HEIC", "a.[HEIC]"), ("hei$", "a.HEIC", nil), ("^a.heic$", "A.heic", "[A.heic]"),
      ("^a.hei$", "A.heic", nil), ("!jpg", "a.JPG", nil), ("!jpg", "a.heic", "a.heic"),
      ("!^a", "ba", "ba"), ("!a$", "ba", nil), ("!", "x", "x"), ("'", "x", "x"), ("^", "x", "x"),
      ("$", "x$y", "x[$]y"), ("'!", "a!", "a[!]"), ("!ag", "a_g", "a_g"),
    ] as [(String, String, String?)])
  func names(search: String, name: String, expected: String?) {
    #expect(Self.marked(search, FileName(name)) == expected)
  }

  @Test("names that are not UTF-8 or hold NUL are searched as far as they go")
  func oddNames() {
    let bad = FileName(bytes: [0xFF] + Array("BAD".utf8))
    #expect(Self.marked("bad", bad) == "\u{FFFD}[BAD]")
    #expect(Self.marked("\u{FFFD}bad", bad) == "[\u{FFFD}BAD]")
    #expect(Self.marked("ab", FileName(bytes: [0x61, 0, 0x62])) == "[a]\0[b]")
    #expect(Self.marked("x", FileName(bytes: [])) == nil)
    let long = FileName(bytes: Array(repeating: 0x61, count: 100_000) + [0x62])
    #expect(Self.marked("ab", long) == nil)  // beyond what one record holds
    #expect(Self.marked("aa", long) != nil)
  }

  @Test("two names next to each other don't make a third")
  func neighbours() {
    #expect(Self.catalog("bc", [Self.asset(0, "ab"), Self.asset(1, "cd")]).matching.isEmpty)
  }

  @Test("a term is also found in the folder, the day and the camera, and a note says where")
  func otherFields() {
    var first = Self.asset(0, "IMG_1.jpg", folder: "/home/eve/photos/Lake Garda")
    first.creationDate = CaptureDate(
      localSeconds: 1_718_200_980, offsetMinutes: nil, source: .exifDateTimeOriginal)
    first.camera = Camera(make: "Canon", model: "EOS R5")
    let second = Self.asset(1, "garden.jpg", folder: "/home/eve/photos/other")
    func check(_ search: String, _ ids: [UInt32], note: String?) {
      let catalog = Self.catalog(search, [first, second])
      #expect(catalog.matching == ids.map { AssetID($0) }, "\(search)")
      #expect(catalog.searchMatchNote(for: AssetID(0)) == note, "\(search)")
    }
    check("garda", [0], note: "Lake Garda")
    check("gard", [1, 0], note: "Lake Garda")
    check("lg", [0], note: "Lake Garda")
    check("2024-06", [0], note: "2024-06-12")
    check("^2024", [0], note: "2024-06-12")
    check("2406", [], note: nil)
    check("eos img", [0], note: "Canon EOS R5")
    check("cr5", [0], note: "Canon EOS R5")
    check("!canon", [1], note: nil)
    check("img", [0], note: nil)
    // What all folders share finds nothing.
    check("eve", [], note: nil)
    check("photos", [], note: nil)
  }

  @Test("a folder outside of the others makes more of their ways count")
  func sharedFolders() {
    var catalog = Self.catalog("trip", [Self.asset(0, "a", folder: "/home/trip/one")])
    #expect(catalog.matching.isEmpty)
    catalog.insert([Self.asset(1, "b", folder: "/home/trip/two")])
    #expect(catalog.matching.isEmpty)
    catalog.insert([Self.asset(2, "c", folder: "/home/other")])
    #expect(catalog.matching == Sample.ids(0, 1))
    #expect(catalog.searchMatchNote(for: AssetID(0)) == "trip/one")
  }

  @Test("what matches spells the term, in order and within the name", .seeded)
  func spelling() {
    var random = SplitMix64(stream: 61)
    let alphabet = Array("aAbBcC01._- éßñ日e\u{301}".unicodeScalars)
    func text(_ count: Int) -> String {
      var text = String.UnicodeScalarView()
      for _ in 0..<count { text.append(alphabet[random.below(alphabet.count)]) }
      return String(text)
    }
    var scattered = 0
    for _ in 0..<6_000 {
      let name = Array(text(random.below(14)).utf8) + (random.oneIn(5) ? [0xC3, 0x28, 0] : [])
      let query = SearchQuery("x" + text(1 + random.below(4)))
      guard let whole = query.terms.first else { continue }
      // Without the letter that kept signs at the beginning from having a meaning.
      guard let term = SearchTerm(String(decoding: whole.bytes.dropFirst(), as: UTF8.self)),
        !term.isNegated
      else { continue }
      var folded = [UInt8]()
      CaseFolding.appendSearchText(name, to: &folded)
      let sources = CaseFolding.searchTextSources(name)
      #expect(sources.count == folded.count)
      #expect(sources.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= name.count })
      let lower = folded.map { CaseFolding.lowercasedASCII($0) }
      let isTogether = lower.indices.contains { lower[$0...].starts(with: term.bytes) }
      var matcher = FuzzyMatcher()
      let positions = term.positions(in: folded, &matcher)
      #expect(
        term.isFound(in: folded.span, 0..<folded.count, &matcher) == (positions != nil))
      if isTogether { #expect(positions != nil) }
      guard let positions else { continue }
      #expect(positions.map { lower[$0] } == term.bytes)
      #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 })
      if !isTogether { scattered += 1 }
    }
    #expect(scattered > 25)
  }

  @Test("typing a search letter by letter and taking it back finds the same as asking at once")
  func incremental() {
    var random = SplitMix64(stream: 62)
    let assets = (0..<300).map { Sample.asset(UInt32($0), &random) }
    var catalog = Self.catalog("", assets)
    for search in SlowSearch.texts + ["ab0 1", "'a !b 0$", "ab | 01 | c 3", "!a | b"] {
      let prefixes = search.indices.map { String(search[...$0]) }
      for text in prefixes + prefixes.reversed() + [""] {
        catalog.setQuery(SearchQuery(text))
        #expect(catalog.matching == Self.catalog(text, assets).matching, "\(text)")
      }
    }
  }
}
