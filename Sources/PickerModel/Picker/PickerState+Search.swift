extension PickerState {
  /// Opens the prompt.
  mutating func beginSearch() {
    guard !isSearching else { return }
    closeTray()
    isSearching = true
    searchBefore = searchField.text
    // A new search is more likely than a change of the old one.
    searchField = TextField(searchField.text, isSelected: true)
    searchHome = cursorID
  }

  /// Edits the text, and narrows the grid at once.
  mutating func editSearch(_ edit: TextEdit) {
    guard isSearching else { return }
    let before = searchField.text
    searchField.apply(edit)
    if searchField.text != before { narrow() }
  }

  /// Closes the prompt.
  mutating func endSearch(keep: Bool) {
    guard isSearching else { return }
    isSearching = false
    if !keep, searchField.text != searchBefore {
      searchField = TextField(searchBefore)
      narrow()
    }
    searchHome = nil
  }

  /// Searches for nothing any more.
  mutating func clearSearch() {
    searchField = TextField()
    narrow()
  }

  /// Orders by something else; the cursor stays on its asset.
  mutating func setOrder(_ order: SortOrder) {
    keepingCursor { $0.setOrder(order) }
  }

  /// Shows what passes another filter and the caller's; picks stay.
  mutating func setFilter(_ filter: AssetFilter?) {
    guard filter != self.filter else { return }
    self.filter = filter
    applyFilters()
  }

  /// Shows what the caller, the collection and the person's filter leave; the cursor stays on its
  /// asset, or near to where it was.
  mutating func applyFilters() {
    let effective = effectiveFilter
    keepingCursor { $0.setFilter(effective) }
  }

  /// What assets must pass to be shown.
  var effectiveFilter: AssetFilter? {
    let terms = [baseFilter, collection?.filter, filter].compactMap { $0 }
    return terms.count >= 2 ? .all(of: terms) : terms.first
  }

  private mutating func narrow() {
    let query = SearchQuery(searchField.text)
    guard query != catalog.query else { return }
    keepingCursor { $0.setQuery(query) }
  }
}
