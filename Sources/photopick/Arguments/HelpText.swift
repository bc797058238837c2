/// The text of `--help`, made from the option table.
enum HelpText {
  /// The whole text with a final newline.
  static var full: String {
    var text = """
      Usage: photopick [pick] [OPTION]... [FOLDER|FILE]...   browse and pick
             photopick list [OPTION]... [FOLDER|FILE]...     print the library, no screen
             photopick add [--album NAME] FILE...            copy photos into the library
             photopick access COMMAND ...                    what programs may see
             photopick doctor [--json]                       what this terminal can do

      Shows photos as a grid of thumbnails in the terminal and prints what was picked,
      as JSON unless told otherwise. Without a path: the pictures folder.


      """
    for section in OptionTable.sections {
      text += "\(section.title):\n"
      for option in section.options { text += line(option) + "\n" }
      text += "\n"
    }
    text += """
      In the picker, ? shows the keys. The manual is photopick(1).
      Exit status: 0 picked, 1 nothing to pick, 2 wrong usage or no terminal, 3 access
      denied, 130 cancelled.

      """
    return text
  }

  /// The text of `access` alone.
  static let access = """
    Usage: photopick access status [--client ID] [--json]
           photopick access request --client ID --reason TEXT [FOLDER]...
           photopick access manage --client ID [OPTION]... [FOLDER]...
           photopick access grant --client ID [--library FOLDER]... --all | FILE...
           photopick access revoke --client ID --all | FILE...
           photopick access exec --client ID -- PROGRAM [ARGUMENT]...

    Tells and changes which photos a program may see with 'photopick --client ID':
      status    what is decided
      request   asks you once: all photos, some, or none
      manage    changes the photos that you chose; prints the new ones
      grant     gives photos, for scripts
      revoke    takes photos away, for scripts
      exec      runs a program that can read those photos and no others
    With --library-access add-only they are about adding photos by 'photopick add
    --client ID', which sees none.

    Exit status: 0 the program may see photos, or it is done; 3 it may not;
    130 nothing was decided; exec: that of the program. The manual is photopick(1), section ACCESS.

    """

  private static func line(_ option: OptionSpec) -> String {
    var left = option.short.map { "  -\($0), " } ?? "      "
    left += "--\(option.name.rawValue)"
    switch option.argument {
    case .none: break
    case .required(let value): left += " \(value)"
    case .optional(let value): left += "[=\(value)]"
    }
    let column = 34
    if left.count + 2 > column {
      return left + "\n" + String(repeating: " ", count: column) + option.help
    }
    return left + String(repeating: " ", count: column - left.count) + option.help
  }
}
