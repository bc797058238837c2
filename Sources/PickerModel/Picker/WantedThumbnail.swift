/// A picture that the screen needs, or soon may need.
public struct WantedThumbnail: Hashable, Sendable {
  /// Whose picture.
  public let asset: AssetID
  /// The box in pixels that the picture is to fit into.
  public let target: PixelSize
  /// How urgent it is.
  public let band: Band
  /// The part of the photo that is wanted; nil for all of it.
  public let region: PhotoRegion?

  /// How urgent a picture is.
  public enum Band: UInt8, Hashable, Sendable, CaseIterable, Comparable {
    /// It is on the screen.
    case visible
    /// It is a page further on.
    case next
    /// It is a page back.
    case previous

    /// Orders by urgency, the most urgent first.
    public static func < (left: Band, right: Band) -> Bool { left.rawValue < right.rawValue }
  }

  /// Creates a wish.
  public init(asset: AssetID, target: PixelSize, band: Band, region: PhotoRegion? = nil) {
    self.asset = asset
    self.target = target
    self.band = band
    self.region = region
  }
}

extension PickerState {
  /// The pictures that are wanted, the most urgent first.
  ///
  /// In the grid: the tiles on the screen from the cursor outwards, the next page, the previous
  /// page from its end. In the preview: the photo, the part that is zoomed into, the next, the previous, then the grid's tiles on
  /// the screen, so that leaving shows them at once. In the tray: the picks on the screen and nothing
  /// else. Vanished files are not among them.
  ///
  /// - Parameters:
  ///   - tile: The box for tiles; nil where there are no pictures.
  ///   - preview: The box for the preview; nil where there are no pictures.
  /// - Returns: The wishes, the most urgent first; no asset twice for the same box.
  public func wantedThumbnails(tile: PixelSize?, preview: PixelSize?) -> [WantedThumbnail] {
    let list = isTrayOpen ? traySelection.picks : catalog.matching
    let viewport = isTrayOpen ? trayViewport : viewport
    var wanted = [WantedThumbnail]()
    func want(_ index: Int, _ target: PixelSize?, _ band: WantedThumbnail.Band) {
      guard let target, let id = list.element(at: index), !missing.contains(id) else { return }
      wanted.append(WantedThumbnail(asset: id, target: target, band: band))
    }
    let cursor = viewport.cursor
    if isPreviewing {
      want(cursor, preview, .visible)
      if let window = zoomWindow, preview != nil, let id = focusedID, !missing.contains(id) {
        wanted.append(
          WantedThumbnail(asset: id, target: window.output, band: .visible, region: window.region))
      }
      want(cursor + 1, preview, .next)
      want(cursor - 1, preview, .previous)
    }
    guard presentation == .tiles else { return wanted }
    for index in Self.visibleFromCursor(viewport) {
      want(index, tile, isPreviewing ? .next : .visible)
    }
    guard !isPreviewing, !isTrayOpen else { return wanted }
    for index in viewport.nextPageRange { want(index, tile, .next) }
    for index in viewport.previousPageRange.reversed() { want(index, tile, .previous) }
    return wanted
  }

  private static func visibleFromCursor(_ viewport: Viewport) -> [Int] {
    let columns = viewport.columns
    let (row, column) = (viewport.cursor / columns, viewport.cursor % columns)
    func distance(_ index: Int) -> Int {
      // A row is about twice as far as a column to the eye.
      2 * abs(index / columns - row) + abs(index % columns - column)
    }
    return viewport.visibleRange
      .map { (distance: distance($0), index: $0) }
      .sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
      .map(\.index)
  }
}
