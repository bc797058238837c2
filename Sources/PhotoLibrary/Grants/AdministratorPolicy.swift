internal import Glibc
public import PickerModel

/// What the administrator allows clients at the most, whatever the person says.
///
/// Read from `/etc/photopick/access.json`:
///
///     {
///       "version": 1,
///       "default": {"access": "limited"},
///       "clients": {
///         "org.example.Collage": {"access": "authorized", "folders": ["/srv/photos"]},
///         "org.example.Spy": {"access": "restricted"}
///       }
///     }
///
/// `access` is the most that the person can give: `authorized` (all), `limited` (approved photos) or
/// `restricted` (none); `folders`, where it stands, are those that photos can be given from. A client's
/// rule stands in the place of the default one; without a default everything can be given. The file and
/// its folder must be root's and nobody else's to write, and every member known: a file that can't be
/// relied upon restricts all clients. Neither the environment nor an option names another file.
public struct AdministratorPolicy: Hashable, Sendable {
  /// Where the administrator's file is.
  public static let file: FileName = "/etc/photopick/access.json"
  /// The largest file that is read, in bytes.
  public static let byteLimit = 1 << 20

  /// What a client can be given.
  public struct Rule: Hashable, Sendable {
    /// The most that the person can say.
    public let ceiling: Ceiling
    /// The folders that photos can be given from; nil for all.
    public let folders: [FileName]?

    /// No limit.
    public static let everything = Rule(ceiling: .authorized, folders: nil)

    /// Whether photos of a folder can be given.
    ///
    /// - Parameter folder: Its path without symbolic links.
    /// - Returns: True where no folders are named, or it lies in one of them.
    public func leaves(_ folder: FileName) -> Bool {
      guard let folders else { return true }
      let path = PathComponents(folder.bytes)
      return LibraryBounds.canonical(folders).contains { path.behind($0) != nil }
    }

    /// Creates a rule.
    internal init(ceiling: Ceiling, folders: [FileName]? = nil) {
      self.ceiling = ceiling
      self.folders = folders
    }
  }

  /// The most that a person can say.
  public enum Ceiling: String, Hashable, Sendable, CaseIterable {
    /// All photos.
    case authorized
    /// Approved photos.
    case limited
    /// None.
    case restricted
  }

  /// Why the file can't be relied upon; all clients are restricted then.
  public let problem: GrantProblem?
  /// Whether there is a file at all.
  public let isPresent: Bool

  private let standard: Rule
  private let clients: [ClientID: Rule]

  /// The rule for a client.
  public func rule(for client: ClientID) -> Rule {
    problem == nil ? clients[client] ?? standard : Rule(ceiling: .restricted)
  }

  // MARK: - Reading

  /// Reads the administrator's file.
  ///
  /// - Parameters:
  ///   - file: Its absolute path.
  ///   - owner: Whose it must be: root's.
  public init(from file: FileName = Self.file, owner: UInt32 = 0) {
    var problem: GrantProblem?
    var rules: (standard: Rule, clients: [ClientID: Rule]) = (.everything, [:])
    var isPresent = true
    do throws(SystemError) {
      let path = AssetPath(file)
      let folder = try PrivateFiles.trustedFolder(path.folder, owner: owner)
      defer { _ = folder.rawValue }
      let bytes = try PrivateFiles.read(
        path.name.displayString, in: folder.rawValue, owner: owner, limit: Self.byteLimit)
      do throws(GrantProblem.Kind) {
        rules = try Self.parse(bytes)
      } catch {
        problem = GrantProblem(file: file, kind: error)
      }
    } catch {
      switch error.code {
      case ENOENT: isPresent = false
      case EFBIG: problem = GrantProblem(file: file, kind: .tooLarge)
      default: problem = GrantProblem(file: file, error)
      }
    }
    self.problem = problem
    self.isPresent = isPresent
    (standard, clients) = rules
  }

  /// Takes the bytes of an administrator's file.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - file: Its name, for the problem.
  public init(parsing bytes: [UInt8], of file: FileName = Self.file) {
    isPresent = true
    do throws(GrantProblem.Kind) {
      (standard, clients) = try Self.parse(bytes)
      problem = nil
    } catch {
      (standard, clients) = (Rule(ceiling: .restricted), [:])
      problem = GrantProblem(file: file, kind: error)
    }
  }

  /// Takes the file's bytes apart.
  private static func parse(
    _ bytes: [UInt8]
  ) throws(GrantProblem.Kind) -> (standard: Rule, clients: [ClientID: Rule]) {
    let document: JSONValue
    do throws(JSONSyntaxError) {
      document = try JSONValue(parsing: bytes)
    } catch {
      throw .corrupt("line \(error.line), column \(error.column): \(error.message)")
    }
    let members = try members(of: document, knowing: ["version", "default", "clients"], "the file")
    guard case .integer(let version)? = document["version"], version >= 1 else {
      throw .corrupt("\"version\" is missing")
    }
    if version > 1 { throw .newer(version: version) }
    var standard = Rule.everything
    var clients: [ClientID: Rule] = [:]
    for member in members {
      switch member.key {
      case "default": standard = try rule(member.value, "\"default\"")
      case "clients":
        guard case .object(let entries) = member.value else {
          throw .corrupt("\"clients\" is no object")
        }
        for entry in entries {
          guard let client = ClientID(entry.key) else {
            throw .corrupt("\"clients\" has a name that is none")
          }
          clients[client] = try rule(entry.value, "the rule of '\(client.text)'")
        }
      default: break
      }
    }
    return (standard, clients)
  }

  private static func rule(
    _ value: JSONValue, _ name: String
  ) throws(GrantProblem.Kind) -> Rule {
    _ = try members(of: value, knowing: ["access", "folders"], name)
    guard let word = value["access"]?.stringValue, let ceiling = Ceiling(rawValue: word) else {
      throw .corrupt("\"access\" of \(name) is none of authorized, limited, restricted")
    }
    guard let list = value["folders"] else { return Rule(ceiling: ceiling) }
    guard let elements = list.arrayValue else {
      throw .corrupt("\"folders\" of \(name) is no array")
    }
    var folders: [FileName] = []
    for element in elements {
      guard let path = element.stringValue, path.hasPrefix("/") else {
        throw .corrupt("\"folders\" of \(name) has an element that is no absolute path")
      }
      folders.append(FileName(path))
    }
    return Rule(ceiling: ceiling, folders: folders)
  }

  /// The members of an object, all of which must be known: a word with a mistake in it must not
  /// allow what it was meant to forbid.
  private static func members(
    of value: JSONValue, knowing known: [String], _ name: String
  ) throws(GrantProblem.Kind) -> [JSONMember] {
    guard case .object(let members) = value else { throw .corrupt("\(name) is no object") }
    for member in members where !known.contains(member.key) {
      throw .corrupt("\(name) has a member that is none of \(known.joined(separator: ", "))")
    }
    return members
  }
}
