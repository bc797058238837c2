/// The info panel: what is known of the photo under the cursor, beside what the cursor is in.
extension PickerState {
  /// How the content is divided between the panel and the rest; nil while the panel is closed.
  public var infoLayout: InfoLayout? {
    isInfoOpen ? InfoLayout(area: screen.content) : nil
  }

  /// The cells of the grid, the list, the tray or the preview.
  public var mainArea: CellRect { infoLayout?.main ?? screen.content }

  /// Opens or closes the panel; the rest takes another shape.
  mutating func toggleInfo() {
    if isSearching { endSearch(keep: true) }
    isInfoOpen.toggle()
    shapeViewport()
  }
}
