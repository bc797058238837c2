extension PickerState {
  /// Applies an intent that changes picks.
  mutating func applyPicking(_ intent: Intent) {
    switch intent {
    case .toggle:
      if rangeAnchor == nil { toggleCursor() } else { applyRange() }
      settleCursor()
    case .markRange: markRange()
    case .pickAll:
      rangeAnchor = nil
      let ids = missing.isEmpty ? matching : matching.filter { !missing.contains($0) }
      changePicks { $0.pickAll(ids) }
    case .invert:
      rangeAnchor = nil
      let ids =
        missing.isEmpty
        ? matching : matching.filter { !missing.contains($0) || selection.contains($0) }
      changePicks { $0.invert(over: ids) }
    case .clear:
      rangeAnchor = nil
      changePicks { $0.clear() }
    case .undo: undo()
    case .redo: redo()
    default: break
    }
  }

  /// Picks or unpicks the item under the cursor.
  mutating func toggleCursor() {
    guard let id = cursorID else { return }
    if missing.contains(id), !selection.contains(id) {
      notice = .refused(.missing)
      return
    }
    changePicks { $0.toggle(id) }
  }

  /// Picks the range from its anchor to the cursor, and ends it; a range of picked ones only is
  /// unpicked.
  mutating func applyRange() {
    guard let anchor = rangeAnchor, let range else {
      rangeAnchor = nil
      return
    }
    rangeAnchor = nil
    var ids = Array(matching[range])
    if ids.first != anchor { ids.reverse() }
    if ids.allSatisfy({ selection.contains($0) }) {
      changePicks { $0.unpickAll(ids) }
    } else {
      ids.removeAll { missing.contains($0) }
      changePicks { $0.pickAll(ids) }
    }
  }

  /// Changes the picks, remembers what they were, and says what can't be seen.
  mutating func changePicks(_ change: (inout Selection) -> SelectionOutcome) {
    let before = selection.picks
    switch change(&selection) {
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
    guard let picks = history.undo(from: selection.picks) else {
      notice = Notice(kind: .info, text: "Nothing to undo")
      return
    }
    restore(picks)
  }

  private mutating func redo() {
    rangeAnchor = nil
    guard let picks = history.redo(from: selection.picks) else {
      notice = Notice(kind: .info, text: "Nothing to redo")
      return
    }
    restore(picks)
  }

  /// Takes picks of an earlier time: what left the library since then can't come back.
  private mutating func restore(_ picks: [AssetID]) {
    let present = picks.filter { catalog.contains($0) }
    selection.replaceAll(with: present)
    let gone = picks.count - present.count
    if gone > 0 {
      notice = Notice(
        kind: .info, text: Notice.photos(gone) + (gone == 1 ? " is" : " are") + " no longer there")
    }
  }
}
