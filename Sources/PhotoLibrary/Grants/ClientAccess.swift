public import PickerModel

/// What a client may see: what the person said, as far as the administrator allows it.
public struct ClientAccess: Sendable {
  /// The client.
  public let client: ClientID
  /// What it asks to do.
  public let level: AccessLevel
  /// The state, all in all.
  public let status: AuthorizationStatus
  /// What the person said; nil where nothing was said or it can't be read.
  public let grant: Grant?
  /// Why what the person said can't be read.
  public let problem: GrantProblem?
  /// What the administrator allows.
  public let rule: AdministratorPolicy.Rule
  /// Why the administrator's file can't be relied upon.
  public let policyProblem: GrantProblem?

  /// Puts both together.
  ///
  /// The administrator's word is never widened: `restricted` stays, and where at most approved photos
  /// may be given, "all" becomes the approved ones, of which there are none yet. A document that
  /// can't be relied upon denies.
  ///
  /// A client that may add is `authorized`; the administrator's `limited` is about seeing and leaves
  /// that as it is.
  public init(
    client: ClientID, entry: GrantStore.Entry, policy: AdministratorPolicy,
    for level: AccessLevel = .read
  ) {
    self.client = client
    self.level = level
    rule = policy.rule(for: client)
    policyProblem = policy.problem
    var grant: Grant?
    var problem: GrantProblem?
    var said = AuthorizationStatus.notDetermined
    switch entry {
    case .none: break
    case .grant(let stored):
      grant = stored
      said =
        switch stored.decision {
        case .authorized: .authorized
        case .limited: .limited
        case .denied: .denied
        }
    case .unusable(let why):
      problem = why
      said = .denied
    }
    self.grant = grant
    self.problem = problem
    switch level {
    case .read: status = Self.status(said, under: rule.ceiling)
    case .addOnly:
      // Some photos can't be added to: such a document is nobody's decision.
      let adding = said == .limited ? .denied : said
      status = rule.ceiling == .restricted ? .restricted : adding
    }
  }

  /// Reads what is known of a client.
  ///
  /// - Parameters:
  ///   - client: The client.
  ///   - store: The person's store; nil where there is no home: nobody was asked then.
  ///   - policy: The administrator's word.
  ///   - level: What it asks to do; the store must be the one of that.
  public init(
    of client: ClientID, in store: GrantStore? = .ofUser(),
    under policy: AdministratorPolicy = AdministratorPolicy(), for level: AccessLevel = .read
  ) {
    self.init(
      client: client, entry: store?.entry(of: client) ?? .none, policy: policy, for: level)
  }

  /// The state from what the person said and what the administrator allows.
  internal static func status(
    _ said: AuthorizationStatus, under ceiling: AdministratorPolicy.Ceiling
  ) -> AuthorizationStatus {
    switch ceiling {
    case .restricted: .restricted
    case .limited: said == .authorized ? .limited : said
    case .authorized: said
    }
  }

  // MARK: - Photos

  /// The approved photos, where access is limited.
  ///
  /// See ``Grant/photos(within:in:)``; folders that the administrator leaves out count as outside.
  ///
  /// - Parameter named: What the caller limits itself to; nil for all.
  /// - Returns: nil unless the state is limited.
  public func photos(within named: [FileName]? = nil) -> GrantedPhotos? {
    guard status == .limited, let grant else { return nil }
    return grant.photos(within: named, in: rule.folders)
  }

  /// The folders that all photos may be seen of, where access is not limited.
  ///
  /// - Returns: nil unless the state is authorized.
  public func bounds() -> LibraryBounds? {
    guard status == .authorized, let grant else { return nil }
    return LibraryBounds(grant.libraries, in: rule.folders)
  }

  /// Notes the new places of files that have moved, where the store can be written.
  ///
  /// - Parameters:
  ///   - moved: As ``GrantedPhotos/moved``.
  ///   - store: The store.
  /// - Throws: what keeps it from being written.
  public func note(_ moved: [Int: FileName], in store: GrantStore) throws(GrantProblem) {
    guard !moved.isEmpty, let grant else { return }
    try store.update(client) { entry in
      // Changed meanwhile: the numbers may be others'.
      guard case .grant(let now) = entry, now == grant else { return nil }
      return now.moving(moved)
    }
  }
}
