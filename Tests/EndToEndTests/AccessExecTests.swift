import Glibc
import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

extension EndToEndTests {
  @Suite(
    "a program that is run with limited access", .timeLimit(.minutes(3)),
    .enabled(if: LandlockCoverage.ofKernel().version >= 3, "needs Landlock 3"))
  struct AccessExecTests {
    private let folder: TemporaryFolder
    private let elsewhere: TemporaryFolder

    init() throws {
      folder = try Photopick.folder("lib/a.jpg", "lib/secret.jpg", "lib/deep/b.jpg", "beside/c.jpg")
      elsewhere = try TemporaryFolder("elsewhere")
      try folder.makeFolder("data")
      try folder.makeFolder("state/photopick")
      try folder.makeFolder("cache/photopick")
      try folder.makeFolder("cache/thumbnails")
      try folder.makeFolder("cache/other")
    }

    private func options(_ options: inout PTYSession.Options) {
      for (name, place) in [
        ("XDG_DATA_HOME", "data"), ("XDG_STATE_HOME", "state"), ("XDG_CACHE_HOME", "cache"),
      ] {
        options.environment[name] = folder.text + "/" + place
      }
      options.folder = elsewhere.path
    }

    private func photopick(_ arguments: FileName...) throws -> PTYSession {
      try Photopick.run(arguments) { options(&$0) }
    }

    private func grant(_ arguments: FileName...) throws {
      let session = try Photopick.run(
        ["access", "grant", "--client=app", "--library", folder.path(of: "lib")] + arguments
      ) { options(&$0) }
      try #require(session.process.exitStatus == .code(0), "\(session.errorText)")
    }

    /// Runs a script in the shell as the program; `$L` is the library, `$F` the folder that it is in.
    private func run(_ script: String, wrapped: [FileName] = []) throws -> PTYSession {
      let script = "L='\(folder.text)/lib'; F='\(folder.text)'\n" + script
      let command: [FileName] =
        wrapped + [
          FileName(Photopick.path), "access", "exec", "--client=app", "--", "/bin/sh", "-c",
          FileName(script),
        ]
      var settings = PTYSession.Options()
      settings.hasTerminal = false
      settings.input = .null
      options(&settings)
      let session = try PTYSession(
        command[0].displayString, Array(command.dropFirst()), options: settings)
      try session.waitForExit(seconds: 30)
      return session
    }

    /// What a script that writes a line for each command that works writes.
    private func successes(_ commands: [String], wrapped: [FileName] = []) throws -> Set<String> {
      let script = commands.enumerated().map { "( \($1) ) >/dev/null 2>&1 && echo \($0)" }
        .joined(separator: "\n")
      let session = try run(script + "\n:", wrapped: wrapped)
      #expect(session.process.exitStatus == .code(0), "\(session.errorText)")
      let numbers = session.outputText.split(separator: "\n").compactMap { Int($0) }
      return Set(numbers.map { commands[$0] })
    }

    @Test("reads the approved photos, and nothing else of the library in any way")
    func reads() throws {
      try grant(folder.path(of: "lib/a.jpg"), folder.path(of: "lib/deep/b.jpg"))
      try elsewhere.link("planted.jpg", to: folder.path(of: "lib/secret.jpg"))
      try elsewhere.link("door", to: FileName(folder.text + "/lib"))
      let allowed = [
        "cat \"$L\"/a.jpg", "cat \"$L\"/deep/b.jpg", "cd \"$L\" && cat a.jpg",
        "cat door/a.jpg | cat", "cat \"$F\"/beside/c.jpg", "ls \"$F\"/beside",
      ]
      let denied = [
        "cat \"$L\"/secret.jpg", "cat planted.jpg", "cat door/secret.jpg",
        "cat \"$L\"/deep/../secret.jpg", "cat /proc/self/root\"$L\"/secret.jpg",
        "cd \"$L\" && cat secret.jpg", "ls \"$L\"", "ls \"$L\"/deep", "ls door/", "ls \"$F\"",
        "ln -s \"$L\"/secret.jpg now.jpg && cat now.jpg", "ln \"$L\"/secret.jpg hard.jpg",
        "cat /proc/\(getpid())/root\"$L\"/secret.jpg",
        "unshare -rm sh -c \"mount --bind $L . && cat secret.jpg\"",
        "mount --bind \"$L\" .", "head -c 1 $(find /dev -type b | head -n 1)",
      ]
      #expect(try successes(allowed + denied) == Set(allowed))
    }

