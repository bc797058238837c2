import PhotoLibrary
import PickerModel
import TermRender

/// The question whether a program may see photos, as a value: keys in, an answer out.
struct AccessQuestion: Sendable {
  /// What a person can say.
  enum Choice: Equatable, Sendable {
    /// All photos of the libraries, also those that come later.
    case allowAll
    /// Some.
    case selectPhotos
    /// None.
    case deny

    /// The words on the screen.
    func title(_ level: AccessLevel) -> String {
      switch self {
      case .allowAll: level == .read ? "Allow All" : "Allow Adding"
      case .selectPhotos: "Select Photos…"
      case .deny: "Don't Allow"
      }
    }

    /// What it means.
    func meaning(_ level: AccessLevel) -> String {
      switch self {
      case .allowAll:
        level == .read ? "all photos there, new ones too" : "new photos, without seeing any"
      case .selectPhotos: "only those that you choose"
      case .deny: level == .read ? "none" : "nothing is added"
      }
    }
  }

  /// What a key led to.
  enum Step: Equatable, Sendable {
    /// Nothing, or the mark moved.
    case stay
    /// The person decided.
    case answer(Choice)
    /// The person did not decide.
    case dismiss
    /// Draw everything again.
    case redraw
    /// Stop, as after Ctrl-Z.
    case suspend
  }

  /// Who asks.
  let client: ClientID
  /// What it wants to do.
  let level: AccessLevel
  /// Why, as the client says.
  let reason: String
  /// The folders.
  let libraries: [FileName]
  /// What can be said.
  let choices: [Choice]
  /// What was said before, when it is to be changed.
  let present: String?
  /// The marked choice.
  private(set) var focus: Int

  /// Creates the question.
  ///
  /// What is marked first gives nothing away by one more Enter: choosing photos, or denying.
  ///
  /// - Parameters:
  ///   - client: Who asks.
  ///   - reason: Why; any text.
  ///   - libraries: The folders.
  ///   - ceiling: What the administrator allows at the most.
  ///   - level: What the client wants to do.
  ///   - present: What was said before, or nil.
  init(
    client: ClientID, reason: String, libraries: [FileName],
    ceiling: AdministratorPolicy.Ceiling, level: AccessLevel = .read, present: String? = nil
  ) {
    self.client = client
    self.level = level
    self.reason = reason
    self.libraries = libraries
    self.present = present
    choices =
      switch level {
      case .addOnly: [.allowAll, .deny]
      case .read where ceiling == .authorized: [.allowAll, .selectPhotos, .deny]
      case .read: [.selectPhotos, .deny]
      }
    focus = choices.firstIndex(of: level == .read ? .selectPhotos : .deny) ?? 0
  }

  /// Takes a key.
  mutating func take(_ press: KeyPress) -> Step {
    if press.modifiers == .control, case .character(let letter) = press.key {
      switch letter {
      case "c", "g", "d": return .dismiss
      case "l": return .redraw
      case "z": return .suspend
      case "n": return move(1)
      case "p": return move(-1)
      default: return .stay
      }
    }
    guard press.modifiers.isEmpty || press.modifiers == .shift else { return .stay }
    switch press.key {
    case .escape, .character("q"): return .dismiss
    case .enter: return .answer(choices[focus])
    case .down, .character("j"): return move(1)
    case .tab: return move(press.modifiers == .shift ? -1 : 1)
    case .up, .character("k"): return move(-1)
    case .home: return move(-choices.count)
    case .end: return move(choices.count)
    case .character(let character):
      guard character.isASCII, let digit = character.wholeNumberValue,
        (1...choices.count).contains(digit)
      else { return .stay }
      focus = digit - 1
      return .answer(choices[focus])
    default: return .stay
    }
  }

  private mutating func move(_ steps: Int) -> Step {
    focus = min(max(0, focus + steps), choices.count - 1)
    return .stay
  }

  // MARK: - Drawing

