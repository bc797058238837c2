import PickerModel
import TestSupport
import Testing

extension EndToEndTests {
  @Suite("the rules of the screen")
  struct ScreenRulesTests {
    /// Goes through what a person does and what disturbs pictures.
    private func tour(_ session: PTYSession, check: (String) throws -> Void) throws {
      try session.untilComplete()
      try check("the first page")
      session.press(.right, .space, .down, .space)
      try session.until(text: "2 picked")
      try session.untilQuiet()
      try check("picking")
      session.press(.pageDown)
      try session.untilComplete()
      try check("the next page")
      session.press(.home)
      try session.untilComplete()
      session.press(.text("?"))
      try session.until(text: "previous photo")
      try session.untilQuiet()
      try check("help")
      session.press(.escape)
      try session.until("help to go") { !$0.screen.contains("previous photo") }
      try session.untilComplete()
      try check("after help")
      for (key, text) in [
        ("f", "everything"), ("s", "A to Z"), ("C", "All photos"), ("D", "Go to a date"),
      ] {
        session.press(.text(key))
        try session.until(text: text)
        try session.untilQuiet()
        try check("the menu of \(key)")
        session.press(.escape)
        try session.until("the menu to go") { !$0.screen.contains(text) }
        try session.untilComplete()
        try check("after the menu of \(key)")
      }
      session.press(.tab)
      try session.untilQuiet()
      try session.until("the preview") { $0.screen.pictureCellCount > 0 }
      try session.untilQuiet()
      try check("the preview")
      session.press(.right)
      try session.untilComplete()
      try check("the next preview")
      session.press(.text("+"), .text("+"))
      try session.until(text: " %  at ")
      try session.untilComplete()
      try check("zoomed")
      session.press(.text("L"), .down)
      try session.untilComplete()
      try check("panned")
      session.press(.tab)
      try session.untilComplete()
      try check("the grid again")
      session.press(.text("i"))
      try session.until(text: "Modified")
      try session.untilComplete()
      try check("the info panel")
      session.press(.right, .pageDown)
      try session.untilComplete()
      try check("the info panel of another photo")
      session.press(.text("i"))
      try session.until("the panel to go") { !$0.screen.contains("Modified") }
      try session.untilComplete()
      try check("after the info panel")
      session.press(.text("p"))
      try session.until(text: "Picks ·")
      try session.untilComplete()
      try check("the tray")
      session.press(.text("J"), .text("x"))
      try session.until(text: "1 picked")
      try session.untilComplete()
      try check("the tray reordered")
      session.press(.tab)
      try session.untilComplete()
      try check("a preview in the tray")
      session.press(.tab)
      try session.untilComplete()
      session.press(.text("p"))
      try session.until("the tray to go") { !$0.screen.contains("Picks ·") }
      try session.untilComplete()
      try check("the grid after the tray")
      session.press(.text("+"))
      try session.untilComplete()
      try check("larger tiles")
      session.press(.text("-"), .text("-"))
      try session.untilComplete()
      try check("smaller tiles")
      session.resize(CellSize(columns: 71, rows: 19))
      try session.untilComplete()
      try check("a new size")
      session.press(.control("l"))
      try session.untilComplete()
      try check("Ctrl-L")
    }

    @Test(
      "no step of a tour breaks a rule for pictures", arguments: TerminalProfile.sixelTerminals)
    func keepsTheRules(terminal: TerminalProfile) throws {
      let session = try Photopick.start(["-m", Photopick.samples]) { options in
        options.terminal = terminal
        options.size = CellSize(columns: 84, rows: 24)
      }
      try tour(session) { step in
        #expect(session.screen.imageRuleBreaks == [], "\(terminal.name), \(step)")
        #expect(session.screen.problems == [], "\(terminal.name), \(step)")
        #expect(session.screen.unpositionedTextCount == 0, "\(terminal.name), \(step)")
        if terminal.knowsSynchronizedUpdates {
          let open = session.screen.images.filter { !$0.isSynchronized }
          #expect(open.isEmpty, "\(step)")
        }
        #expect(!session.screen.isUpdating, "\(terminal.name), \(step)")
      }
      session.press(.text("q"))
      #expect(try session.waitForExit() == .code(130))
      #expect(try session.leftovers() == [])
    }

