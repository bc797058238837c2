import PickerModel
import TestSupport
import Testing

extension EndToEndTests {
  @Suite("list and doctor")
  struct ListTests {
    @Test(
      "the corpus is listed by the schema, with the sizes that other tools found",
      .enabled(if: Corpus.isAvailable, "\(Corpus.whereabouts)"))
    func listsTheCorpus() throws {
      let root = Corpus.photo("")
      let session = try Photopick.run(["list", root])
      #expect(session.process.exitStatus == .code(0))
      let result = try JSON(parsing: session.standardOutput)
      #expect(try JSONSchema.ofResult().violations(in: result) == [])
      let items = result["items"]?.elements ?? []
      var sizes = [String: PixelSize]()
      for item in items {
        guard let path = item["path"]?.text, let width = item["pixelWidth"]?.integer,
          let height = item["pixelHeight"]?.integer
        else { continue }
        sizes[path] = PixelSize(width: width, height: height)
      }
      var wrong = [String]()
      var compared = 0
      for entry in Corpus.files where entry.isCorrupt == false {
        guard let expected = entry.displaySize, let path = entry.file.utf8String,
          let found = sizes[path]
        else { continue }
        compared += 1
        if found != expected { wrong.append("\(entry): \(found), not \(expected)") }
      }
      #expect(compared > 250)
      // What is left are formats whose readers differ among the tools, too.
      #expect(wrong.count <= 12, "\(wrong.joined(separator: "\n"))")
    }

    @Test("the result passes Python's jsonschema, too", .enabled(if: Self.hasPython))
    func passesPython() throws {
      let folder = try TemporaryFolder()
      let list = try Photopick.run(["list", Photopick.samples])
      let file = try folder.write(list.standardOutput, to: "result.json")
      var options = PTYSession.Options()
      options.hasTerminal = false
      options.input = .null
      let schema = FileName("\(Package.root)/docs/result.schema.json")
      let check = try PTYSession(
        "/usr/bin/python3", ["-W", "ignore", "-m", "jsonschema", "-i", file, schema],
        options: options)
      #expect(try check.waitForExit() == .code(0), "\(check.errorText)")
    }

    static let hasPython = TestFiles.exists("/usr/lib/python3/dist-packages/jsonschema")

    @Test("orders, filters and searches agree with what they say")
    func ordersAndFilters() throws {
      let folder = try Photopick.folder("IMG_10.jpg", "IMG_2.jpg", "sub/IMG_1.jpg", ".hidden.jpg")
      func names(_ options: FileName...) throws -> [String] {
        let session = try Photopick.run(["list", "--format", "lines"] + options + [folder.path])
        return session.outputText.split(separator: "\n").map { line in
          String(line.dropFirst(folder.text.utf8.count + 1))
        }
      }
      #expect(try names() == ["sub/IMG_1.jpg", "IMG_2.jpg", "IMG_10.jpg"])
      #expect(try names("--reverse") == ["IMG_10.jpg", "IMG_2.jpg", "sub/IMG_1.jpg"])
      #expect(try names("--sort", "path").last == "sub/IMG_1.jpg")
      #expect(try names("--no-recursive") == ["IMG_2.jpg", "IMG_10.jpg"])
      #expect(try names("--hidden").count == 4)
      #expect(try names("--search", "img_1") == ["sub/IMG_1.jpg", "IMG_10.jpg"])
      #expect(try names("--filter", "name:'IMG_?.*' and width>=10").count == 2)
      #expect(try names("--filter", "videos").isEmpty)
      #expect(try names("--depth", "1").count == 2)
    }

    @Test("nothing that matches ends with 1")
    func tellsNothing() throws {
      let session = try Photopick.run(["list", "--filter", "videos", Photopick.samples])
      #expect(session.process.exitStatus == .code(1))
    }

    @Test("doctor tells what the terminal answered, and works without one")
    func tellsTheTerminal() throws {
      let plain = try Photopick.run(["doctor"])
      #expect(plain.process.exitStatus != nil && !plain.outputText.isEmpty)
      let session = try Photopick.start(["doctor", "--json"])
      #expect(try session.waitForExit() == .code(0))
      let report = try JSON(parsing: session.standardOutput)
      #expect(report.members?.isEmpty == false)
      #expect(report["confinement"]?["decoderSeccomp"] == .bool(true))
      #expect(session.outputText.contains("XTerm"))
      #expect(try session.leftovers() == [])
    }

    @Test("the program links no ICU, no Foundation, no Swift library in a static build's place")
    func linksLittle() throws {
      let bytes = try TestFiles.read(FileName(Photopick.path))
      #expect(!bytes.contains(sequence: "lib_FoundationICU.so"))
      #expect(!bytes.contains(sequence: "libFoundation.so"))
    }
  }
}
