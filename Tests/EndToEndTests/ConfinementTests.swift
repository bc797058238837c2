import Glibc
import PickerModel
import TestSupport
import Testing

extension EndToEndTests {
  @Suite("the confined picker")
  struct ConfinementTests {
    private func library() throws -> TemporaryFolder {
      let folder = try Photopick.folder("lib/a.jpg", "lib/deep/b.jpg", "lib/secret.jpg")
      try folder.write(
        "\(folder.text)/lib/a.jpg\n\(folder.text)/lib/deep/b.jpg\n", to: "approved")
      return folder
    }

    /// The environment with a home of its own.
    private func home(_ folder: TemporaryFolder) -> (inout PTYSession.Options) -> Void {
      { options in
        options.environment["HOME"] = folder.text + "/home"
        options.environment["XDG_STATE_HOME"] = folder.text + "/state"
      }
    }

    @Test("decodes, shows and hands over: what it needs is within its reach")
    func works() throws {
      let folder = try library()
      let session = try Photopick.start(
        [
          "-m", "--approved", folder.path(of: "approved"), "--output",
          folder.path(of: "result.json"), folder.path(of: "lib"),
        ], home(folder))
      try session.untilComplete()
      session.press(.text("a"))
      try session.until(text: "2 picked")
      #expect(try session.confirm() == .code(0))
      #expect(session.errorText == "")
      let result = try JSON(parsing: TestFiles.read(folder.path(of: "result.json")))
      let items = try #require(result["items"]?.elements)
      #expect(items.compactMap { $0["pixelWidth"]?.integer } == [64, 64])
      #expect(try session.leftovers() == [])
    }

    @Test("keeps the picks of a lost terminal in a state folder that was not there")
    func keepsPicks() throws {
      let folder = try library()
      let session = try Photopick.start(
        ["-m", "--approved", folder.path(of: "approved"), folder.path(of: "lib")], home(folder))
      try session.untilReady()
      session.press(.text("a"))
      try session.until(text: "2 picked")
      session.signal(SIGTERM)
      #expect(try session.waitForExit() == .code(128 + 15))
      #expect(session.errorText.contains("are kept"), "\(session.errorText)")
    }

    @Test("a photo that another one was put in the place of is not shown, nor handed over")
    func swapped() throws {
      let folder = try library()
      let session = try Photopick.start(
        [
          "-m", "--approved", folder.path(of: "approved"),
          folder.path(of: "lib"),
        ], home(folder))
      try session.untilComplete()
      session.press(.text("a"))
      try session.until(text: "2 picked")
      #expect(
        unsafe rename(folder.text + "/lib/secret.jpg", folder.text + "/lib/deep/b.jpg") == 0)
      #expect(try session.confirm() == .code(0))
      let result = try JSON(parsing: session.standardOutput)
      #expect(result["items"]?.elements?.count == 1)
      #expect(
        result["failures"]?.elements?.compactMap { $0["code"]?.text } == ["replacedByFile"])
    }

    @Test("preselected files and lists on standard input are read before")
    func lists() throws {
      let folder = try library()
      try folder.write("\(folder.text)/lib/a.jpg\n", to: "chosen")
      let session = try Photopick.start(
        [
          "-m", "--approved", "-", "--preselect-from", folder.path(of: "chosen"),
          folder.path(of: "lib"),
        ]
      ) { options in
        home(folder)(&options)
        options.input = .file(folder.path(of: "approved"))
      }
      try session.until(text: "1 picked")
      #expect(try session.confirm() == .code(0))
      #expect(try JSON(parsing: session.standardOutput)["items"]?.elements?.count == 1)
    }

    @Test("doctor names the layers, for people and for programs")
    func doctor() throws {
      let session = try Photopick.run(["doctor", "--json"])
      let confinement = try #require(try JSON(parsing: session.standardOutput)["confinement"])
      #expect(confinement["landlockVersion"]?.integer != nil)
      #expect(confinement["landlockCovers"]?.text != nil)
      #expect(try Photopick.run(["doctor"]).outputText.contains("\nConfinement\n  Landlock"))
    }
  }
}