    @Test("after a new size no picture is drawn where the old layout had it")
    func drawsNothingOfTheOldLayout() throws {
      let session = try Photopick.start(["-m", "--thumbnail-size", "small", Photopick.samples]) {
        $0.terminal = .foot
        $0.size = CellSize(columns: 84, rows: 24)
      }
      try session.untilComplete()
      try session.untilQuiet(milliseconds: 600)
      session.resize(CellSize(columns: 71, rows: 19))
      session.forgetNotes()
      try session.untilComplete()
      let layout = GridLayout(
        area: ScreenLayout(screen: session.screen.size).content, thumbnailSize: .small)
      let columns = (0..<layout.slotCount).map { layout.tile(at: $0).picture.origin.column }
      let strays = session.screen.images.filter { !columns.contains($0.rect.origin.column) }
      #expect(strays.isEmpty, "\(strays.map(\.rect))")
    }

    @Test(
      "a size that is changed and changed back at once keeps its pictures", arguments: ["+-", "-+"])
    func keepsPictures(keys: String) throws {
      let session = try Photopick.start(["-m", Photopick.samples])
      try session.untilComplete()
      session.type(keys)
      try session.untilQuiet(milliseconds: 400)
      try session.untilComplete()
      let size = session.screen.size
      session.resize(CellSize(columns: 120, rows: 35))
      session.resize(size)
      try session.untilQuiet(milliseconds: 400)
      try session.untilComplete()
      let layout = GridLayout(
        area: ScreenLayout(screen: session.screen.size).content, thumbnailSize: .medium)
      for slot in 0..<11 {
        let isCovered = session.screen.isCoveredByPictures(layout.tile(at: slot).picture)
        #expect(isCovered, "tile \(slot)\n\(session.report)")
      }
    }

    @Test("pictures fill their tiles, and no cell outside of a tile shows a pixel")
    func fillsTiles() throws {
      let session = try Photopick.start(["-m", Photopick.samples])
      try session.untilComplete()
      let layout = GridLayout(
        area: ScreenLayout(screen: session.screen.size).content, thumbnailSize: .medium)
      var tiles = [CellRect]()
      for slot in 0..<min(layout.slotCount, 11) { tiles.append(layout.tile(at: slot).picture) }
      for tile in tiles {
        #expect(session.screen.isCoveredByPictures(tile), "\(tile)\n\(session.report)")
      }
      let cellCount = tiles.map { $0.size.columns * $0.size.rows }.reduce(0, +)
      #expect(session.screen.pictureCellCount == cellCount)
    }

    @Test("the eight EXIF orientations of one picture all look the same, upright")
    func turnsPhotos() throws {
      let folder = FileName("\(Package.fixtures)/Orientation")
      let session = try Photopick.start(["-m", folder])
      try session.untilComplete()
      let layout = GridLayout(
        area: ScreenLayout(screen: session.screen.size).content, thumbnailSize: .medium)
      let marks = [
        (PixelSize(width: 7, height: 7), RGBColor(red: 230, green: 40, blue: 40)),
        (PixelSize(width: 40, height: 3), RGBColor(red: 40, green: 200, blue: 60)),
        (PixelSize(width: 3, height: 28), RGBColor(red: 240, green: 220, blue: 40)),
        (PixelSize(width: 30, height: 20), RGBColor(red: 40, green: 60, blue: 90)),
      ]
      for slot in 0..<8 {
        let patch = session.screen.pixels(in: layout.tile(at: slot).picture)
        let left = (patch.size.width - 48) / 2
        let top = (patch.size.height - 32) / 2
        for (place, color) in marks {
          let found = patch[left + place.width, top + place.height]
          #expect((found?.distance(to: color) ?? 255) < 30, "mark_\(slot + 1).jpg at \(place)")
        }
      }
    }

