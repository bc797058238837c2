internal import PickerModel

/// Knows which pictures are wanted, which the terminal shows, and which are encoded.
///
/// Pictures are encoded in the background; until a picture's bytes are there its cells belong to
/// the text. What is shown already is not sent again.
@MainActor
final class ImageStage {
  /// The most bytes of pictures in a frame, so that a key does not wait behind a whole page.
  static let frameByteLimit = 160 << 10
  /// How many pictures are handed to the encoder at a time: one to do and one to wait.
  private static let depth = 2

  /// What one frame changes about the pictures.
  struct Step {
    /// The cells that belong to pictures after the frame.
    var covered: [CellRect] = []
    /// What to draw, in order.
    var drawings: [Drawing] = []
    /// The terminal is to give up all graphics that it kept, before anything is drawn.
    var flushesGraphics = false
    /// True when more is ready than fits into a frame.
    var hasMore = false
  }

  /// A graphic to draw.
  struct Drawing {
    /// The tiles in it.
    let tiles: [ImageTile]
    /// Its bytes.
    let image: EncodedImage
  }

  private var format: ImageFormat?
  private var wanted: [ImageTile] = []
  private var shown: [CellRect: ImageKey] = [:]
  private var cache = EncodedCache(byteLimit: 24 << 20)
  private var inFlight: Set<EncodeKey> = []
  private let encoder = ImageEncoder()

  /// Which graphics a terminal keeps that keeps only some.
  private var ledger = GraphicLedger()
  /// Blocks that are still to be drawn again after a flush, from top to bottom.
  private var pendingBlocks: [[ImageTile]] = []
  private var isSettled = false

  /// Called when a picture was encoded: a frame would show more than before.
  var onProgress: (@MainActor () -> Void)?

  // MARK: - Wishes

  /// Says how pictures are drawn from now on.
  ///
  /// - Parameters:
  ///   - format: How, or nil for not at all.
  ///   - graphicCountLimit: How many graphics the terminal keeps, or nil for all.
  func use(_ format: ImageFormat?, graphicCountLimit: Int?) {
    ledger.limit = graphicCountLimit
    guard format != self.format else { return }
    self.format = format
    // Cells of pictures in another format are erased by text first, then drawn again.
    forgetShown()
    pump()
  }

  /// Says which pictures are wanted; what can't be shown is left out.
  ///
  /// - Parameters:
  ///   - placements: The pictures, the most urgent first.
  ///   - screen: The screen's size; the last row stays free of pictures.
  func want(_ placements: [ImagePlacement], screen: CellSize) {
    let room = CellSize(columns: screen.columns, rows: screen.rows - 1)
    var isTaken: [Bool] = []
    let before = wanted
    wanted.removeAll(keepingCapacity: true)
    for placement in placements {
      guard let rect = placement.rect.clipped(to: room) else { continue }
      if isTaken.isEmpty { isTaken = Array(repeating: false, count: room.columns * room.rows) }
      if claim(rect, in: &isTaken, columns: room.columns) {
        wanted.append(ImageTile(key: placement.key, rect: rect, pixels: placement.pixels))
      }
    }
    if !before.elementsEqual(wanted, by: { $0.key == $1.key && $0.rect == $1.rect }) {
      isSettled = false
    }
    pump()
  }

  private func claim(_ rect: CellRect, in isTaken: inout [Bool], columns: Int) -> Bool {
    for row in rect.origin.row..<rect.maxRow {
      for column in rect.origin.column..<rect.maxColumn where isTaken[row * columns + column] {
        return false
      }
    }
    for row in rect.origin.row..<rect.maxRow {
      for column in rect.origin.column..<rect.maxColumn { isTaken[row * columns + column] = true }
    }
    return true
  }

  /// Says that the terminal shows no pictures any more: it was cleared.
  func forgetShown() {
    shown.removeAll()
    pendingBlocks.removeAll()
    ledger.needsFlush = true
    isSettled = false
  }

  /// The cells that pictures are on.
  var shownRects: [CellRect] { Array(shown.keys) }

  // MARK: - Steps

