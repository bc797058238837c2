import Observation
import PickerModel
import TestSupport
import Testing

@MainActor
@Suite struct PickerModelTests {
  static let cell = PixelSize(width: 8, height: 16)

  static func model(count: Int = 30) -> PickerModel {
    let model = PickerModel(configuration: PickerConfiguration(rules: .multiple))
    model.layoutChanged(screen: CellSize(columns: 80, rows: 24), cellPixels: cell)
    model.add((0..<count).map { Sample.asset(UInt32($0), "IMG_\($0).jpg") })
    return model
  }

  static let picture = LoadState.loaded(
    Thumbnail(pixels: PixelBuffer(size: PixelSize(width: 1, height: 1), color: .black)))
  static let failure = LoadState<Thumbnail>.error(LoadFailure(message: "x", isRetryable: true))

  /// Whether a reader is told of a change.
  static func notifies(_ read: () -> Void, _ change: () -> Void) -> Bool {
    nonisolated(unsafe) var isTold = false
    withObservationTracking(read) { unsafe isTold = true }
    change()
    return unsafe isTold
  }

  @Test("visible pictures are wanted first, from the cursor outwards, then the pages around")
  func wanted() {
    let model = Self.model()
    #expect(model.tileTarget == PixelSize(width: 144, height: 112))
    _ = model.apply(.move(.pageDown))
    _ = model.apply(.move(.right))
    let wanted = model.wantedThumbnails
    #expect(wanted.first?.asset == AssetID(9))
    #expect(wanted.filter { $0.band == .visible }.count == 8)
    #expect(wanted.filter { $0.band == .next }.map(\.asset) == (16..<24).map { AssetID($0) })
    #expect(wanted.filter { $0.band == .previous }.map(\.asset.rawValue) == (0..<8).reversed())
    #expect(wanted.map(\.band) == wanted.map(\.band).sorted())
    #expect(Set(wanted).count == wanted.count)
  }

  @Test("the preview wants its photo first, then the next and the previous")
  func wantedInPreview() {
    let model = Self.model()
    _ = model.apply(.goTo(5))
    _ = model.apply(.togglePreview)
    #expect(model.wantedThumbnails.prefix(3).map(\.asset) == Sample.ids(5, 6, 4))
    #expect(model.wantedThumbnails.first?.target == PixelSize(width: 640, height: 336))
    #expect(model.previewTarget == PixelSize(width: 640, height: 336))
  }

  @Test("a list and a screen without pixels want no pictures")
  func wantedWithoutPictures() {
    let model = Self.model()
    model.setPresentation(.list)
    #expect(model.wantedThumbnails.isEmpty)
    model.setPresentation(.tiles)
    model.layoutChanged(
      screen: CellSize(columns: 80, rows: 24), cellPixels: PixelSize(width: 0, height: -3))
    #expect(model.wantedThumbnails.isEmpty)
    model.layoutChanged(screen: CellSize(columns: 1, rows: 1), cellPixels: Self.cell)
    #expect(model.wantedThumbnails.isEmpty)
  }

  @Test("a picture for another box or of another file is dropped")
  func stalePictures() throws {
    let model = Self.model()
    let target = try #require(model.tileTarget)
    let asset = try #require(model.asset(AssetID(0)))
    model.setThumbnail(Self.picture, of: asset, target: PixelSize(width: 1, height: 1))
    #expect(model.thumbnail(of: asset.id) == .idle)
    model.setThumbnail(Self.picture, of: asset, target: target)
    #expect(model.thumbnail(of: asset.id) == Self.picture)
    model.update([Sample.asset(0, "IMG_0.jpg", byteCount: 5)])
    #expect(model.thumbnail(of: asset.id) == .idle)
    model.setThumbnail(Self.picture, of: asset, target: target)
    #expect(model.thumbnail(of: asset.id) == .idle)
    model.setThumbnail(Self.picture, of: Sample.asset(999, "x"), target: target)
  }

  @Test("a picture stays while it is refined; an error takes its place; a new size empties all")
  func pictureStates() throws {
    let model = Self.model()
    let target = try #require(model.tileTarget)
    let asset = try #require(model.asset(AssetID(0)))
    model.setThumbnail(.loading, of: asset, target: target)
    #expect(model.thumbnail(of: asset.id) == .loading)
    model.setThumbnail(Self.picture, of: asset, target: target)
    model.setThumbnail(.loading, of: asset, target: target)
    model.setThumbnail(.idle, of: asset, target: target)
    #expect(model.thumbnail(of: asset.id) == Self.picture)
    model.setThumbnail(Self.failure, of: asset, target: target)
    #expect(model.thumbnail(of: asset.id) == Self.failure)
    _ = model.apply(.changeThumbnailSize(by: 1))
    #expect(model.thumbnail(of: asset.id) == .idle)
  }

  @Test("retry makes a failed picture idle and asks for it; elsewhere it says there is nothing")
  func retry() throws {
    let model = Self.model()
    let asset = try #require(model.cursorAsset)
    #expect(model.apply(.retry).isEmpty)
    #expect(model.notice?.text == "Nothing to try again here")
    model.setThumbnail(Self.failure, of: asset, target: try #require(model.tileTarget))
    #expect(model.apply(.retry) == [.retry(asset.id)])
    #expect(model.thumbnail(of: asset.id) == .idle)
  }

  @Test("a vanished pick has an error for a picture")
  func vanished() {
    let model = Self.model()
    _ = model.apply(.toggle)
    model.markRemoved(Sample.ids(0))
    #expect(model.isMissing(AssetID(0)))
    #expect(
      model.thumbnail(of: AssetID(0))
        == .error(LoadFailure(message: "file vanished", isRetryable: true)))
  }

  @Test("pixels of what scrolled far away are let go")
  func pruning() throws {
    let model = Self.model(count: 2000)
    let target = try #require(model.tileTarget)
    for id in 0..<2000 {
      let asset = try #require(model.asset(AssetID(UInt32(id))))
      model.setThumbnail(Self.picture, of: asset, target: target)
    }
    let held = (0..<2000).count { model.thumbnail(of: AssetID($0)) == Self.picture }
    #expect(held <= 64 + 6 * 8)
    #expect(model.thumbnail(of: AssetID(0)) == Self.picture)
  }

  @Test("a reader is told of an intent, and of pictures on the screen only")
  func observation() throws {
    let model = Self.model()
    let target = try #require(model.tileTarget)
    let near = try #require(model.asset(AssetID(1)))
    let far = try #require(model.asset(AssetID(29)))
    let read: () -> Void = { _ = (model.matching, model.thumbnail(of: AssetID(1))) }
    #expect(Self.notifies(read) { _ = model.apply(.toggle) })
    #expect(Self.notifies(read) { model.setThumbnail(Self.picture, of: near, target: target) })
    #expect(!Self.notifies(read) { model.setThumbnail(Self.picture, of: far, target: target) })
    #expect(!Self.notifies(read) { model.setThumbnail(.loading, of: near, target: target) })
  }

  @Test("effects come back to the caller")
  func effects() {
    let model = Self.model()
    #expect(model.apply(.rescan) == [.rescan])
    #expect(model.apply(.redraw) == [.redraw])
    #expect(model.apply(.suspend) == [.suspend])
    _ = model.apply(.toggleHelp)
    #expect(model.apply(.redraw) == [.redraw])
    #expect(model.apply(.rescan).isEmpty)
  }
}
