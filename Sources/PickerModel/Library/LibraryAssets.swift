/// The assets of a library in their order, one after the other without a list of them all.
///
/// For whoever goes through a large library off the main actor: a copy of the state is cheap, a list of
/// a million assets is not.
public struct LibraryAssets: Sequence, Sendable {
  private let catalog: AssetCatalog

  /// The assets of a catalogue.
  init(_ catalog: AssetCatalog) {
    self.catalog = catalog
  }

  /// Starts at the first asset.
  public func makeIterator() -> Iterator { Iterator(catalog) }

  /// Goes through the assets.
  public struct Iterator: IteratorProtocol {
    private let catalog: AssetCatalog
    private var index = 0

    /// Starts at the first asset of a catalogue.
    init(_ catalog: AssetCatalog) {
      self.catalog = catalog
    }

    /// The next asset, or nil behind the last.
    public mutating func next() -> Asset? {
      let all = catalog.all
      while index < all.count {
        defer { index += 1 }
        if let asset = catalog[all[index]] { return asset }
      }
      return nil
    }
  }
}

extension PickerState {
  /// Every asset of the library, in order, without a list of them.
  public var libraryAssets: LibraryAssets { LibraryAssets(catalog) }
}
