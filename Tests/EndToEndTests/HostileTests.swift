import Glibc
import PickerModel
import TestSupport
import Testing

extension EndToEndTests {
  @Suite("hostile and broken input")
  struct HostileTests {
    private static let oddNames: [FileName] = [
      FileName(bytes: Array("a\u{1B}[31m\u{7}b\n.jpg".utf8)),
      FileName(bytes: [0xFF, 0xFE] + Array(".jpg".utf8)),
      FileName(bytes: Array("rtl\u{202E}gpj.exe.jpg".utf8)), "日本語の写真.jpg", "e\u{301}.jpg",
      "\u{E9}.jpg", "-rf.jpg", " space .jpg", "tab\there.jpg", "👩‍👩‍👧‍👦.jpg",
      FileName(bytes: Array("c1\u{9B}31m.jpg".utf8)), "'quote\".jpg", "%41%00.jpg",
      FileName(String(repeating: "long", count: 60) + ".jpg"),
    ]

    private func oddFolder() throws -> TemporaryFolder {
      let folder = try Photopick.folder(count: 0)
      let photo = try TestFiles.read(FileName("\(Package.fixtures)/Good/baseline.jpg"))
      for name in Self.oddNames { try folder.write(photo, to: name) }
      return folder
    }

    @Test(
      "names can do nothing to the terminal, and come out byte by byte",
      arguments: [["--graphics", "auto"], ["--graphics", "none"]] as [[FileName]])
    func escapesNames(options: [FileName]) throws {
      let folder = try oddFolder()
      let session = try Photopick.start(["-m", "-0"] + options + [folder.path]) {
        $0.size = CellSize(columns: 130, rows: 40)
      }
      try session.untilReady()
      try session.until(text: "\(Self.oddNames.count) photos")
      try session.untilQuiet(milliseconds: 300)
      for _ in Self.oddNames {
        session.press(.right)
        session.pump(milliseconds: 20)
      }
      try session.untilQuiet()
      #expect(session.screen.problems == [])
      #expect(session.screen.bellCount == 0)
      #expect(!session.output.contains(sequence: "\u{1B}[31mb"))
      #expect(!session.screen.text.unicodeScalars.contains("\u{202E}"))
      session.press(.text("a"))
      try session.until(text: "\(Self.oddNames.count) picked")
      #expect(try session.confirm() == .code(0))
      let paths = session.standardOutput.split(separator: 0, omittingEmptySubsequences: true)
      #expect(Set(paths.map { Array($0) }) == Set(Self.oddNames.map { folder.path(of: $0).bytes }))
    }

    @Test("lines refuses a name with a newline and names the format that can carry it")
    func refusesNewlines() throws {
      let folder = try Photopick.folder("a\nb.jpg")
      let session = try Photopick.start(["--format", "lines", folder.path])
      try session.untilReady()
      #expect(try session.confirm() == .code(2))
      #expect(session.standardOutput.isEmpty)
      #expect(session.errorText.contains("--format nul"))
      #expect(session.errorText.split(separator: "\n").allSatisfy { $0.hasPrefix("photopick: ") })
    }

    @Test("json has every name's bytes in its uri, and null for a path that is no text")
    func writesOddNames() throws {
      let folder = try oddFolder()
      let session = try Photopick.run(["list", folder.path])
      #expect(session.process.exitStatus == .code(0))
      let result = try JSON(parsing: session.standardOutput)
      #expect(try JSONSchema.ofResult().violations(in: result) == [])
      let uris = Set((result["items"]?.elements ?? []).compactMap { $0["uri"]?.text })
      #expect(uris.count == Self.oddNames.count)
      #expect(uris.contains { $0.hasSuffix("/%FF%FE.jpg") })
      let paths = (result["items"]?.elements ?? []).map { $0["path"]?.isNull }
      #expect(paths.filter { $0 == true }.count == 1)
    }

    @Test("broken photos are tiles with a reason, pickable, and the others still show")
    func showsBrokenPhotos() throws {
      let folder = try Photopick.folder("good.jpg")
      for name in TestFiles.names(in: FileName("\(Package.fixtures)/Bad")) {
        let bad = FileName("\(Package.fixtures)/Bad/\(name.displayString)")
        try folder.copy(bad, to: FileName("bad_\(name.displayString)"))
      }
      let session = try Photopick.start(["-m", folder.path]) {
        $0.size = CellSize(columns: 130, rows: 40)
      }
      try session.untilComplete()
      #expect(session.screen.contains("✗"))
      #expect(session.screen.contains("empty"))
      #expect(session.screen.problems == [])
      session.press(.text("a"))
      try session.until(text: " picked")
      #expect(try session.confirm() == .code(0))
      let result = try JSON(parsing: session.standardOutput)
      let paths = (result["items"]?.elements ?? []).compactMap { $0["path"]?.text }
      #expect(paths.contains { $0.hasSuffix("/bad_empty.jpg") })
      #expect(!paths.contains { $0.hasSuffix("/bad_text.jpg") })
    }

    @Test("the info panel says that a photo is broken, and why")
    func infoOfBroken() throws {
      let folder = try TemporaryFolder("photos")
      try folder.write([], to: "empty.jpg")
      let session = try Photopick.start([folder.path]) {
        $0.size = CellSize(columns: 130, rows: 40)
      }
      try session.untilReady()
      try session.until(text: "✗ JPEG")
      func count(_ session: PTYSession) -> Int {
        session.screen.text.split(separator: "✗").count
      }
      let before = count(session)
      session.press(.text("i"))
      try session.until("the reason in the panel") {
        count($0) > before
      }
      session.press(.text("q"))
      try session.untilQuiet()
      session.press(.text("q"))
      #expect(try session.waitForExit() == .code(130))
    }

