import Glibc
import PickerModel
import TestSupport
import Testing

extension EndToEndTests {
  @Suite("open files instead of paths")
  struct HandoverTests {
    private static let python = TestFiles.program("python3")

    /// What the other end of a socket gets, as lines.
    ///
    /// `kind` is a `socket` constant; the program is started with its end, and what it is started with
    /// follows.
    private static let receiver = """
      import array, json, os, socket, struct, subprocess, sys
      kind = getattr(socket, sys.argv[1])
      mine, theirs = socket.socketpair(socket.AF_UNIX, kind)
      number = theirs.fileno()
      child = subprocess.Popen(sys.argv[2:] + ['--fd-socket', str(number)], pass_fds=[number])
      theirs.close()
      out = sys.stdout
      def message():
        if kind == socket.SOCK_SEQPACKET:
          data, files, flags, _ = socket.recv_fds(mine, 1 << 20, 64)
          return data, files
        head, files, flags, _ = socket.recv_fds(mine, 4, 64)
        if not head: return b'', []
        assert len(head) == 4
        need, data = struct.unpack('>I', head)[0], b''
        while len(data) < need:
          piece, more, flags, _ = socket.recv_fds(mine, need - len(data), 64)
          assert piece and not more
          data += piece
        return data, files
      import fcntl
      while True:
        data, files = message()
        if not data: break
        m = json.loads(data)
        m['raw'] = data.decode()
        assert b'file://' not in data and b'"path"' not in data
        m['bytes'] = [os.pread(f, 1 << 22, 0).hex() for f in files]
        m['flags'] = [fcntl.fcntl(f, fcntl.F_GETFL) & (os.O_ACCMODE | os.O_PATH) for f in files]
        for f in files: os.close(f)
        print(json.dumps(m), file=out, flush=True)
      print(json.dumps({'status': child.wait()}), file=out, flush=True)
      """

    private func run(_ kind: String, _ arguments: [FileName], pick: Bool) throws -> PTYSession {
      let python = try #require(Self.python)
      var options = PTYSession.Options()
      options.size = CellSize(columns: 100, rows: 30)
      return try PTYSession(
        python,
        [FileName("-c"), FileName(Self.receiver), FileName(kind), FileName(Photopick.path)]
          + arguments, options: options)
    }

    /// The messages, each checked against its schema.
    private func messages(_ session: PTYSession) throws -> [JSON] {
      let schema = try JSONSchema.ofHandover()
      return try session.standardOutput.split(separator: UInt8(ascii: "\n")).map {
        let message = try JSON(parsing: Array($0))
        if let raw = message["raw"]?.text {
          let violations = try schema.violations(in: JSON(parsing: Array(raw.utf8)))
          #expect(violations == [], "\(raw)")
        }
        return message
      }
    }

    @Test(
      "each pick is a message with its file, the last one says how it ended; nothing else is printed",
      .enabled(if: HandoverTests.python != nil), arguments: ["SOCK_SEQPACKET", "SOCK_STREAM"])
    func picks(kind: String) throws {
      let folder = try Photopick.folder("a.jpg")
      try folder.copy(
        FileName("\(Package.fixtures)/Good/baseline.jpg"), to: "b.jpg")
      let session = try run(kind, ["-m", folder.path], pick: true)
      try session.untilReady()
      session.type("l h ")
      try session.until(text: "2 picked")
      session.press(.enter)
      #expect(try session.waitForExit() == .code(0))
      let all = try messages(session)
      #expect(all.map { $0["type"]?.text } == ["item", "item", "end", nil])
      #expect(all.prefix(2).map { $0["item"]?["suggestedName"]?.text } == ["b.jpg", "a.jpg"])
      let photo = try TestFiles.read(folder.path(of: "a.jpg"))
      let hex = photo.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      for message in all.prefix(2) {
        #expect(message["bytes"]?.elements?.map(\.text) == [hex])
        #expect(message["flags"]?.elements?.map(\.integer) == [0])
        #expect(message["item"]?["resources"]?[0]?["descriptor"]?.integer == 0)
      }
      #expect(all[2]["count"]?.integer == 2 && all[2]["outcome"]?.text == "picked")
      #expect(all[3]["status"]?.integer == 0)
    }

    @Test("cancelling is told", .enabled(if: HandoverTests.python != nil))
    func cancels() throws {
      let folder = try Photopick.folder("a.jpg")
      let session = try run("SOCK_SEQPACKET", [folder.path], pick: true)
      try session.untilReady()
      session.press(.text("q"))
      #expect(try session.waitForExit() == .code(0))
      let all = try messages(session)
      #expect(all.first?["outcome"]?.text == "cancelled")
      #expect(all.last?["status"]?.integer == 130)
    }

    @Test(
      "a whole listing waits for its receiver and arrives",
      .enabled(if: HandoverTests.python != nil),
      arguments: ["SOCK_SEQPACKET", "SOCK_STREAM"])
    func lists(kind: String) throws {
      let folder = try Photopick.folder(count: 400)
      let session = try run(kind, ["list", folder.path], pick: false)
      #expect(try session.waitForExit(seconds: 30) == .code(0))
      let all = try messages(session)
      #expect(all.count == 402)
      #expect(all[400]["count"]?.integer == 400)
      #expect(all[401]["status"]?.integer == 0)
    }

