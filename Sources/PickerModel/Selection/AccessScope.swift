/// Which assets may be seen at all.
///
/// The model is told of assets inside of the scope only: it can't list, count, search or pick
/// others.
public enum AccessScope: Hashable, Sendable {
  /// The whole library.
  case authorized
  /// An approved subset.
  case limited(approvedCount: Int)

  /// The name in the result: `authorized` or `limited`.
  public var status: String {
    switch self {
    case .authorized: "authorized"
    case .limited: "limited"
    }
  }

  /// The number of approved assets, where the scope is limited.
  public var approvedCount: Int? {
    if case .limited(let count) = self { count } else { nil }
  }
}
