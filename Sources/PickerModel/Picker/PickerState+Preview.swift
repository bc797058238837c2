/// The preview: one photo alone, whole or zoomed into.
extension PickerState {
  /// The box in pixels of the preview's picture; nil where there are no pictures.
  public var previewBox: PixelSize? { pixels(of: previewLayout.picture.size) }

  /// What the preview shows of the photo; nil where it shows all of it.
  public var zoomWindow: ZoomWindow? {
    guard isPreviewing, zoom.percent != nil, let box = previewBox, let photo = zoomablePhoto else {
      return nil
    }
    return zoom.window(of: photo, in: box)
  }

  /// The size in pixels of a rectangle of cells; nil where there are no pictures or no cells.
  func pixels(of cells: CellSize) -> PixelSize? {
    let size = PixelSize(
      width: cells.columns * cellPixels.width, height: cells.rows * cellPixels.height)
    return size.width > 0 && size.height > 0 ? size : nil
  }

  /// Does what an intent means in the preview.
  ///
  /// - Returns: Whether it means something else there than outside.
  mutating func applyInPreview(_ intent: Intent) -> Bool {
    switch intent {
    case .zoom(let steps): stepZoom(by: steps)
    case .toggleActualSize: toggleActualSize()
    case .pan(let direction): pan(direction, share: 0.75)
    case .move(let direction, let count):
      guard zoomWindow != nil, Self.offset(of: direction) != nil else { return false }
      pan(direction, share: 0.25 * Double(max(1, count)))
    case .scroll(let rows):
      guard zoomWindow != nil else { return false }
      pan(rows < 0 ? .up : .down, share: 0.1 * Double(max(1, min(rows.magnitude, 100))))
    case .click(let point, .openPreview): toggleActualSize(at: point)
    case .click: break
    default: return false
    }
    return true
  }

  // MARK: -

  /// The size of the photo that is shown; nil where it is not known, or there is no picture of it.
  private var zoomablePhoto: PixelSize? {
    guard let id = focusedID, let asset = catalog[id], asset.mediaType == .image,
      let size = asset.pixelSize, PreviewZoom.canZoom(size)
    else { return nil }
    return size
  }

  /// The photo and the box to zoom in; says why where there is none.
  private mutating func zoomGround() -> (photo: PixelSize, box: PixelSize)? {
    guard let box = previewBox else {
      notice = Notice(kind: .info, text: "There are no pictures to zoom into")
      return nil
    }
    guard let photo = zoomablePhoto else {
      notice = Notice(kind: .info, text: "This one can't be zoomed into")
      return nil
    }
    return (photo, box)
  }

  private mutating func stepZoom(by steps: Int) {
    guard let (photo, box) = zoomGround() else { return }
    guard !zoom.step(by: steps, of: photo, in: box) else { return }
    let most = PreviewZoom.maximumPercent(of: photo)
    if steps > 0 {
      notice = Notice(
        kind: .info,
        text: most < 100 ? "More than \(most) % needs too much memory" : "\(most) % is the most")
    }
  }

  /// Shows the photo pixel by pixel, or the whole of it again.
  private mutating func toggleActualSize(at point: CellPoint? = nil) {
    guard let (photo, box) = zoomGround() else { return }
    if zoomWindow != nil { return zoom.set(nil) }
    zoom.set(nil)
    zoom.set(100)
    guard zoom.window(of: photo, in: box) != nil else {
      zoom.set(nil)
      notice = Notice(kind: .info, text: "This is 100 % already")
      return
    }
    if let point { center(on: point, photo, box) }
  }

  /// Puts what is under a cell of the whole photo into the middle.
  private mutating func center(on point: CellPoint, _ photo: PixelSize, _ box: PixelSize) {
    let cells = previewLayout.picture
    guard cells.contains(point) else { return }
    let scale = PreviewZoom.fitPercent(of: photo, in: box) / 100
    func share(_ cell: Int, _ pixels: Int, _ box: Int, _ length: Int) -> Double {
      let shown = Double(length) * scale
      let position = (Double(cell) + 0.5) * Double(pixels) - (Double(box) - shown) / 2
      return min(max(0, position / shown), 1)
    }
    zoom.centerX = share(
      point.column - cells.origin.column, cellPixels.width, box.width, photo.width)
    zoom.centerY = share(point.row - cells.origin.row, cellPixels.height, box.height, photo.height)
    zoom.pan(x: 0, y: 0, of: photo, in: box)
  }

  private mutating func pan(_ direction: Move, share: Double) {
    guard let (photo, box) = zoomGround(), let offset = Self.offset(of: direction) else { return }
    zoom.pan(x: offset.x * share, y: offset.y * share, of: photo, in: box)
  }

  /// The direction of a movement on a photo; nil for those that have none.
  private static func offset(of direction: Move) -> (x: Double, y: Double)? {
    switch direction {
    case .left: (-1, 0)
    case .right: (1, 0)
    case .up: (0, -1)
    case .down: (0, 1)
    default: nil
    }
  }
}