    @Test("changes nothing in the library, and makes nothing in it")
    func writes() throws {
      try grant(folder.path(of: "lib/a.jpg"))
      let denied = [
        "echo x >\"$L\"/new", "echo x >>\"$L\"/a.jpg", ": >\"$L\"/a.jpg",
        "rm -f \"$L\"/a.jpg && ! test -e \"$L\"/a.jpg",
        "mv \"$L\"/a.jpg .", "mv \"$L\" \"$F\"/moved", "mkdir \"$L\"/x",
        "mv \"$L\"/secret.jpg \"$L\"/a.jpg",
        "cp \"$F\"/beside/c.jpg \"$L\"", "mv \"$F\"/beside/c.jpg \"$L\"",
      ]
      let allowed = [
        "echo x >\"$F\"/beside/new", "mkdir x && mv x y && rmdir y",
        "cp \"$L\"/a.jpg copy.jpg && cmp copy.jpg \"$L\"/a.jpg",
      ]
      #expect(try successes(allowed + denied) == Set(allowed))
      #expect(TestFiles.names(in: folder.path(of: "lib")).count == 3)
    }

    @Test("can't widen what it was given, nor look at pictures of other photos")
    func secrets() throws {
      try grant(folder.path(of: "lib/a.jpg"))
      try folder.write("x", to: "cache/thumbnails/normal/x.png")
      try folder.write("x", to: "cache/other/x")
      let denied = [
        "cat \"$F\"/data/photopick/grants/app.json", "ls \"$F\"/data/photopick",
        "echo >\"$F\"/data/photopick/grants/app.json", "mv \"$F\"/data \"$F\"/data2",
        "ls \"$F\"/state/photopick", "ls \"$F\"/cache/photopick",
        "cat \"$F\"/cache/thumbnails/normal/x.png",
        "'\(Photopick.path)' access grant --client=app --all",
        "'\(Photopick.path)' list --client=app",
      ]
      let allowed = ["cat \"$F\"/cache/other/x", "echo x >\"$F\"/cache/other/y"]
      #expect(try successes(allowed + denied) == Set(allowed))
      #expect(
        try photopick("access", "status", "--client=app").outputText.contains("limited, 1 photo"))
    }

    @Test("with all photos allowed it reads the library, and still changes nothing")
    func all() throws {
      try grant("--all")
      let allowed = ["cat \"$L\"/secret.jpg", "ls \"$L\"/deep", "cat \"$L\"/deep/b.jpg"]
      let denied = [
        "echo x >\"$L\"/new", "rm \"$L\"/deep/b.jpg", "ls \"$F\"/data/photopick",
      ]
      #expect(try successes(allowed + denied) == Set(allowed))
    }

    @Test(
      "another mount of the library, of what is above it or of what is below it leads nowhere",
      .enabled(if: Namespace.isThere, "needs unshare(1) and mount(8)"))
    func mounts() throws {
      try grant(folder.path(of: "lib/a.jpg"))
      for name in ["one", "two", "three"] { try elsewhere.makeFolder(FileName(name)) }
      let script: FileName = FileName(
        "set -e; mount --bind '\(folder.text)/lib' one; mount --bind '\(folder.text)' two; "
          + "mount --bind '\(folder.text)/lib/deep' three; exec \"$@\"")
      let wrapped: [FileName] = ["unshare"] + Namespace.options + ["sh", "-c", script, "sh"]
      let denied = [
        "cat one/secret.jpg", "cat two/lib/secret.jpg", "cat three/b.jpg", "ls one", "ls two/lib",
        "ls two/data/photopick",
      ]
      let allowed = ["cat one/a.jpg", "cat two/lib/a.jpg", "cat two/beside/c.jpg"]
      #expect(try successes(allowed + denied, wrapped: wrapped) == Set(allowed))
    }

