import Dispatch
import Figures
import Glibc
import PhotoLibrary
import PickerModel
import TermRender

/// Draws a page of 24 pictures whose pixels are there already, and nothing else.
///
///     page-rate FILE...
///
/// What it costs to show pixels: encoding, composing frames, writing. It runs until it is ended.
@main
enum PageRate {
  @MainActor static func main() {
    let files = CommandLine.arguments.dropFirst()
    let layout = GridLayout(
      area: CellRect(column: 0, row: 1, columns: 120, rows: 38), thumbnailSize: .medium)
    let decoder = PhotoDecoder()
    let door = PhotoDoor()
    var placements: [ImagePlacement] = []
    for (slot, name) in files.prefix(layout.slotCount).enumerated() {
      let request = DecodeRequest(
        format: .jpeg, target: PixelSize(width: 18 * 8, height: 7 * 17), allowsEmbedded: false)
      guard let file = try? door.open(AssetPath(FileName(name))),
        let photo = try? decoder.decode(file, request)
      else { continue }
      placements.append(
        ImagePlacement(
          key: ImageKey(owner: UInt64(slot)), rect: layout.tile(at: slot).picture,
          pixels: photo.thumbnail.pixels))
    }
    guard let screen = try? TerminalScreen() else { exit(2) }
    let present: @MainActor () -> Void = {
      var canvas = TextCanvas(size: screen.size)
      _ = canvas.put("IMG_", at: CellPoint(column: 0, row: 0), style: .plain, maxColumns: 20)
      screen.present(ScreenFrame(canvas: canvas, placements: placements, cursor: nil))
    }
    screen.onCapabilities = present
    screen.onResize = present
    screen.onTermination = { _ in exit(0) }
    present()
    withExtendedLifetime(screen) { dispatchMain() }
  }
}
