import PickerModel
import TestSupport
import Testing

extension EndToEndTests {
  @Suite("terminals")
  struct TerminalTests {
    @Test("no terminal: one line, status 2, nothing on standard output")
    func refusesWithoutTerminal() throws {
      let session = try Photopick.run([Photopick.samples])
      #expect(session.process.exitStatus == .code(2))
      #expect(session.standardOutput.isEmpty)
      #expect(session.errorText.split(separator: "\n").count == 1, "\(session.errorText)")
      #expect(session.errorText.contains("terminal"))
    }

    @Test(
      "TERM=dumb or missing: one line, status 2", arguments: ["dumb", ""])
    func refusesUnableTerminals(term: String) throws {
      let session = try Photopick.start([Photopick.samples]) { options in
        options.terminal = .dumb
        options.environment = ["TERM": term]
      }
      #expect(try session.waitForExit() == .code(2))
      #expect(session.standardOutput.isEmpty)
      #expect(session.errorText.split(separator: "\n").count == 1, "\(session.errorText)")
      #expect(try session.leftovers() == [])
    }

    @Test("a terminal that answers nothing shows the grid at once and works")
    func worksOnMuteTerminals() throws {
      let folder = try Photopick.folder(count: 3)
      let session = try Photopick.start(["-m", folder.path]) { $0.terminal = .mute }
      try session.untilReady()
      #expect(session.screen.contains("IMG_2.jpg"))
      try session.untilQuiet(milliseconds: 400)
      #expect(session.screen.images.isEmpty)
      session.press(.space)
      try session.until(text: "1 picked")
      #expect(try session.confirm() == .code(0))
      #expect(try session.leftovers() == [])
    }

    @Test("answers that come late are swallowed, never taken for keys")
    func swallowsLateAnswers() throws {
      let folder = try Photopick.folder(count: 3)
      let session = try Photopick.start(["-m", folder.path]) { $0.terminal = .late }
      try session.untilReady()
      try session.untilQuiet(milliseconds: 1_200)
      #expect(!session.process.hasEnded)
      #expect(session.screen.contains("0 picked"))
      #expect(session.screen.contains("1/3"))
      session.press(.text("q"))
      #expect(try session.waitForExit() == .code(130))
    }

    @Test("plain xterm, which swallows sixels, is sent none")
    func sendsNoSixelsInVain() throws {
      let session = try Photopick.start(["-m", Photopick.samples]) { $0.terminal = .plainXterm }
      try session.untilReady()
      try session.untilQuiet(milliseconds: 400)
      #expect(session.screen.images.isEmpty)
      #expect(session.screen.problems == [])
    }

    @Test("--graphics blocks draws half blocks in colour")
    func drawsBlocks() throws {
      let session = try Photopick.start(["--graphics", "blocks", Photopick.samples]) {
        $0.terminal = .plainXterm
      }
      try session.untilReady()
      try session.until("half blocks") { $0.screen.contains("▀▀▀▀") || $0.screen.contains("▄▄▄▄") }
      #expect(session.screen.images.isEmpty)
    }

    @Test("--graphics none is a working list")
    func listsWithoutPictures() throws {
      let session = try Photopick.start(["-m", "--graphics", "none", Photopick.samples])
      try session.untilReady()
      try session.until(text: "silver_fir.jpg")
      #expect(session.screen.contains("511×323"))
      session.press(.down, .space)
      try session.until(text: "1 picked")
      #expect(session.screen.images.isEmpty)
      #expect(try session.confirm() == .code(0))
    }

