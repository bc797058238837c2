import Glibc
import PickerModel
import TestSupport
import Testing

extension EndToEndTests {
  @Suite("limited access")
  struct AccessTests {
    /// A library of five photos, one of them outside, and an approved file with these lines.
    private func library(_ lines: (TemporaryFolder) -> String) throws -> TemporaryFolder {
      let folder = try Photopick.folder(
        "lib/a.jpg", "lib/b.jpg", "lib/deep/c.jpg", "lib/secret.jpg", "outside.jpg")
      try folder.link("lib/way_out.jpg", to: "../outside.jpg")
      try folder.link("lib/inside.jpg", to: "b.jpg")
      try folder.write(lines(folder), to: "approved")
      return folder
    }

    @Test("only the approved photos exist: shown, counted, listed")
    func showsTheApproved() throws {
      let folder = try library { "\($0.text)/lib/a.jpg\n\($0.text)/lib/deep/c.jpg\n" }
      let session = try Photopick.start(
        ["-m", "--approved", folder.path(of: "approved"), folder.path(of: "lib")])
      try session.untilReady()
      try session.until(text: "Limited access: 2 approved photos")
      #expect(session.screen.contains("2 photos") && session.screen.contains("c.jpg"))
      #expect(!session.screen.contains("secret") && !session.screen.contains("b.jpg"))
      session.press(.text("a"))
      try session.until(text: "2 picked")
      #expect(try session.confirm() == .code(0))
      let result = try JSON(parsing: session.standardOutput)
      #expect(result["access"]?["status"]?.text == "limited")
      #expect(result["access"]?["approved"]?.integer == 2)
      #expect(result["items"]?.elements?.count == 2)
    }

    @Test("what is missing, outside, or leaves by a link or by .. is refused with its reason")
    func refusesTheRest() throws {
      let folder = try library { folder in
        ["lib/a.jpg", "lib/none.jpg", "outside.jpg", "lib/way_out.jpg", "lib/../outside.jpg"]
          .map { "\(folder.text)/\($0)\n" }.joined()
      }
      let session = try Photopick.run(
        ["list", "--approved", folder.path(of: "approved"), folder.path(of: "lib")])
      #expect(session.process.exitStatus == .code(0))
      let result = try JSON(parsing: session.standardOutput)
      #expect(try JSONSchema.ofResult().violations(in: result) == [])
      #expect(result["items"]?.elements?.count == 1)
      #expect(result["failures"]?.elements?.count == 4)
      let codes = Set((result["failures"]?.elements ?? []).compactMap { $0["code"]?.text })
      #expect(codes == ["missing", "outsideLibrary", "leavesByParent", "leavesBySymlink"])
      #expect(session.errorText.split(separator: "\n").count == 4, "\(session.errorText)")
    }

    @Test(
      "a malformed approved file ends with 2, nothing shown",
      arguments: ["{\"approved\": [", "{\"approved\": 7}"])
    func refusesMalformedFiles(text: String) throws {
      let folder = try library { _ in text }
      let session = try Photopick.start(
        ["--approved", folder.path(of: "approved"), folder.path(of: "lib")])
      #expect(try session.waitForExit() == .code(2))
      #expect(session.standardOutput.isEmpty && session.output.isEmpty)
      #expect(session.errorText.contains("approved"), "\(session.errorText)")
    }

    @Test("a result document is an approved file, too")
    func readsResults() throws {
      let folder = try library { _ in "" }
      let list = try Photopick.run(
        ["list", "--filter", "name:'a.jpg' or name:'c.jpg'", folder.path(of: "lib")])
      try folder.write(list.standardOutput, to: "grant.json")
      let session = try Photopick.run(
        [
          "list", "--format", "lines", "--approved", folder.path(of: "grant.json"),
          folder.path(of: "lib"),
        ])
      #expect(session.outputText.split(separator: "\n").map { $0.suffix(5) } == ["a.jpg", "c.jpg"])
    }

    @Test(
      "the kernel sees no open of anything that is not approved",
      .enabled(if: TestFiles.program("strace") != nil, "needs strace"),
      .enabled(if: !Photopick.isSanitized))
    func opensNothingElse() throws {
      let folder = try library { "\($0.text)/lib/a.jpg\n\($0.text)/lib/deep/c.jpg\n" }
      let trace = folder.path(of: "trace")
      var options = PTYSession.Options()
      options.size = CellSize(columns: 100, rows: 30)
      let session = try PTYSession(
        "strace",
        [
          "-f", "-y", "-qq", "-o", trace, "-e", "trace=open,openat,openat2,getdents64,execve", "--",
          FileName(Photopick.path), "-m", "--approved", folder.path(of: "approved"),
          folder.path(of: "lib"),
        ], options: options)
      try session.untilReady()
      try session.until(text: "2 approved")
      session.type("/secret")
      try session.until(text: "0 of 2 found")
      session.press(.escape)
      try session.until("the search to end") { !$0.screen.contains("0 of 2 found") }
      session.press(.tab)
      try session.untilQuiet(milliseconds: 300)
      session.press(.tab, .text("R"))
      try session.untilQuiet(milliseconds: 300)
      session.press(.text("a"))
      try session.until(text: "2 picked")
      #expect(try session.confirm() == .code(0))
      let lines = String(decoding: try TestFiles.read(trace), as: UTF8.self).split(separator: "\n")
      #expect(lines.contains { $0.contains("a.jpg") })
      for name in ["secret", "b.jpg", "inside", "way_out", "outside"] {
        #expect(!lines.contains { $0.contains(name) }, "\(name)")
      }
      // The library's folders are opened as anchors at most, never read.
      let listed = lines.filter { $0.contains("getdents64") && $0.contains(folder.text) }
      #expect(listed.isEmpty)
    }
  }
}