  /// The frame for a screen of a size.
  ///
  /// The choices always have their rows; what is above them is cut to what is left.
  func frame(for size: CellSize) -> ScreenFrame {
    var frame = ScreenFrame(canvas: TextCanvas(size: size))
    let margin = size.columns >= 40 ? 2 : 0
    let width = max(0, size.columns - 2 * margin)
    let head = head(columns: width)
    let free = max(0, size.rows - choices.count)
    // Blank lines and the line about keys go before a word is cut.
    let hasHint = free > 1
    let hasGaps = free >= head.count + 4
    let room = max(0, free - (hasHint ? 1 : 0) - (hasGaps ? 3 : 0))
    var row = hasGaps ? 1 : 0
    // Where the whole name has no room, its beginning and its end have.
    let nameCount = names(width).count
    let lines =
      nameCount <= room
      ? head : [(text: title(width), style: Theme.title)] + head.dropFirst(nameCount)
    for line in lines.prefix(room) {
      put(line.text, style: line.style, row: row, margin, width, &frame)
      row += 1
    }
    if hasGaps { row += 1 }
    for (index, choice) in choices.enumerated() {
      draw(choice, index, row: row, margin, width, &frame)
      row += 1
    }
    if hasGaps { row += 1 }
    if hasHint, row < size.rows {
      put("↑ ↓ Enter   Esc decides nothing", style: Theme.detail, row: row, margin, width, &frame)
    }
    return frame
  }

  private func draw(
    _ choice: Choice, _ index: Int, row: Int, _ margin: Int, _ width: Int,
    _ frame: inout ScreenFrame
  ) {
    let isMarked = index == focus
    let label = "\(isMarked ? "▸" : " ") \(index + 1)  \(choice.title(level))"
    put(
      label, style: isMarked ? Theme.cursorCaption : TextStyle.plain, row: row, margin, width,
      &frame)
    let column = 22
    if width >= column + 10 {
      put(
        choice.meaning(level), style: Theme.detail, row: row, margin + column, width - column,
        &frame)
    }
  }

  private func put(
    _ text: String, style: TextStyle, row: Int, _ column: Int, _ width: Int,
    _ frame: inout ScreenFrame
  ) {
    frame.canvas.put(
      TerminalText.truncatedAtEnd(text, toColumns: width),
      at: CellPoint(column: column, row: row), style: style, maxColumns: width)
  }

  /// What is asked, in lines of a width; the client's words are marked as such and at most four lines.
  private func head(columns: Int) -> [(text: String, style: TextStyle)] {
    var lines = names(columns).map { (text: $0, style: Theme.title) }
    if let present { lines.append(("now: " + present, Theme.detail)) }
    if !reason.isEmpty {
      let wrapped = Placeholder.wrap(TerminalText.sanitized(reason), columns: max(1, columns - 2))
      for (index, line) in wrapped.prefix(4).enumerated() {
        let isCut = index == 3 && wrapped.count > 4
        lines.append(((index == 0 ? "“" : " ") + line + (isCut ? "…" : ""), .plain))
      }
      lines[lines.count - 1].text += "”"
    }
    for library in libraries.prefix(3) {
      lines.append(
        (TerminalText.truncatedInMiddle(library.displayString, toColumns: columns), Theme.detail))
    }
    if libraries.count > 3 { lines.append(("and \(libraries.count - 3) more", Theme.detail)) }
    return lines
  }

  private var words: String {
    switch level {
    case .read: present == nil ? " wants to see photos" : ": what may it see?"
    case .addOnly: present == nil ? " wants to add photos" : ": may it add photos?"
    }
  }

  /// The client and the question in whole: a name that is cut can look like another.
  private func names(_ columns: Int) -> [String] {
    if client.text.count + words.count <= columns { return [client.text + words] }
    var lines: [String] = []
    var rest = Substring(client.text)
    while !rest.isEmpty, columns > 0 {
      lines.append(String(rest.prefix(columns)))
      rest = rest.dropFirst(columns)
    }
    return lines + [String(words.drop { $0 == " " || $0 == ":" })]
  }

  /// The client and the question in one line.
  private func title(_ columns: Int) -> String {
    let room = max(8, columns - CellWidth.of(words))
    return TerminalText.truncatedInMiddle(client.text, toColumns: room) + words
  }
}
