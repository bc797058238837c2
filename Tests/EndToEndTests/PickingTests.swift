import PickerModel
import TestSupport
import Testing

extension EndToEndTests {
  @Suite("picking")
  struct PickingTests {
    @Test("Enter without picks hands over the photo under the cursor, as JSON by the schema")
    func picksTheCursorsPhoto() throws {
      let folder = try Photopick.folder("IMG_10.jpg", "IMG_2.jpg", "b c.jpg")
      let session = try Photopick.start([folder.path])
      try session.untilReady()
      session.press(.right)
      #expect(try session.confirm() == .code(0))
      let result = try JSON(parsing: session.standardOutput)
      #expect(try JSONSchema.ofResult().violations(in: result) == [])
      #expect(result["outcome"]?.text == "picked")
      #expect(result["items"]?.elements?.count == 1)
      #expect(result["items"]?[0]?["path"]?.text == "\(folder.text)/IMG_2.jpg")
      #expect(result["items"]?[0]?["uri"]?.text == "file://\(folder.text)/IMG_2.jpg")
      #expect(session.outputText.hasSuffix("}\n") && !session.outputText.hasSuffix("\n\n"))
      #expect(try session.leftovers() == [])
    }

    @Test("picks come out in the order of picking, numbered from 1")
    func keepsOrder() throws {
      let folder = try Photopick.folder("a.jpg", "b.jpg", "c.jpg", "d.jpg")
      let session = try Photopick.start(["--max", "3", folder.path])
      try session.untilReady()
      session.press(.right, .right, .space)
      try session.until(text: "1 of 3 picked")
      session.press(.left, .left, .space, .right, .space)
      try session.until(text: "3 of 3 picked")
      session.press(.right, .right, .space)
      try session.until(text: "Only 3 photos can be picked")
      #expect(try session.confirm() == .code(0))
      let result = try JSON(parsing: session.standardOutput)
      let items = result["items"]?.elements ?? []
      #expect(items.map { $0["path"]?.text?.suffix(5) } == ["c.jpg", "a.jpg", "b.jpg"])
      #expect(items.map { $0["position"]?.integer } == [1, 2, 3])
      #expect(result["selection"]?["maximum"]?.integer == 3)
      #expect(result["selection"]?["count"]?.integer == 3)
    }

    @Test(
      "every output format carries the picks byte by byte",
      arguments: [
        (["--format", "lines"], "F/a.jpg\nF/b c.jpg\n"), (["--format=nul"], "F/a.jpg\0F/b c.jpg\0"),
        (["-0"], "F/a.jpg\0F/b c.jpg\0"),
      ] as [([FileName], String)])
    func writesFormats(options: [FileName], expected: String) throws {
      let folder = try Photopick.folder("a.jpg", "b c.jpg", "z.jpg")
      let session = try Photopick.start(["-m"] + options + [folder.path])
      try session.untilReady()
      session.press(.space, .right, .space)
      try session.until(text: "2 picked")
      #expect(try session.confirm() == .code(0))
      #expect(session.outputText == expected.replacing("F", with: folder.text))
    }

    @Test("jsonl is one item a line")
    func writesLines() throws {
      let folder = try Photopick.folder("a.jpg", "b.jpg", "c.jpg")
      let session = try Photopick.start(["--multi=2", "--format", "jsonl", folder.path])
      try session.untilReady()
      session.press(.text("a"))
      try session.until(text: "2 of 2 picked")
      #expect(try session.confirm() == .code(0))
      let schema = try JSONSchema.ofResult()
      let lines = session.outputText.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count == 3 && lines.last == "")
      for line in lines.dropLast() {
        let item = try JSON(parsing: String(line))
        #expect(schema.violations(in: item, definition: "item") == [])
      }
    }

    @Test("--output writes a private file and leaves standard output empty")
    func writesAFile() throws {
      let folder = try Photopick.folder("a.jpg")
      let target = folder.path(of: "picks.json")
      let session = try Photopick.start(["--output", target, folder.path])
      try session.untilReady()
      #expect(try session.confirm() == .code(0))
      #expect(session.standardOutput.isEmpty)
      let result = try JSON(parsing: TestFiles.read(target))
      #expect(result["items"]?.elements?.count == 1)
      #expect(TestFiles.names(in: folder.path) == ["a.jpg", "picks.json"])
      #expect(TestFiles.mode(target) == 0o600)
    }

