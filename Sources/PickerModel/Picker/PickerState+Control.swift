/// What the caller may change and ask for while a person picks.
extension PickerState {
  /// The rules change while picking: more picks than a new maximum stay, and lock confirming.
  ///
  /// Undo and redo bring back what was, even beyond a maximum that was lowered since; nothing above
  /// the maximum is ever confirmed.
  public mutating func setRules(_ rules: SelectionRules) {
    sets.setRules(rules)
    if !rules.isMultiple { rangeAnchor = nil }
  }

  /// Changes the minimum, the maximum, or both, and says so.
  ///
  /// A single pick becomes a multiple one by any other maximum than 1.
  ///
  /// - Parameters:
  ///   - minimum: The new minimum; nil leaves it.
  ///   - maximum: The new maximum, 0 for none; nil leaves it.
  /// - Throws: What contradicts itself; then nothing has changed.
  public mutating func changeRules(
    minimum: Int?, maximum: Int?
  ) throws(SelectionRulesError) {
    let old = rules
    let newMaximum = maximum.map { $0 == 0 ? nil : $0 } ?? old.maximum
    let rules = try SelectionRules(
      minimum: minimum ?? old.minimum, maximum: newMaximum, atCap: old.atCap,
      isMultiple: old.isMultiple || newMaximum != 1)
    setRules(rules)
    guard rules != old, outcome == nil else { return }
    notice = .changed(rules, from: old, sets.confirmability)
  }

  /// Changes the words at the left of the title line.
  public mutating func setTitle(_ title: String) {
    self.title = title
  }

  /// Says what else is to be picked: what is in the library is picked now, even beyond the maximum;
  /// the rest when it is found.
  ///
  /// They come behind those preselected before, and before a person's own picks; undo does not take
  /// them back.
  public mutating func preselectMore(_ items: [Preselection]) {
    pending.append(items)
    let catalog = catalog
    pickPreselected(in: catalog.all.lazy.compactMap { catalog[$0] })
    let count = pending.paths.count
    if !progress.isScanning, count > 0 {
      notice = Notice(
        kind: .error, text: "\(Notice.photos(count)) preselected, but not in the library")
    }
  }

  /// Confirms the picks for the caller, whatever is open.
  ///
  /// Where nothing is picked, the photo under the cursor is not taken: nobody pointed at it.
  public mutating func confirmFromOutside() {
    guard outcome == nil, isReadyToConfirm() else { return }
    notice = .locked(sets, rules: rules)
    if notice == nil, sets.count == 0, rules.minimum == 0 {
      notice = Notice(kind: .refused, text: "Nothing is picked")
    }
    if notice == nil { outcome = .confirmed(sets.picks) }
  }

  /// Ends the picker without picks for the caller.
  public mutating func cancelFromOutside() {
    if outcome == nil { outcome = .cancelled }
  }

  /// Whether all that is preselected has been found; says so where not.
  mutating func isReadyToConfirm() -> Bool {
    guard progress.isScanning, pending.arrivableCount > 0 else { return true }
    let count = pending.arrivableCount
    notice = Notice(
      kind: .refused, text: "Still looking for \(count) preselected: try again in a moment")
    return false
  }
}

extension Notice {
  /// Says how the rules changed.
  static func changed(
    _ rules: SelectionRules, from old: SelectionRules, _ confirmability: Confirmability
  ) -> Notice {
    var parts = [String]()
    if rules.maximum != old.maximum {
      parts.append(rules.maximum.map { "The maximum is now \($0)" } ?? "There is no maximum now")
    }
    if rules.minimum != old.minimum {
      parts.append((parts.isEmpty ? "The" : "the") + " minimum is now \(rules.minimum)")
    }
    if parts.isEmpty { parts.append("Several photos can be picked now") }
    if case .tooMany(let excess) = confirmability {
      parts[parts.count - 1] += ": unpick \(excess)"
    }
    return Notice(kind: .info, text: parts.joined(separator: ", "))
  }
}
