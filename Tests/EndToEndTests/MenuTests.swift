import PickerModel
import TestSupport
import Testing

extension EndToEndTests {
  @Suite("menus")
  struct MenuTests {
    /// A folder with two folders, of which one holds a PNG and a folder of its own.
    private func library() throws -> TemporaryFolder {
      let folder = try TemporaryFolder("menus")
      let photo = try TestFiles.read(FileName("\(Package.fixtures)/Good/baseline.jpg"))
      for name in ["2023/a.jpg", "2023/b.jpg", "2024/c.jpg", "2024/Rome/d.jpg"] {
        try folder.write(photo, to: FileName(name))
      }
      try folder.write(
        PNGWriter.picture(
          size: PixelSize(width: 40, height: 80), color: RGBColor(red: 9, green: 99, blue: 200)),
        to: "2024/e.png")
      return folder
    }

    @Test("the filter menu shows its filter in words, Enter shows what passes, and picks stay")
    func filters() throws {
      let folder = try library()
      let session = try Photopick.start(["-m", folder.path])
      try session.untilComplete()
      session.press(.space)
      try session.until(text: "1 picked")
      session.press(.text("f"))
      try session.until(text: "everything")
      try session.untilQuiet()
      #expect(session.screen.contains("5 of 5 photos"))
      let row = try #require(session.screen.find("PNG"))
      session.click(row)
      try session.until(text: "format:png")
      session.press(.space)
      try session.until(text: "not format:png")
      try session.until(text: "4 of 5 photos")
      session.press(.enter)
      try session.until("the menu to close") { !$0.screen.contains("Enter show") }
      try session.until(text: "4 of 5 photos · not format:png")
      try session.untilComplete()
      #expect(!session.screen.contains("e.png"))
      session.type("fxe")
      session.type("images adn")
      session.press(.enter)
      try session.until(text: "did you mean \"and\"?")
      session.press(.escape)
      try session.until("the prompt to close") { !$0.screen.contains("did you mean") }
      session.press(.escape)
      try session.until("the menu to close") { !$0.screen.contains("Enter show") }
      try session.until(text: "not format:png")
      session.press(.escape)
      try session.until("the filter to go") { !$0.screen.contains("not format:png") }
      #expect(session.screen.contains("1 picked"))
      #expect(try session.confirm() == .code(0))
    }

    @Test("what --filter says stays, whatever the menu says")
    func keepsTheCallersFilter() throws {
      let folder = try library()
      let session = try Photopick.start(["-m", "--filter", "format:jpeg", folder.path])
      try session.untilReady()
      session.press(.text("f"))
      try session.until(text: "4 of 4 photos")
      session.type("e")
      session.type("format:png")
      session.press(.enter)
      try session.until(text: "0 of 4 photos")
      session.press(.enter)
      try session.until(text: "No photo matches: f changes the filter")
      #expect(session.screen.contains("0 of 5 photos · format:png · format:jpeg"))
      session.press(.text("q"))
      #expect(try session.waitForExit() == .code(130))
    }

    @Test("s, s, Enter orders by the next key, r turns it around")
    func sorts() throws {
      let folder = try Photopick.folder("a.jpg", "b.jpg", "c.jpg")
      let session = try Photopick.start(["-m", folder.path])
      try session.untilComplete()
      session.type("s")
      try session.until(text: "A to Z")
      session.type("r")
      try session.until(text: "Z to A")
      session.press(.enter)
      try session.until(text: "name, reversed")
      session.type("ss")
      session.press(.enter)
      try session.until(text: "· date")
      session.type("s")
      try session.until(text: "newest first")
      session.press(.escape)
      try session.until("the menu to close") { !$0.screen.contains("newest first") }
      try session.untilComplete()
      #expect(session.screen.contains("· date"))
      session.press(.text("q"))
      #expect(try session.waitForExit() == .code(130))
    }