    @Test("too few picks for --min are refused with what is missing")
    func refusesTooFew() throws {
      let folder = try Photopick.folder("a.jpg", "b.jpg", "c.jpg")
      let session = try Photopick.start(["--min", "2", "--max", "3", folder.path])
      try session.untilReady()
      session.press(.space, .enter)
      try session.until(text: "Pick 1 more")
      session.press(.right, .space)
      try session.until(text: "2 of 3 picked")
      #expect(try session.confirm() == .code(0))
    }

    @Test("preselection beyond the cap locks Enter until the count is within it")
    func locksOverfullPreselection() throws {
      let folder = try Photopick.folder("a.jpg", "b.jpg", "c.jpg")
      let session = try Photopick.start(
        [
          "--max", "1", "--preselect", folder.path(of: "a.jpg"), "--preselect",
          folder.path(of: "b.jpg"), folder.path,
        ])
      try session.untilReady()
      try session.until(text: "2 of 1 picked")
      session.press(.enter)
      try session.until(text: "Unpick 1")
      session.press(.space)
      try session.until(text: "1 of 1 picked")
      #expect(try session.confirm() == .code(0))
      #expect(session.outputText.contains("b.jpg") && !session.outputText.contains("a.jpg"))
    }

    @Test("a list on standard input is the library, and keys still come from the terminal")
    func readsAList() throws {
      let folder = try Photopick.folder("a.jpg", "b.jpg", "c.jpg")
      let session = try Photopick.start(["-m", "--files0-from", "-", "-0"]) { $0.input = .pipe }
      session.writeInput(
        folder.path(of: "c.jpg").bytes + [0] + folder.path(of: "a.jpg").bytes + [0])
      session.closeInput()
      try session.untilReady()
      try session.until(text: "2 photos")
      session.press(.text("a"))
      try session.until(text: "2 picked")
      #expect(try session.confirm() == .code(0))
      #expect(session.outputText == "\(folder.text)/a.jpg\0\(folder.text)/c.jpg\0")
    }

    @Test("undo, redo, invert and clear act on the picks")
    func editsPicks() throws {
      let folder = try Photopick.folder("a.jpg", "b.jpg", "c.jpg")
      let session = try Photopick.start(["-m", folder.path])
      try session.untilReady()
      session.press(.space)
      try session.until(text: "1 picked")
      session.press(.text("I"))
      try session.until(text: "2 picked")
      session.press(.text("u"))
      try session.until(text: "1 picked")
      session.press(.control("r"))
      try session.until(text: "2 picked")
      session.press(.text("c"))
      try session.until(text: "0 picked")
      session.press(.text("u"))
      try session.until(text: "2 picked")
      #expect(try session.confirm() == .code(0))
      #expect(session.outputText.contains("b.jpg") && session.outputText.contains("c.jpg"))
    }

    @Test("searching narrows the grid, picks stay, Esc takes the search back")
    func searches() throws {
      let folder = try Photopick.folder("apple.jpg", "pear.jpg", "plum.jpg")
      let session = try Photopick.start(["-m", folder.path])
      try session.untilReady()
      session.press(.space)
      try session.until(text: "1 picked")
      session.type("/PEA")
      try session.until(text: "1 of 3 found")
      session.press(.enter)
      try session.until(text: "1 of 3 photos")
      #expect(session.screen.contains("pear.jpg") && !session.screen.contains("apple.jpg"))
      session.press(.space)
      try session.until(text: "2 picked")
      #expect(try session.confirm() == .code(0))
      #expect(session.outputText.contains("apple.jpg") && session.outputText.contains("pear.jpg"))
    }

    @Test("clicks move, Ctrl-click picks, double click previews, the wheel scrolls")
    func takesTheMouse() throws {
      let folder = try Photopick.folder(count: 60)
      let session = try Photopick.start(["-m", folder.path])
      try session.untilComplete()
      let layout = GridLayout(
        area: ScreenLayout(screen: session.screen.size).content, thumbnailSize: .medium)
      let second = layout.tile(at: 1).picture.origin
      session.click(second)
      try session.until(text: "2/60")
      session.click(layout.tile(at: 2).picture.origin, button: 16)
      try session.until(text: "1 picked")
      session.click(second, button: 65)
      try session.until("the first row gone") { !$0.screen.contains("IMG_1.jpg") }
      #expect(!session.screen.mentionedModes.contains(1003))
      #expect(!session.screen.mentionedModes.contains(1002))
      session.press(.text("q"))
      #expect(try session.waitForExit() == .code(130))
    }
  }
}
