internal import PickerModel

/// Encodes pictures, one at a time, on a serial queue of its own.
actor ImageEncoder {
  private let executor = QueueExecutor(label: "photopick.image-encoder")
  private var quantizer = MedianCut()
  private var writer = SixelWriter()

  /// The queue that the actor runs on.
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// Creates an encoder and its queue.
  init() {}

  /// Encodes pictures as one graphic, or as few as the terminal's limits allow.
  ///
  /// - Parameters:
  ///   - tiles: What to draw where, at least one.
  ///   - format: How.
  /// - Returns: The pieces; their positions are relative to the upper left corner of all tiles.
  func encode(_ tiles: [ImageTile], _ format: ImageFormat) -> EncodedImage {
    switch format.mode {
    case .sixel: sixels(tiles, format)
    case .blocks: blocks(tiles, format)
    case .none: EncodedImage(pieces: [])
    }
  }

  // MARK: - Half blocks

  private func blocks(_ tiles: [ImageTile], _ format: ImageFormat) -> EncodedImage {
    guard let bounds = CellRect(around: tiles.map(\.rect)) else { return EncodedImage(pieces: []) }
    var pieces: [EncodedImage.Piece] = []
    for tile in tiles {
      let box = tile.rect.size
      let composed = ImageComposer.compose(
        tile.pixels, into: format.pixelSize(of: box), background: format.background)
      let small = ImageComposer.averaged(
        composed, to: PixelSize(width: box.columns, height: box.rows * 2))
      let left = tile.rect.origin.column - bounds.origin.column
      let top = tile.rect.origin.row - bounds.origin.row
      for (row, bytes) in BlocksWriter.rows(small, isDirect: format.hasDirectColor).enumerated() {
        pieces.append(
          EncodedImage.Piece(offset: CellPoint(column: left, row: top + row), bytes: bytes))
      }
    }
    return EncodedImage(pieces: pieces)
  }

  // MARK: - Sixels

  private func sixels(_ tiles: [ImageTile], _ format: ImageFormat) -> EncodedImage {
    guard let bounds = CellRect(around: tiles.map(\.rect)) else { return EncodedImage(pieces: []) }
    let composed = tiles.map { tile in
      ImageComposer.compose(
        tile.pixels, into: format.pixelSize(of: tile.rect.size), background: format.background)
    }
    let image =
      tiles.count == 1
      ? indexed(composed[0], format)
      : merged(composed, tiles, bounds, format)
    return EncodedImage(pieces: pieces(of: image, bounds.size, format))
  }

  private func indexed(_ picture: PixelBuffer, _ format: ImageFormat) -> IndexedImage {
    let result = quantizer.quantize([picture], colorCount: min(256, format.registerCount))
    return IndexedImage(size: picture.size, indices: result.indices[0], palette: result.palette)
  }

  /// Several tiles in one picture, with nothing drawn between them.
  private func merged(
    _ pictures: [PixelBuffer], _ tiles: [ImageTile], _ bounds: CellRect, _ format: ImageFormat
  ) -> IndexedImage {
    let size = format.pixelSize(of: bounds.size)
    var indices = [UInt16](
      repeating: IndexedImage.transparent, count: size.width * size.height)
    var palette: [RGBColor] = []
    // With registers enough each tile keeps the colours that it would have alone.
    let share = min(256, format.registerCount / tiles.count)
    var shared: [[UInt16]] = []
    if share < 64 {
      let result = quantizer.quantize(pictures, colorCount: format.registerCount)
      palette = result.palette
      shared = result.indices
    }
    for (number, picture) in pictures.enumerated() {
      let own: [UInt16]
      var base: UInt16 = 0
      if share < 64 {
        own = shared[number]
      } else {
        let result = quantizer.quantize([picture], colorCount: share)
        base = UInt16(palette.count)
        palette += result.palette
        own = result.indices[0]
      }
      let left = (tiles[number].rect.origin.column - bounds.origin.column) * format.cell.width
      let top = (tiles[number].rect.origin.row - bounds.origin.row) * format.cell.height
      for y in 0..<picture.size.height {
        let source = y * picture.size.width
        let target = (top + y) * size.width + left
        for x in 0..<picture.size.width { indices[target + x] = own[source + x] + base }
      }
    }
    return IndexedImage(size: size, indices: indices, palette: palette)
  }

  /// Cuts a picture along cell borders where it is larger than the terminal takes.
  private func pieces(
    of image: IndexedImage, _ cells: CellSize, _ format: ImageFormat
  ) -> [EncodedImage.Piece] {
    let limit = format.graphicLimit ?? image.size
    let columns = max(1, limit.width / format.cell.width)
    let rows = max(1, limit.height / format.cell.height)
    var pieces: [EncodedImage.Piece] = []
    for row in stride(from: 0, to: cells.rows, by: rows) {
      for column in stride(from: 0, to: cells.columns, by: columns) {
        let part = CellSize(
          columns: min(columns, cells.columns - column), rows: min(rows, cells.rows - row))
        let (x, y) = (column * format.cell.width, row * format.cell.height)
        let size = format.pixelSize(of: part)
        let bytes =
          SixelEncoder.encode(image, x: x, y: y, size: size)
          ?? writer.write(image, x: x, y: y, size: size)
        pieces.append(
          EncodedImage.Piece(offset: CellPoint(column: column, row: row), bytes: bytes))
      }
    }
    return pieces
  }
}