    @Test(
      "two hundred photos scrolled through take bounded memory",
      .enabled(if: !Photopick.isSanitized))
    func boundsMemory() throws {
      let folder = try TemporaryFolder("many")
      let photo = try TestFiles.read(FileName("\(Package.root)/samples/silver_fir.jpg"))
      for number in 100..<300 { try folder.write(photo, to: FileName("\(number).jpg")) }
      let session = try Photopick.start(["-m", folder.path])
      try session.untilComplete()
      for _ in 0..<14 {
        session.press(.pageDown)
        try session.untilComplete()
      }
      #expect(session.process.currentPeakMemoryKiB > 1_000)
      #expect(session.process.currentPeakMemoryKiB < 150_000)
    }

    @Test("old pictures are gone where terminals keep pixels under erased cells")
    func erasesBySpaces() throws {
      let session = try Photopick.start(["-m", Photopick.samples]) {
        $0.size = CellSize(columns: 84, rows: 24)
      }
      try session.untilComplete()
      session.forgetNotes()
      session.press(.text("?"))
      try session.until(text: "previous photo")
      try session.untilQuiet()
      session.press(.escape)
      try session.untilComplete()
      session.press(.end)
      try session.untilComplete()
      #expect(session.screen.erasedPictureCellCount == 0)
    }

    @Test("text is never written over a picture that stays")
    func keepsTextOffPictures() throws {
      let session = try Photopick.start(["-m", Photopick.samples])
      try session.untilComplete()
      session.forgetNotes()
      session.press(.right, .down, .space, .left)
      try session.until(text: "1 picked")
      try session.untilQuiet()
      let layout = GridLayout(
        area: ScreenLayout(screen: session.screen.size).content, thumbnailSize: .medium)
      for slot in 0..<layout.slotCount where slot < 11 {
        #expect(session.screen.isCoveredByPictures(layout.tile(at: slot).picture))
      }
    }

    @Test("the help box lies over no picture")
    func hidesPicturesUnderHelp() throws {
      let session = try Photopick.start(["-m", Photopick.samples])
      try session.untilComplete()
      session.press(.text("?"))
      try session.until(text: "previous photo")
      try session.untilQuiet()
      let start = try #require(session.screen.find("Moving"))
      for row in start.row..<(session.screen.size.rows - 3) {
        for column in start.column..<(start.column + 40) {
          #expect(!session.screen.hasPixels(at: CellPoint(column: column, row: row)))
        }
      }
    }

    @Test("a cursor key costs few bytes and no picture that is already there")
    func movesCheaply() throws {
      let session = try Photopick.start(["-m", Photopick.samples]) {
        $0.terminal = .foot
      }
      try session.untilComplete()
      session.forgetNotes()
      let before = session.output.count
      session.press(.right)
      try session.until(text: "2/11")
      try session.untilQuiet()
      #expect(session.output.count - before < 6_000, "\(session.output.count - before) bytes")
      #expect(session.screen.images.count <= 2)
    }

    @Test("a storm of keys draws no picture for each of them")
    func skipsFrames() throws {
      let folder = try Photopick.folder(count: 400)
      let session = try Photopick.start(["-m", folder.path])
      try session.untilComplete()
      session.forgetNotes()
      session.type(String(repeating: "j", count: 60))
      try session.until("the cursor far down") { $0.screen.contains("301/400") }
      try session.untilComplete()
      #expect(session.screen.images.count < 400, "\(session.screen.images.count) pictures")
      #expect(session.screen.imageRuleBreaks == [])
    }

    @Test("it takes no processor time when nothing happens", .enabled(if: !Photopick.isSanitized))
    func idles() throws {
      let session = try Photopick.start([Photopick.samples])
      try session.untilComplete()
      try session.untilQuiet(milliseconds: 800)
      let before = session.process.currentProcessorSeconds
      let bytes = session.output.count
      try session.untilQuiet(milliseconds: 2_000)
      #expect(session.process.currentProcessorSeconds - before <= 0.02)
      #expect(session.output.count == bytes)
    }

    @Test("nothing changes the palette or asks for what it must not")
    func keepsToItself() throws {
      let session = try Photopick.start([Photopick.samples])
      try session.untilComplete()
      #expect(session.queries.count < 12)
      let kitty = session.queries.filter { if case .kittyGraphics = $0 { true } else { false } }
      #expect(kitty.isEmpty)
      #expect(!session.screen.mentionedModes.contains(80))
    }
  }
}
