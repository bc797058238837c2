/// What a photo's or video's metadata says, for a person to read.
public struct PhotoDetails: Sendable, Hashable {
  /// What a row is about; rows come in this order.
  public enum Group: UInt8, Sendable, Hashable, CaseIterable {
    /// What kinds it is and how it is rated.
    case kinds
    /// What it was taken with.
    case camera
    /// How it was exposed.
    case exposure
    /// Where it was taken.
    case place
    /// What people wrote about it.
    case description
    /// How a video is coded.
    case video

    /// The heading of the group.
    public var name: String {
      switch self {
      case .kinds: "Kinds"
      case .camera: "Camera"
      case .exposure: "Exposure"
      case .place: "Place"
      case .description: "Description"
      case .video: "Video"
      }
    }
  }

  /// One line.
  public struct Row: Sendable, Hashable {
    /// What it is about.
    public let group: Group
    /// What the value is, in the words of the field.
    public let label: String
    /// The value as a person reads it: from the file, so untrusted text, on one line or several.
    public let value: String

    /// Creates a row.
    public init(group: Group, label: String, value: String) {
      self.group = group
      self.label = label
      self.value = value
    }
  }

  /// The lines, group by group; what the file does not tell has none.
  public private(set) var rows: [Row]

  /// Creates details, ordered by group.
  public init(rows: [Row] = []) {
    self.rows = rows
  }

  /// The rows of a group.
  public func rows(in group: Group) -> [Row] { rows.filter { $0.group == group } }

  /// The value of a label, if it is there.
  public func value(_ label: String) -> String? { rows.first { $0.label == label }?.value }

  internal mutating func add(_ group: Group, _ label: String, _ value: String?) {
    guard let value, !value.isEmpty else { return }
    // Rows are few: put behind the last of its group or of those before it.
    let place = rows.firstIndex { $0.group.rawValue > group.rawValue } ?? rows.endIndex
    rows.insert(Row(group: group, label: label, value: value), at: place)
  }
}
