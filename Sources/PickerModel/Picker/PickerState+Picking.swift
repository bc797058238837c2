extension PickerState {
  /// Applies an intent that changes picks.
  mutating func applyPicking(_ intent: Intent) {
    switch intent {
    case .toggle:
      if rangeAnchor == nil { toggleCursor() } else { applyRange() }
      settleCursor()
    case .toggleSet(let number): toggleSet(number)
    case .leaveSets: leaveSets()
    case .markRange: markRange()
    case .pickAll:
      rangeAnchor = nil
      let ids = pickableForAll { !missing.contains($0) }
      changePicks { $0.pickAll(ids) }
    case .invert:
      rangeAnchor = nil
      let ids = pickableForAll { !missing.contains($0) || selection.contains($0) }
      changePicks { $0.invert(over: ids) }
    case .clear:
      rangeAnchor = nil
      changePicks { $0.clear() }
    case .undo: undo()
    case .redo: redo()
    default: break
    }
  }

  /// What matches and may be picked along with everything: not what is in another set.
  private func pickableForAll(_ isPresent: (AssetID) -> Bool) -> [AssetID] {
    if missing.isEmpty, !sets.hasNames { return matching }
    return matching.filter { isPresent($0) && (sets.index(of: $0) ?? 0) == 0 }
  }

  /// Picks or unpicks the item under the cursor.
  ///
  /// - Parameter set: The index of the set.
  mutating func toggleCursor(in set: Int = 0) {
    guard let id = focusedID else { return }
    if missing.contains(id), !isPicked(id) {
      notice = .refused(.missing)
      return
    }
    changePicks(in: set) { $0.toggle(id) }
  }

  /// Picks the range from its anchor to the cursor, and ends it; a range of picked ones only is
  /// unpicked.
  ///
  /// - Parameter set: The index of the set.
  mutating func applyRange(to set: Int = 0) {
    guard var ids = takeRange() else { return }
    let selection = sets.all[set]
    if ids.allSatisfy({ selection.contains($0) }) {
      changePicks(in: set) { $0.unpickAll(ids) }
    } else {
      ids.removeAll { missing.contains($0) }
      changePicks(in: set) { $0.pickAll(ids) }
    }
  }

  /// Ends the range.
  ///
  /// - Returns: Its items from the anchor to the cursor, or nil where there is none.
  mutating func takeRange() -> [AssetID]? {
    defer { rangeAnchor = nil }
    guard let anchor = rangeAnchor, let range else { return nil }
    let ids = Array(matching[range])
    return ids.first == anchor ? ids : ids.reversed()
  }

  /// Changes the picks, remembers what they were, and says what can't be seen.
  ///
  /// - Parameters:
  ///   - set: The index of the set; what it gains leaves the others.
  ///   - change: The change.
  mutating func changePicks(
    in set: Int = 0, _ change: (inout Selection) -> SelectionOutcome
  ) {
    changeSets { $0.change(set, change) }
  }

  /// Changes the picks of any set, remembers what they were, and says what can't be seen.
  mutating func changeSets(_ change: (inout SelectionSets) -> SelectionOutcome) {
    let before = sets.snapshot
    switch change(&sets) {
    case .changed(let summary):
      history.record(before)
      notice = .changed(summary, maximum: rules.maximum)
    case .unchanged: break
    case .refused(let refusal): notice = .refused(refusal)
    }
  }

  // MARK: -

  private mutating func markRange() {
    if rangeAnchor != nil { return applyRange() }
    guard rules.isMultiple else {
      notice = .refused(.singleOnly)
      return
    }
    rangeAnchor = cursorID
    settleCursor()
  }

  private mutating func undo() {
    rangeAnchor = nil
    guard let picks = history.undo(from: sets.snapshot) else {
      notice = Notice(kind: .info, text: "Nothing to undo")
      return
    }
    restore(picks)
  }

  private mutating func redo() {
    rangeAnchor = nil
    guard let picks = history.redo(from: sets.snapshot) else {
      notice = Notice(kind: .info, text: "Nothing to redo")
      return
    }
    restore(picks)
  }

  /// Takes picks of an earlier time: what left the library since then can't come back.
  ///
  /// They come back even beyond a maximum that was lowered since then; confirming is locked until
  /// they are within it.
  private mutating func restore(_ picks: PickSnapshot) {
    let present = picks.map { list in list.filter { catalog.contains($0) } }
    sets.replaceAll(with: present)
    let gone = zip(picks, present).reduce(0) { $0 + $1.0.count - $1.1.count }
    if gone > 0 {
      notice = Notice(
        kind: .info, text: Notice.photos(gone) + (gone == 1 ? " is" : " are") + " no longer there")
    }
  }
}
