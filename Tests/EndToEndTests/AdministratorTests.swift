import Glibc
import PickerModel
import TestSupport
import Testing

extension EndToEndTests {
  /// The real `/etc/photopick/access.json`, in a mount namespace of its own: the file's path can't be
  /// changed, so the folder is.
  @Suite(
    "the administrator's file", .enabled(if: Namespace.isThere, "needs unshare(1) and mount(8)"))
  struct AdministratorTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try Photopick.folder("lib/a.jpg", "lib/b.jpg")
    }

    private var library: FileName { folder.path(of: "lib") }

    /// Starts photopick where the administrator has written a file of this text.
    private func start(
      _ policy: String, prepare: String = "true", _ arguments: [FileName],
      _ change: (inout PTYSession.Options) -> Void = { _ in }
    ) throws -> PTYSession {
      try folder.write(policy, to: "policy")
      let script = """
        set -e; umask 022; cd '\(folder.text)'
        [ -d etc ] || { mkdir etc; cp -a /etc/. etc 2>/dev/null || :; }
        rm -rf etc/photopick; mkdir etc/photopick; cp policy etc/photopick/access.json; \(prepare)
        mount --bind etc /etc; exec "$0" "$@"
        """
      var options = PTYSession.Options()
      options.size = CellSize(columns: 100, rows: 30)
      options.environment["XDG_DATA_HOME"] = folder.path(of: "data").displayString
      options.environment["XDG_PICTURES_DIR"] = library.displayString
      change(&options)
      return try PTYSession(
        "unshare",
        Namespace.options + ["sh", "-c", FileName(script), FileName(Photopick.path)] + arguments,
        options: options)
    }

    private func run(
      _ policy: String, prepare: String = "true", _ arguments: FileName...
    ) throws -> PTYSession {
      let session = try start(policy, prepare: prepare, arguments) { options in
        options.hasTerminal = false
        options.input = .null
      }
      try session.waitForExit(seconds: 30)
      return session
    }

    private let free = #"{"version": 1}"#
    private let restricted = #"{"version": 1, "clients": {"app": {"access": "restricted"}}}"#
    private let limited = #"{"version": 1, "default": {"access": "limited"}}"#

    private func authorize() throws {
      let session = try run(
        free, "access", "grant", "--client", "app", "--all", "--library", library)
      try #require(session.process.exitStatus == .code(0), "\(session.errorText)")
      #expect(try run(free, "list", "--client", "app").process.exitStatus == .code(0))
    }

    @Test("a restriction holds against what the person said, says and does")
    func restriction() throws {
      try authorize()
      for arguments in [
        ["list", "--client", "app"], ["list", "--client", "app", library],
        ["access", "request", "--client", "app", "--reason", "x", library],
        ["access", "manage", "--client", "app", library],
        ["access", "grant", "--client", "app", "--all", "--library", library],
        ["access", "grant", "--client", "app", folder.path(of: "lib/a.jpg")],
      ] as [[FileName]] {
        let session = try start(restricted, arguments)
        #expect(try session.waitForExit() == .code(3), "\(arguments)")
        #expect(session.output.isEmpty, "\(arguments)")
        #expect(session.errorText.contains("restricted by the administrator"))
        #expect(!session.outputText.contains("a.jpg"))
      }
      #expect(try run(free, "list", "--client", "app").process.exitStatus == .code(0))
      #expect(try run(restricted, "list", "--client", "other").errorText.contains("ask"))
    }

    @Test("doctor says whether there is such a file, and whether it can be relied upon")
    func doctor() throws {
      for (text, words) in [
        (free, "in force\n"), ("{", "all programs are restricted: the file is no "),
      ] {
        let session = try run(text, "doctor")
        #expect(session.outputText.contains("administrator's rule  " + words))
        #expect(session.outputText.contains("/etc/photopick/access.json"))
      }
      let removed = try run(free, prepare: "rm -r etc/photopick", "doctor")
      #expect(removed.outputText.contains("administrator's rule  none\n"))
    }

    @Test("where single photos may be given at most, all is not offered and not followed")
    func ceiling() throws {
      try authorize()
      let list = try run(limited, "list", "--client", "app")
      #expect(list.process.exitStatus == .code(1))
      #expect(!list.outputText.contains("a.jpg"))
      let all = try run(limited, "access", "grant", "--client", "app", "--all")
      #expect(all.process.exitStatus == .code(3))
      let session = try start(
        limited, ["access", "request", "--client", "new", "--reason", "x", library])
      try session.until(text: "Don't Allow")
      #expect(!session.screen.contains("Allow All"))
      session.press(.text("2"))
      #expect(try session.waitForExit() == .code(3))
    }

    @Test("photos outside of the administrator's folders are not to be had")
    func folders() throws {
      try authorize()
      let policy = #"{"version": 1, "default": {"access": "authorized", "folders": ["/srv"]}}"#
      #expect(try run(policy, "list", "--client", "app").process.exitStatus == .code(3))
      #expect(
        try run(policy, "access", "grant", "--client", "b", "--all", "--library", library)
          .process.exitStatus == .code(3))
    }

    @Test(
      "a file that can't be relied upon restricts everybody and is named",
      arguments: [
        "chmod 666 etc/photopick/access.json", "chmod 777 etc/photopick",
        "echo x > etc/photopick/access.json", "ln -sf ../../policy etc/photopick/access.json",
        "echo '{\"version\": 2}' > etc/photopick/access.json",
      ])
    func untrusted(prepare: String) throws {
      try authorize()
      let session = try run(free, prepare: prepare, "list", "--client", "app")
      #expect(session.process.exitStatus == .code(3))
      #expect(session.errorText.contains("/etc/photopick/access.json"))
      #expect(session.errorText.contains("restricted for all programs"))
      #expect(session.standardOutput.isEmpty)
    }
  }
}

/// A mount namespace, as root or as the root of a user namespace.
enum Namespace {
  /// The options of `unshare(1)`.
  static let options: [FileName] = geteuid() == 0 ? ["-m"] : ["-rm"]

  /// Whether there is one to be had, with a mount in it.
  static let isThere: Bool = {
    guard
      let session = try? PTYSession(
        "unshare", options + ["sh", "-c", "mount --bind /tmp /tmp"],
        options: {
          var options = PTYSession.Options()
          options.hasTerminal = false
          options.input = .null
          return options
        }())
    else { return false }
    return (try? session.waitForExit()) == .code(0)
  }()
}
