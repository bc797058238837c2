import PhotoLibrary
import PickerModel
import TestSupport
import Testing

extension EndToEndTests {
  @Suite(
    "in a real xterm",
    .enabled(if: XtermSession.missing == nil, "\(XtermSession.missing ?? "")"))
  struct XtermTests {
    private static let size = CellSize(columns: 120, rows: 40)

    private func start(_ arguments: String, _ folder: TemporaryFolder) throws -> XtermSession {
      try XtermSession(
        "exec '\(Photopick.path)' \(arguments) >'\(folder.text)/out' 2>'\(folder.text)/err'",
        size: Self.size)
    }

    private var tiles: GridLayout {
      GridLayout(area: ScreenLayout(screen: Self.size).content, thumbnailSize: .medium)
    }

    /// Whether a tile shows something: not the bare background, and of many colours.
    private func isShown(_ patch: PixelPatch) -> Bool {
      Set(patch.pixels).count > 40
    }

    /// Photos of one strong colour each, every one of another.
    private func colorFolder() throws -> (folder: TemporaryFolder, colors: [RGBColor]) {
      let folder = try TemporaryFolder("colors")
      var colors = [RGBColor]()
      for index in 0..<30 {
        let color = RGBColor(
          red: UInt8(40 + index % 3 * 90), green: UInt8(30 + index / 3 % 4 * 70),
          blue: UInt8(60 + index / 12 * 80))
        colors.append(color)
        let name = FileName("\(index < 10 ? "0" : "")\(index).png")
        try folder.write(
          PNGWriter.picture(size: PixelSize(width: 90, height: 60), color: color), to: name)
      }
      return (folder, colors)
    }

    @Test("every tile shows its own photo, also after the window was covered and shown again")
    func showsEveryPhoto() throws {
      let (folder, colors) = try colorFolder()
      let output = try TemporaryFolder()
      let session = try start("-m '\(folder.text)'", output)
      let layout = tiles
      func wrong() -> [Int] {
        (0..<min(layout.slotCount, colors.count)).filter { slot in
          let tile = layout.tile(at: slot).picture
          let patch = session.pixels(in: tile)
          guard let center = patch[patch.size.width / 2, patch.size.height / 2] else { return true }
          return center.distance(to: colors[slot]) > 12
        }
      }
      try session.until("all tiles") { _ in wrong().isEmpty }
      try session.untilStill()
      #expect(wrong() == [])
      try session.expose()
      try session.untilStill()
      if !wrong().isEmpty { try session.save("after-expose") }
      #expect(wrong() == [], "tiles that a repaint lost")
      try session.press("ctrl+l")
      try session.untilStill()
      #expect(wrong() == [])
      try session.press("Return")
      try session.until("the end") { !$0.isRunning }
      let result = try JSON(parsing: TestFiles.read(output.path(of: "out")))
      #expect(result["items"]?[0]?["path"]?.text?.hasSuffix("/00.png") == true)
    }

    @Test("picking, scrolling, help and preview leave no pixel of an older picture")
    func leavesNothingBehind() throws {
      let (folder, colors) = try colorFolder()
      let output = try TemporaryFolder()
      let session = try start("-m '\(folder.text)'", output)
      let layout = tiles
      func shows(_ slot: Int, _ index: Int) -> Bool {
        let patch = session.pixels(in: layout.tile(at: slot).picture)
        guard let center = patch[patch.size.width / 2, patch.size.height / 2] else { return false }
        return center.distance(to: colors[index]) <= 12
      }
      try session.until("the first tile") { _ in shows(0, 0) }
      try session.untilStill()
      let first = session.pixels
      try session.press("question")
      try session.untilStill()
      #expect(session.pixels != first)
      try session.press("question")
      try session.untilStill()
      #expect(session.pixels.deviation(from: first).mean < 0.5, "help left something behind")
      try session.press("Tab")
      try session.untilStill()
      try session.press("Tab")
      try session.untilStill()
      #expect(session.pixels.deviation(from: first).mean < 0.5, "preview left something behind")
      try session.press("End")
      try session.until("the last photo") { _ in
        (0..<layout.slotCount).contains { shows($0, colors.count - 1) }
      }
      try session.press("Home")
      try session.until("the first tile") { _ in shows(0, 0) }
      try session.untilStill()
      #expect(session.pixels.deviation(from: first).mean < 0.5, "scrolling left something behind")
      try session.press("q")
      try session.until("the end") { !$0.isRunning }
    }

    @Test("each tile of the samples shows the photo that its caption names, pixel by pixel")
    func showsSamples() throws {
      let output = try TemporaryFolder()
      let session = try start("-m '\(Photopick.samples.displayString)'", output)
      let layout = tiles
      try session.until("pictures in all tiles") { session in
        (0..<11).allSatisfy { isShown(session.pixels(in: layout.tile(at: $0).picture)) }
      }
      try session.untilStill()
      let list = try Photopick.run(["list", "--format", "lines", Photopick.samples])
      for (slot, path) in list.outputText.split(separator: "\n").enumerated() {
        let patch = session.pixels(in: layout.tile(at: slot).picture)
        let bytes = try TestFiles.read(FileName(String(path)))
        let format = try #require(FileSniffer.format(ofHead: Array(bytes.prefix(4_096))))
        let photo = try PhotoDecoder().decode(
          bytes,
          DecodeRequest(format: format, target: patch.size, background: XtermSession.background)
        ).thumbnail.pixels
        let left = (patch.size.width - photo.size.width) / 2
        let top = (patch.size.height - photo.size.height) / 2
        var shown = [UInt32]()
        var expected = [UInt32]()
        for y in 0..<photo.size.height {
          for x in 0..<photo.size.width {
            shown.append(patch[left + x, top + y]?.packed ?? 0)
            expected.append(photo[x, y].packed)
          }
        }
        let difference = PixelPatch(size: photo.size, pixels: shown)
          .deviation(from: PixelPatch(size: photo.size, pixels: expected))
        #expect(difference.mean < 8, "\(path): \(difference)")
      }
      try session.press("q")
      try session.until("the end") { !$0.isRunning }
    }
  }
}
