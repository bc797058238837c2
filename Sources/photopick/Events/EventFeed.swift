internal import Dispatch
import PickerModel

/// Tells the consumer of `--continuous` how the picks change.
///
/// At most one bundle of events is on its way. What happens meanwhile is told afterwards as the
/// difference to what was told, so memory stays bounded however slowly somebody reads.
@MainActor
final class EventFeed {
  /// Called once when nobody reads any more.
  var onReaderGone: (@MainActor () -> Void)?

  private let model: PickerModel
  private let writer: EventWriter
  private var told: SelectionSets
  // What was told of each pick: it may have left the library when it is to be taken back.
  private var assets: [AssetID: Asset] = [:]
  private var isBusy = false
  private var isGone = false
  private var whenIdle: (@MainActor () -> Void)?

  /// How long the end of a cancelled picker waits for a consumer that does not read.
  static let patience = DispatchTimeInterval.seconds(1)

  /// Creates a feed that has told nothing.
  init(model: PickerModel, writer: EventWriter) {
    self.model = model
    self.writer = writer
    told = SelectionSets(rules: model.rules, names: model.sets.names)
  }

  /// Tells what has changed, now or as soon as the last bundle is written.
  ///
  /// - Complexity: O(1) where nothing has changed, else O(n log n) for n picks.
  func picksMayHaveChanged() {
    guard !isBusy, !isGone else { return }
    let events = difference()
    guard !events.isEmpty else { return }
    isBusy = true
    writer.write(events) { [weak self] isWritten in self?.finished(isWritten) }
  }

  /// Tells what has changed and how it ended, and waits until that is written.
  ///
  /// - Parameter last: The last event; with ``PickEvent/cancelled`` a consumer that does not read is
  ///   waited for only a moment.
  /// - Returns: Whether it is written.
  func finish(_ last: PickEvent) async -> Bool {
    await withCheckedContinuation { continuation in
      var answer: CheckedContinuation<Bool, Never>? = continuation
      func resume(_ isWritten: Bool) {
        answer?.resume(returning: isWritten)
        answer = nil
      }
      whenIdle = { [weak self] in
        guard let self, !self.isGone else { return resume(false) }
        self.writer.write(self.difference() + [last]) { resume($0) }
      }
      if case .cancelled = last {
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.patience) {
          MainActor.assumeIsolated { resume(false) }
        }
      }
      if !isBusy { idle() }
    }
  }

  private func finished(_ isWritten: Bool) {
    isBusy = false
    if !isWritten, !isGone {
      isGone = true
      onReaderGone?()
    }
    if whenIdle != nil { idle() } else { picksMayHaveChanged() }
  }

  private func idle() {
    let work = whenIdle
    whenIdle = nil
    work?()
  }

  /// The events from what was told to what is.
  private func difference() -> [PickEvent] {
    let sets = model.sets
    guard sets.snapshot != told.snapshot else { return [] }
    let steps = sets.events(since: told)
    told = sets
    let events = steps.compactMap { event($0, sets.names) }
    if assets.count > 2 * sets.count + 64 { assets = assets.filter { sets.contains($0.key) } }
    return events
  }

  private func event(_ step: SetEvent, _ names: [String]) -> PickEvent? {
    let set = names.isEmpty ? nil : names[step.set]
    switch step.event {
    case .added(let id, let position):
      guard let asset = model.asset(id) else { return nil }
      assets[id] = asset
      return .added(asset, position: position, set: set)
    case .removed(let id, let position):
      return assets[id].map { .removed($0, position: position, set: set) }
    case .moved(let id, let from, let to):
      return assets[id].map { .moved($0, from: from, to: to, set: set) }
    }
  }
}
