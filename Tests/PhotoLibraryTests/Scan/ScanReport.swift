import PickerModel
import TestSupport

@testable import PhotoLibrary

/// All that a scan reported.
struct ScanReport {
  var batches: [[Asset]] = []
  var updated: [Asset] = []
  var removed: [AssetID] = []
  var problems: [FileError] = []
  var rootProblems: [FileError] = []
  var tally = ScanTally()
  /// What the library is after all events, by handle.
  var library: [AssetID: Asset] = [:]

  /// Scans to the end.
  init(
    _ request: ScanRequest, door: PhotoDoor = PhotoDoor(), pace: ScanPace = ScanPace(),
    index: MetadataIndex? = nil
  ) async {
    for asset in request.known { library[asset.id] = asset }
    for await event in LibraryScanner(door: door, index: index, pace: pace).scan(request) {
      switch event {
      case .batch(let assets):
        batches.append(assets)
        for asset in assets { library[asset.id] = asset }
      case .updated(let assets):
        updated += assets
        for asset in assets { library[asset.id] = asset }
      case .removed(let ids):
        removed += ids
        for id in ids { library[id] = nil }
      case .problem(let error): problems.append(error)
      case .rootProblem(let error): rootProblems.append(error)
      case .progress: break
      case .finished(let tally): self.tally = tally
      }
    }
  }

  /// The new assets in the order in which they came.
  var assets: [Asset] { batches.flatMap { $0 } }

  /// The library as text: `name[kinds] role:name …`, sorted.
  var text: [String] { library.values.map(Self.text).sorted() }

  /// One asset as text.
  static func text(_ asset: Asset) -> String {
    var text = asset.path.name.displayString
    for resource in asset.otherResources where resource.path != asset.path {
      text += " \(resource.role.name):\(resource.path.name.displayString)"
    }
    return text
  }
}