    @Test(
      "another file in the place of a picked one is not handed over",
      .enabled(if: HandoverTests.python != nil))
    func replaced() throws {
      let folder = try Photopick.folder("a.jpg", "b.jpg")
      let session = try run("SOCK_SEQPACKET", ["-m", "--no-watch", folder.path], pick: true)
      try session.untilReady()
      session.type("a")
      try session.until(text: "2 picked")
      try folder.copy(FileName("\(Package.fixtures)/Good/baseline.jpg"), to: "new")
      #expect(TestFiles.rename(folder.path(of: "new"), to: folder.path(of: "a.jpg")))
      session.press(.enter)
      #expect(try session.waitForExit() == .code(0))
      let all = try messages(session)
      #expect(all.first?["item"]?["suggestedName"]?.text == "b.jpg")
      #expect(all[1]["failures"]?[0]?["code"]?.text == "replacedByFile")
      #expect(all[1]["failures"]?[0]?["suggestedName"]?.text == "a.jpg")
    }

    @Test("wrong descriptors are named before the screen opens", arguments: ["9", "0", "1", "2"])
    func refuses(number: String) throws {
      let folder = try Photopick.folder("a.jpg")
      for command in ["pick", "list"] {
        let session = try Photopick.run([
          FileName(command), FileName("--fd-socket=" + number), folder.path,
        ])
        #expect(try session.waitForExit() == .code(2))
        #expect(session.errorText.contains("--fd-socket"))
        #expect(session.standardOutput.isEmpty)
      }
    }

    @Test(
      "a receiver that went away: the picks are kept, the status is 2",
      .enabled(if: HandoverTests.python != nil))
    func receiverGone() throws {
      let folder = try Photopick.folder("a.jpg")
      let state = try TemporaryFolder("state")
      let python = try #require(Self.python)
      let script = """
        import socket, subprocess, sys
        mine, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        child = subprocess.Popen(sys.argv[1:] + ['--fd-socket', str(theirs.fileno())],
          pass_fds=[theirs.fileno()])
        theirs.close(); mine.close()
        sys.exit(child.wait())
        """
      var options = PTYSession.Options()
      options.size = CellSize(columns: 100, rows: 30)
      options.environment["XDG_STATE_HOME"] = state.text
      let session = try PTYSession(
        python, ["-c", FileName(script), FileName(Photopick.path), folder.path], options: options)
      try session.until("an end or the library") {
        $0.process.hasEnded || $0.screen.row(0).contains("1 photo")
      }
      session.press(.enter)
      #expect(try session.waitForExit() == .code(2))
      #expect(session.errorText.contains("--fd-socket"))
      #expect(TestFiles.names(in: state.path(of: "photopick/unfinished")).count == 1)
    }

    /// Whether a program can be run here without the right to read what root has for itself.
    private static let dropsRights =
      getuid() == 0 && TestFiles.exists("/usr/bin/python3")
      && TestFiles.program("setpriv") != nil

    @Test(
      "the examples: a program that can't read the library receives exactly the picked photos",
      .enabled(if: HandoverTests.dropsRights))
    func examples() throws {
      let library = try Photopick.folder("a.jpg", "b.jpg", "c.jpg")
      let place = try TemporaryFolder("client")
      let own = try place.makeFolder("own")
      let isOpen = unsafe TestFiles.withPath(place.path) { unsafe chmod($0, 0o755) }
      let isTheirs = unsafe TestFiles.withPath(own) { unsafe chown($0, 65_534, 65_534) }
      let isClosed = unsafe TestFiles.withPath(library.path) { unsafe chmod($0, 0o700) }
      try #require(isOpen == 0 && isTheirs == 0 && isClosed == 0)
      // What the client runs must be readable for it; the repository may not be.
      let examples = "\(Package.root)/docs/examples"
      for name in ["photo-helper.py", "photo-client.py"] {
        try place.copy(FileName("\(examples)/\(name)"), to: FileName(name))
      }
      let script = """
        cd "$2" || exit 9
        # One that everybody may run.
        PATH=/usr/bin:/bin:$PATH
        as="setpriv --reuid=65534 --regid=65534 --clear-groups"
        $as cat "$1/a.jpg" >/dev/null 2>&1 && exit 8
        python3 photo-helper.py "$2/socket" "$0" -m "$1" & helper=$!
        until [ -S socket ]; do kill -0 $helper || exit 7; done
        $as python3 photo-client.py "$2/socket" "$2/own" > client.out 2>&1
        echo "client $?"
        wait $helper; echo "helper $?"
        """
      var options = PTYSession.Options()
      options.size = CellSize(columns: 100, rows: 30)
      let session = try PTYSession(
        "sh", ["-c", FileName(script), FileName(Photopick.path), library.path, place.path],
        options: options)
      try session.untilReady()
      session.type("ll h ")
      try session.until(text: "2 picked")
      session.press(.enter)
      #expect(try session.waitForExit() == .code(0))
      let text = session.outputText
      #expect(text == "client 0\nhelper 0\n", "\(text) \(session.errorText)")
      #expect(TestFiles.names(in: own).sorted() == ["1-photo", "2-photo"])
      let photo = try TestFiles.read(library.path(of: "a.jpg"))
      for name in TestFiles.names(in: own) {
        #expect(try TestFiles.read(FileName("\(own.displayString)/\(name.displayString)")) == photo)
      }
      let told = String(
        decoding: try TestFiles.read(place.path(of: "client.out")), as: UTF8.self)
      #expect(told.contains("1 photo image/jpeg c.jpg") && told.contains("picked 2 photos"))
    }
  }
}
