extension PickerState {
  /// The characters of an asset's name that the search found, from 0 in the name for people
  /// (``FileName/displayString``); none without a search.
  ///
  /// - Complexity: O(n · m) in the lengths of name and search: for what is on the screen.
  public func foundRanges(in asset: Asset) -> [Range<Int>] {
    let words = catalog.query.words
    if words.isEmpty { return [] }
    var text = [UInt8]()
    // The character that each byte of the folded text comes from.
    var owners = [Int]()
    for (index, character) in asset.path.name.displayString.enumerated() {
      CaseFolding.appendSearchText(Array(String(character).utf8), to: &text)
      while owners.count < text.count { owners.append(index) }
    }
    var ranges = [Range<Int>]()
    for word in words where !word.isEmpty && word.count <= text.count {
      var start = 0
      while start + word.count <= text.count {
        if text[start..<(start + word.count)].elementsEqual(word) {
          ranges.append(owners[start]..<(owners[start + word.count - 1] + 1))
          start += word.count
        } else {
          start += 1
        }
      }
    }
    return ranges
  }
}
