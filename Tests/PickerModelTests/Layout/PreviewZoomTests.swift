import PickerModel
import TestSupport
import Testing

@Suite("Zooming") struct PreviewZoomTests {
  /// A picker that previews one photo of a size in a box of 640×336 pixels.
  private static func preview(
    _ size: PixelSize?, _ others: PixelSize?..., format: FileFormat = .jpeg
  ) -> PickerState {
    var state = PickerState(configuration: PickerConfiguration(rules: .multiple))
    state.resize(
      to: CellSize(columns: 80, rows: 24), cellPixels: PixelSize(width: 8, height: 16))
    state.add(
      ([size] + others).enumerated().map { index, size in
        Sample.asset(UInt32(index), "\(index).jpg", format: format, pixelSize: size)
      })
    _ = state.apply(.togglePreview)
    return state
  }

  private static let photo = PixelSize(width: 4_000, height: 3_000)

  @Test("z shows the middle of the photo pixel by pixel, and again the whole of it")
  func actualSize() throws {
    var state = Self.preview(Self.photo)
    #expect(state.zoomWindow == nil)
    _ = state.apply(.toggleActualSize)
    let window = try #require(state.zoomWindow)
    #expect(window.percent == 100)
    #expect(window.output == PixelSize(width: 640, height: 336))
    #expect(window.region.size == window.output)
    #expect((window.region.x, window.region.y) == (1_680, 1_332))
    let wanted = state.wantedThumbnails(tile: nil, preview: state.previewBox)
    #expect(wanted.map(\.region) == [nil, window.region])
    #expect(wanted.last?.target == window.output)
    _ = state.apply(.toggleActualSize)
    #expect(state.zoomWindow == nil)
  }

  @Test("steps go through the table from the whole photo to 200 % and back")
  func steps() {
    var state = Self.preview(Self.photo)
    var seen = [Int]()
    for _ in 0..<12 {
      _ = state.apply(.zoom(by: 1))
      if let percent = state.zoomWindow?.percent, percent != seen.last { seen.append(percent) }
    }
    // 11.2 % is the whole photo.
    #expect(seen == [14, 20, 25, 33, 50, 67, 100, 200])
    #expect(state.notice?.text == "200 % is the most")
    for _ in 0..<7 { _ = state.apply(.zoom(by: -1)) }
    #expect(state.zoomWindow?.percent == 14)
    _ = state.apply(.zoom(by: -1))
    #expect(state.zoomWindow == nil)
    _ = state.apply(.zoom(by: .max))
    #expect(state.zoomWindow?.percent == 200)
    _ = state.apply(.zoom(by: .min))
    #expect(state.zoomWindow == nil)
  }

  @Test("a small photo is at 100 % already; it can be doubled")
  func smallPhoto() {
    var state = Self.preview(PixelSize(width: 500, height: 300))
    _ = state.apply(.toggleActualSize)
    #expect(state.zoomWindow == nil)
    #expect(state.notice?.text == "This is 100 % already")
    _ = state.apply(.zoom(by: 1))
    #expect(state.zoomWindow?.percent == 200)
    #expect(state.zoomWindow?.output == PixelSize(width: 640, height: 336))
    #expect(state.zoomWindow?.region.size == PixelSize(width: 320, height: 168))
  }

  @Test("arrows move what is shown while it is zoomed, and stop at the edges")
  func pans() throws {
    var state = Self.preview(Self.photo, Self.photo)
    _ = state.apply(.toggleActualSize)
    _ = state.apply(.move(.right))
    #expect(state.zoomWindow?.region.x == 1_680 + 160)
    _ = state.apply(.pan(.right))
    #expect(state.zoomWindow?.region.x == 1_680 + 160 + 480)
    _ = state.apply(.move(.up, count: 1_000_000))
    #expect(state.zoomWindow?.region.y == 0)
    for _ in 0..<9 { _ = state.apply(.pan(.right)) }
    #expect(state.zoomWindow?.region.x == 4_000 - 640)
    _ = state.apply(.scroll(rows: 1))
    #expect(state.zoomWindow?.region.y == 34)
    #expect(state.focusedID == AssetID(0))
  }

