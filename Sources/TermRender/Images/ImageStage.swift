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

  // A terminal that keeps only so many graphics: how many were drawn, and the latest of each tile.
  private var graphicCountLimit: Int?
  private var graphicCount = 0
  private var latestGraphic: [CellRect: Int] = [:]

  /// Called when a picture was encoded: a frame would show more than before.
  var onProgress: (@MainActor () -> Void)?

  // MARK: - Wishes

  /// Says how pictures are drawn from now on.
  ///
  /// - Parameters:
  ///   - format: How, or nil for not at all.
  ///   - graphicCountLimit: How many graphics the terminal keeps, or nil for all.
  func use(_ format: ImageFormat?, graphicCountLimit: Int?) {
    self.graphicCountLimit = graphicCountLimit
    guard format != self.format else { return }
    self.format = format
    // Cells of pictures in another format are erased by text first, then drawn again.
    shown.removeAll()
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
    wanted.removeAll(keepingCapacity: true)
    for placement in placements {
      guard let rect = placement.rect.clipped(to: room) else { continue }
      if isTaken.isEmpty { isTaken = Array(repeating: false, count: room.columns * room.rows) }
      if claim(rect, in: &isTaken, columns: room.columns) {
        wanted.append(ImageTile(key: placement.key, rect: rect, pixels: placement.pixels))
      }
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
    latestGraphic.removeAll()
    graphicCount = 0
  }

  /// The cells that pictures are on.
  var shownRects: [CellRect] { Array(shown.keys) }

  // MARK: - Steps

  /// What the next frame does; see ``commit(_:)``.
  func nextStep() -> Step {
    var step = Step()
    guard let format, format.mode != .none else { return step }
    var byteCount = 0
    var isComplete = true
    for tile in wanted {
      if shown[tile.rect] == tile.key {
        step.covered.append(tile.rect)
        continue
      }
      isComplete = false
      let key = EncodeKey([tile], format)
      guard cache.contains(key) else { continue }
      if byteCount >= Self.frameByteLimit {
        step.hasMore = true
        continue
      }
      guard let image = cache.take(key) else { continue }
      byteCount += image.byteCount
      step.drawings.append(Drawing(tiles: [tile], image: image))
      step.covered.append(tile.rect)
    }
    if isComplete { addStrips(to: &step, format) }
    return step
  }

  /// Takes a step as done: its bytes are on the way to the terminal.
  func commit(_ step: Step) {
    let covered = Set(step.covered)
    for rect in shown.keys where !covered.contains(rect) {
      shown.removeValue(forKey: rect)
      latestGraphic.removeValue(forKey: rect)
    }
    for drawing in step.drawings {
      for tile in drawing.tiles {
        shown[tile.rect] = tile.key
        latestGraphic[tile.rect] = graphicCount + 1
      }
      graphicCount += drawing.image.pieces.count
    }
  }

  // MARK: - Strips

  /// Draws tiles again in shared graphics when the terminal has given up some of the single ones.
  ///
  /// They still show, until something makes the terminal repaint from what it kept.
  private func addStrips(to step: inout Step, _ format: ImageFormat) {
    for block in lostBlocks(format) {
      guard let image = cache.take(EncodeKey(block, format)) else { continue }
      if step.drawings.reduce(0, { $0 + $1.image.byteCount }) >= Self.frameByteLimit {
        step.hasMore = true
        break
      }
      step.drawings.append(Drawing(tiles: block, image: image))
    }
  }

  /// The blocks with a tile whose latest graphic is not among those that the terminal keeps.
  private func lostBlocks(_ format: ImageFormat) -> [[ImageTile]] {
    guard let limit = graphicCountLimit, format.mode == .sixel, graphicCount > limit,
      wanted.contains(where: isLost)
    else { return [] }
    return StripPlanner.blocks(wanted, countLimit: max(1, limit - 2), format: format)
      .filter { $0.contains(where: isLost) }
  }

  private func isLost(_ tile: ImageTile) -> Bool {
    guard let limit = graphicCountLimit, let latest = latestGraphic[tile.rect] else { return false }
    return latest <= graphicCount - limit
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
    for block in lostBlocks(format) {
      if inFlight.count >= Self.depth { return }
      start(block, format)
    }
  }

  /// Looks for work after a step: strips become due when the last single tile is shown.
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
