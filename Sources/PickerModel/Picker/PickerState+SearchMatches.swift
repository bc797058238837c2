extension PickerState {
  /// The parts of an asset's file name that the search matches, to be shown on its tile: ascending
  /// ranges of the indices of `path.name.bytes`, in whole characters.
  ///
  /// Empty where nothing is searched for, where another field matches, and for an asset that is not
  /// in the library.
  ///
  /// - Complexity: O(n·m) for a name of n and a search of m bytes: for the assets on the screen.
  public func matchRanges(for id: AssetID) -> [Range<Int>] { catalog.matchRanges(for: id) }

  /// The field that the search matches where the name does not: the folder below what all share, the
  /// day as `2024-06-12`, or the camera; nil where names are enough.
  ///
  /// Control characters are still in it: whoever draws it escapes them.
  ///
  /// - Complexity: As of ``matchRanges(for:)``.
  public func searchMatchNote(for id: AssetID) -> String? { catalog.searchMatchNote(for: id) }
}

extension PickerModel {
  /// The parts of an asset's file name that the search matches; see `PickerState.matchRanges`.
  public func matchRanges(for id: AssetID) -> [Range<Int>] { state.matchRanges(for: id) }

  /// The field that the search matches where the name does not; see
  /// `PickerState.searchMatchNote`.
  public func searchMatchNote(for id: AssetID) -> String? { state.searchMatchNote(for: id) }
}
