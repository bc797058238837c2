extension PickerState {
  // MARK: - Questions

  /// Where the parts of the open menu are; nil while none is open.
  public var menuLayout: MenuLayout? {
    switch openMenu {
    case .filter(let menu):
      MenuLayout(
        area: screen.content, place: .trailing, columns: 58, rowCount: menu.list.itemCount,
        footerRows: 4)
    case .sort(let menu):
      MenuLayout(
        area: screen.content, place: .trailing, columns: 40, rowCount: menu.list.itemCount,
        footerRows: 1)
    case .collections(let menu):
      MenuLayout(
        area: screen.content, place: .leading,
        columns: screen.content.size.columns >= 100 ? 44 : screen.content.size.columns,
        rowCount: menu.list.itemCount, footerRows: 1)
    case .dates:
      MenuLayout(
        area: screen.content, place: .bottom, columns: 58, rowCount: 3, footerRows: 0)
    case nil: nil
    }
  }

  /// The mode of the open menu; nil while none is open.
  var menuMode: PickerMode? {
    switch openMenu {
    case .filter(let menu): menu.prompt == nil ? .filterMenu : .filterText
    case .sort: .sortMenu
    case .collections(let menu): menu.prompt == nil ? .collections : .collectionText
    case .dates: .dateText
    case nil: nil
    }
  }

  // MARK: - Opening

  /// Opens a menu in place of the one that is open; the menu of orders that is open already goes on
  /// to the next order.
  mutating func open(_ menu: Menu) {
    if isSearching { endSearch(keep: true) }
    switch menu {
    case .filter:
      openMenu = .filter(
        FilterMenu(
          filter: filter, universe: filterUniverse, facets: facets, catalog: catalog))
    case .sort:
      if case .sort(var open) = openMenu {
        open.next()
        openMenu = .sort(open)
      } else {
        openMenu = .sort(SortMenu(present: order))
      }
    case .collections: openMenu = .collections(CollectionList(folders, present: collection))
    case .dates: openMenu = .dates(TextPrompt())
    }
    shapeMenu()
  }

  /// Gives the open menu the rows that the screen has room for.
  mutating func shapeMenu() {
    guard let layout = menuLayout else { return }
    changeList { $0.resize(columns: 1, visibleRows: layout.list.size.rows) }
  }

  /// The library has changed under the open menu.
  mutating func updateMenu() {
    switch openMenu {
    case .filter(var menu):
      // A scan brings thousands of batches: the numbers follow when they have grown by a sixteenth.
      guard !progress.isScanning || totalCount >= menu.libraryCount + menu.libraryCount / 16 else {
        return
      }
      menu.update(universe: filterUniverse, facets: facets, catalog: catalog)
      openMenu = .filter(menu)
    case .collections(var menu):
      menu.update(folders)
      openMenu = .collections(menu)
    case .sort, .dates, nil: return
    }
    shapeMenu()
  }

  // MARK: - Intents

  /// Applies an intent to the open menu; what has no meaning there does nothing.
  mutating func applyInMenu(_ intent: Intent) -> [PickerEffect] {
    switch intent {
    case .move(.left, let count): step(by: -max(1, min(count, 1_000)))
    case .move(.right, let count): step(by: max(1, min(count, 1_000)))
    case .move(let direction, let count): changeList { $0.move(direction, count: count) }
    case .goTo(let index): changeList { $0.goTo(index) }
    case .scroll(let rows): changeList { $0.scroll(rows: rows) }
    case .toggle: step(by: 1)
    case .click(let point, let action): clickMenu(at: point, action)
    case .openMenu(let menu): open(menu)
    case .beginSearch: apply(.beginEditing)
    case .menu(let action): apply(action)
    case .confirm: confirmMenu()
    case .cancel, .dismiss: leaveMenu()
    case .toggleHelp:
      isHelpVisible = true
      helpOffset = 0
    case .quit: outcome = .cancelled
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    default: break
    }
    return []
  }

  /// Whether a click means the row of a menu, and so nothing that can be turned off.
  func isClickInMenu(_ intent: Intent) -> Bool {
    if case .click = intent { openMenu != nil } else { false }
  }

  private mutating func apply(_ action: MenuAction) {
    switch (action, openMenu) {
    case (.step(let steps), _): step(by: min(max(-1_000, steps), 1_000))
    case (.clear, .filter(var menu)) where menu.prompt == nil:
      menu.clear()
      openMenu = .filter(menu)
    case (.beginEditing, .filter(var menu)) where menu.prompt == nil:
      if !menu.beginEditing() {
        notice = Notice(kind: .refused, text: "This filter is too long to edit here")
      }
      openMenu = .filter(menu)
    case (.edit(let edit), .filter(var menu)):
      menu.prompt?.apply(edit)
      openMenu = .filter(menu)
    case (.beginEditing, .collections(var menu)) where menu.prompt == nil:
      menu.beginEditing()
      openMenu = .collections(menu)
    case (.edit(let edit), .collections(var menu)) where menu.prompt != nil:
      menu.edit(edit)
      openMenu = .collections(menu)
    case (.chooseAlone, .collections(let menu)): choose(menu, alone: true)
    case (.edit(let edit), .dates(var prompt)):
      prompt.apply(edit)
      openMenu = .dates(prompt)
    default: break
    }
    shapeMenu()
  }

  /// Changes the row under the cursor.
  private mutating func step(by steps: Int) {
    switch openMenu {
    case .filter(var menu) where menu.prompt == nil:
      menu.step(by: steps)
      openMenu = .filter(menu)
      shapeMenu()
    case .sort(var menu):
      if !steps.isMultiple(of: 2) { menu.reverse() }
      openMenu = .sort(menu)
    default: break
    }
  }

  private mutating func clickMenu(at point: CellPoint, _ action: ClickAction) {
    guard let slot = menuLayout?.slot(at: point), let list = menuList else { return }
    let index = list.firstRow + slot
    guard list.visibleRange.contains(index) else { return }
    let wasThere = list.cursor == index
    changeList { $0.goTo(index) }
    switch openMenu {
    case .filter: step(by: 1)
    case .sort:
      if action == .openPreview { confirmMenu() } else if wasThere { step(by: 1) }
    case .collections: if action == .openPreview { confirmMenu() }
    case .dates, nil: break
    }
  }

  /// Does what was chosen, and closes the menu; a prompt in it first.
  private mutating func confirmMenu() {
    switch openMenu {
    case .filter(var menu):
      guard menu.prompt == nil else {
        menu.endEditing(catalog)
        openMenu = .filter(menu)
        return shapeMenu()
      }
      openMenu = nil
      setFilter(menu.filter)
    case .sort(let menu):
      openMenu = nil
      setOrder(menu.chosen)
    case .collections(let menu): choose(menu, alone: false)
    case .dates(var prompt):
      do {
        let entry = try DateEntry(prompt.field.text, today: today)
        openMenu = nil
        jump(to: entry)
      } catch {
        prompt.problem = TextPrompt.Problem(message: error.message, offset: error.offset)
        openMenu = .dates(prompt)
      }
    case nil: break
    }
  }

  /// Shows the folder under the cursor.
  private mutating func choose(_ menu: CollectionList, alone: Bool) {
    guard let row = menu.row(at: menu.list.cursor) else {
      notice = Notice(kind: .refused, text: "No folder matches")
      return
    }
    openMenu = nil
    setCollection(row.folder.map { FolderCollection(folder: $0, includesSubfolders: !alone) })
  }

  /// Closes the menu, or the prompt in it, and leaves everything as it was.
  private mutating func leaveMenu() {
    switch openMenu {
    case .filter(var menu) where menu.prompt != nil:
      menu.prompt = nil
      openMenu = .filter(menu)
    case .collections(var menu) where menu.prompt != nil:
      menu.endEditing()
      openMenu = .collections(menu)
    default: openMenu = nil
    }
  }

  // MARK: -

  /// The list of the open menu.
  private var menuList: Viewport? {
    switch openMenu {
    case .filter(let menu): menu.list
    case .sort(let menu): menu.list
    case .collections(let menu): menu.list
    case .dates, nil: nil
    }
  }

  private mutating func changeList(_ change: (inout Viewport) -> Void) {
    switch openMenu {
    case .filter(var menu) where menu.prompt == nil:
      change(&menu.list)
      openMenu = .filter(menu)
    case .filter(var menu):
      // The prompt is open: rows stay where they are, but keep to the screen.
      let cursor = menu.list.cursor
      change(&menu.list)
      menu.list.goTo(cursor)
      openMenu = .filter(menu)
    case .sort(var menu):
      change(&menu.list)
      openMenu = .sort(menu)
    case .collections(var menu):
      change(&menu.list)
      openMenu = .collections(menu)
    case .dates, nil: break
    }
  }

  /// The assets that there are without the person's own filter, in order.
  private var filterUniverse: [AssetID] {
    guard filter != nil else { return catalog.matching }
    var wider = catalog
    let terms = [baseFilter, collection?.filter].compactMap { $0 }
    wider.setFilter(terms.count >= 2 ? .all(of: terms) : terms.first)
    return wider.matching
  }
}
