/// What the search looks at: the names of all assets in one piece of memory, and their folders, days
/// and cameras, each of which is looked at once for all of its assets.
///
/// Of a folder only what is below the folder that all assets share counts: else the search for a
/// part of the way to the library would find everything.
///
/// Memory: the bytes of the names and 24 bytes an asset.
struct SearchIndex: Sendable {
  /// Of one asset.
  private struct Record {
    /// Which kinds of bytes its name has.
    var mask: UInt64 = 0
    /// Where its name is in the text.
    var start: UInt32 = 0
    /// The number of its folder.
    var folder: UInt32 = 0
    /// Its day and camera, 0 for none.
    var day: UInt32 = 0
    var camera: UInt16 = 0
    var length: UInt16 = 0
  }

  private var text: [UInt8] = []
  private var records: [Record] = []

  private var folders: [FileName] = []
  private var folderTexts: [[UInt8]] = []
  // The number of leading bytes that all folders share, in whole components.
  private var sharedCount = 0

  private var days: [[UInt8]] = [[]]
  private var dayNumbers: [Int64: UInt32] = [:]
  private var cameras: [[UInt8]] = [[]]
  private var cameraNumbers: [Camera: UInt16] = [:]
  private var lastCamera: (camera: Camera, number: UInt16)?

  /// Creates an empty index.
  init() {}

  // MARK: - Growing

  /// Notes an asset, or its new state.
  ///
  /// - Parameters:
  ///   - asset: The asset.
  ///   - folder: The number of its folder; new ones come in order.
  ///   - hasKnownName: Whether it was noted under this name before.
  /// - Returns: Whether other assets may match now that did not, because what all folders share has
  ///   become less.
  mutating func add(_ asset: Asset, folder: UInt32, hasKnownName: Bool) -> Bool {
    let index = Int(asset.id.rawValue)
    if index >= records.count {
      records.append(contentsOf: repeatElement(Record(), count: index + 1 - records.count))
    }
    var record = records[index]
    if !hasKnownName, let start = UInt32(exactly: text.count) {
      record.start = start
      CaseFolding.appendSearchText(asset.path.name.bytes, to: &text)
      record.length = UInt16(clamping: text.count - Int(start))
      record.mask = SearchMask.mask(of: text[Int(start)...])
    }
    record.folder = folder
    record.day = dayNumber(of: asset)
    record.camera = cameraNumber(of: asset)
    records[index] = record
    return Int(folder) == folders.count && addFolder(asset.path.folder)
  }

  private mutating func addFolder(_ folder: FileName) -> Bool {
    let old = sharedCount
    if let first = folders.first {
      sharedCount = min(sharedCount, Self.sharedCount(first.bytes, folder.bytes))
    } else {
      sharedCount = folder.bytes.count
    }
    folders.append(folder)
    guard sharedCount < old else {
      folderTexts.append(searchText(ofFolder: folder))
      return false
    }
    folderTexts = folders.map { searchText(ofFolder: $0) }
    return true
  }

  /// The number of leading bytes that two paths share, in whole components.
  private static func sharedCount(_ left: [UInt8], _ right: [UInt8]) -> Int {
    let slash = UInt8(ascii: "/")
    var count = 0
    var index = 0
    while index < left.count, index < right.count, left[index] == right[index] {
      index += 1
      if left[index - 1] == slash { count = index }
    }
    let endsLeft = index == left.count || left[index] == slash
    let endsRight = index == right.count || right[index] == slash
    return endsLeft && endsRight ? index : count
  }

  private func ownPart(ofFolder folder: FileName) -> [UInt8] {
    let rest = folder.bytes.dropFirst(sharedCount)
    return Array(rest.first == UInt8(ascii: "/") ? rest.dropFirst() : rest)
  }

  private func searchText(ofFolder folder: FileName) -> [UInt8] {
    var text = [UInt8]()
    CaseFolding.appendSearchText(ownPart(ofFolder: folder), to: &text)
    return text
  }

  private mutating func dayNumber(of asset: Asset) -> UInt32 {
    guard let seconds = asset.creationDate?.localSeconds else { return 0 }
    // Rounded down: 86,400 seconds a day in the camera's own clock.
    let day = seconds / 86_400 - (seconds % 86_400 < 0 ? 1 : 0)
    if let known = dayNumbers[day] { return known }
    let date = CivilDate(localSeconds: seconds)
    guard (1...9_999).contains(date.year) else { return 0 }
    let number = UInt32(days.count)
    days.append(Array(Self.text(of: date).utf8))
    dayNumbers[day] = number
    return number
  }

