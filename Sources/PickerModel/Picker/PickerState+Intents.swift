extension PickerState {
  /// Does what a person wants.
  ///
  /// - Returns: The work that is left to others.
  public mutating func apply(_ intent: Intent) -> [PickerEffect] {
    guard outcome == nil else { return [] }
    notice = nil
    if intent != .cancel, intent != .dismiss { isAskedToLeave = false }
    if let feature = intent.feature, disabled.contains(feature), !isClickInMenu(intent) {
      notice = .turnedOff(feature)
      return [.bell]
    }
    var effects = [PickerEffect]()
    switch mode {
    case .help: effects = applyInHelp(intent)
    case _ where openMenu != nil: effects = applyInMenu(intent)
    default: effects = applyOutsideHelp(intent)
    }
    if notice?.kind == .refused { effects.append(.bell) }
    return effects
  }

  private mutating func applyInHelp(_ intent: Intent) -> [PickerEffect] {
    switch intent {
    case .move(let direction, let count): scrollHelp(direction, count: count)
    case .scroll(let rows): scrollHelp(rows < 0 ? .up : .down, count: Int(rows.magnitude & 0xFF))
    case .toggleHelp, .cancel, .dismiss, .confirm: isHelpVisible = false
    case .quit: outcome = .cancelled
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    default: break
    }
    return []
  }

  private mutating func applyOutsideHelp(_ intent: Intent) -> [PickerEffect] {
    if isPreviewing, !isSearching, applyInPreview(intent) { return [] }
    if isTrayOpen, !isSearching, applyInTray(intent) { return [] }
    switch intent {
    case .move, .goTo, .scroll, .click, .nextPhoto, .previousPhoto: applyMovement(intent)
    case .toggle, .toggleSet, .leaveSets, .markRange, .pickAll, .invert, .clear, .undo, .redo:
      applyPicking(intent)
    case .confirm: confirm()
    case .cancel: cancel()
    case .dismiss: if !widen() { cancel() }
    case .quit: outcome = .cancelled
    case .togglePreview: togglePreview()
    case .toggleTray: toggleTray()
    case .toggleInfo: toggleInfo()
    case .reveal: reveal()
    case .removePick, .movePick, .zoom, .toggleActualSize, .pan: break
    case .toggleHelp:
      isHelpVisible = true
      helpOffset = 0
    case .changeThumbnailSize(let steps): changeThumbnailSize(by: steps)
    case .dismissNotice: break
    case .beginSearch: beginSearch()
    case .editSearch(let edit): editSearch(edit)
    case .endSearch(let keep): endSearch(keep: keep)
    case .setOrder(let order): setOrder(order)
    case .cycleOrder: setOrder(SortOrder(key: order.key.next, isReversed: order.isReversed))
    case .reverseOrder: setOrder(SortOrder(key: order.key, isReversed: !order.isReversed))
    case .setFilter(let filter): setFilter(filter)
    case .setCollection(let collection): setCollection(collection)
    case .stepCollection(let steps): stepCollection(by: steps)
    case .openMenu(let menu): open(menu)
    case .menu: break
    case .retry: return focusedID.map { [.retry($0)] } ?? []
    case .rescan: return [.rescan]
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    }
    return []
  }

  // MARK: - Moving

  private mutating func applyMovement(_ intent: Intent) {
    switch intent {
    case .move(let direction, let count):
      viewport.move(isPreviewing ? Self.photoMove(direction) : direction, count: count)
    case .goTo(let index): viewport.goTo(index)
    case .scroll(let rows):
      if isPreviewing {
        viewport.move(rows < 0 ? .left : .right)
      } else {
        viewport.scroll(rows: rows)
      }
    case .nextPhoto: viewport.move(.right)
    case .previousPhoto: viewport.move(.left)
    case .click(let point, let action): return click(at: point, action)
    default: return
    }
    settleCursor()
  }

  /// In the preview there are no rows: up and down go from photo to photo, too.
  static func photoMove(_ direction: Move) -> Move {
    switch direction {
    case .up, .pageUp, .halfPageUp: .left
    case .down, .pageDown, .halfPageDown: .right
    case .left, .right, .home, .end: direction
    }
  }

  private mutating func click(at point: CellPoint, _ action: ClickAction) {
    guard !isPreviewing, let index = item(at: point) else { return }
    let start = viewport.cursor
    viewport.goTo(index)
    settleCursor()
    switch action {
    case .moveCursor: break
    case .toggle:
      if rangeAnchor == nil { toggleCursor() }
    case .extendRange:
      if rangeAnchor == nil, let anchor = catalog.matching.element(at: start) {
        rangeAnchor = anchor
      }
      applyRange()
    case .openPreview: isPreviewing = true
    }
  }

  /// From now on the cursor stays on its asset, whatever arrives.
  mutating func settleCursor() {
    hasSettledCursor = true
    searchHome = nil
  }

  private mutating func scrollHelp(_ direction: Move, count: Int) {
    let step = min(max(1, count), 255)
    let rows =
      switch direction {
      case .up, .left: -step
      case .down, .right: step
      case .pageUp, .halfPageUp: -10 * step
      case .pageDown, .halfPageDown: 10 * step
      case .home: -10_000
      case .end: 10_000
      }
    helpOffset = min(max(0, helpOffset + rows), 10_000)
  }

  // MARK: - Leaving

  private mutating func confirm() {
    if isSearching { return endSearch(keep: true) }
    if rangeAnchor != nil { return applyRange() }
    guard isReadyToConfirm() else { return }
    if sets.count == 0, rules.minimum <= 1, confirmsAtCursor {
      guard let cursorID else {
        notice = Notice(kind: .refused, text: "There is nothing to pick")
        return
      }
      if missing.contains(cursorID) {
        notice = .refused(.missing)
        return
      }
      changePicks { $0.pick(cursorID) }
    }
    notice = .locked(sets, rules: rules)
    if notice == nil { outcome = .confirmed(sets.picks) }
  }

  private mutating func cancel() {
    if isSearching {
      endSearch(keep: false)
    } else if rangeAnchor != nil {
      rangeAnchor = nil
    } else if isInfoOpen {
      toggleInfo()
    } else if isPreviewing {
      isPreviewing = false
    } else if isTrayOpen {
      closeTray()
    } else {
      leave()
    }
  }

  /// Leaves without picks; when several would be lost that the person made, only when asked twice.
  private mutating func leave() {
    guard !isAskedToLeave, history.canUndo || resumesPicks, sets.count >= 2 else {
      outcome = .cancelled
      return
    }
    isAskedToLeave = true
    notice = Notice(
      kind: .info,
      text: "\(Notice.photos(sets.count)) are picked: once more leaves without them")
  }

  /// Takes back what narrows the grid, one at a time, unless something else is open: the search, the
  /// filter, the folder.
  ///
  /// - Returns: Whether there was something.
  private mutating func widen() -> Bool {
    guard mode == .grid, !isInfoOpen, rangeAnchor == nil else { return false }
    if !searchText.isEmpty {
      clearSearch()
    } else if filter != nil {
      setFilter(nil)
    } else if collection != nil {
      setCollection(nil)
    } else {
      return false
    }
    return true
  }

  // MARK: - Showing

  private mutating func togglePreview() {
    if isSearching { endSearch(keep: true) }
    isPreviewing = !isPreviewing && focusedID != nil
    if isPreviewing, !isTrayOpen { settleCursor() }
  }

  private mutating func changeThumbnailSize(by steps: Int) {
    let size = thumbnailSize.stepped(by: steps)
    guard presentation == .tiles, size != thumbnailSize else { return }
    thumbnailSize = size
    shapeViewport()
  }
}

extension Array {
  /// The element at an index, or nil outside.
  func element(at index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}
