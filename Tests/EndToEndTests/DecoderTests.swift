import Glibc
import PickerModel
import TestSupport
import Testing

extension EndToEndTests {
  @Suite("the decoder's process")
  struct DecoderTests {
    /// Whether a process is there and has not ended.
    private func runs(_ process: Int32) -> Bool {
      guard let bytes = try? TestFiles.read(FileName("/proc/\(process)/stat")) else { return false }
      let text = String(decoding: bytes, as: UTF8.self)
      guard let close = text.lastIndex(of: ")") else { return false }
      return text[close...].split(separator: " ").dropFirst().first != "Z"
    }

    @Test(
      "killed again and again, it costs no pick and no picture for good, and leaves none behind")
    func killed() throws {
      let folder = try Photopick.folder(count: 120)
      let session = try Photopick.start(["--multi", folder.path])
      try session.untilComplete()
      var killed: Set<Int32> = []
      for round in 0..<20 {
        session.press(.space)
        try session.until(text: "\(round + 1) picked")
        session.press(.pageDown)
        for child in session.process.children {
          kill(child, SIGKILL)
          killed.insert(child)
        }
        session.press(.home)
        for _ in 0...round { session.press(.right) }
      }
      #expect(killed.count >= 2)
      // A tile whose decoder was killed says so; it can be asked for again.
      session.type("r")
      try session.untilQuiet()
      #expect(try session.confirm() == .code(0))
      let result = try JSON(parsing: session.standardOutput)
      let names = (result["items"]?.elements ?? []).map {
        $0["path"]?.text?.split(separator: "/").last
      }
      #expect(names == (1...20).map { "IMG_\($0).jpg" })
      #expect(try session.leftovers() == [])
      #expect(session.process.children == [] && !killed.contains(where: runs))
    }

    @Test("it does not outlive a picker that is killed")
    func orphan() throws {
      let folder = try Photopick.folder(count: 10)
      let session = try Photopick.start([folder.path])
      try session.untilComplete()
      let children = session.process.children
      #expect(!children.isEmpty)
      kill(session.process.id, SIGKILL)
      try session.until("no decoder") { _ in !children.contains(where: runs) }
    }

    @Test("it has no terminal, no descriptor but its socket and its memory, and no file open")
    func inherits() throws {
      let folder = try Photopick.folder(count: 3)
      let session = try Photopick.start([folder.path])
      try session.untilComplete()
      for child in session.process.children {
        let text = String(
          decoding: try TestFiles.read(FileName("/proc/\(child)/stat")), as: UTF8.self)
        let close = try #require(text.lastIndex(of: ")"))
        let fields = text[close...].split(separator: " ")
        // The session's number is its own, and the terminal's is none.
        #expect(fields[4] == "\(child)" && fields[5] == "0")
        // What belongs to a process that can't be dumped is root's to see.
        let open = TestFiles.names(in: FileName("/proc/\(child)/fd"))
        if getuid() == 0 {
          #expect(open.map(\.displayString).sorted() == ["0", "1", "2", "3", "4"])
        }
      }
      session.type("q")
      #expect(try session.waitForExit() == .code(130))
    }
  }
}
