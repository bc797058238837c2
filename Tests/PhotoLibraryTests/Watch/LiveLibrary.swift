import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

/// A library as a front end keeps it: scanned once, then looked at wherever something happens.
final class LiveLibrary {
  /// What is in the library now.
  private(set) var assets: [AssetID: Asset] = [:]
  /// The problems that scans reported.
  private(set) var problems: [FileError] = []
  /// What the watcher told besides changes.
  private(set) var news: [FolderWatcher.News] = []
  /// How often it was looked again.
  private(set) var lookCount = 0
  /// The assets that were reported as new or changed by the last look.
  private(set) var lastUpdates: [Asset] = []

  let watcher: FolderWatcher
  private let request: ScanRequest
  private let scanner = LibraryScanner()
  private var nextID: UInt32 = 0
  private var iterator: AsyncStream<FolderWatcher.News>.Iterator

  /// Watches a library that was not scanned yet.
  init(_ request: ScanRequest, limits: FolderWatcher.Limits = FolderWatcher.Limits()) {
    watcher = FolderWatcher(for: request, limits: limits)
    iterator = watcher.news.makeAsyncIterator()
    var request = request
    request.watcher = watcher
    self.request = request
  }

  /// The names in the library, in byte order, below a folder.
  func names(below folder: TemporaryFolder) -> [String] {
    assets.values.map { String($0.path.fileName.displayString.dropFirst(folder.text.count + 1)) }
      .sorted()
  }

  /// The asset at a path.
  func asset(_ path: FileName) -> Asset? {
    assets.values.first { $0.path.fileName == path }
  }

  /// The first scan.
  func scan() async { await take(scanner.scan(request)) }

  /// Takes news until something holds.
  func until(_ holds: (LiveLibrary) -> Bool) async {
    while !holds(self), let next = await iterator.next(isolation: #isolation) {
      if case .changed = next { await look() } else { news.append(next) }
    }
  }

  /// Looks where something has changed.
  private func look() async {
    let (known, firstID, request, watcher) = (Array(assets.values), nextID, request, watcher)
    lookCount += 1
    lastUpdates = []
    await take(
      scanner.scan {
        request.rescan(of: watcher.take(), in: known, missing: [], firstID: firstID)
      })
    watcher.lookEnded()
  }

  private func take(_ events: AsyncStream<ScanEvent>) async {
    for await event in events {
      switch event {
      case .batch(let batch), .updated(let batch):
        for asset in batch {
          assets[asset.id] = asset
          nextID = max(nextID, asset.id.rawValue + 1)
        }
        lastUpdates += batch
      case .removed(let ids): for id in ids { assets[id] = nil }
      case .problem(let error), .rootProblem(let error): problems.append(error)
      case .progress, .finished: break
      }
    }
  }
}
