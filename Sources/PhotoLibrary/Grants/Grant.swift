public import PickerModel

/// What a client may do with the photos, all in all: what the person and the administrator say.
public enum AuthorizationStatus: String, Hashable, Sendable, CaseIterable {
  /// The person was not asked yet.
  case notDetermined
  /// All photos of the libraries that the person was asked about.
  case authorized
  /// The approved photos.
  case limited
  /// None: the person said so, or what they said can't be read.
  case denied
  /// None, and the person can't change that: the administrator said so.
  case restricted

  /// Whether any photo can be seen.
  public var allowsSomething: Bool { self == .authorized || self == .limited }
}

/// What a client asks to do; each is decided on its own.
public enum AccessLevel: String, Hashable, Sendable, CaseIterable {
  /// To see photos.
  case read
  /// To add photos, without seeing any.
  case addOnly = "add-only"
}

/// What a person decided about one client.
public struct Grant: Hashable, Sendable {
  /// What a person can say.
  public enum Decision: String, Hashable, Sendable, CaseIterable {
    /// All photos of the libraries.
    case authorized
    /// The approved photos.
    case limited
    /// None.
    case denied
  }

  /// A folder that the client was given photos of.
  public struct Library: Hashable, Sendable {
    /// Its absolute path without symbolic links, as it was.
    public let path: FileName
    /// What proves that a folder is this one.
    public let proof: AssetProof

    /// Creates a library.
    internal init(path: FileName, proof: AssetProof) {
      self.path = path
      self.proof = proof
    }
  }

  /// One approved file.
  public struct ApprovedFile: Hashable, Sendable {
    /// The index of its library.
    public let library: Int
    /// The way down from there, without symbolic links and dots.
    public var way: FileName
    /// What proves that a file is this one.
    public let proof: AssetProof
    /// Whether it came along with the file before: the movie of a Live Photo, a sidecar.
    public let isPart: Bool

    /// Creates an approved file.
    internal init(library: Int, way: FileName, proof: AssetProof, isPart: Bool) {
      self.library = library
      self.way = way
      self.proof = proof
      self.isPart = isPart
    }
  }

  /// The most libraries of one grant.
  public static let libraryLimit = 64
  /// The most approved files of one grant.
  public static let approvedLimit = 100_000
  /// The most bytes of a reason.
  public static let reasonLimit = 1_000

  /// Whose it is.
  public let client: ClientID
  /// What the person said.
  public var decision: Decision
  /// What the client gave as its reason; any text, to be sanitized before it is shown.
  public var reason: String
  /// When the client first asked, in seconds since 1970 UTC.
  public var created: Int64
  /// When the person answered.
  public var answered: Int64
  /// When it was last changed.
  public var changed: Int64
  /// The libraries.
  public var libraries: [Library]
  /// The approved files, in the order in which they were approved; none unless limited.
  public var approved: [ApprovedFile]

  /// Creates a grant.
  public init(
    client: ClientID, decision: Decision, reason: String = "", at time: Int64,
    libraries: [Library] = [], approved: [ApprovedFile] = []
  ) {
    self.client = client
    self.decision = decision
    self.reason = reason
    created = time
    answered = time
    changed = time
    self.libraries = libraries
    self.approved = approved
  }

  /// How many photos are approved, a photo with its other files counted once.
  public var approvedCount: Int { approved.count { !$0.isPart } }

  /// Where an approved file was when that was noted last.
  public func path(of file: ApprovedFile) -> FileName {
    guard libraries.indices.contains(file.library) else { return file.way }
    return FolderPath.join(libraries[file.library].path, file.way)
  }
}
