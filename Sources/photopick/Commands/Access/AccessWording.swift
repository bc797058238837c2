import PhotoLibrary
import PickerModel
import TermRender

/// What people read about access.
enum AccessWording {
  /// What changes a grant, behind a reason: ` (change it: photopick access manage …)`.
  static func remedy(_ client: ClientID, _ level: AccessLevel = .read) -> String {
    " (to change that: \(manage(client, level)))"
  }

  /// The command that changes a grant.
  static func manage(_ client: ClientID, _ level: AccessLevel = .read) -> String {
    "photopick access manage --client \(client.text)" + option(level)
  }

  private static func option(_ level: AccessLevel) -> String {
    level == .read ? "" : " --library-access \(level.rawValue)"
  }

  /// Why a client may see nothing, and what to do about it; one line or two.
  static func refusal(_ access: ClientAccess) -> [String] {
    let client = access.client.text
    switch access.status {
    case .notDetermined:
      return [
        "\(client): nobody was asked yet",
        "ask first: photopick access request --client \(client)" + option(access.level)
          + " --reason TEXT",
      ]
    case .denied:
      guard let problem = access.problem else {
        return [
          "\(client): \(access.level == .read ? "access" : "adding") is denied"
            + remedy(access.client, access.level)
        ]
      }
      return [
        line(problem) + ": access is denied",
        "to decide anew: \(manage(access.client, access.level))",
      ]
    case .restricted:
      let file = TerminalText.sanitized(AdministratorPolicy.file.displayString)
      guard let problem = access.policyProblem else {
        return ["\(client): access is restricted by the administrator (\(file))"]
      }
      return [
        line(problem) + ": access is restricted for all programs",
        "the administrator can mend or remove it",
      ]
    case .authorized, .limited: return []
    }
  }

  /// What is said where the administrator's folders and the granted ones have nothing in common.
  static func nothingLeft(_ client: ClientID) -> String {
    "\(client.text): the administrator leaves nothing of the granted folders "
      + "(\(TerminalText.sanitized(AdministratorPolicy.file.displayString)))"
  }

  /// A file and what is wrong with it.
  static func line(_ problem: GrantProblem) -> String {
    TerminalText.sanitized(problem.file.displayString) + " "
      + TerminalText.sanitized(problem.userMessage)
  }

  /// `limited, 12 photos`.
  static func state(_ access: ClientAccess) -> String {
    guard access.status == .limited else { return access.status.rawValue }
    return "limited, \(Wording.photos(access.grant?.approvedCount ?? 0))"
  }
}

extension AccessWording {
  /// What is said where the administrator allows approved photos only.
  static func atMostLimited(_ client: ClientID) -> String {
    "\(client.text): the administrator allows approved photos at most, not all "
      + "(\(AdministratorPolicy.file.displayString))"
  }

  /// What is said before a document that can't be relied upon is replaced.
  static func replaced(_ problem: GrantProblem) -> String {
    line(problem) + ": it is replaced"
  }

  /// What is said of more photos than a grant can hold.
  static let full =
    "more than \(Wording.count(Grant.approvedLimit)) files can't be approved one by one: "
    + "allow all photos of a folder instead"
}
