extension PickerState {
  /// The characters of an asset's name that the search found, from 0 in the name for people
  /// (``FileName/displayString``); none without a search.
  ///
  /// - Complexity: O(n · m) in the lengths of name and search: for what is on the screen.
  public func foundRanges(in asset: Asset) -> [Range<Int>] {
    if catalog.query.isEmpty { return [] }
    let name = asset.path.name.displayString
    let found = SearchIndex.ranges(in: Array(name.utf8), catalog.query)
    if found.isEmpty { return [] }
    // The byte that each character begins at.
    var starts = [0]
    for character in name { starts.append((starts.last ?? 0) + character.utf8.count) }
    return found.compactMap { range in
      guard let first = starts.lastIndex(where: { $0 <= range.lowerBound }),
        let end = starts.firstIndex(where: { $0 >= range.upperBound })
      else { return nil }
      return first..<end
    }
  }
}
