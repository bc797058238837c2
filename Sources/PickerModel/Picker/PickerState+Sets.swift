extension PickerState {
  /// Puts the item under the cursor, or the range, into a set; what is in it already leaves it.
  ///
  /// - Parameter number: The number of the set, from 1.
  mutating func toggleSet(_ number: Int) {
    guard sets.hasNames else {
      notice = Notice(kind: .refused, text: "There are no sets here")
      return
    }
    let count = sets.names.count
    guard number >= 1, number <= count else {
      notice = Notice(
        kind: .refused, text: count == 1 ? "There is only 1 set" : "There are only \(count) sets")
      return
    }
    if rangeAnchor == nil {
      toggleCursor(in: number - 1)
    } else {
      applyRange(to: number - 1)
    }
    if !isTrayOpen { settleCursor() }
  }

  /// Takes the item under the cursor, or the range, out of whichever set it is in.
  mutating func leaveSets() {
    guard sets.hasNames else {
      notice = Notice(kind: .refused, text: "There are no sets here")
      return
    }
    let ids = rangeAnchor == nil ? focusedID.map { [$0] } : takeRange()
    if !isTrayOpen { settleCursor() }
    guard let ids else { return }
    changeSets { $0.unpickAll(ids) }
  }
}