    @Test(
      "a folder that is missing, unreadable or no photo at all is told in one line",
      arguments: ["missing", "notes.txt"] as [FileName])
    func tellsBadFolders(name: FileName) throws {
      let folder = try TemporaryFolder()
      try folder.write("only text", to: "notes.txt")
      let session = try Photopick.start([folder.path(of: name)])
      let status = try session.waitForExit()
      #expect([.code(1), .code(2)].contains(status))
      #expect(session.standardOutput.isEmpty)
      #expect(session.errorText.hasPrefix("photopick: "))
      #expect(try session.leftovers() == [])
    }

    @Test("an empty folder ends with 1 and says so")
    func tellsEmptyFolders() throws {
      let folder = try TemporaryFolder()
      let session = try Photopick.start([folder.path])
      #expect(try session.waitForExit() == .code(1))
      #expect(session.standardOutput.isEmpty)
      #expect(session.errorText == "photopick: no photo found\n")
      #expect(try session.leftovers() == [])
    }

    @Test("pipes, devices and loops of links in a folder are harmless")
    func survivesSpecialFiles() throws {
      let folder = try Photopick.folder("a.jpg")
      try folder.makePipe("pipe.jpg")
      try folder.link("null.jpg", to: "/dev/null")
      try folder.link("loop", to: ".")
      try folder.link("self.jpg", to: "self.jpg")
      try folder.link("again.jpg", to: "a.jpg")
      let session = try Photopick.run(["list", folder.path])
      #expect(session.process.exitStatus == .code(0))
      let result = try JSON(parsing: session.standardOutput)
      #expect(result["items"]?.elements?.count == 1)
    }

    @Test("a folder that vanishes while it is shown: the picker goes on and tells what is gone")
    func survivesVanishing() throws {
      let folder = try Photopick.folder(count: 3)
      let session = try Photopick.start(["-m", folder.path])
      try session.untilComplete()
      session.press(.space)
      try session.until(text: "1 picked")
      TestFiles.remove(folder.path)
      session.press(.right, .text("R"))
      try session.untilQuiet(milliseconds: 400)
      #expect(!session.process.hasEnded)
      session.press(.enter)
      try session.untilQuiet(milliseconds: 300)
      if !session.process.hasEnded {
        session.press(.text("q"))
      }
      let status = try session.waitForExit()
      #expect([.code(2), .code(130)].contains(status))
      #expect(try session.leftovers() == [])
    }

    @Test("a picked photo that was deleted is reported as a failure, the others handed over")
    func reportsDeletedPicks() throws {
      let folder = try Photopick.folder("a.jpg", "b.jpg")
      let session = try Photopick.start(["-m", folder.path])
      try session.untilComplete()
      session.press(.text("a"))
      try session.until(text: "2 picked")
      TestFiles.remove(folder.path(of: "a.jpg"))
      #expect(try session.confirm() == .code(0))
      let result = try JSON(parsing: session.standardOutput)
      #expect(try JSONSchema.ofResult().violations(in: result) == [])
      #expect(result["items"]?.elements?.count == 1)
      #expect(result["items"]?[0]?["position"]?.integer == 2)
      #expect(result["failures"]?[0]?["code"]?.text == "missing")
      #expect(result["failures"]?[0]?["path"]?.text == "\(folder.text)/a.jpg")
    }

    @Test(
      "a wrong command line names the option, ends with 2 and prints nothing on standard output",
      arguments: [
        (["--maxx", "3"], "--max"), (["--max"], "--max"), (["--min", "4", "--max", "2"], "--min"),
        (["--filter", "images and"], "filter"), (["--sort", "colour"], "--sort"),
        (["--format", "xml"], "--format"), (["-y"], "-y"), (["--max", "-1"], "--max"),
        (["--continous"], "--continuous"), (["--approved", "/nonexistent"], "--approved"),
        (["--cell-size", "9"], "--cell-size"), (["--height", "10"], "--height"),
      ] as [([FileName], String)])
    func refusesWrongArguments(arguments: [FileName], expected: String) throws {
      let session = try Photopick.start(arguments + [Photopick.samples])
      #expect(try session.waitForExit() == .code(2))
      #expect(session.standardOutput.isEmpty)
      #expect(session.errorText.contains(expected), "\(session.errorText)")
      #expect(session.output.isEmpty)
    }

    @Test("a filter's mistake is pointed at")
    func pointsAtMistakes() throws {
      let session = try Photopick.run(["list", "--filter", "images and hieght>3", "."])
      #expect(session.process.exitStatus == .code(2))
      #expect(session.errorText.contains("height"), "\(session.errorText)")
      #expect(session.errorText.contains("^"), "\(session.errorText)")
    }

    @Test("--help and --version go to standard output without a terminal")
    func tellsAboutItself() throws {
      let help = try Photopick.run(["--help"])
      #expect(help.process.exitStatus == .code(0) && help.outputText.contains("--files0-from"))
      let version = try Photopick.run(["--version"])
      #expect(version.process.exitStatus == .code(0) && version.outputText.contains("photopick"))
      #expect(version.outputText.contains("libheif"))
    }
  }
}