  @Test("the next photo is shown at the same zoom and place, another size at its own")
  func nextPhoto() throws {
    var state = Self.preview(
      Self.photo, PixelSize(width: 3_000, height: 4_000), PixelSize(width: 60, height: 40),
      Self.photo)
    _ = state.apply(.toggleActualSize)
    for _ in 0..<30 { _ = state.apply(.pan(.right)) }
    let first = try #require(state.zoomWindow)
    _ = state.apply(.nextPhoto)
    let second = try #require(state.zoomWindow)
    #expect(second.percent == 100)
    #expect(second.region.photo == PixelSize(width: 3_000, height: 4_000))
    #expect(second.region.x == 3_000 - 640)
    _ = state.apply(.move(.pageDown))
    #expect(state.zoomWindow == nil, "a photo smaller than the screen is shown whole")
    _ = state.apply(.nextPhoto)
    #expect(state.zoomWindow == first)
    _ = state.apply(.togglePreview)
    _ = state.apply(.togglePreview)
    #expect(state.zoomWindow == nil)
  }

  @Test("a double click zooms into what is under it")
  func doubleClick() throws {
    var state = Self.preview(Self.photo)
    let cells = state.previewLayout.picture
    // The photo is 448 pixels wide in the middle of the box.
    _ = state.apply(
      .click(at: CellPoint(column: 28, row: cells.origin.row + 10), .openPreview))
    let region = try #require(state.zoomWindow?.region)
    #expect(abs(region.x + 320 - 1_178) <= 36)
    #expect(abs(region.y + 168 - 1_500) <= 72)
    _ = state.apply(.click(at: CellPoint(column: 1, row: 2), .openPreview))
    #expect(state.zoomWindow == nil)
  }

  @Test(
    "a photo too large for the memory is zoomed as far as it allows",
    arguments: [
      (PixelSize(width: 8_000, height: 8_000), 200, false),
      (PixelSize(width: 8_001, height: 8_000), 50, true),
      (PixelSize(width: 30_000, height: 30_000), 25, true),
      (PixelSize(width: 1_000_000, height: 1_000_000), 10, true),
    ])
  func limited(size: PixelSize, most: Int, isLimited: Bool) throws {
    var state = Self.preview(size)
    _ = state.apply(.toggleActualSize)
    let window = try #require(state.zoomWindow)
    #expect(window.percent == min(100, most))
    #expect(window.isLimited == isLimited)
    _ = state.apply(.zoom(by: 9))
    #expect(state.zoomWindow?.percent == most)
  }

  @Test("videos, unknown sizes, impossible sizes and screens without pictures are not zoomed")
  func refused() {
    for size in [nil, PixelSize(width: 0, height: 5), PixelSize(width: .max, height: .max)] {
      var state = Self.preview(size)
      for intent in [.toggleActualSize, .zoom(by: 3), .pan(.left), .zoom(by: -1)] as [Intent] {
        _ = state.apply(intent)
        #expect(state.zoomWindow == nil)
        #expect(state.notice?.text == "This one can't be zoomed into")
      }
    }
    var video = Self.preview(Self.photo, format: .mov)
    _ = video.apply(.toggleActualSize)
    #expect(video.zoomWindow == nil)
    var text = Self.preview(Self.photo)
    text.resize(to: CellSize(columns: 80, rows: 24), cellPixels: PixelSize(width: 0, height: 0))
    _ = text.apply(.toggleActualSize)
    #expect(text.zoomWindow == nil)
  }

