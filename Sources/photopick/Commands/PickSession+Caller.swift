import PickerModel

/// What the caller says and hears while a person picks.
extension PickSession {
  /// Starts to listen to the caller, and to tell what is picked.
  func startTalking(_ options: PickOptions) {
    feed?.onReaderGone = { [weak self] in self?.finish(.readerGone) }
    if let control = options.control {
      let isLimited = options.library.approvedFile != nil || options.library.client != nil
      ControlChannel(descriptor: control, looksUpFiles: !isLimited)
        .start { [weak self] message in self?.take(message) }
    }
  }

  private func take(_ message: ControlChannel.Message) {
    guard model.outcome == nil else { return }
    switch message {
    case .problem(let text): noteControlProblem(text)
    case .commands(let commands, let identities):
      for command in commands { take(command, identities) }
    }
    modelChanged()
  }

  private func take(_ command: ControlCommand, _ identities: [FileName: FileIdentity]) {
    switch command {
    case .rules(let minimum, let maximum):
      do {
        try model.changeRules(minimum: minimum, maximum: maximum)
      } catch {
        noteControlProblem(error.message)
      }
    case .title(let text): model.setTitle(text)
    case .preselect(let paths):
      model.preselectMore(paths.map { Preselection(path: $0, identity: identities[$0]) })
    case .confirm: model.confirmFromOutside()
    case .cancel: model.cancelFromOutside()
    }
  }

  private func noteControlProblem(_ text: String) {
    controlProblemCount += 1
    if controlProblems.count < Diagnostics.listedLimit { controlProblems.append(text) }
    model.show(Notice(kind: .error, text: "The caller sent a command that is wrong: " + text))
  }
}
