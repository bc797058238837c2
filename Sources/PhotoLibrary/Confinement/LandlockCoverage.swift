/// What this kernel's Landlock can keep a process from.
public struct LandlockCoverage: Hashable, Sendable {
  /// The version of the interface; 0 where there is none or where it is turned off.
  public let version: Int

  /// A part, by the version that has it first.
  public enum Part: Int, CaseIterable, Sendable {
    /// Files by their names.
    case files = 1
    /// Cutting files off.
    case truncation = 3
    /// TCP.
    case network = 4
    /// `ioctl(2)` on devices.
    case deviceControl = 5
    /// Abstract sockets and signals.
    case scopes = 6

    /// The words for people.
    public var label: String {
      switch self {
      case .files: "files"
      case .truncation: "truncation"
      case .network: "TCP"
      case .deviceControl: "device control"
      case .scopes: "abstract sockets and signals"
      }
    }
  }

  /// Describes a version.
  public init(version: Int) {
    self.version = version
  }

  /// What the running kernel has.
  public static func ofKernel() -> LandlockCoverage {
    LandlockCoverage(version: (try? Landlock.version()) ?? 0)
  }

  /// What it covers.
  public var parts: [Part] { Part.allCases.filter { $0.rawValue <= version } }
  /// What it does not.
  public var missing: [Part] { Part.allCases.filter { $0.rawValue > version } }

  /// What is missing, as a clause for people; nil where nothing is.
  public var shortfall: String? {
    if version == 0 { return "this kernel has no Landlock, or it is turned off" }
    if missing.isEmpty { return nil }
    return "this kernel's Landlock (version \(version)) does not cover "
      + missing.map(\.label).joined(separator: ", ")
  }
}
