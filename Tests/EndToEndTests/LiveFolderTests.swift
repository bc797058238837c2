import PickerModel
import TestSupport
import Testing

extension EndToEndTests {
  @Suite("live folders")
  struct LiveFolderTests {
    private let photo: [UInt8]

    init() throws {
      photo = try TestFiles.read(FileName("\(Package.fixtures)/Good/baseline.jpg"))
    }

    @Test("a photo that is added shows up, and the cursor stays on its own")
    func showsNewPhotos() throws {
      let folder = try Photopick.folder("b.jpg", "d.jpg")
      let session = try Photopick.start([folder.path])
      try session.untilComplete()
      // Nobody has moved the cursor, and Enter still hands over what was under it.
      try folder.write(photo, to: "a.jpg")
      try folder.write(photo, to: "new/c.jpg")
      try session.until(text: "4 photos")
      try session.untilComplete()
      #expect(session.screen.contains("a.jpg") && session.screen.contains("c.jpg"))
      #expect(try session.confirm() == .code(0))
      let result = try JSON(parsing: session.standardOutput)
      #expect(result["items"]?[0]?["path"]?.text == "\(folder.text)/b.jpg")
      #expect(try session.leftovers() == [])
    }

    @Test("a pick is followed under another name, in another folder, and back")
    func followsAPick() throws {
      let folder = try Photopick.folder("a.jpg", "b.jpg", "c.jpg")
      try folder.makeFolder("sub")
      let session = try Photopick.start(["-m", folder.path])
      try session.untilReady()
      session.press(.space)
      try session.until(text: "1 picked")
      #expect(TestFiles.rename(folder.path(of: "a.jpg"), to: folder.path(of: "sub/z.jpg")))
      try session.until(text: "z.jpg")
      #expect(session.screen.contains("1 picked"))
      #expect(try session.confirm() == .code(0))
      let result = try JSON(parsing: session.standardOutput)
      #expect(result["items"]?.elements?.count == 1)
      #expect(result["items"]?[0]?["path"]?.text == "\(folder.text)/sub/z.jpg")
    }

    @Test("a pick that was missing is handed over all the same when its file is back at Enter")
    func backAtEnter() throws {
      let folder = try Photopick.folder("a.jpg", "b.jpg", "c.jpg")
      let away = try TemporaryFolder("away")
      let session = try Photopick.start(["--multi", "--no-watch", folder.path])
      try session.untilReady()
      session.press(.space, .right, .space)
      try session.until(text: "2 picked")
      #expect(TestFiles.rename(folder.path(of: "a.jpg"), to: away.path(of: "a.jpg")))
      session.type("R")
      try session.until(text: "1 gone")
      #expect(TestFiles.rename(away.path(of: "a.jpg"), to: folder.path(of: "a.jpg")))
      #expect(try session.confirm() == .code(0))
      let result = try JSON(parsing: session.standardOutput)
      let names = (result["items"]?.elements ?? []).map { $0["path"]?.text?.suffix(5) }
      #expect(names == ["a.jpg", "b.jpg"])
      #expect(result["failures"]?.elements?.isEmpty == true)
    }

    @Test("a pick that vanishes is missing, and comes back with its file")
    func losesAPick() throws {
      let folder = try Photopick.folder("a.jpg", "b.jpg", "c.jpg")
      let session = try Photopick.start(["-m", folder.path])
      try session.untilComplete()
      session.press(.right, .space)
      try session.until(text: "1 picked")
      let away = try TemporaryFolder("away")
      #expect(TestFiles.rename(folder.path(of: "b.jpg"), to: away.path(of: "b.jpg")))
      try session.until(text: "missing")
      TestFiles.remove(folder.path(of: "c.jpg"))
      try session.until(text: "2 photos")
      #expect(session.screen.contains("1 picked"))
      #expect(TestFiles.rename(away.path(of: "b.jpg"), to: folder.path(of: "b.jpg")))
      try session.until("the file is back") { !$0.screen.contains("missing") }
      #expect(try session.confirm() == .code(0))
      let result = try JSON(parsing: session.standardOutput)
      #expect(result["items"]?[0]?["path"]?.text == "\(folder.text)/b.jpg")
      #expect(result["failures"]?.elements?.isEmpty == true)
    }

