extension PickerState {
  /// What is handed over, or nil while the picker goes on.
  public var result: PickResult? {
    outcome.map(result(of:))
  }

  /// What would be handed over if the picks were confirmed now, whatever the rules say: for a picker
  /// that ends before the person is done.
  public var unconfirmed: PickResult { result(of: .confirmed(sets.picks)) }

  private func result(of outcome: PickOutcome) -> PickResult {
    var items = [PickedItem]()
    var failures = [PickFailure]()
    if case .confirmed = outcome {
      var position = 0
      for (set, selection) in sets.all.enumerated() {
        for (index, id) in selection.picks.enumerated() {
          position += 1
          guard let asset = catalog[id] else { continue }
          let place = sets.hasNames ? PlaceInSet(set: set, position: index + 1) : nil
          if missing.contains(id) {
            failures.append(
              PickFailure(
                position: position, place: place, path: asset.path.fileName, reason: .vanished,
                asset: asset))
          } else {
            items.append(PickedItem(position: position, place: place, asset: asset))
          }
        }
      }
      failures += pending.paths.map { PickFailure(path: $0, reason: .notInLibrary) }
    }
    return PickResult(
      outcome: outcome, rules: rules, access: access, setNames: sets.names, items: items,
      failures: failures)
  }
}