    @Test("a folder is chosen from the list, narrowed by typing, and left again")
    func showsFolders() throws {
      let folder = try library()
      let session = try Photopick.start(["-m", folder.path])
      try session.untilComplete()
      session.type("C")
      try session.until(text: "All photos")
      try session.until(text: "2 / 3")
      session.type("/rom")
      try session.until("one folder") { !$0.screen.contains("All photos") }
      session.press(.enter)
      try session.until(text: "1 of 5 photos · 2024/Rome")
      try session.untilComplete()
      #expect(session.screen.contains("d.jpg") && !session.screen.contains("a.jpg"))
      session.type("[")
      try session.until(text: "3 of 5 photos · 2024 ")
      session.type("C")
      try session.until(text: "All photos")
      session.press(.home, .enter)
      try session.until(text: "5 photos")
      session.press(.text("q"))
      #expect(try session.waitForExit() == .code(130))
    }

    @Test("a date is gone to in the order of dates, and a mistake is pointed at")
    func goesToDates() throws {
      let session = try Photopick.start(["-m", Photopick.samples])
      try session.untilComplete()
      session.type("D")
      try session.until(text: "Go to a date")
      session.type("2016-13")
      session.press(.enter)
      try session.until(text: "there is no month 13")
      session.press(.backspace, .backspace)
      session.type("10")
      session.press(.enter)
      try session.until(text: "Now by date: October 2016")
      try session.until(text: "IMG_0658.JPG")
      session.press(.text("q"))
      #expect(try session.waitForExit() == .code(130))
    }

    @Test(
      "every menu works on small screens, without pictures and without colours",
      arguments: [
        CellSize(columns: 40, rows: 10), CellSize(columns: 20, rows: 6),
        CellSize(columns: 10, rows: 4), CellSize(columns: 3, rows: 2),
      ])
    func smallScreens(size: CellSize) throws {
      let folder = try library()
      let session = try Photopick.start(["-m", "--graphics", "none", folder.path]) { options in
        options.size = size
        options.environment["NO_COLOR"] = "1"
      }
      try session.untilQuiet(milliseconds: 400)
      for (keys, escapes) in [("f jxe", 2), ("s", 1), ("C/2", 2), ("D20", 1)] {
        session.type(keys)
        try session.untilQuiet()
        #expect(session.screen.problems == [], "\(keys) on \(size)")
        for _ in 0..<escapes {
          session.press(.escape)
          try session.untilQuiet()
        }
      }
      session.type("f ")
      session.press(.enter)
      try session.untilQuiet()
      session.press(.space)
      try session.untilQuiet()
      #expect(try session.confirm() == .code(0))
      #expect(session.outputText.contains("a.jpg"))
    }

    @Test("what a search found is marked in the captions, cut ones too")
    func marksWhatWasFound() throws {
      let folder = try Photopick.folder(
        "holiday.jpg", "a_very_long_name_of_a_holiday_photo_2031.jpg")
      let session = try Photopick.start(["-m", folder.path]) { $0.environment["NO_COLOR"] = "1" }
      try session.untilComplete()
      session.type("/2031")
      try session.until(text: "1 of 2 found")
      try session.untilQuiet()
      let place = try #require(session.screen.find("2031"))
      for offset in 0..<4 {
        let cell = session.screen[CellPoint(column: place.column + offset, row: place.row)]
        #expect(cell.style.isUnderlined, "\(offset)")
      }
      let after = session.screen[CellPoint(column: place.column + 4, row: place.row)]
      #expect(!after.style.isUnderlined)
    }

    @Test("where a search found a folder, the folder is shown", arguments: ["sixel", "none"])
    func showsTheFolderFound(graphics: FileName) throws {
      let folder = try Photopick.folder("a.jpg", "Rome/b.jpg")
      let session = try Photopick.start(["-m", "--graphics", graphics, folder.path]) {
        $0.environment["NO_COLOR"] = "1"
      }
      try session.until(text: "b.jpg")
      session.type("/rome")
      try session.until(text: "1 of 2 found")
      try session.untilQuiet()
      let place = try #require(session.screen.find("Rome"))
      #expect(place.row < session.screen.size.rows - 1)
      #expect(session.screen[place].style.isUnderlined)
    }
  }
}
