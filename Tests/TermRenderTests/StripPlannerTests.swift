import PickerModel
import TestSupport
import Testing

@testable import TermRender

@Suite("Strip planner")
struct StripPlannerTests {
  static func tiles(across: Int, down: Int, columns: Int, rows: Int) -> [ImageTile] {
    let pixels = PixelBuffer(size: PixelSize(width: 1, height: 1), color: .black)
    return (0..<(across * down)).map { index in
      ImageTile(
        key: ImageKey(owner: UInt64(index)),
        rect: CellRect(
          column: index % across * (columns + 2) + 1, row: index / across * (rows + 2) + 1,
          columns: columns, rows: rows),
        pixels: pixels)
    }
  }

  static func format(limit: PixelSize?, registers: Int = 1024) -> ImageFormat {
    ImageFormat(
      mode: .sixel, cell: PixelSize(width: 8, height: 17), background: .black,
      registerCount: registers, graphicLimit: limit, hasDirectColor: true)
  }

  @Test(
    "every tile is in one block, no block is too large, and there are few",
    arguments: [
      (6, 4, 18, 7), (25, 22, 18, 7), (35, 28, 12, 5), (1, 1, 18, 7), (2, 20, 18, 7),
      (11, 10, 44, 17),
    ])
  func partition(_ across: Int, _ down: Int, _ columns: Int, _ rows: Int) {
    let tiles = Self.tiles(across: across, down: down, columns: columns, rows: rows)
    let limit = PixelSize(width: 1000, height: 1000)
    let format = Self.format(limit: limit)
    let blocks = StripPlanner.blocks(tiles, countLimit: 10, format: format)
    let owners = blocks.flatMap { $0.map(\.key.owner) }
    #expect(owners.sorted() == (0..<UInt64(tiles.count)).map { $0 })
    for block in blocks {
      guard let bounds = CellRect(around: block.map(\.rect)) else { continue }
      let size = format.pixelSize(of: bounds.size)
      #expect(size.width <= limit.width && size.height <= limit.height)
      for tile in tiles where !block.contains(where: { $0.key == tile.key }) {
        #expect(!bounds.intersects(tile.rect), "a block covers only its own tiles")
      }
    }
    // What a screen of that size needs at least, with some room for whole tiles.
    let page = format.pixelSize(
      of: CellSize(columns: across * (columns + 2), rows: down * (rows + 2)))
    let least = ((page.width + 599) / 600) * ((page.height + 599) / 600)
    #expect(blocks.count <= max(10, least))
  }

  @Test("without a limit a page fits in any number of blocks", arguments: [1, 2, 3, 8])
  func unlimited(_ count: Int) {
    let tiles = Self.tiles(across: 6, down: 4, columns: 18, rows: 7)
    #expect(
      StripPlanner.blocks(tiles, countLimit: count, format: Self.format(limit: nil)).count <= count)
  }

  @Test("no tiles, no blocks")
  func empty() {
    #expect(StripPlanner.blocks([], countLimit: 3, format: Self.format(limit: nil)).isEmpty)
  }
}
