/// What the filter menu needs of one asset, in 16 bytes.
struct FacetRecord: Sendable {
  /// One bit for each of ``FixedFacet/all`` that the asset passes.
  var bits: UInt64 = 0
  /// Its camera in ``FacetTable/cameras``; 0 for none.
  var camera: UInt16 = 0
  /// Its month in ``FacetTable/months``; 0 for none.
  var month: UInt16 = 0
}

/// What the filter menu needs of every asset: with it the numbers of all rows are counted in one
/// pass over 16 bytes an asset.
///
/// It is kept while the library grows, so that the menu opens at once. What was removed stays in
/// it: who counts says which assets count.
struct FacetTable: Sendable {
  /// The records by handle.
  private(set) var records: [FacetRecord] = []
  /// The names of the cameras that occur, from index 1 on.
  private(set) var cameras: [String] = [""]
  /// The months that occur as `12 * year + month - 1`, from index 1 on.
  private(set) var months: [Int] = [0]

  /// For each camera the ones that its name finds: itself, and those in whose names it stands
  /// (`EOS R` finds `EOS R5`).
  private(set) var camerasFound: [[Int]] = [[]]

  private var cameraIndices: [String: UInt16] = [:]
  private var cameraKeys: [[UInt8]] = [[]]
  private var monthIndices: [Int: UInt16] = [:]
  // Photos come in runs of one camera.
  private var lastCamera: Camera?
  private var lastCameraIndex: UInt16 = 0

  /// The most cameras that get a row; a library has tens of them.
  static let cameraLimit = 300
  /// The most months that get a row: two centuries.
  static let monthLimit = 2_400

  /// Creates an empty table.
  init() {}

  /// Notes assets, or their new state.
  ///
  /// - Complexity: O(n).
  mutating func insert(_ batch: [Asset]) {
    for asset in batch {
      let index = Int(asset.id.rawValue)
      if index >= records.count {
        records.append(
          contentsOf: repeatElement(FacetRecord(), count: index + 1 - records.count))
      }
      records[index] = FacetRecord(
        bits: Self.bits(of: asset), camera: cameraIndex(of: asset), month: monthIndex(of: asset))
    }
  }

  /// The record of an asset; an empty one for a handle that was never noted.
  func record(of id: AssetID) -> FacetRecord {
    records.element(at: Int(id.rawValue)) ?? FacetRecord()
  }

  // MARK: -

  private static func bits(of asset: Asset) -> UInt64 {
    var bits: UInt64 = 0
    for (index, facet) in FixedFacet.all.enumerated() where facet.filter.matches(asset) {
      bits |= 1 << UInt64(index)
    }
    return bits
  }

  /// Cameras whose names differ by case alone are one row, because one pattern finds them all.
  private mutating func cameraIndex(of asset: Asset) -> UInt16 {
    guard let camera = asset.camera else { return 0 }
    if let lastCamera, lastCamera === camera { return lastCameraIndex }
    let name = camera.name
    var index: UInt16 = 0
    if !name.isEmpty {
      let key = name.lowercased()
      if let known = cameraIndices[key] {
        index = known
      } else if cameras.count <= Self.cameraLimit {
        index = UInt16(cameras.count)
        cameraIndices[key] = index
        append(name, key: Array(key.utf8))
      }
    }
    lastCamera = camera
    lastCameraIndex = index
    return index
  }

  private mutating func append(_ name: String, key: [UInt8]) {
    let own = cameras.count
    cameras.append(name)
    camerasFound.append([own])
    for other in 1..<max(1, own) {
      if Self.contains(key, cameraKeys[other]) { camerasFound[other].append(own) }
      if Self.contains(cameraKeys[other], key) { camerasFound[own].append(other) }
    }
    cameraKeys.append(key)
  }

  private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    guard !part.isEmpty, part.count <= text.count else { return false }
    return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
  }

  private mutating func monthIndex(of asset: Asset) -> UInt16 {
    guard let date = asset.creationDate else { return 0 }
    let day = CivilDate(localSeconds: date.localSeconds)
    guard (1...9_999).contains(day.year) else { return 0 }
    let month = 12 * day.year + day.month - 1
    if let known = monthIndices[month] { return known }
    guard months.count <= Self.monthLimit else { return 0 }
    let index = UInt16(months.count)
    months.append(month)
    monthIndices[month] = index
    return index
  }
}
