/// What the picker hands to the caller: a value for whoever writes it.
public struct PickResult: Hashable, Sendable {
  /// How the picker ended.
  public let outcome: PickOutcome
  /// The rules that held.
  public let rules: SelectionRules
  /// Which assets could be seen.
  public let access: AccessScope
  /// The names of the sets; none without sets.
  public let setNames: [String]
  /// The picks in order; missing ones are not among them and leave a gap in the positions.
  public let items: [PickedItem]
  /// What was picked or preselected and can't be handed over.
  public let failures: [PickFailure]

  /// Creates a result.
  public init(
    outcome: PickOutcome, rules: SelectionRules, access: AccessScope, setNames: [String] = [],
    items: [PickedItem], failures: [PickFailure]
  ) {
    self.outcome = outcome
    self.rules = rules
    self.access = access
    self.setNames = setNames
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

/// Where a pick is among the named sets.
public struct PlaceInSet: Hashable, Sendable {
  /// The index of the set, from 0.
  public let set: Int
  /// The number in the set, from 1.
  public let position: Int

  /// Creates a place.
  public init(set: Int, position: Int) {
    self.set = set
    self.position = position
  }
}

/// One pick.
public struct PickedItem: Hashable, Sendable {
  /// Its number, from 1, counted through all sets.
  public let position: Int
  /// Its place in its set; nil without sets.
  public let place: PlaceInSet?
  /// What was picked.
  public let asset: Asset

  /// Creates an item.
  public init(position: Int, place: PlaceInSet? = nil, asset: Asset) {
    self.position = position
    self.place = place
    self.asset = asset
  }
}

/// One pick that can't be handed over.
public struct PickFailure: Hashable, Sendable {
  /// Its number among the picks, from 1; nil for what never became one.
  public let position: Int?
  /// Its place in its set; nil without sets and for what never became a pick.
  public let place: PlaceInSet?
  /// Its path.
  public let path: FileName
  /// Why.
  public let reason: Reason
  /// What was picked, as it was last seen; nil for what never was in the library.
  ///
  /// A front end may look once more whether it is back.
  public let asset: Asset?

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
  public init(
    position: Int? = nil, place: PlaceInSet? = nil, path: FileName, reason: Reason,
    asset: Asset? = nil
  ) {
    self.position = position
    self.place = place
    self.path = path
    self.reason = reason
    self.asset = asset
  }
}