  /// What the next frame does; see ``commit(_:)``.
  func nextStep() -> Step {
    var step = Step()
    guard let format, format.mode != .none else { return step }
    var byteCount = 0
    var keptCount = 0
    for tile in wanted {
      if shown[tile.rect] == tile.key {
        step.covered.append(tile.rect)
        keptCount += 1
        continue
      }
      let key = EncodeKey([tile], format)
      let isReady = cache.contains(key)
      if !isReady || byteCount >= Self.frameByteLimit {
        // Another picture of the same photo stays until its successor is ready.
        if shown[tile.rect]?.owner == tile.key.owner { step.covered.append(tile.rect) }
        if isReady { step.hasMore = true }
        continue
      }
      guard let image = cache.take(key) else { continue }
      byteCount += image.byteCount
      step.drawings.append(Drawing(tiles: [tile], image: image))
      step.covered.append(tile.rect)
    }
    if keptCount == wanted.count {
      addBlocks(to: &step, format)
    } else if keptCount == 0, !step.drawings.isEmpty {
      // Nothing on the screen is worth keeping: room for a whole page.
      step.flushesGraphics = ledger.wouldOverflow(adding: wanted.count)
    }
    return step
  }

  /// Takes a step as done: its bytes are on the way to the terminal.
  func commit(_ step: Step) {
    let covered = Set(step.covered)
    for rect in shown.keys where !covered.contains(rect) { shown.removeValue(forKey: rect) }
    if step.flushesGraphics { ledger.flush() }
    for drawing in step.drawings {
      for tile in drawing.tiles { shown[tile.rect] = tile.key }
      ledger.add(drawing.image.pieces.count)
    }
  }

  // MARK: - Blocks

  /// True when the page is complete, but the terminal has given up some of its graphics.
  ///
  /// They still show, until something makes the terminal repaint from what it kept. After a short
  /// rest the page is to be drawn again in fewer graphics: see ``settle()``.
  var wantsToSettle: Bool {
    ledger.isOverflowing && !isSettled && format?.mode == .sixel && inFlight.isEmpty
      && wanted.allSatisfy { shown[$0.rect] == $0.key }
  }

  /// Says that the screen rests.
  func settle() {
    isSettled = true
    pump()
  }

  private func blocks(_ format: ImageFormat) -> [[ImageTile]] {
    // Half of the graphics for the page, the rest for tiles that change later.
    StripPlanner.blocks(wanted, countLimit: max(1, ledger.capacity * 5 / 8), format: format)
  }

  /// Draws a complete page again in few graphics, once all of them are encoded.
  private func addBlocks(to step: inout Step, _ format: ImageFormat) {
    if pendingBlocks.isEmpty {
      guard isSettled, ledger.isOverflowing, format.mode == .sixel else { return }
      let blocks = blocks(format)
      // More than the terminal keeps whatever is done: then it stays as it is.
      guard blocks.count <= ledger.capacity else { return }
      guard blocks.allSatisfy({ cache.contains(EncodeKey($0, format)) }) else { return }
      pendingBlocks = blocks
      step.flushesGraphics = true
    }
    var byteCount = 0
    while let block = pendingBlocks.first {
      guard byteCount < Self.frameByteLimit else {
        step.hasMore = true
        return
      }
      pendingBlocks.removeFirst()
      guard block.allSatisfy({ shown[$0.rect] == $0.key }),
        let image = cache.take(EncodeKey(block, format))
      else {
        // The page changed meanwhile: begin again when it rests.
        pendingBlocks.removeAll()
        ledger.add(ledger.capacity)
        isSettled = false
        return
      }
      byteCount += image.byteCount
      step.drawings.append(Drawing(tiles: block, image: image))
    }
  }

  // MARK: - Encoding

  /// Gives the encoder what is wanted next.
  private func pump() {
    guard let format, format.mode != .none else { return }
    var isComplete = true
    for tile in wanted where shown[tile.rect] != tile.key {
      isComplete = false
      if inFlight.count >= Self.depth { return }
      start([tile], format)
    }
    guard isComplete, inFlight.isEmpty else { return }
    guard isSettled, ledger.isOverflowing, pendingBlocks.isEmpty, format.mode == .sixel else {
      return
    }
    for block in blocks(format) {
      if inFlight.count >= Self.depth { return }
      start(block, format)
    }
  }

  /// Looks for work after a step.
  func continueEncoding() { pump() }

  private func start(_ tiles: [ImageTile], _ format: ImageFormat) {
    let key = EncodeKey(tiles, format)
    guard !cache.contains(key), inFlight.insert(key).inserted else { return }
    let encoder = encoder
    Task {
      let image = await encoder.encode(tiles, format)
      self.finish(image, key)
    }
  }

  private func finish(_ image: EncodedImage, _ key: EncodeKey) {
    inFlight.remove(key)
    cache.insert(image, for: key)
    pump()
    onProgress?()
  }
}