    @Test("NO_COLOR turns text colours off, and the cursor's tile still shows")
    func honoursNoColor() throws {
      let folder = try Photopick.folder(count: 3)
      let session = try Photopick.start(["-m", folder.path]) { options in
        options.terminal = .mute
        options.environment = ["NO_COLOR": "1"]
      }
      try session.untilReady()
      session.press(.space)
      try session.until(text: "1 picked")
      var hasColor = false
      var hasReverse = false
      for row in 0..<session.screen.size.rows {
        for column in 0..<session.screen.size.columns {
          let style = session.screen[CellPoint(column: column, row: row)].style
          hasColor = hasColor || style.hasColor
          hasReverse = hasReverse || style.isReversed
        }
      }
      #expect(!hasColor && hasReverse)
    }

    @Test(
      "every size from 1x1 to 500x200 starts, takes keys and ends well",
      arguments: [
        CellSize(columns: 1, rows: 1), CellSize(columns: 2, rows: 1), CellSize(columns: 1, rows: 9),
        CellSize(columns: 3, rows: 2), CellSize(columns: 7, rows: 3),
        CellSize(columns: 19, rows: 8),
        CellSize(columns: 20, rows: 11), CellSize(columns: 40, rows: 12),
        CellSize(columns: 200, rows: 5), CellSize(columns: 500, rows: 200),
      ])
    func fitsAnySize(size: CellSize) throws {
      let folder = try Photopick.folder(count: 12)
      let session = try Photopick.start(["-m", folder.path]) { $0.size = size }
      try session.untilQuiet(milliseconds: 500)
      session.press(
        .right, .space, .down, .text("?"), .text("?"), .tab, .tab, .pageDown, .text("+"))
      try session.untilQuiet(milliseconds: 300)
      #expect(!session.process.hasEnded, "\(session.report)")
      #expect(session.screen.imageRuleBreaks == [])
      #expect(session.screen.problems == [])
      #expect(try session.confirm() == .code(0))
      #expect(try session.leftovers() == [])
    }

    @Test("random sizes in a row leave a complete screen", .seeded)
    func followsResizes() throws {
      var random = SplitMix64(stream: 11)
      let session = try Photopick.start(["-m", Photopick.samples])
      try session.untilComplete()
      for _ in 0..<12 {
        session.resize(CellSize(columns: 1 + random.below(140), rows: 1 + random.below(50)))
        session.pump(milliseconds: Double(random.below(30)))
      }
      session.resize(CellSize(columns: 100, rows: 30))
      try session.untilComplete()
      let layout = GridLayout(
        area: ScreenLayout(screen: session.screen.size).content, thumbnailSize: .medium)
      for slot in 0..<min(11, layout.slotCount) {
        let isCovered = session.screen.isCoveredByPictures(layout.tile(at: slot).picture)
        #expect(isCovered, "tile \(slot)\n\(session.report)")
      }
      session.press(.text("q"))
      #expect(try session.waitForExit() == .code(130))
      #expect(try session.leftovers() == [])
    }

    @Test("an implausible size in pixels is not believed")
    func checksPixels() throws {
      let session = try Photopick.start(["-m", Photopick.samples]) { options in
        options.reportedPixels = PixelSize(width: 320, height: 240)
      }
      try session.untilComplete()
      let layout = GridLayout(
        area: ScreenLayout(screen: session.screen.size).content, thumbnailSize: .medium)
      #expect(session.screen.isCoveredByPictures(layout.tile(at: 0).picture), "\(session.report)")
      #expect(session.screen.imageRuleBreaks == [])
    }

    @Test("pasted text and unknown sequences pick nothing and end nothing")
    func ignoresNoise() throws {
      let folder = try Photopick.folder(count: 3)
      let session = try Photopick.start(["-m", folder.path])
      try session.untilReady()
      session.paste("q a Space \u{3}")
      session.type("\u{1B}[99;5~\u{1B}[<0;500;500M\u{1B}[1;9X\u{1B}P1$r0m\u{1B}\\")
      try session.untilQuiet(milliseconds: 300)
      #expect(!session.process.hasEnded && session.screen.contains("0 picked"))
      session.press(.text("q"))
      #expect(try session.waitForExit() == .code(130))
    }
  }
}