    @Test("an open folder that the caller hands over opens no other photo")
    func descriptors() throws {
      try grant(folder.path(of: "lib/a.jpg"))
      let script: FileName = FileName("exec \"$@\" 9<'\(folder.text)/lib'")
      let commands = ["cat /proc/self/fd/9/secret.jpg", "ls /proc/self/fd/9/"]
      #expect(try successes(commands, wrapped: ["sh", "-c", script, "sh"]) == [])
    }

    @Test("what it ends with is what is told; what can't be run is told as shells do")
    func statuses() throws {
      try grant(folder.path(of: "lib/a.jpg"))
      #expect(try run("exit 7").process.exitStatus == .code(7))
      #expect(try run("kill -TERM $$").process.exitStatus == .signal(Int(SIGTERM)))
      // A reader that goes away ends a writer, as it does without us.
      #expect(try run("yes | head -n 1").outputText == "y\n")
      for (program, status) in [("no-such-program", 127), ("/etc/passwd", 126)] as [(String, Int)] {
        let session = try photopick("access", "exec", "--client=app", "--", FileName(program))
        #expect(session.process.exitStatus == .code(status))
        #expect(session.errorText.contains(program))
      }
      let own = try photopick(
        "access", "exec", "--client=app", "--", folder.path(of: "lib/secret.jpg"))
      #expect(own.process.exitStatus == .code(126))
    }

    @Test("a program whose client may see nothing is not run; nor is one without --")
    func refused() throws {
      let marker = elsewhere.path(of: "ran")
      for (arguments, status, words) in [
        (["--client=app", "--", "touch", marker], 3, "nobody was asked"),
        (["--client=app", "touch", marker], 2, "'--' is missing"),
        (["--client=app", "--"], 2, "needs a program"), (["--", "touch", marker], 2, "--client"),
        (["--client=app", "--all", "--", "touch", marker], 2, "--all"),
      ] as [([FileName], Int, String)] {
        let session = try Photopick.run(["access", "exec"] + arguments) { options(&$0) }
        #expect(session.process.exitStatus == .code(status), "\(arguments)")
        #expect(session.errorText.contains(words), "\(session.errorText)")
      }
      _ = try photopick("access", "revoke", "--client=app", "--all")
      let denied = try photopick("access", "exec", "--client=app", "--", "touch", marker)
      #expect(denied.process.exitStatus == .code(3))
      #expect(!TestFiles.exists(marker))
    }

    @Test("a library that everything is in can't be kept from a program")
    func root() throws {
      let session = try photopick("access", "grant", "--client=app", "--library", "/", "--all")
      try #require(session.process.exitStatus == .code(0), "\(session.errorText)")
      let run = try photopick("access", "exec", "--client=app", "--", "true")
      #expect(run.process.exitStatus == .code(2))
      #expect(run.errorText.contains("is '/'"), "\(run.errorText)")
    }

    @Test("nothing can be typed into the terminal for the shell that comes after")
    func typing() throws {
      try grant(folder.path(of: "lib/a.jpg"))
      let python = FileName(try #require(TestFiles.program("python3")))
      let script = """
        import fcntl, errno, os
        for request in (0x5412, 0x541C, 0x5412 | 1 << 32):
          try: fcntl.ioctl(0, request & 0xffffffff, b'x'); print('typed')
          except OSError as error: print(error.errno)
        """
      let session = try Photopick.start([
        "access", "exec", "--client=app", "--", python, "-c", FileName(script),
      ]) { options(&$0) }
      #expect(try session.waitForExit() == .code(0))
      #expect(session.outputText == "1\n1\n1\n")
    }
  }
}
