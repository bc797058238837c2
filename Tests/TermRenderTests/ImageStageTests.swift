import PickerModel
import TestSupport
import Testing

@testable import TermRender

@Suite("Image stage", .timeLimit(.minutes(1)))
@MainActor
struct ImageStageTests {
  static let format = ImageFormat(
    mode: .sixel, cell: PixelSize(width: 8, height: 16), background: .black, registerCount: 256,
    graphicLimit: nil, hasDirectColor: true)
  static let screen = CellSize(columns: 80, rows: 24)

  static func placement(_ owner: Int, _ rect: CellRect, revision: UInt64 = 0) -> ImagePlacement {
    ImagePlacement(
      key: ImageKey(owner: UInt64(owner), revision: revision), rect: rect,
      pixels: PixelBuffer(
        size: PixelSize(width: 20, height: 20),
        color: RGBColor(red: UInt8(owner % 256), green: 80, blue: 160)))
  }

  static func row(_ count: Int) -> [ImagePlacement] {
    (0..<count).map { index in
      placement(
        index, CellRect(column: index % 8 * 9, row: 1 + index / 8 * 4, columns: 8, rows: 3))
    }
  }

  /// Takes steps until nothing is left to draw.
  static func settle(_ stage: ImageStage, tiles: Int) async -> [ImageStage.Step] {
    var steps: [ImageStage.Step] = []
    var drawn = 0
    while drawn < tiles {
      let step = stage.nextStep()
      stage.commit(step)
      stage.continueEncoding()
      if step.drawings.isEmpty {
        await Task.yield()
      } else {
        steps.append(step)
        drawn += step.drawings.reduce(0) { $0 + $1.tiles.count }
      }
    }
    return steps
  }

  @Test("what is shown is not drawn again; what changed is")
  func once() async {
    let stage = ImageStage()
    stage.use(Self.format, graphicCountLimit: nil)
    stage.want(Self.row(5), screen: Self.screen)
    #expect(stage.nextStep().covered.isEmpty, "nothing is covered before it is encoded")
    _ = await Self.settle(stage, tiles: 5)
    stage.want(Self.row(5), screen: Self.screen)
    let again = stage.nextStep()
    #expect(again.drawings.isEmpty)
    #expect(again.covered.count == 5)
    var changed = Self.row(5)
    changed[2] = Self.placement(2, changed[2].rect, revision: 1)
    stage.want(changed, screen: Self.screen)
    #expect(stage.nextStep().covered.count == 5, "the old picture stays until the new one is ready")
    let steps = await Self.settle(stage, tiles: 1)
    #expect(steps.last?.drawings.map { $0.tiles.map(\.key) } == [[changed[2].key]])
  }

  @Test("a picture makes way at once for one of another owner")
  func anotherOwner() async {
    let stage = ImageStage()
    stage.use(Self.format, graphicCountLimit: nil)
    stage.want(Self.row(2), screen: Self.screen)
    _ = await Self.settle(stage, tiles: 2)
    stage.want([Self.row(2)[0], Self.placement(7, Self.row(2)[1].rect)], screen: Self.screen)
    #expect(stage.nextStep().covered == [Self.row(2)[0].rect])
  }

  @Test("after a clear everything is drawn again, from the cache")
  func cleared() async {
    let stage = ImageStage()
    stage.use(Self.format, graphicCountLimit: nil)
    stage.want(Self.row(6), screen: Self.screen)
    _ = await Self.settle(stage, tiles: 6)
    stage.forgetShown()
    #expect(stage.nextStep().drawings.count == 6)
  }

  @Test("pictures end above the last row, lie on the screen, and do not overlap")
  func clipped() async {
    let stage = ImageStage()
    stage.use(Self.format, graphicCountLimit: nil)
    let whole = CellRect(column: -2, row: -1, columns: 200, rows: 100)
    stage.want(
      [
        Self.placement(0, whole),
        Self.placement(1, CellRect(column: 3, row: 3, columns: 2, rows: 2)),
      ],
      screen: Self.screen)
    let steps = await Self.settle(stage, tiles: 1)
    #expect(steps[0].covered == [CellRect(column: 0, row: 0, columns: 80, rows: 23)])
    stage.want([Self.placement(0, whole)], screen: CellSize(columns: 1, rows: 1))
    #expect(stage.nextStep().covered.isEmpty)
  }

  @Test("a page for a terminal that keeps 16 graphics ends in at most that many")
  func fewGraphics() async {
    let stage = ImageStage()
    stage.use(Self.format, graphicCountLimit: 16)
    let page = Self.row(40)
    stage.want(page, screen: Self.screen)
    let first = await Self.settle(stage, tiles: 40)
    #expect(first.first?.flushesGraphics == true, "an earlier run's graphics go first")
    #expect(stage.wantsToSettle)
    stage.settle()
    let second = await Self.settle(stage, tiles: 40)
    #expect(second.first?.flushesGraphics == true)
    #expect(second.reduce(0) { $0 + $1.drawings.count } <= 10)
    #expect(second.allSatisfy { $0.covered.count == 40 }, "no cell is given back to the text")
    #expect(!stage.wantsToSettle)
    #expect(stage.nextStep().drawings.isEmpty)
  }

  @Test("without a format nothing is drawn, and text keeps all cells")
  func noPictures() {
    let stage = ImageStage()
    stage.want(Self.row(3), screen: Self.screen)
    #expect(stage.nextStep().covered.isEmpty)
  }

  @Test("the cache of encoded pictures stays within its bytes")
  func cacheBound() {
    var cache = EncodedCache(byteLimit: 10_000)
    for index in 0..<100 {
      let tile = ImageTile(
        key: ImageKey(owner: UInt64(index)),
        rect: CellRect(column: 0, row: 0, columns: 1, rows: 1),
        pixels: PixelBuffer(size: PixelSize(width: 1, height: 1), color: .black))
      let piece = EncodedImage.Piece(
        offset: CellPoint(column: 0, row: 0), bytes: [UInt8](repeating: 0, count: 900))
      let key = EncodeKey([tile], Self.format)
      cache.insert(EncodedImage(pieces: [piece]), for: key)
      #expect(cache.byteCount <= 10_000)
      #expect(cache.contains(key))
    }
  }
}