    @Test("thousands of photos at once are all there, and picks and cursor stay")
    func takesAFlood() throws {
      let folder = try Photopick.folder("m.jpg", "n.jpg")
      let session = try Photopick.start(["-m", "--graphics", "none", folder.path])
      try session.untilReady()
      session.press(.down, .space)
      try session.until(text: "1 picked")
      for number in 0..<5_000 { try folder.write(photo, to: FileName("f\(number).jpg")) }
      try session.until("5,002 photos", seconds: 60) { $0.screen.contains("5,002 photos") }
      #expect(session.screen.contains("1 picked") && session.screen.contains("n.jpg"))
      #expect(try session.confirm() == .code(0))
      let result = try JSON(parsing: session.standardOutput)
      #expect(result["items"]?[0]?["path"]?.text == "\(folder.text)/n.jpg")
    }

    @Test("a photo that was replaced gets its new picture")
    func reloadsPictures() throws {
      let folder = try TemporaryFolder("photos")
      let size = PixelSize(width: 64, height: 48)
      let red = RGBColor(red: 220, green: 0, blue: 0)
      let blue = RGBColor(red: 0, green: 0, blue: 220)
      try folder.write(PNGWriter.picture(size: size, color: red), to: "a.png")
      let session = try Photopick.start([folder.path])
      try session.until("a red picture") { ($0.screen.latestColor?.red ?? 0) > 150 }
      try folder.write(PNGWriter.picture(size: size, color: blue), to: "a.png")
      try session.until("a blue picture") { ($0.screen.latestColor?.blue ?? 0) > 150 }
      #expect(session.screen.latestColor.map { $0.red < 80 } == true)
      session.press(.text("q"))
      #expect(try session.waitForExit() == .code(130))
    }

    @Test("a folder that goes away is told, and R finds it when it is back")
    func losesTheFolder() throws {
      let parent = try TemporaryFolder("parent")
      try parent.write(photo, to: "in/a.jpg")
      try parent.write(photo, to: "in/b.jpg")
      let session = try Photopick.start([parent.path(of: "in")])
      try session.untilReady()
      #expect(TestFiles.rename(parent.path(of: "in"), to: parent.path(of: "out")))
      try session.until(text: "is gone")
      try session.until(text: "0 photos")
      #expect(TestFiles.rename(parent.path(of: "out"), to: parent.path(of: "in")))
      session.press(.text("R"))
      try session.until(text: "2 photos")
      try parent.write(photo, to: "in/c.jpg")
      try session.until(text: "3 photos")
      #expect(try session.confirm() == .code(0))
    }

    @Test("with --no-watch nothing shows up until R")
    func leavesAlone() throws {
      let folder = try Photopick.folder("a.jpg")
      let session = try Photopick.start(["--no-watch", folder.path])
      try session.untilReady()
      try folder.write(photo, to: "b.jpg")
      session.press(.text("R"))
      try session.until(text: "1 new")
      session.press(.text("q"))
      #expect(try session.waitForExit() == .code(130))
    }

    @Test(
      "the folders that are followed cost nothing while nothing happens",
      .enabled(if: !Photopick.isSanitized))
    func idles() throws {
      let folder = try Photopick.folder(count: 40)
      let session = try Photopick.start([folder.path])
      try session.untilComplete()
      try folder.write(photo, to: "new.jpg")
      try session.until(text: "41 photos")
      try session.untilComplete()
      // Threads that have nothing to do go home within a few seconds.
      try session.untilQuiet(milliseconds: 800)
      let before = session.process.currentWakeUpCount
      let bytes = session.output.count
      try session.untilQuiet(milliseconds: 2_000)
      #expect(session.process.currentWakeUpCount - before <= 4)
      #expect(session.output.count == bytes)
      session.press(.text("q"))
      #expect(try session.waitForExit() == .code(130))
    }
  }
}

extension VTScreen {
  /// The colour in the middle of the picture that came last.
  fileprivate var latestColor: RGBColor? {
    guard let image = images.last?.image else { return nil }
    return image[image.size.width / 2, image.size.height / 2]
  }
}
