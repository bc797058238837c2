/// What the picker hands to the caller: a value for whoever writes it.
public struct PickResult: Hashable, Sendable {
  /// How the picker ended.
  public let outcome: PickOutcome
  /// The rules that held.
  public let rules: SelectionRules
  /// Which assets could be seen.
  public let access: AccessScope
  /// The picks in order; missing ones are not among them and leave a gap in the positions.
  public let items: [PickedItem]
  /// What was picked or preselected and can't be handed over.
  public let failures: [PickFailure]

  /// Creates a result.
  public init(
    outcome: PickOutcome, rules: SelectionRules, access: AccessScope, items: [PickedItem],
    failures: [PickFailure]
  ) {
    self.outcome = outcome
    self.rules = rules
    self.access = access
    self.items = items
    self.failures = failures
  }
}

/// How the picker ended.
public enum PickOutcome: Hashable, Sendable {
  /// These were confirmed, in order.
  case confirmed([AssetID])
  /// Nothing was confirmed; what the caller had preselected stays as it was.
  case cancelled
}

/// One pick.
public struct PickedItem: Hashable, Sendable {
  /// Its number, from 1.
  public let position: Int
  /// What was picked.
  public let asset: Asset

  /// Creates an item.
  public init(position: Int, asset: Asset) {
    self.position = position
    self.asset = asset
  }
}

/// One pick that can't be handed over.
public struct PickFailure: Hashable, Sendable {
  /// Its number among the picks, from 1; nil for what never became one.
  public let position: Int?
  /// Its path.
  public let path: FileName
  /// Why.
  public let reason: Reason

  /// Why a pick can't be handed over.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// It vanished from the disk after it was picked.
    case vanished
    /// It was preselected and is not in the library.
    case notInLibrary

    /// The reason in words for people.
    public var message: String {
      switch self {
      case .vanished: "the file vanished after it was picked"
      case .notInLibrary: "it was preselected and is not in the library"
      }
    }
  }

  /// Creates a failure.
  public init(position: Int? = nil, path: FileName, reason: Reason) {
    self.position = position
    self.path = path
    self.reason = reason
  }
}
