/// A message for the status line; the next intent takes it away.
public struct Notice: Hashable, Sendable {
  /// How it is meant.
  public let kind: Kind
  /// The text: one clause or two, no full stop.
  ///
  /// File names in it are not escaped yet.
  public let text: String

  /// How a message is meant.
  public enum Kind: Hashable, Sendable {
    /// Something was done that can't be seen otherwise.
    case info
    /// Something was not done, and this is why.
    case refused
    /// Something went wrong.
    case error
  }

  /// Creates a message.
  public init(kind: Kind, text: String) {
    self.kind = kind
    self.text = text
  }
}

// MARK: - Texts

extension Notice {
  /// Says why a pick was refused.
  static func refused(_ refusal: SelectionRefusal) -> Notice {
    switch refusal {
    case .atMaximum(let maximum):
      Notice(
        kind: .refused,
        text: maximum == 1
          ? "Only 1 photo can be picked: unpick it first"
          : "Only \(maximum) photos can be picked: unpick one first")
    case .aboveMaximum(let maximum, let excess):
      Notice(
        kind: .refused,
        text: "Only \(photos(maximum)) can be picked: unpick \(excess) first")
    case .singleOnly:
      Notice(kind: .refused, text: "Only one photo can be picked")
    case .missing:
      Notice(kind: .refused, text: "This photo is no longer there")
    }
  }

  /// Says what a change of many picks came to; nil where the tiles show it.
  static func changed(_ change: SelectionChange, maximum: Int?) -> Notice? {
    if change.leftOut > 0, let maximum {
      return Notice(
        kind: .info,
        text: "Picked \(change.added); \(change.leftOut) left out: the maximum is \(maximum)")
    }
    switch (change.added, change.removed) {
    case (0, let removed) where removed > 1:
      return Notice(kind: .info, text: "Unpicked \(photos(removed))")
    case (let added, 0) where added > 1:
      return Notice(kind: .info, text: "Picked \(photos(added))")
    case (let added, let removed) where added > 0 && removed > 0:
      return Notice(kind: .info, text: "Picked \(added), unpicked \(removed)")
    default:
      return nil
    }
  }

  /// Says why the picks can't be confirmed; nil where they can.
  static func locked(_ sets: SelectionSets, rules: SelectionRules) -> Notice? {
    switch sets.confirmability {
    case .ready: nil
    case .tooFew(let missing):
      Notice(
        kind: .refused,
        text: "Pick \(missing) more: at least \(photos(rules.minimum)) "
          + (rules.minimum == 1 ? "is needed" : "are needed"))
    case .tooMany(let excess):
      Notice(
        kind: .refused,
        text: "Unpick \(excess): at most \(photos(rules.maximum ?? 0)) can be "
          + (sets.hasNames ? "in a set" : "picked"))
    }
  }

  /// A number of photos in words.
  static func photos(_ count: Int) -> String {
    count == 1 ? "1 photo" : "\(count) photos"
  }
}