  private static func text(of day: CivilDate) -> String {
    func padded(_ number: Int, _ count: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    return "\(padded(day.year, 4))-\(padded(day.month, 2))-\(padded(day.day, 2))"
  }

  private mutating func cameraNumber(of asset: Asset) -> UInt16 {
    guard let camera = asset.camera else { return 0 }
    if let lastCamera, lastCamera.camera === camera { return lastCamera.number }
    var number = cameraNumbers[camera] ?? 0
    if number == 0, cameras.count <= UInt16.max {
      number = UInt16(cameras.count)
      var text = [UInt8]()
      CaseFolding.appendSearchText(Array(camera.name.utf8), to: &text)
      cameras.append(text)
      cameraNumbers[camera] = number
    }
    lastCamera = (camera, number)
    return number
  }

  // MARK: - Searching

  /// Those of a list that a query finds, in their order.
  ///
  /// - Complexity: O(n) comparisons of 8 bytes, and one pass over the names that have all bytes of
  ///   the query.
  func matches(_ query: SearchQuery, in ids: [AssetID]) -> [AssetID] {
    guard !query.isEmpty else { return ids }
    var matcher = FuzzyMatcher()
    let plans = query.groups.map { $0.map { plan(for: $0, &matcher) } }
    let text = text.span
    let records = records.span
    var found = [AssetID]()
    for id in ids {
      let index = Int(id.rawValue)
      guard index < records.count else { continue }
      let record = records[index]
      if plans.allSatisfy({ $0.contains { Self.passes($0, record, text, &matcher) } }) {
        found.append(id)
      }
    }
    return found
  }

  /// The handles below a number whose names have a text in them, without regard to case.
  ///
  /// Accents don't count here: what compares names with them has to look again.
  ///
  /// - Parameters:
  ///   - part: ASCII text.
  ///   - count: The number.
  /// - Returns: The handles.
  func names(containing part: String, below count: Int) -> AssetIDSet {
    // The apostrophe: as it is, wherever it is.
    guard let term = SearchTerm("'" + part) else {
      var all = AssetIDSet(capacity: count)
      all.invert()
      return all
    }
    let text = text.span
    let records = records.span
    var matcher = FuzzyMatcher()
    return AssetIDSet(below: count) { index in
      guard index < records.count, term.mask & ~records[index].mask == 0 else { return false }
      let start = Int(records[index].start)
      return term.isFound(in: text, start..<(start + Int(records[index].length)), &matcher)
    }
  }

  /// A term, and which folders, days and cameras it finds.
  private struct Plan {
    let term: SearchTerm
    let folders: [Bool]
    let days: [Bool]
    let cameras: [Bool]
    /// Whether it finds any of them.
    let hasOthers: Bool
  }

  private func plan(for term: SearchTerm, _ matcher: inout FuzzyMatcher) -> Plan {
    func found(_ texts: [[UInt8]], isFuzzy: Bool = true) -> [Bool] {
      texts.map { term.isFound(in: $0.span, 0..<$0.count, isFuzzy: isFuzzy, &matcher) }
    }
    let (folders, cameras) = (found(folderTexts), found(cameras))
    let days = found(days, isFuzzy: false)
    return Plan(
      term: term, folders: folders, days: days, cameras: cameras,
      hasOthers: folders.contains(true) || days.contains(true) || cameras.contains(true))
  }

  @inline(__always)
  private static func passes(
    _ plan: Plan, _ record: Record, _ text: Span<UInt8>, _ matcher: inout FuzzyMatcher
  ) -> Bool {
    if plan.hasOthers,
      plan.folders[Int(record.folder)] || plan.days[Int(record.day)]
        || plan.cameras[Int(record.camera)]
    {
      return !plan.term.isNegated
    }
    guard plan.term.mask & ~record.mask == 0 else { return plan.term.isNegated }
    let start = Int(record.start)
    let range = start..<(start + Int(record.length))
    return plan.term.isFound(in: text, range, &matcher) != plan.term.isNegated
  }

  // MARK: - Showing

  /// The parts of a name that a query matches: ascending ranges of its bytes, apart from each other.
  static func ranges(in bytes: [UInt8], _ query: SearchQuery) -> [Range<Int>] {
    var text = [UInt8]()
    CaseFolding.appendSearchText(bytes, to: &text)
    let sources = CaseFolding.searchTextSources(bytes)
    var matcher = FuzzyMatcher()
    var isMatched = [Bool](repeating: false, count: bytes.count)
    for term in query.terms where !term.isNegated {
      for position in term.positions(in: text, &matcher) ?? [] {
        guard sources.indices.contains(position) else { continue }
        for index in sources[position] { isMatched[index] = true }
      }
    }
    var ranges = [Range<Int>]()
    for index in isMatched.indices where isMatched[index] {
      if let last = ranges.last, last.upperBound == index {
        ranges[ranges.count - 1] = last.lowerBound..<(index + 1)
      } else {
        ranges.append(index..<(index + 1))
      }
    }
    return ranges
  }

  /// What matches where an asset's name does not: its day, camera or folder.
  func note(of asset: Asset, _ query: SearchQuery) -> String? {
    let index = Int(asset.id.rawValue)
    guard records.indices.contains(index) else { return nil }
    let record = records[index]
    var name = [UInt8]()
    CaseFolding.appendSearchText(asset.path.name.bytes, to: &name)
    var matcher = FuzzyMatcher()
    for group in query.groups {
      let terms = group.filter { !$0.isNegated }
      if terms.contains(where: { $0.positions(in: name, &matcher) != nil }) { continue }
      for term in terms {
        let day = days[Int(record.day)]
        if term.positions(in: day, isFuzzy: false, &matcher) != nil {
          return String(decoding: day, as: UTF8.self)
        }
        if term.positions(in: cameras[Int(record.camera)], &matcher) != nil {
          return asset.camera?.name
        }
        if term.positions(in: folderTexts[Int(record.folder)], &matcher) != nil {
          return FileName(bytes: ownPart(ofFolder: asset.path.folder)).displayString
        }
      }
    }
    return nil
  }
}