  @Test("whatever the photo, the screen and the way: the window lies inside and has its scale")
  func everyWindow() {
    var random = SplitMix64(stream: 41)
    for _ in 0..<4_000 {
      let photo = PixelSize(
        width: 1 + random.below(random.oneIn(3) ? 40 : 9_000),
        height: 1 + random.below(random.oneIn(3) ? 40 : 9_000))
      var state = Self.preview(photo)
      state.resize(
        to: CellSize(columns: 1 + random.below(120), rows: 1 + random.below(50)),
        cellPixels: PixelSize(width: 1 + random.below(16), height: 1 + random.below(32)))
      for _ in 0..<8 {
        let intents: [Intent] = [
          .zoom(by: 1), .zoom(by: 2), .zoom(by: -1), .toggleActualSize, .pan(.left), .pan(.down),
          .move(.up, count: 3), .move(.right), .scroll(rows: -2),
        ]
        _ = state.apply(intents[random.below(intents.count)])
        guard let window = state.zoomWindow, let box = state.previewBox else { continue }
        let region = window.region
        #expect(region.photo == photo)
        #expect(region.x >= 0 && region.x + region.size.width <= photo.width)
        #expect(region.y >= 0 && region.y + region.size.height <= photo.height)
        #expect(region.size.width > 0 && region.size.height > 0)
        #expect(window.output.width <= box.width && window.output.height <= box.height)
        let scale = Double(window.percent) / 100
        #expect(abs(Double(region.size.width) * scale - Double(window.output.width)) <= 2)
        #expect(abs(Double(region.size.height) * scale - Double(window.output.height)) <= 2)
      }
    }
  }

  @MainActor
  @Test("a part stays until the next is there, never that of another photo or an earlier zoom")
  func keepsPictures() throws {
    let model = PickerModel(configuration: PickerConfiguration(rules: .multiple))
    model.layoutChanged(
      screen: CellSize(columns: 80, rows: 24), cellPixels: PixelSize(width: 8, height: 16))
    let assets = (0..<2).map { Sample.asset($0, "\($0).jpg", pixelSize: Self.photo) }
    model.add(assets)
    func load(_ index: Int, _ shade: UInt8, _ window: ZoomWindow) {
      let color = RGBColor(red: shade, green: 0, blue: 0)
      model.setThumbnail(
        .loaded(Thumbnail(pixels: PixelBuffer(size: window.output, color: color))),
        of: assets[index], target: window.output, region: window.region)
    }
    func shade(_ index: Int) -> UInt8? {
      model.zoomedPicture(of: assets[index].id).picture?.pixels[0, 0].red
    }
    _ = model.apply(.togglePreview)
    _ = model.apply(.toggleActualSize)
    let first = try #require(model.state.zoomWindow)
    #expect(model.zoomedPicture(of: assets[0].id).state == .loading)
    load(0, 10, first)
    #expect(shade(0) == 10)
    _ = model.apply(.move(.right))
    #expect(shade(0) == 10, "the part before stays")
    #expect(model.zoomedPicture(of: assets[0].id).state == .loading)
    load(0, 99, first)
    #expect(shade(0) == 10, "a late part is dropped")
    load(0, 20, try #require(model.state.zoomWindow))
    #expect(shade(0) == 20)
    _ = model.apply(.toggleActualSize)
    #expect(shade(0) == nil)
    _ = model.apply(.zoom(by: 2))
    #expect(shade(0) == nil, "the part of an earlier zoom is not shown")
    load(0, 30, try #require(model.state.zoomWindow))
    _ = model.apply(.nextPhoto)
    #expect(shade(1) == nil)
    load(1, 40, try #require(model.state.zoomWindow))
    #expect(shade(1) == 40)
    #expect(shade(0) == nil)
    model.setThumbnail(
      .error(LoadFailure(message: "x", isRetryable: false)), of: assets[1],
      target: PixelSize(width: 1, height: 1), region: try #require(model.state.zoomWindow).region)
    #expect(shade(1) == 40)
  }
}
