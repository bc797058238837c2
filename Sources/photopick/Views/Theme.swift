import TermRender

/// How the parts of the screen look, with colours and without.
enum Theme {
  /// The title line.
  static let title = TextStyle(.bold)
  /// What is beside the title.
  static let detail = TextStyle(foreground: .muted)
  /// The access banner.
  static let banner = TextStyle(.bold, foreground: .warning)
  /// A caption.
  static let caption = TextStyle(foreground: .muted)
  /// The caption of a pick.
  static let pickedCaption = TextStyle(.bold)
  /// The caption under the cursor.
  static let cursorCaption = TextStyle([.bold, .reverse])
  /// The part of a name that a search found: underlined where there are no colours, too.
  static let found = TextStyle([.bold, .underline], foreground: .accent)
  /// The same under the cursor.
  static let foundUnderCursor = TextStyle([.bold, .reverse, .underline])
  /// The frame of the cursor's tile.
  static let cursorFrame = TextStyle(.bold, foreground: .accent)
  /// The frame of what a range would pick.
  static let rangeFrame = TextStyle(foreground: .accent)
  /// A fact in the info panel.
  static let plainInfo = TextStyle.plain
  /// That it is a pick, in the info panel.
  static let pickedInfo = TextStyle(.bold, foreground: .success)
  /// Words in place of a picture.
  static let placeholder = TextStyle(foreground: .muted)
  /// The reason of a failure.
  static let failure = TextStyle(foreground: .failure)
  /// The status line.
  static let status = TextStyle.plain
  /// The count of picks in it.
  static let count = TextStyle(.bold)
  /// A message that something was refused.
  static let refused = TextStyle([.bold, .reverse], foreground: .warning)
  /// A message that something went wrong.
  static let error = TextStyle([.bold, .reverse], foreground: .failure)
  /// A message that something was done.
  static let info = TextStyle(.bold, foreground: .accent)
  /// A row of the filter menu that is asked for.
  static let included = TextStyle(.bold, foreground: .success)
  /// A row of the filter menu that is excluded.
  static let excluded = TextStyle(.bold, foreground: .warning)
  /// A key in help.
  static let key = TextStyle(.bold, foreground: .accent)
}
